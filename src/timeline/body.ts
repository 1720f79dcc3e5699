import { type NumberChannel, numberAt, standsStill } from './channel.ts';
import type { Moment } from './clock.ts';

/** The eight numbers an object's local transform is made of. */
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

/** What carries an object and its children, drawn or not: a place among transforms. */
export interface Body {
  /** Index of the nearest ancestor that has a transform of its own; -1 for none. */
  readonly parent: number;
  readonly transform: TransformChannels;
}

/** Numbers per transform in a `Float64Array` of them: a b c d e f. */
export const matrixStride = 6;

/** Whether neither the body nor anything it hangs on moves; `fixed` tells so for the bodies before it. */
export function isFixed(body: Body, fixed: readonly boolean[]): boolean {
  const parentFixed = body.parent < 0 || fixed[body.parent] === true;
  return parentFixed && Object.values(body.transform).every(standsStill);
}

/**
 * Writes the world transform of body `index` into `worlds`; its parent's must stand there already.
 * World = parent world x local. Local, for column vectors: turn by r, scale by sx and sy, shear by k, with the
 * anchor brought to (x, y).
 */
export function writeWorld(worlds: Float64Array, index: number, body: Body, moment: Moment): void {
  const transform = body.transform;
  const scaleX = numberAt(transform.scaleX, moment);
  const scaleY = numberAt(transform.scaleY, moment);
  const shear = numberAt(transform.shear, moment);
  const anchorX = numberAt(transform.anchorX, moment);
  const anchorY = numberAt(transform.anchorY, moment);
  const rotation = numberAt(transform.rotation, moment) % 360;
  const cosine = cosineOfDegrees(rotation);
  const sine = sineOfDegrees(rotation);
  const a = cosine * scaleX;
  const b = sine * scaleX;
  const c = cosine * shear - sine * scaleY;
  const d = sine * shear + cosine * scaleY;
  const e = numberAt(transform.x, moment) - a * anchorX - c * anchorY;
  const f = numberAt(transform.y, moment) - b * anchorX - d * anchorY;
  const at = index * matrixStride;
  if (body.parent < 0) {
    writeMatrix(worlds, at, a, b, c, d, e, f);
    return;
  }
  const up = body.parent * matrixStride;
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

/** Adds 0, which turns -0 into 0: what looks the same is the same. */
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

/** Right angles are exact, so that what is turned by them stays on whole pixels. */
function cosineOfDegrees(degrees: number): number {
  if (degrees % 90 === 0) return degrees % 180 !== 0 ? 0 : degrees % 360 === 0 ? 1 : -1;
  return Math.cos((degrees * Math.PI) / 180);
}

function sineOfDegrees(degrees: number): number {
  if (degrees % 90 === 0) return degrees % 180 === 0 ? 0 : degrees === 90 || degrees === -270 ? 1 : -1;
  return Math.sin((degrees * Math.PI) / 180);
}
