import type { Canvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { GroupNode } from '../../drawing/display-list.ts';
import { freeCanvas } from './free-canvas.ts';

// See docs/decisions.md, "Blurred copies of a moving object are cached".

/** The blurred copies of a group whose origin is the upper left corner of a pixel. */
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
  /** The least recently used first. */
  readonly #entries = new Map<GroupNode['children'], Entry>();
  #pixels = 0;

  /**
   * Returns the blurred copies of a group; makes them if they are not cached. `shape` is everything else on which their
   * pixels depend.
   */
  get(group: GroupNode, shape: readonly number[], make: () => BlurredPicture): BlurredPicture {
    const key = group.children;
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

  #add(key: GroupNode['children'], entry: Entry): void {
    this.#entries.set(key, entry);
    this.#pixels += pixelsOf(entry);
    for (const [oldest, old] of this.#entries) {
      if (this.#pixels <= maxPixels) break;
      this.#remove(oldest, old);
      freeCanvas(old.picture.canvas);
    }
  }

  #remove(key: GroupNode['children'], entry: Entry): void {
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
