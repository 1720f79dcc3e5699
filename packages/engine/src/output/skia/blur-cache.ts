import type { Canvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { GroupNode } from '../../drawing/display-list.ts';
import { memoizeByObject } from '../../drawing/memoize-by-object.ts';
import type { PictureAsset } from '../../media/video/clip-picture.ts';
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

type IsOpaque = (asset: PictureAsset) => boolean;

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
  readonly #isOpaque: IsOpaque;
  #pixels = 0;

  /** `isOpaque` tells which pictures are; by default none. */
  constructor(isOpaque: IsOpaque = () => false) {
    this.#isOpaque = isOpaque;
  }

  /**
   * Returns the blurred copies of a group; makes them if they are not cached. `shape` is everything else on which their
   * pixels depend. `isTinted` tells that they have the colours of shadows, so that an opaque picture is a rectangle.
   */
  get(
    group: GroupNode,
    shape: readonly number[],
    make: () => BlurredPicture,
    isTinted = false,
  ): BlurredPicture {
    const simple = group.clip === null ? this.#simpleKey(group.children, isTinted) : null;
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

  #simpleKey(children: GroupNode['children'], isTinted: boolean): string | null {
    return simpleKey(children) ?? (isTinted ? opaqueKey(children, this.#isOpaque) : null);
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

/** The same for a picture whose pixels are opaque, with its clips and border. It may be another one each time. */
function opaqueKey(children: GroupNode['children'], isOpaque: IsOpaque): string | null {
  const keys = children.map((child) => {
    if (child.type === 'image')
      return isOpaque(child.asset) ? `picture ${child.width} ${child.height}` : null;
    if (child.type !== 'group') return simpleKey([child]);
    const { matrix, opacity, clip, effects } = child;
    const inner = effects === null ? opaqueKey(child.children, isOpaque) : null;
    return inner === null ? null : JSON.stringify([matrix, opacity, clip, inner]);
  });
  return keys.includes(null) ? null : keys.join();
}

function isSameShape(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function pixelsOf({ picture }: Entry): number {
  return picture.area.width * picture.area.height;
}
