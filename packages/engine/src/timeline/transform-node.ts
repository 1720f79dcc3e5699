import { type AxesChannels, areConstantAxes, axesAt, placeOnAxes } from './axes.ts';
import { isConstant, type NumberChannel, numberAt } from './channel.ts';
import type { TimingProgress } from './timing.ts';

/** The eight numbers that define an object's local transform. */
export interface TransformChannels {
  readonly x: NumberChannel;
  readonly y: NumberChannel;
  readonly anchorX: NumberChannel;
  readonly anchorY: NumberChannel;
  readonly scaleX: NumberChannel;
  readonly scaleY: NumberChannel;
  /** Degrees, clockwise. */
  readonly rotation: NumberChannel;
  readonly shear: NumberChannel;
}

/** The transform of an object, drawn or not, that applies to the object and its children. */
export interface TransformNode {
  /** Index of the nearest ancestor that has a transform node; -1 for none. */
  readonly parent: number;
  readonly transform: TransformChannels;
  /** The axes on which the object is, whose coordinates its position has; null without any. */
  readonly axes: AxesChannels | null;
}

/** Number of values of each transform in a `Float64Array`: a b c d e f. */
export const matrixStride = 6;

/** Whether neither the node nor an ancestor moves. `fixed` has the results for the nodes before it. */
export function isFixed(node: TransformNode, fixed: readonly boolean[]): boolean {
  const parentFixed = node.parent < 0 || fixed[node.parent] === true;
  const isOnFixed = node.axes === null || areConstantAxes(node.axes);
  return parentFixed && isOnFixed && Object.values(node.transform).every(isConstant);
}

/**
 * Writes the world transform of node `index` into `worlds`, which must already contain its parent's. World = parent
 * world x local. Local, for column vectors: rotation x scale and shear, with the anchor moved to (x, y).
 */
export function writeWorld(
  worlds: Float64Array,
  index: number,
  node: TransformNode,
  progress: TimingProgress,
): void {
  const transform = node.transform;
  const scaleX = numberAt(transform.scaleX, progress);
  const scaleY = numberAt(transform.scaleY, progress);
  const shear = numberAt(transform.shear, progress);
  const anchorX = numberAt(transform.anchorX, progress);
  const anchorY = numberAt(transform.anchorY, progress);
  const rotation = numberAt(transform.rotation, progress) % 360;
  const cosine = cosineOfDegrees(rotation);
  const sine = sineOfDegrees(rotation);
  const a = cosine * scaleX;
  const b = sine * scaleX;
  const c = cosine * shear - sine * scaleY;
  const d = sine * shear + cosine * scaleY;
  let x = numberAt(transform.x, progress);
  let y = numberAt(transform.y, progress);
  if (node.axes !== null) [x, y] = placeOnAxes(axesAt(node.axes, progress), x, y);
  const e = x - a * anchorX - c * anchorY;
  const f = y - b * anchorX - d * anchorY;
  const at = index * matrixStride;
  if (node.parent < 0) {
    writeMatrix(worlds, at, a, b, c, d, e, f);
    return;
  }
  const up = node.parent * matrixStride;
  const upA = worlds[up];
  const upB = worlds[up + 1];
  const upC = worlds[up + 2];
  const upD = worlds[up + 3];
  writeMatrix(
    worlds,
    at,
    upA * a + upC * b,
    upB * a + upD * b,
    upA * c + upC * d,
    upB * c + upD * d,
    upA * e + upC * f + worlds[up + 4],
    upB * e + upD * f + worlds[up + 5],
  );
}

/** Adds 0, which turns -0 into 0, so equal places have equal matrices. */
function writeMatrix(
  worlds: Float64Array,
  at: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): void {
  worlds[at] = a + 0;
  worlds[at + 1] = b + 0;
  worlds[at + 2] = c + 0;
  worlds[at + 3] = d + 0;
  worlds[at + 4] = e + 0;
  worlds[at + 5] = f + 0;
}

/** Exact at right angles, so an object turned by 90 degrees stays on whole pixels. */
function cosineOfDegrees(degrees: number): number {
  if (degrees % 90 === 0) return degrees % 180 !== 0 ? 0 : degrees % 360 === 0 ? 1 : -1;
  return Math.cos((degrees * Math.PI) / 180);
}

function sineOfDegrees(degrees: number): number {
  if (degrees % 90 === 0) return degrees % 180 === 0 ? 0 : degrees === 90 || degrees === -270 ? 1 : -1;
  return Math.sin((degrees * Math.PI) / 180);
}
