import type { Canvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { GroupNode } from '../../drawing/display-list.ts';
import { freeCanvas } from './free-canvas.ts';

// See docs/decisions.md, "The glow of a moving object is cached".

/** A blurred copy of a group whose origin is the upper left corner of a pixel. */
export interface BlurredPicture {
  readonly canvas: Canvas;
  /** The position of the canvas relative to the group's origin. */
  readonly area: PixelArea;
}

interface Entry {
  readonly picture: BlurredPicture;
  readonly shape: readonly number[];
  readonly clip: GroupNode['clip'];
}

/** Maximum number of pixels of all cached pictures: about 32 MB. */
const maxPixels = 8_000_000;

/** Caches the glows, shadows and blurs of groups whose content stays the same while they move. */
export class BlurCache {
  /** Of each group, a key for each of its copies. */
  readonly #keys = new WeakMap<GroupNode['children'], object[]>();
  /** The least recently used first. */
  readonly #entries = new Map<object, Entry>();
  #pixels = 0;

  /**
   * Returns the copy of a group with an index among its copies; makes it if it is not cached. `shape` is everything else
   * on which its pixels depend.
   */
  get(group: GroupNode, index: number, shape: readonly number[], make: () => BlurredPicture): BlurredPicture {
    const key = this.#keyOf(group.children, index);
    const known = this.#entries.get(key);
    if (known) {
      this.#remove(key, known);
      if (known.clip === group.clip && isSameShape(known.shape, shape)) {
        this.#add(key, known);
        return known.picture;
      }
      freeCanvas(known.picture.canvas);
    }
    const picture = make();
    this.#add(key, { picture, shape, clip: group.clip });
    return picture;
  }

  #keyOf(children: GroupNode['children'], index: number): object {
    let keys = this.#keys.get(children);
    if (keys === undefined) {
      keys = [];
      this.#keys.set(children, keys);
    }
    keys[index] ??= {};
    return keys[index];
  }

  #add(key: object, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#pixels += pixelsOf(entry);
    for (const [oldest, old] of this.#entries) {
      if (this.#pixels <= maxPixels) break;
      this.#remove(oldest, old);
      freeCanvas(old.picture.canvas);
    }
  }

  #remove(key: object, entry: Entry): void {
    this.#entries.delete(key);
    this.#pixels -= pixelsOf(entry);
  }
}

function isSameShape(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function pixelsOf({ picture }: Entry): number {
  return picture.area.width * picture.area.height;
}
