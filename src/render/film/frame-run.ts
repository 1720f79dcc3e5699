import type { Buffer } from 'node:buffer';
import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DisplayList } from '../../drawing/display-list.ts';
import { countCoordinates } from '../../drawing/display-list.ts';
import { I420Picture } from '../../output/film/i420-picture.ts';
import type { Size } from '../../output/fit-scene.ts';
import { FilmPainter } from '../../output/skia/film-painter.ts';
import type { PictureSource } from '../../output/skia/skia-canvas.ts';

/** For a list with more coordinates, the next list is not prepared ahead, which would keep three lists in memory. */
const mostCoordinatesAhead = 1_000_000;

/** Times of a film's frames. */
export interface FrameSettings {
  readonly durationMs: number;
  readonly size: Size;
  readonly framesPerSecond: number;
}

/** Paints the frames of a film in order, starting at any frame. */
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

  /** Goes to a frame; returns whether it differs from the frame before it, which the first one always does. */
  goTo(index: number): boolean {
    this.#shown = undefined;
    this.#painter.restart();
    return index === 0 || this.listAt(index - 1) !== this.listAt(index);
  }

  /**
   * Returns the planes of a frame, I420 without gaps, valid until the next call; null if the frame equals the one
   * before it. Frames must be requested in order; the first one after `goTo` is never null.
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

  /** Returns the display list of a frame; the same object for consecutive equal frames. */
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
