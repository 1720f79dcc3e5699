import type { Buffer } from 'node:buffer';
import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DisplayList } from '../../drawing/display-list.ts';
import { I420Picture } from '../../output/film/i420-picture.ts';
import type { Size } from '../../output/fit-scene.ts';
import { FilmPainter } from '../../output/skia/film-painter.ts';
import type { PictureSource } from '../../output/skia/skia-canvas.ts';

/** The pictures of a film, frame by frame. */
export interface FilmPictures {
  /**
   * The next frame: planes of I420 without gaps, good until the frame after it is asked for; or null when it shows
   * what the frame before it showed.
   */
  next(): Promise<Buffer | null>;
  /** Ends whatever still works on further frames. */
  close(): Promise<void>;
}

/** Paints any run of frames of a film, one by one. */
export class FrameRun {
  readonly #drawing: Drawing;
  readonly #framesPerSecond: number;
  readonly #painter: FilmPainter;
  readonly #picture: I420Picture;
  #shown: DisplayList | undefined;

  constructor(drawing: Drawing, size: Size, framesPerSecond: number, pictureSource: PictureSource) {
    this.#drawing = drawing;
    this.#framesPerSecond = framesPerSecond;
    this.#painter = new FilmPainter(size, pictureSource);
    this.#picture = new I420Picture(size);
  }

  /** Goes to a frame as though those before it had been shown. */
  jump(index: number): void {
    this.#shown = index > 0 ? this.#listOf(index - 1) : undefined;
  }

  /** The planes of a frame, or null when it shows what the one before it showed; frames are asked for in turn. */
  paint(index: number): Buffer | null {
    const list = this.#listOf(index);
    if (list === this.#shown) return null;
    this.#shown = list;
    this.#painter.paint(list, (area, rgba) => this.#picture.put(area, rgba));
    return this.#picture.planes;
  }

  #listOf(index: number): DisplayList {
    return this.#drawing.at((index * 1000) / this.#framesPerSecond);
  }
}

/** Pictures that are painted when they are asked for, on the thread that asks. */
export class PaintedPictures implements FilmPictures {
  readonly #run: FrameRun;
  #index = 0;

  constructor(run: FrameRun) {
    this.#run = run;
  }

  async next(): Promise<Buffer | null> {
    return this.#run.paint(this.#index++);
  }

  async close(): Promise<void> {}
}
