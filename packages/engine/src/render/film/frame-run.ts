import { Buffer } from 'node:buffer';
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

/** The first changes of a piece, which hardly differ from the others in their size, and a share that is nearly all. */
const firstCompared = 10;
const nearlyAll = 0.9;

/** Bytes of pixels that may be read before they are freed. */
const maxReadBytes = 4 * 1024 ** 2;

/** Bytes of pictures that are kept to be encoded once more: six of 1920 x 1080. */
const maxOpeningBytes = 20 * 1024 ** 2;

/** A frame at the start of a piece. One that differs from the frame before has planes. */
interface OpeningFrame {
  readonly change: PictureChange | null;
  readonly planes: Buffer | undefined;
}

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
  #first = 0;
  /** The frame after the last one that is painted. */
  #end = 0;
  /** Whether the first frame differs from the frame before it. */
  #isNew = true;
  /** All frames since the first one; undefined if these are too many to be kept. */
  #opening: OpeningFrame[] | undefined;
  /** The number of these frames that were returned since the last `goTo`. */
  #returned = 0;
  /** Memory for their planes, which every piece uses again. */
  readonly #openingPlanes: Buffer[] = [];
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
   * from the frame before it, which the first one always does. With `mayReturn`, the first frames are kept, so that they
   * need not be painted again if the same frames are asked for before many of them have been painted.
   */
  goTo(index: number, end: number, mayReturn = false): boolean {
    this.#returned = 0;
    if (this.#opening && index === this.#first && end === this.#end) return this.#isNew;
    this.#shown = undefined;
    this.#first = index;
    this.#end = end;
    this.#opening = mayReturn ? [] : undefined;
    this.#clips?.restart();
    this.#painter.restart();
    this.#isNew = this.#lists.isNew(index);
    return this.#isNew;
  }

  /**
   * Paints a frame into `picture`. Returns how it differs from the frame before it, or null if it shows the same.
   * Frames must be requested in order; the first one after `goTo` is never null.
   */
  paint(index: number): PictureChange | null {
    const kept = this.#opening?.[this.#returned];
    this.#returned++;
    if (kept) {
      kept.planes?.copy(this.picture.planes);
      return kept.change;
    }
    const change = this.#paintNext(index);
    this.#keep(change);
    return change;
  }

  #keep(change: PictureChange | null): void {
    const opening = this.#opening;
    if (!opening) return;
    if (!change) {
      opening.push({ change, planes: undefined });
      return;
    }
    const { planes } = this.picture;
    const index = opening.filter((frame) => frame.planes).length;
    if ((index + 1) * planes.length > maxOpeningBytes) {
      this.#opening = undefined;
      return;
    }
    this.#openingPlanes[index] ??= Buffer.alloc(planes.length);
    planes.copy(this.#openingPlanes[index]);
    opening.push({ change, planes: this.#openingPlanes[index] });
  }

  #paintNext(index: number): PictureChange | null {
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
   * one before, on average; 1 as soon as it exceeds `limit`, or if the first changes are nearly everywhere, or if looking
   * ahead would take long.
   */
  changedShare(first: number, end: number, limit: number): number {
    const whole = this.#size.width * this.#size.height;
    const most = limit * (end - first) * whole;
    let changed = 0;
    let compared = 0;
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
      compared++;
      const isEverywhere = compared === firstCompared && changed > nearlyAll * compared * whole;
      if (changed > most || isEverywhere) return 1;
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
