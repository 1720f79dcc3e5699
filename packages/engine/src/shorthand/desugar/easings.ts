import { springs } from '../springs.ts';
import type { Names } from './name-rule.ts';

const cssEasings: Readonly<Record<string, string>> = {
  'ease-in': 'easeIn',
  'ease-out': 'easeOut',
  'ease-in-out': 'easeInOut',
  ease: 'easeInOut',
};

const cubicBezier = /^cubic-bezier\(\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*,\s*([\d.]+)\s*\)$/;

/** Returns an easing of the full format for one in the words of CSS. Other values stay as they are. */
export function readEasing(easing: unknown): unknown {
  if (typeof easing !== 'string') return easing;
  const [, x1, y1, x2, y2] = cubicBezier.exec(easing) ?? [];
  if (x1 === undefined) return Object.hasOwn(cssEasings, easing) ? cssEasings[easing] : easing;
  return { type: 'cubicBezier', x1: Number(x1), y1: Number(y1), x2: Number(x2), y2: Number(y2) };
}

const plain = ['linear', 'easeInOut', 'easeIn', 'easeOut'];

/** Easings of keyframes and timings, and those of animations, which may pass their end. */
export const easingNames: Names = {
  names: [...plain, ...Object.keys(cssEasings)],
  after: ' or "cubic-bezier(x1, y1, x2, y2)"',
};
export const paceNames: Names = {
  ...easingNames,
  names: [...easingNames.names, ...Object.keys(springs)],
  meant: { bounce: 'spring', elastic: 'spring', back: 'easeOutBack' },
};

/** Whether an easing is written as a word that is none. */
export function isUnknownEasing(easing: unknown, { names }: Names): boolean {
  return typeof easing === 'string' && !names.includes(easing) && !cubicBezier.test(easing);
}
