import type { Assertion, Claim, Moment, Motion, Subject, Trend, When } from '../../assertions/assertion.ts';
import type { Budget } from '../../project/budget.ts';
import { rounded } from '../../project/numbers.ts';
import { showColor } from '../../timeline/color.ts';
import type { CompositionTimes } from '../../timeline/sequence.ts';
import type { Breakpoints } from './breakpoints.ts';
import { claimCurve, limit, negated, toleranceOf } from './claim-curves.ts';
import { type FilmSampler, TooMuchWork } from './film-sampler.ts';
import {
  findMotions,
  halfWrong,
  isOrdered,
  type MeasuredMotion,
  mismatches,
  nearestPair,
  showMotion,
} from './motions.ts';
import { showBounds, showNumber, showTime } from './show-values.ts';
import {
  type Curve,
  crossingTime,
  curveAt,
  firstFailure,
  momentMs,
  smoothPieces,
  turningPoints,
} from './smooth-pieces.ts';

/** Why an assertion does not hold. */
export interface Failure {
  /** The first time at which it fails; missing for sentences about the whole film. */
  readonly atMs?: number;
  /** What the film has instead, with the values at that time. */
  readonly message: string;
  /** The claim that fails. */
  readonly claim?: Claim;
}

/** What assertions are checked with. */
export interface Checking {
  /** Measures the whole film. */
  readonly sampler: FilmSampler;
  /** Measures some objects of it, with less work. */
  readonly samplerOf: (ids: readonly string[]) => FilmSampler;
  /** The work of both that is left. */
  readonly work: Budget;
  readonly breakpoints: Breakpoints;
  readonly times: ReadonlyMap<string, ReadonlyMap<string, CompositionTimes>>;
  /** Integrated loudness of the film in LUFS. */
  readonly loudness: () => Promise<number>;
}

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

/** Half a frame at 60 frames per second is not seen. */
const lengthApart = 0.5;

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

/** A span of the film. `isMoment` if it is a single time. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly isMoment: boolean;
}

/** Returns the time of a moment, which may lie beyond the film. */
function timeOf(moment: Moment, { sampler, times }: Pick<Checking, 'sampler' | 'times'>): number {
  switch (moment.kind) {
    case 'time':
      return moment.shiftMs;
    case 'before-end':
      return sampler.durationMs + moment.shiftMs;
    case 'composition': {
      const { entersMs, reachedMs, leftMs } = times.get(moment.scene)?.get(moment.composition) ?? nowhere;
      return { enters: entersMs, reached: reachedMs, left: leftMs }[moment.edge] + moment.shiftMs;
    }
  }
}

const nowhere: CompositionTimes = { entersMs: Number.NaN, reachedMs: Number.NaN, leftMs: Number.NaN };

