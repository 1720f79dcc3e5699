import type { Canvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { GroupNode } from '../../drawing/display-list.ts';
import { memoizeByObject } from '../../drawing/memoize-by-object.ts';
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

/** The children of a group, or a text that is the same for equal ones. */
type Key = GroupNode['children'] | string;

/** Maximum number of pixels of all cached pictures: about 32 MB. */
const maxPixels = 8_000_000;

/**
 * Caches the glows, shadows and blurs of groups whose content stays the same while they move. Simple shapes that are
 * equal, such as cards, share one picture.
 */
export class BlurCache {
  /** The least recently used first. */
  readonly #entries = new Map<Key, Entry>();
  #pixels = 0;

  /**
   * Returns the blurred copies of a group; makes them if they are not cached. `shape` is everything else on which their
   * pixels depend.
   */
  get(group: GroupNode, shape: readonly number[], make: () => BlurredPicture): BlurredPicture {
    const simple = group.clip === null ? simpleKey(group.children) : null;
    const key = simple === null ? group.children : `${simple} ${shape.join(' ')}`;
    const entry = this.#entries.get(key);
    if (entry) {
      this.#remove(key, entry);
      if (entry.clip === group.clip && isSameShape(entry.shape, shape)) {
        this.#add(key, entry);
        return entry.picture;
      }
      freeCanvas(entry.picture.canvas);
    }
    const picture = make();
    this.#add(key, { picture, shape, clip: group.clip });
    return picture;
  }

  #add(key: Key, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#pixels += pixelsOf(entry);
    for (const [oldest, old] of this.#entries) {
      if (this.#pixels <= maxPixels) break;
      this.#remove(oldest, old);
      freeCanvas(old.picture.canvas);
    }
  }

  #remove(key: Key, entry: Entry): void {
    this.#entries.delete(key);
    this.#pixels -= pixelsOf(entry);
  }
}

/** Maximum number of coordinates of a simple shape: comparing more takes longer than it saves. */
const maxCoordinates = 100;

/** A text with everything on which the pixels of simple shapes depend; null for anything else. */
const simpleKey = memoizeByObject((children: GroupNode['children']): string | null => {
  let coordinates = 0;
  for (const node of children) {
    if (node.type !== 'fill' && node.type !== 'stroke') return null;
    coordinates += node.outline.points.length;
  }
  return coordinates > maxCoordinates ? null : JSON.stringify(children);
});

function isSameShape(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function pixelsOf({ picture }: Entry): number {
  return picture.area.width * picture.area.height;
}
