import type { Canvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { GroupNode } from '../../drawing/display-list.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import { freeCanvas } from './free-canvas.ts';

// See docs/decisions.md, "The glow of a moving object is cached".

/** The blurred picture of a group whose origin is the upper left corner of a pixel. */
export interface Glow {
  readonly canvas: Canvas;
  /** The position of the canvas relative to the group's origin. */
  readonly area: PixelArea;
}

interface Entry {
  readonly glow: Glow;
  readonly shape: readonly number[];
  readonly clip: GroupNode['clip'];
}

/** Maximum number of pixels of all cached glows: about 32 MB. */
const maxPixels = 8_000_000;

/** Caches the glows of groups whose content stays the same while they move. */
export class GlowCache {
  readonly #entries = new Map<GroupNode['children'], Entry>();
  #pixels = 0;

  /**
   * Returns the glow of a group for a blur and a transform, whose translation does not matter; creates it if it is not
   * cached.
   */
  get(group: GroupNode, [a, b, c, d]: Matrix, sigma: number, make: () => Glow): Glow {
    const shape = [a, b, c, d, sigma];
    const known = this.#entries.get(group.children);
    if (known) {
      this.#remove(group.children, known);
      if (known.clip === group.clip && known.shape.every((value, index) => value === shape[index])) {
        this.#add(group.children, known);
        return known.glow;
      }
      freeCanvas(known.glow.canvas);
    }
    const glow = make();
    this.#add(group.children, { glow, shape, clip: group.clip });
    return glow;
  }

  #add(children: GroupNode['children'], entry: Entry): void {
    this.#entries.set(children, entry);
    this.#pixels += pixelsOf(entry);
    for (const [oldest, old] of this.#entries) {
      if (this.#pixels <= maxPixels) break;
      this.#remove(oldest, old);
      freeCanvas(old.glow.canvas);
    }
  }

  #remove(children: GroupNode['children'], entry: Entry): void {
    this.#entries.delete(children);
    this.#pixels -= pixelsOf(entry);
  }
}

function pixelsOf({ glow }: Entry): number {
  return glow.area.width * glow.area.height;
}
