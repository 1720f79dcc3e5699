import type { Assertion, Claim, Motion } from '../../assertions/assertion.ts';
import { type Checking, type Failure, type Span, spanOf } from './checking.ts';
import { claimCurve, limit } from './claim-curves.ts';
import { describe } from './describe-claim.ts';
import {
  findMotions,
  halfWrong,
  isOrdered,
  type MeasuredMotion,
  mismatches,
  nearestPair,
  showMotion,
} from './motions.ts';
import { showTime } from './show-values.ts';
import { curveAt, momentMs } from './smooth-pieces.ts';

/** Checks how an object moves; null if it moves as the sentence says. */
export function checkMotion(
  { motion, order, when }: Extract<Assertion, { kind: 'motion' }>,
  checking: Checking,
): Failure | null {
  const span = spanOf(when, checking);
  if ('message' in span) return span;
  const isNever = when.quantity === 'never';
  const match = matching(motion, checking, span, isNever);
  const other = order && matching(order.motion, checking, span, isNever);
  const pair = other
    ? match.found.flatMap((a) => (other.found.some((b) => isOrdered(a, order.relation, b)) ? [a] : []))
    : match.found;
  const [first] = pair;
  if (isNever)
    return first === undefined
      ? null
      : {
          atMs: Math.max(first.startMs, span.fromMs),
          message: `${motion.subject.name} ${showMotion(first)}`,
        };
  if (first !== undefined) return null;
  if (match.found.length === 0) return match.failure;
  if (other && other.found.length === 0) return other.failure;
  const nearest = other && nearestPair(match.found, order.relation, other.found);
  if (!nearest) return match.failure;
  const [a, b] = nearest;
  const message = `${motion.subject.name} ${showMotion(a)}, and ${order.motion.subject.name} ${showMotion(b)}`;
  return { atMs: a.startMs, message };
}

/** Whether a motion begins and ends in a span. At a moment, it is under way. */
function isWithin(motion: MeasuredMotion, span: Span): boolean {
  if (span.isMoment) return isUnderWay(motion, span);
  return motion.startMs >= span.fromMs - momentMs && motion.endMs <= span.toMs + momentMs;
}

/** Whether something of a motion is seen in a span. */
function isUnderWay({ startMs, endMs }: MeasuredMotion, { fromMs, toMs, isMoment }: Span): boolean {
  return endMs > fromMs + momentMs && (isMoment ? startMs <= fromMs + momentMs : startMs < toMs - momentMs);
}

/** Finds the motions of a span that are as expected. What `isNever` expected counts if any part of it is in the span. */
function matching(
  motion: Motion,
  { samplerOf, breakpoints }: Checking,
  span: Span,
  isNever: boolean,
): { readonly found: readonly MeasuredMotion[]; readonly failure: Failure } {
  const { subject, type, ends } = motion;
  const sampler = samplerOf([...subject.ids, ...ends.flatMap(({ target }) => target.ids)]);
  const endsWell = (timeMs: number) =>
    ends.flatMap(({ relation, target }) => {
      const claim: Claim = { kind: 'relation', relation, subject, target };
      const value = curveAt(claimCurve(claim, sampler), timeMs);
      if (value !== null && value >= limit) return [];
      return [{ reason: describe(claim, timeMs, sampler).message, distance: halfWrong }];
    });
  const seen = findMotions(type, subject, sampler, breakpoints).filter((found) => isUnderWay(found, span));
  const all = seen
    .filter((found) => isNever || isWithin(found, span))
    .map((found) => ({ found, reasons: mismatches(motion, found, sampler, endsWell) }));
  const found = all.filter(({ reasons }) => reasons.length === 0).map((one) => one.found);
  const distance = ({ reasons: own }: (typeof all)[number]) =>
    own.reduce((sum, one) => sum + one.distance, 0);
  const nearest = all.toSorted((one, other) => distance(one) - distance(other))[0];
  if (nearest === undefined) {
    const [partly] = seen;
    const verb = { moves: 'move', rotates: 'rotate', scales: 'scale' }[type];
    const message = partly
      ? `${showMotion(partly)}, and not as a whole from ${showTime(span.fromMs)} to ${showTime(span.toMs)}`
      : `does not ${verb}`;
    return {
      found,
      failure: { ...(partly && { atMs: partly.startMs }), message: `${subject.name} ${message}` },
    };
  }
  const reasons = nearest.reasons.map(({ reason }) => reason).join(', and ');
  return {
    found,
    failure: {
      atMs: nearest.found.startMs,
      message: `${subject.name} ${showMotion(nearest.found)}${reasons === '' ? '' : `, but ${reasons}`}`,
    },
  };
}
