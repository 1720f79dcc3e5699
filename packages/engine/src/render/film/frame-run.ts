import type { PictureChange } from '@render-service/h264';
import { I420Picture, type PixelArea } from '@render-service/h264';
import type { Drawing } from '../../drawing/compile-drawing.ts';
import type { DisplayList } from '../../drawing/display-list.ts';
import { countCoordinates, imagesOf } from '../../drawing/display-list.ts';
import { isClipPicture } from '../../media/video/clip-picture.ts';
import type { Footage } from '../../media/video/footage.ts';
import type { Size } from '../../output/fit-scene.ts';
import { ClipPainter } from '../../output/skia/clip-painter.ts';
import { findDamage } from '../../output/skia/damage.ts';
import { FilmPainter } from '../../output/skia/film-painter.ts';
import { findMotions } from '../../output/skia/find-motions.ts';
import type { PictureSource } from '../../output/skia/skia-canvas.ts';
import { FramePictures, type FrameSettings } from './frame-pictures.ts';

/** For a list with more coordinates, the next list is not prepared ahead, which would keep three lists in memory. */
const maxCoordinatesAhead = 1_000_000;

/** Coordinates of all lists after which looking ahead at a piece ends. Evaluating them takes seconds at most. */
const maxCoordinatesExamined = 10_000_000;

/** Bytes of pixels that may be read before they are freed. */
const maxReadBytes = 4 * 1024 ** 2;

/** Paints the frames of a film in order, starting at any frame. */
export class FrameRun {
  /** The frame that was painted last. */
  readonly picture: I420Picture;
  readonly #size: Size;
  readonly #lists: FramePictures<DisplayList>;
  readonly #painter: FilmPainter;
  readonly #clips: ClipPainter | undefined;
  /** Whether a clip hides what the painter has painted. */
  #isHidden = false;
  /** Bytes of pixels that were read since they were last freed. */
  #readBytes = 0;
  /** The frame after the last one that is painted. */
  #end = 0;
  #shown: DisplayList | undefined;

  /** With `footage`, the samples of clips are taken as they are where that is possible. */
  constructor(drawing: Drawing, settings: FrameSettings, source: PictureSource, footage?: Footage) {
    this.#clips = footage && new ClipPainter(settings.size, source, footage);
    this.#lists = new FramePictures(drawing, settings);
    this.#painter = new FilmPainter(settings.size, source);
    this.picture = new I420Picture(settings.size);
    this.#size = settings.size;
  }

  /**
   * Goes to a frame, to paint those up to and not including `end`, which depend on no others. Returns whether it differs
   * from the frame before it, which the first one always does.
   */
  goTo(index: number, end: number): boolean {
    this.#shown = undefined;
    this.#end = end;
    this.#clips?.restart();
    this.#painter.restart();
    return this.#lists.isNew(index);
  }

  /**
   * Paints a frame into `picture`. Returns how it differs from the frame before it, or null if it shows the same.
   * Frames must be requested in order; the first one after `goTo` is never null.
   */
  paint(index: number): PictureChange | null {
    const list = this.listAt(index);
    const last = this.#shown;
    if (list === last) return null;
    this.#shown = list;
    // What follows a key picture is painted from scratch, so at the end everything looks as it does at rest.
    const looksAhead = index + 1 < this.#end && coordinatesOf(list) <= maxCoordinatesAhead;
    const next = looksAhead ? this.listAt(index + 1) : list;
    const areas = this.#paintPicture(list, next);
    const motions = last ? findMotions(last, list, this.#size) : [];
    return { areas, motions, isHeld: looksAhead && next === list };
  }

  #paintPicture(list: DisplayList, next: DisplayList): readonly PixelArea[] {
    const found = this.#clips?.find(list, next);
    if (!this.#clips || !found) {
      this.#clips?.restart();
      return this.#paintPixels(list, next);
    }
    if (found.rest === null) this.#isHidden = true;
    const painted = found.rest ? this.#paintPixels(found.rest, this.#clips.restOf(next)) : [];
    const { areas, readPixels } = this.#clips.paint(this.picture, found, list);
    this.#readBytes += readPixels * 4;
    return [...painted, ...areas];
  }

  #paintPixels(list: DisplayList, next: DisplayList): PixelArea[] {
    // The painter does not know what a clip has hidden.
    if (this.#isHidden) this.#painter.restart();
    this.#isHidden = false;
    const areas: PixelArea[] = [];
    for (const sheet of this.#painter.paint(list, next)) {
      this.picture.put(sheet);
      this.#readBytes += sheet.rgba.length;
      for (const { area } of sheet.patches) areas.push(area);
    }
    return areas;
  }

  /**
   * Frees the pixels that were read from canvases, if they are many. Otherwise, V8 would let them grow to 64 MiB and
   * more in each thread.
   */
  freePixels(): void {
    if (this.#readBytes < maxReadBytes) return;
    this.#readBytes = 0;
    globalThis.gc?.({ type: 'minor' });
  }

  /**
   * The share of the picture, from 0 to 1, in which frames from `first` up to and not including `end` differ from the
   * one before, on average; 1 as soon as it exceeds `limit`, or if looking ahead would take long.
   */
  changedShare(first: number, end: number, limit: number): number {
    const whole = this.#size.width * this.#size.height;
    const most = limit * (end - first) * whole;
    let changed = 0;
    let coordinates = 0;
    let last = this.listAt(first);
    for (let index = first + 1; index < end; index++) {
      const list = this.listAt(index);
      if (list === last) continue;
      // A film cannot be cancelled during this loop.
      coordinates += coordinatesOf(list);
      if (coordinates > maxCoordinatesExamined) return 1;
      const { areas } = findDamage(last, list, this.#size);
      changed += areas ? areas.reduce((sum, { width, height }) => sum + width * height, 0) : whole;
      if (changed > most) return 1;
      last = list;
    }
    return changed / whole / (end - first);
  }

  /** Whether frames from `first` up to and not including `end` all show this list. */
  isHeld(first: number, end: number, list: DisplayList): boolean {
    for (let index = first; index < end; index++) if (this.listAt(index) !== list) return false;
    return true;
  }

  /** Whether a frame differs from the one before it, and both are among those that are painted. */
  movesAt(index: number): boolean {
    return index < this.#end && this.listAt(index - 1) !== this.listAt(index);
  }

  /** Whether a frame shows a picture of a clip. */
  showsClip(index: number): boolean {
    return this.#clips !== undefined && [...imagesOf(this.listAt(index).nodes)].some(isClipPicture);
  }

  /** Returns the display list of a frame; the same object for consecutive equal frames. */
  listAt(index: number): DisplayList {
    return this.#lists.at(index);
  }
}

function coordinatesOf({ nodes }: DisplayList): number {
  return nodes.reduce((sum, node) => sum + countCoordinates(node), 0);
}
