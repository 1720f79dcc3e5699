import type { Pose } from '../timeline/pose.ts';
import type { Bounds } from './bounds.ts';

/** Differences of pixels that nobody sees. */
const tolerance = 0.01;

/**
 * The area that a rectangle hides, in scene pixels; undefined for what lets something through, or is turned. What it
 * leaves out may hide something, too.
 */
export function hiddenBy(pose: Pose): Bounds | undefined {
  const { kind, layerId, matrix, opacity, effects, clip, moments, appearance } = pose;
  if (kind !== 'rectangle' || layerId !== undefined || opacity < 1 || effects || clip || moments)
    return undefined;
  const { fill, fillGradient, write, wipe, cornerRadius, width, height } = appearance;
  const isSolid = fill !== null && fill.alpha === 1 && fillGradient === null && write === 1 && wipe === null;
  const [a, b, c, d, x, y] = matrix;
  if (!isSolid || cornerRadius > 0 || Math.abs(b) + Math.abs(c) > 1e-9) return undefined;
  const [right, bottom] = [(Math.abs(a) * width) / 2, (Math.abs(d) * height) / 2];
  return { left: x - right, top: y - bottom, right: x + right, bottom: y + bottom };
}

/** Whether an area hides everything in a box. */
export function hides(area: Bounds, box: Bounds): boolean {
  return (
    area.left <= box.left + tolerance &&
    area.top <= box.top + tolerance &&
    area.right >= box.right - tolerance &&
    area.bottom >= box.bottom - tolerance
  );
}
