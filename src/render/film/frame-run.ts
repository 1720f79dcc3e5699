import type { Buffer } from 'node:buffer';
import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DisplayList } from '../../drawing/display-list.ts';
import { countCoordinates } from '../../drawing/display-list.ts';
import { I420Picture } from '../../output/film/i420-picture.ts';
import type { Size } from '../../output/fit-scene.ts';
import { FilmPainter } from '../../output/skia/film-painter.ts';
import type { PictureSource } from '../../output/skia/skia-canvas.ts';

/** Of a list with more coordinates the next one is not made ahead: three lists would be in memory together. */
const mostCoordinatesAhead = 1_000_000;

/** Which frames a film has. */
export interface FrameSettings {
  readonly durationMs: number;
  readonly size: Size;
  readonly framesPerSecond: number;
}

/** Paints the frames of a film, from any one on in turn. */
export class FrameRun {
  readonly #drawing: Drawing;
  readonly #durationMs: number;
  readonly #framesPerSecond: number;
  readonly #painter: FilmPainter;
  readonly #picture: I420Picture;
  #shown: DisplayList | undefined;
  #evaluated: { readonly index: number; readonly list: DisplayList } | undefined;

  constructor(drawing: Drawing, { durationMs, size, framesPerSecond }: FrameSettings, source: PictureSource) {
    this.#drawing = drawing;
    this.#durationMs = durationMs;
    this.#framesPerSecond = framesPerSecond;
    this.#painter = new FilmPainter(size, source);
    this.#picture = new I420Picture(size);
  }

  /** Goes to a frame; tells whether it shows something else than the frame before it, which the first one does. */
  goTo(index: number): boolean {
    this.#shown = undefined;
    this.#painter.restart();
    return index === 0 || this.listAt(index - 1) !== this.listAt(index);
  }

  /**
   * The planes of a frame, I420 without gaps, good until the next call; null when it shows what the one before it shows.
   * Frames are asked for in turn; the first one after `goTo` is never null.
   */
  paint(index: number): Buffer | null {
    const list = this.listAt(index);
    if (list === this.#shown) return null;
    this.#shown = list;
    const next = coordinatesOf(list) <= mostCoordinatesAhead ? this.listAt(index + 1) : list;
    for (const sheet of this.#painter.paint(list, next)) this.#picture.put(sheet);
    return this.#picture.planes;
  }

  /** Whether frames from `first` up to and not including `end` all show this list. */
  isHeld(first: number, end: number, list: DisplayList): boolean {
    for (let index = first; index < end; index++) if (this.listAt(index) !== list) return false;
    return true;
  }

  /** What a frame shows; the same object for frames in turn that show the same. */
  listAt(index: number): DisplayList {
    if (index !== this.#evaluated?.index) {
      const list = this.#drawing.at(Math.min((index * 1000) / this.#framesPerSecond, this.#durationMs));
      this.#evaluated = { index, list };
    }
    return this.#evaluated.list;
  }
}

function coordinatesOf({ nodes }: DisplayList): number {
  return nodes.reduce((sum, node) => sum + countCoordinates(node), 0);
}
