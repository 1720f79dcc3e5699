import type { Easing } from '../project/schema.ts';
import { cubicBezierEasing } from './cubic-bezier.ts';

/** Takes the fraction of a span that has passed, 0 to 1, to the progress made, 0 to 1. Never falls. */
export type EasingFunction = (fraction: number) => number;

const namedEasings = {
  linear: (t: number) => t,
  easeIn: (t: number) => t * t * t,
  easeOut: (t: number) => 1 - (1 - t) * (1 - t) * (1 - t),
  easeInOut: (t: number) => (t < 0.5 ? 4 * t * t * t : 1 - ((2 - 2 * t) * (2 - 2 * t) * (2 - 2 * t)) / 2),
} as const satisfies Record<string, EasingFunction>;

/** The function an authored easing stands for; cubicBezier as in CSS. Exact at 0 and 1. */
export function easingFunction(easing: Easing): EasingFunction {
  if (typeof easing === 'string') return namedEasings[easing];
  return cubicBezierEasing(easing.x1, easing.y1, easing.x2, easing.y2);
}
