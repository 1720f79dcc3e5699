import type { Trend } from '../../assertions/assertion.ts';
import type { Checking, Failure, Span } from './checking.ts';
import { toleranceOf } from './claim-curves.ts';
import { showNumber, showTime } from './show-values.ts';
import { type Curve, crossingTime, smoothPieces, turningPoints } from './smooth-pieces.ts';

/** Checks how a property changes in a span; null if it does as the sentence says. */
export function checkTrend(trend: Trend, span: Span, untilMs: number, checking: Checking): Failure | null {
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
