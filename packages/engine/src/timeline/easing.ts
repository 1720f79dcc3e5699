import type { Easing } from '../project/schema.ts';
import { cubicBezierEasing } from './cubic-bezier.ts';

/** Maps the elapsed fraction of a span, 0 to 1, to its progress, 0 to 1. Monotone. */
export type EasingFunction = (fraction: number) => number;

const namedEasings = {
  linear: (t: number) => t,
  easeIn: (t: number) => t * t * t,
  easeOut: (t: number) => 1 - (1 - t) * (1 - t) * (1 - t),
  easeInOut: (t: number) => (t < 0.5 ? 4 * t * t * t : 1 - ((2 - 2 * t) * (2 - 2 * t) * (2 - 2 * t)) / 2),
} as const satisfies Record<string, EasingFunction>;

/** Returns the function of an easing; cubicBezier works as in CSS. Exact at 0 and 1. */
export function easingFunction(easing: Easing): EasingFunction {
  if (typeof easing === 'string') return namedEasings[easing];
  return cubicBezierEasing(easing.x1, easing.y1, easing.x2, easing.y2);
}
