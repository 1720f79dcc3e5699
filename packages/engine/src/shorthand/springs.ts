import { rounded } from '../project/numbers.ts';
import type { CompositionState, Easing, Keyframe, TransitionTrack } from '../project/schema.ts';
import { keyframeId } from './keyframe-id.ts';

/** How an animation passes its end and comes back, which a cubic Bezier cannot. */
export interface Spring {
  /** The easing up to the first point. */
  readonly easing: Easing;
  /** The shares of the way that are left, as in the full format. */
  readonly settle: NonNullable<TransitionTrack['settle']>;
}

const third = 1 / 3;

function bezier(x1: number, y1: number, x2: number, y2: number): Easing {
  return { type: 'cubicBezier', x1, y1, x2, y2 };
}

/** From rest to rest. */
const swing = bezier(third, 0, 2 * third, 1);

/**
 * The pieces of the curve of CSS and SVG tools, 1 + c (t - 1)^3 + d (t - 1)^2, up to its greatest value and back. They
 * are cubic polynomials, so the pieces are exact. With the usual d = 1.70158, the greatest value is 1.1.
 */
function back(d: number): Spring {
  const c = d + 1;
  const top = 1 - (2 * d) / (3 * c);
  const share = 1 + c * (top - 1) ** 3 + d * (top - 1) ** 2;
  const slope = 3 * c - 2 * d;
  return {
    easing: bezier(third, rounded((slope * top) / 3 / share), 2 * third, 1),
    settle: [[rounded(top), rounded(1 - share), swing]],
  };
}

/** A damped oscillation passes its end by this share. */
const overshoot = 0.09;

/** The part of its time after which it passes its end for the first time, and how long it swings back. */
const firstTop = 0.4;
const halfPeriod = 0.32;

function spring(): Spring {
  return {
    easing: bezier(0.3, 0.1, 0.45, 1),
    settle: [
      [firstTop, -overshoot, swing],
      [firstTop + halfPeriod, rounded(overshoot ** 2), swing],
    ],
  };
}

/** Easings that pass their end, by their names. They become keyframes. */
export const springs: Readonly<Record<'spring' | 'easeOutBack', Spring>> = {
  spring: spring(),
  easeOutBack: back(1.70158),
};

/** How `pop` passes its size: by 6 % from 60 %. */
export const popSpring: Spring = back(2.2);

/** Properties that may pass their end while an object stays. */
const springing = ['x', 'y', 'scaleX', 'scaleY', 'rotation', 'shear', 'width', 'height', 'fontSize'] as const;

const isSize = (property: string) => ['width', 'height', 'fontSize'].includes(property);

/** Returns keyframes with which an object that stays passes its new values and comes back. */
export function springKeyframes(
  { path, easing }: Pick<TransitionTrack, 'path' | 'easing'>,
  settle: Spring['settle'],
  { from, to }: { readonly from: CompositionState | undefined; readonly to: CompositionState | undefined },
): Record<string, Keyframe> {
  const keyframes: Record<string, Keyframe> = {};
  if (!from?.visible || !to?.visible) return keyframes;
  for (const property of springing) {
    const isScale = property === 'scaleX' || property === 'scaleY';
    const usual = isScale ? 1 : 0;
    const [start, end] = [from[property] ?? usual, to[property] ?? usual];
    const isOnPath = path !== null && (property === 'x' || property === 'y');
    const isComputed = (from.formulas ?? to.formulas)?.[property] !== undefined;
    if (start === end || isOnPath || isComputed) continue;
    for (const [index, [at, share, own]] of settle.entries()) {
      const passed = end + (start - end) * share;
      // A size that shrinks to nothing does not turn over.
      const value = rounded(isSize(property) && start >= 0 && end >= 0 ? Math.max(0, passed) : passed);
      keyframes[keyframeId(property, index)] = { at, value, easing: own ?? easing, property };
    }
  }
  return keyframes;
}

/** Whether an easing is a name of `springs`. */
export function isSpring(easing: unknown): easing is keyof typeof springs {
  return typeof easing === 'string' && Object.hasOwn(springs, easing);
}
