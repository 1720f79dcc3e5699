import type { Assertion, Claim, When } from '../../assertions/assertion.ts';
import { rounded } from '../../project/numbers.ts';
import type { Breakpoints } from './breakpoints.ts';
import { checkMotion } from './check-motion.ts';
import { checkTrend } from './check-trend.ts';
import { type Checking, type Failure, lengthApart, type Span, spanOf } from './checking.ts';
import { claimCurve, limit, negated } from './claim-curves.ts';
import { describe, idsOf, subjectsOf } from './describe-claim.ts';
import { type FilmSampler, TooMuchWork } from './film-sampler.ts';
import { showTime } from './show-values.ts';
import { type Curve, curveAt, firstFailure, momentMs } from './smooth-pieces.ts';

/** Checks an assertion; null if it holds. Throws TooMuchWork if there is too much to measure. */
export async function checkAssertion(assertion: Assertion, checking: Checking): Promise<Failure | null> {
  switch (assertion.kind) {
    case 'duration':
      return checkDuration(assertion, checking);
    case 'loudness': {
      const loudness = await checking.loudness();
      const isRight = loudness >= assertion.min - 0.05 && loudness <= assertion.max + 0.05;
      if (isRight) return null;
      const heard =
        loudness === -Infinity ? 'the film is silent' : `the film has ${showLoudness(loudness)} LUFS`;
      return { message: heard };
    }
    case 'frame':
      return checkFrame(assertion, checking);
    case 'claims': {
      const { claims, isNegated, when } = assertion;
      const isFalse = isNegated !== (when.quantity === 'never');
      return firstOf(claims, when, checking, (claim, span, untilMs) =>
        checkClaim(claim, isFalse, when, span, untilMs, checking),
      );
    }
    case 'trends':
      return firstOf(assertion.trends, assertion.when, checking, (trend, span, untilMs) =>
        checkTrend(trend, span, untilMs, checking),
      );
    case 'motion':
      return checkMotion(assertion, checking);
  }
}

/** Checks an item of a sentence, at least until another one has failed. */
type Check<Item> = (item: Item, span: Span, untilMs: number) => Failure | null;

/** The failure of the item that fails first; of items that fail at the same time, that of the first in the list. */
function firstOf<Item>(
  items: readonly Item[],
  when: When,
  checking: Checking,
  check: Check<Item>,
): Failure | null {
  const span = spanOf(when, checking);
  if ('message' in span) return span;
  for (const [index, item] of items.entries()) {
    const failure = check(item, span, Infinity);
    if (failure !== null) return earliestOf(failure, items.slice(index + 1), span, checking, check);
  }
  return null;
}

/** The share of the work left that may be spent on an earlier failure of a sentence that is false anyway. */
const earlierShare = 0.1;

function earliestOf<Item>(
  failure: Failure,
  others: readonly Item[],
  span: Span,
  { work }: Checking,
  check: Check<Item>,
): Failure {
  const reserve = (1 - earlierShare) * work.left;
  work.take(reserve);
  let earliest = failure;
  try {
    for (const other of others) {
      const { atMs: untilMs = span.fromMs } = earliest;
      if (untilMs <= span.fromMs) break;
      const found = check(other, span, untilMs);
      if (found !== null && (found.atMs ?? untilMs) < untilMs) earliest = found;
    }
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
  }
  work.giveBack(reserve);
  return earliest;
}

function showLoudness(loudness: number): string {
  return String(rounded(loudness, 1));
}

function checkDuration(
  { min, max }: Extract<Assertion, { kind: 'duration' | 'loudness' }>,
  { sampler: { durationMs } }: Checking,
): Failure | null {
  if (durationMs >= min - lengthApart && durationMs <= max + lengthApart) return null;
  return { message: `the film lasts ${showTime(durationMs)}` };
}

function checkFrame(
  { edge, isEmpty }: Extract<Assertion, { kind: 'frame' }>,
  { sampler }: Checking,
): Failure | null {
  const atMs = edge === 'first' ? 0 : sampler.durationMs;
  const seen = sampler.seenIds(atMs);
  if ((seen.length === 0) === isEmpty) return null;
  const others = seen.length > 1 ? ` and ${seen.length - 1} more` : '';
  return { atMs, message: isEmpty ? `it shows ${seen[0]}${others}` : 'it shows nothing' };
}

function checkClaim(
  claim: Claim,
  isFalse: boolean,
  { quantity }: When,
  span: Span,
  untilMs: number,
  { samplerOf, breakpoints }: Checking,
): Failure | null {
  const ids = idsOf(claim);
  const sampler = samplerOf(ids);
  const plain = claimCurve(claim, sampler);
  const curve = isFalse ? negated(plain) : plain;
  if (quantity === 'sometimes') {
    const { atMs, hasValues } = search(negated(curve), ids, span, sampler, breakpoints);
    if (atMs !== null) return null;
    return hasValues ? { ...describe(claim, span.fromMs, sampler), claim } : unseen(claim, span, sampler);
  }
  const { atMs, hasValues } = search(curve, ids, span, sampler, breakpoints, untilMs);
  if (atMs !== null) return { atMs, ...describe(claim, atMs, sampler), claim };
  // What is never painted never fails, which "never" and "not" may mean.
  return hasValues || isFalse ? null : unseen(claim, span, sampler);
}

/** The first time in a span at which a curve is below the limit, unless that is from `untilMs` on. */
function search(
  curve: Curve,
  ids: readonly string[],
  { fromMs, toMs, isMoment }: Span,
  sampler: FilmSampler,
  breakpoints: Breakpoints,
  untilMs = Infinity,
): { readonly atMs: number | null; readonly hasValues: boolean } {
  const at = (timeMs: number) => {
    const value = curveAt(curve, timeMs);
    return { atMs: value !== null && value < limit ? timeMs : null, hasValues: value !== null };
  };
  if (isMoment) return at(fromMs);
  const found = firstFailure(curve, limit, breakpoints.within(ids, fromMs, toMs), untilMs);
  if (found.atMs !== null || toMs < sampler.durationMs) return found;
  // The last picture of the film is at its end.
  const last = at(toMs);
  return { atMs: last.atMs, hasValues: found.hasValues || last.hasValues };
}

function unseen(claim: Claim, { fromMs, toMs, isMoment }: Span, sampler: FilmSampler): Failure {
  const times = isMoment ? [fromMs] : [fromMs, (fromMs + toMs) / 2, Math.max(fromMs, toMs - momentMs)];
  const hidden = subjectsOf(claim).find((subject) =>
    times.every((time) => sampler.boxOf(subject, time) === null),
  );
  const who =
    hidden === undefined
      ? subjectsOf(claim)
          .map(({ name }) => name)
          .join(' and ')
      : hidden.name;
  const when = isMoment ? `at ${showTime(fromMs)}` : `from ${showTime(fromMs)} to ${showTime(toMs)}`;
  const together = hidden === undefined ? 'are not seen together' : 'is not seen';
  return { atMs: fromMs, message: `${who} ${together} ${when}` };
}