function spanOf({ from, to }: When, checking: Checking): Span | Failure {
  const { durationMs } = checking.sampler;
  const fromMs = timeOf(from, checking);
  const toMs = timeOf(to, checking);
  if (!(fromMs >= 0 && fromMs <= durationMs))
    return { message: `${showTime(fromMs)} is outside the film, which lasts ${showTime(durationMs)}` };
  if (toMs > durationMs + lengthApart)
    return { message: `${showTime(toMs)} is after the end of the film, which lasts ${showTime(durationMs)}` };
  if (from === to) return { fromMs, toMs, isMoment: true };
  if (toMs <= fromMs && durationMs > 0)
    return { message: `there is no time from ${showTime(fromMs)} to ${showTime(toMs)}` };
  return { fromMs, toMs: Math.min(toMs, durationMs), isMoment: durationMs === 0 };
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

/** The objects of a claim, without the frame. */
function subjectsOf(claim: Claim): readonly Subject[] {
  const all: Subject[] = [claim.subject];
  if (claim.kind === 'relation') all.push(claim.target);
  if (claim.kind === 'compare')
    for (const operand of [claim.value, claim.end])
      if (operand.kind === 'property') all.push(operand.subject);
  if (claim.kind === 'color' && claim.value.kind === 'property') all.push(claim.value.subject);
  return [...new Set(all)].filter(({ isFrame }) => !isFrame);
}

/** The ids of the objects of a claim. */
export function idsOf(claim: Claim): readonly string[] {
  return subjectsOf(claim).flatMap(({ ids }) => ids);
}

/** Describes what a claim is about at a time. */
function describe(claim: Claim, timeMs: number, sampler: FilmSampler): { readonly message: string } {
  const at = `at ${showTime(timeMs)}`;
  const boxed = (subject: Subject) => {
    const box = sampler.boxOf(subject, timeMs);
    return `${subject.name} is ${box === null ? 'not seen' : showBounds(box)}`;
  };
  switch (claim.kind) {
    case 'relation': {
      if (claim.relation === 'in front of' || claim.relation === 'behind')
        return {
          message: `${at} it is drawn ${claim.relation === 'behind' ? 'after' : 'before'} ${claim.target.name}`,
        };
      return { message: `${at} ${boxed(claim.subject)}, and ${boxed(claim.target)}` };
    }
    case 'visible':
      return { message: `${at} ${boxed(claim.subject)}, and ${boxed(wholeFrame)}` };
    case 'compare': {
      const { subject, property, value } = claim;
      const own = sampler.numberOf(subject, property, timeMs);
      const seen = `${at} ${subject.name}.${property} is ${own === null ? 'unknown' : showNumber(own)}`;
      if (value.kind === 'number') return { message: seen };
      const other = sampler.numberOf(value.subject, value.property, timeMs);
      return {
        message: `${seen}, and ${value.subject.name}.${value.property} is ${other === null ? 'unknown' : showNumber(other)}`,
      };
    }
    case 'color':
      return {
        message: `${at} ${claim.subject.name}.${claim.property} is ${showPaint(sampler.colorOf(claim.subject, claim.property, timeMs))}`,
      };
  }
}

const wholeFrame: Subject = { name: 'the frame', ids: [], isFrame: true };

function showPaint(color: ReturnType<FilmSampler['colorOf']>): string {
  if (color === undefined) return 'unknown';
  return color === null ? 'none' : showColor(color);
}

function checkTrend(trend: Trend, span: Span, untilMs: number, checking: Checking): Failure | null {
  const { breakpoints } = checking;
  const { subject, property } = trend;
  const sampler = checking.samplerOf(subject.ids);
  const name = `${subject.name}.${property}`;
  const tolerance = toleranceOf(property);
  const sign = trend.trend === 'decreases' ? -1 : 1;
  const curve: Curve = {
    measure: (timeMs) => {
      const value = sampler.numberOf(subject, property, timeMs);
      return value === null ? null : [(sign * value) / tolerance];
    },
    combine: (parts) => parts?.[0] ?? null,
    tolerance: 1,
  };
  const shown = (value: number) => showNumber(sign * value * tolerance);
  let first: number | undefined;
  let last = { atMs: span.fromMs, value: 0 };
  let most = -Infinity;
  const goesBack = trend.trend === 'increases' || trend.trend === 'decreases';
  for (const piece of smoothPieces(curve, breakpoints.within(subject.ids, span.fromMs, span.toMs))) {
    if (first !== undefined && piece.startMs >= untilMs) return null;
    for (const { atMs, value } of turningPoints(piece)) {
      first ??= value;
      const isInside = last.atMs >= piece.startMs;
      const limits = trend.trend === 'stays' ? [first - 1, first + 1] : goesBack ? [most - 1, Infinity] : [];
      const [least = -Infinity, greatest = Infinity] = limits;
      if (value < least - 1e-9 || value > greatest + 1e-9) {
        const wrongMs = isInside
          ? crossingTime(piece, [last.atMs, atMs], value < least ? least : greatest)
          : atMs;
        const now = sampler.numberOf(subject, property, wrongMs);
        const from = shown(trend.trend === 'stays' ? first : most);
        const seen = now === null ? shown(value) : showNumber(now);
        return { atMs: wrongMs, message: `${name} leaves ${from} for ${seen} at ${showTime(wrongMs)}` };
      }
      most = Math.max(most, value);
      last = { atMs, value };
    }
  }
  const when0 = `from ${showTime(span.fromMs)} to ${showTime(span.toMs)}`;
  if (first === undefined) return { atMs: span.fromMs, message: `${subject.name} is not seen ${when0}` };
  const change = last.value - first;
  const isMissed =
    trend.trend === 'changes'
      ? Math.abs(change - trend.by / tolerance) > 1
      : trend.trend !== 'stays' && change <= 1;
  if (!isMissed) return null;
  return { atMs: span.toMs, message: `${name} goes from ${shown(first)} to ${shown(last.value)} ${when0}` };
}

function checkMotion(
  { motion, order, when }: Extract<Assertion, { kind: 'motion' }>,
  checking: Checking,
): Failure | null {
  const span = spanOf(when, checking);
  if ('message' in span) return span;
  const isNever = when.quantity === 'never';
  const one = matching(motion, checking, span, isNever);
  const other = order && matching(order.motion, checking, span, isNever);
  const pair = other
    ? one.found.flatMap((a) => (other.found.some((b) => isOrdered(a, order.relation, b)) ? [a] : []))
    : one.found;
  const [first] = pair;
  if (isNever)
    return first === undefined
      ? null
      : {
          atMs: Math.max(first.startMs, span.fromMs),
          message: `${motion.subject.name} ${showMotion(first)}`,
        };
  if (first !== undefined) return null;
  if (one.found.length === 0) return one.failure;
  if (other && other.found.length === 0) return other.failure;
  const nearest = other && nearestPair(one.found, order.relation, other.found);
  if (!nearest) return one.failure;
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
