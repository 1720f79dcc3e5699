import type { Bounds } from '../../drawing/bounds.ts';
import type { PixelArea } from './damage.ts';

/** All pixels that bounds touch, and one more on every side for anti-aliasing. */
export function wholePixels(bounds: Bounds): PixelArea {
  const x = Math.floor(bounds.left) - 1;
  const y = Math.floor(bounds.top) - 1;
  return { x, y, width: Math.ceil(bounds.right) + 1 - x, height: Math.ceil(bounds.bottom) + 1 - y };
}
