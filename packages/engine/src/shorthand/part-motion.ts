import { countParts, type TextPart } from '../language/text-parts.ts';
import { rounded } from '../project/numbers.ts';
import { showNumber } from '../project/problem-text.ts';
import type { CompositionState, TransitionTrack } from '../project/schema.ts';
import { isLeaving } from './appearing.ts';
import type { ResolvedTrack } from './schema.ts';

/** Milliseconds between the starts of two parts that have no stagger of their own. */
export const usualStagger: Readonly<Record<TextPart, number>> = { letter: 30, word: 80, line: 120 };

/** The share of an overshoot that words and lines have while they grow. */
const passedByWords = 0.4;

/** Distance from which a part slides at most, in em of its text. */
const farthestSlide = 0.7;

/** Standard deviation from which a part becomes sharp at most, in em. */
const strongestBlur = 0.2;

/** The states of an object on both sides of a transition. */
export interface Ends {
  readonly from: CompositionState | undefined;
  readonly to: CompositionState | undefined;
}

/** Returns how long after the first part of a text the last one starts, in milliseconds; 0 without parts. */
export function partDelay({ by, stagger }: ResolvedTrack, { from, to }: Ends): number {
  const shown = isLeaving(from, to) ? from : to;
  if (by === undefined || shown === undefined) return 0;
  return (stagger ?? usualStagger[by]) * (countParts(shown.text, by) - 1);
}

/** Returns the fields with which the parts of a text enter or leave one after another. */
export function partFields(
  track: ResolvedTrack,
  by: TextPart,
  { from, to }: Ends,
): Pick<TransitionTrack, 'by' | 'stagger' | 'begin' | 'settle'> {
  const { begin = {}, settle, stagger = usualStagger[by], slides = false, reveal } = track;
  const shown = isLeaving(from, to) ? from : to;
  const em = shown?.fontSize ?? 0;
  const offset = (axis: 'x' | 'y') => {
    const written = begin[axis];
    if (written === undefined) return undefined;
    const length = typeof written === 'string' ? Number(written) : written - (shown?.[axis] ?? 0);
    if (!slides) return length;
    return rounded(Math.sign(length) * Math.min(Math.abs(length), farthestSlide * em));
  };
  const numbers = {
    x: offset('x'),
    y: offset('y'),
    scale: numberIn(begin.scale ?? begin.scaleY ?? begin.scaleX, 1),
    rotation: numberIn(begin.rotation, shown?.rotation ?? 0, true),
    opacity: numberIn(begin.opacity, 1) ?? (reveal === undefined ? 0 : undefined),
    blur: begin.blur === undefined ? undefined : rounded(Math.min(Number(begin.blur), strongestBlur * em)),
    reveal,
  };
  // A word that grows as far beyond its size as a shape would close the spaces around it.
  const passed = by !== 'letter' && numbers.scale !== undefined ? passedByWords : 1;
  const given = Object.entries(numbers).filter(([, value]) => value !== undefined);
  return {
    ...{ by, stagger, begin: Object.fromEntries(given) },
    ...(settle && { settle: settle.map(([at, share, easing]) => [at, rounded(share * passed), easing]) }),
  };
}

/** A number of an author; a difference is added to the object's own value. */
function numberIn(written: number | string | undefined, own: number, isAdded = false): number | undefined {
  if (written === undefined) return undefined;
  const isDifference = typeof written === 'string';
  return isAdded
    ? isDifference
      ? Number(written)
      : written - own
    : isDifference
      ? own + Number(written)
      : written;
}

/** Returns why the parts of a text do not fit into a transition; undefined if they do. */
export function partsProblem(
  track: ResolvedTrack,
  by: TextPart,
  ends: Ends,
  transitionDuration: number,
): { readonly field: 'stagger' | 'duration'; readonly rule: string } | undefined {
  const { start = 0, duration, stagger } = track;
  const delay = partDelay(track, ends);
  const rest = transitionDuration - start - delay;
  const isLate = stagger !== undefined && delay > 0 && rest <= 0;
  if (!isLate && (duration === undefined || duration <= rest)) return undefined;
  const count = Math.round(delay / (stagger ?? usualStagger[by])) + 1;
  const last = `${count} ${by}s start one after another, the last at ${showNumber(start + delay)} ms`;
  const whole = `the transition lasts ${showNumber(transitionDuration)} ms`;
  const largest = Math.floor((transitionDuration - start - (duration ?? 1)) / Math.max(1, count - 1));
  const wayOut =
    largest >= 1 && count > 1
      ? `lower the stagger to at most ${largest} ms or make the transition longer`
      : 'make the transition longer';
  if (isLate) return { field: 'stagger', rule: `${last}, but ${whole}; ${wayOut}` };
  const each = `is the time of each part and ends after the transition: ${last} and takes ${showNumber(duration ?? 0)} ms`;
  return { field: 'duration', rule: `${each}, but ${whole}; ${wayOut}` };
}
