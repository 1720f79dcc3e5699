import type { TextRange } from '../project/find-words.ts';
import { clampUnit } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { type Color, interpolateColor, parseColor } from './color.ts';
import type { TimingProgress } from './timing.ts';

/** The paint of a part of a text that differs from the rest. */
export interface PaintedSpan extends TextRange {
  /** Null paints nothing; undefined is the fill of the object. */
  readonly fill: Color | null | undefined;
  readonly opacity: number;
  /** The marker behind it. */
  readonly mark?: Color | null | undefined;
  /** The part of the marker that is drawn, from the start of each line; all of it by default. */
  readonly markShare?: number | undefined;
}

/** The paint of a text that has the same letters on both sides of a transition. */
export interface SpanChannel {
  /** Indexes in the timing table. */
  readonly fillTiming: number;
  readonly opacityTiming: number;
  readonly from: readonly PaintedSpan[] | null;
  readonly to: readonly PaintedSpan[] | null;
  readonly parts: readonly (TextRange & { readonly from: Paint; readonly to: Paint })[];
}

type Paint = Pick<PaintedSpan, 'fill' | 'opacity' | 'mark' | 'markShare'>;

const plain: Paint = { fill: undefined, opacity: 1 };

/** Returns the spans of a state with a paint of their own, in order; null if there are none. */
export function paintedSpans({ spans = [] }: CompositionState): readonly PaintedSpan[] | null {
  return tidied(
    spans.map(({ start, end, fill, opacity = 1, mark }) => ({
      start,
      end,
      fill: fill === undefined ? undefined : parseColor(fill),
      opacity,
      ...(mark !== undefined && { mark: parseColor(mark) }),
    })),
  );
}

/** Removes spans without a paint of their own and joins neighbours with the same, so equal paints have equal spans. */
function tidied(spans: readonly PaintedSpan[]): readonly PaintedSpan[] | null {
  const kept: PaintedSpan[] = [];
  for (const span of spans) {
    if (isSamePaint(span, plain)) continue;
    const last = kept.at(-1);
    if (last?.end === span.start && isSamePaint(last, span))
      kept[kept.length - 1] = { ...last, end: span.end };
    else kept.push(span);
  }
  return kept.length === 0 ? null : kept;
}

function isSamePaint(one: Paint, other: Paint): boolean {
  return (
    one.opacity === other.opacity &&
    isSameColor(one.fill, other.fill) &&
    isSameColor(one.mark ?? null, other.mark ?? null) &&
    (one.markShare ?? 1) === (other.markShare ?? 1)
  );
}

function isSameColor(one: Paint['fill'], other: Paint['fill']): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  return (
    one.red === other.red && one.green === other.green && one.blue === other.blue && one.alpha === other.alpha
  );
}

export function areSameSpans(
  one: readonly PaintedSpan[] | null,
  other: readonly PaintedSpan[] | null,
): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every((span, index) => areSameRanges([span], [other[index]]) && isSamePaint(span, other[index]))
  );
}

export function areSameRanges(one: readonly TextRange[] | null, other: readonly TextRange[] | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every(({ start, end }, index) => start === other[index]?.start && end === other[index].end)
  );
}

/** Returns the underlined parts of a text, in order; null if there are none. */
export function underlines({
  text,
  spans = [],
  underline = false,
}: CompositionState): readonly TextRange[] | null {
  const ranges: { start: number; end: number }[] = [];
  const add = (start: number, end: number) => {
    const last = ranges.at(-1);
    if (last?.end === start) last.end = end;
    else if (start < end) ranges.push({ start, end });
  };
  let end = 0;
  for (const span of spans) {
    if (underline) add(end, span.start);
    if (span.underline ?? underline) add(span.start, span.end);
    end = span.end;
  }
  if (underline) add(end, text.length);
  return ranges.length === 0 ? null : ranges;
}

/** The channel of the paint of letters that are the same on both sides; null if their paint stays. */
export function spanChannel(
  from: readonly PaintedSpan[] | null,
  to: readonly PaintedSpan[] | null,
  channels: ChannelBuilder,
): SpanChannel | null {
  if (areSameSpans(from, to)) return null;
  const ends = new Set([...(from ?? []), ...(to ?? [])].flatMap(({ start, end }) => [start, end]));
  const positions = [...ends].sort((one, other) => one - other);
  const parts = positions.slice(1).map((end, index) => {
    const start = positions[index];
    return { start, end, from: paintAt(from, start), to: paintAt(to, start) };
  });
  return {
    fillTiming: channels.timingIndex('fill'),
    opacityTiming: channels.timingIndex('opacity'),
    from,
    to,
    parts,
  };
}

function paintAt(spans: readonly PaintedSpan[] | null, position: number): Paint {
  return spans?.find(({ start, end }) => start <= position && position < end) ?? plain;
}

/** The channel's spans at the given progress of its transition. `ownFill` is the fill of the object at that time. */
export function spansAt(
  { fillTiming, opacityTiming, from, to, parts }: SpanChannel,
  progress: TimingProgress,
  ownFill: Color | null,
): readonly PaintedSpan[] | null {
  const fillProgress = progress.eased[fillTiming];
  const opacityProgress = progress.eased[opacityTiming];
  if (fillProgress <= 0 && opacityProgress <= 0) return from;
  if (fillProgress >= 1 && opacityProgress >= 1) return to;
  return tidied(
    parts.map((part) => ({
      start: part.start,
      end: part.end,
      fill: fillBetween(part.from.fill, part.to.fill, fillProgress, ownFill),
      opacity: part.from.opacity + (part.to.opacity - part.from.opacity) * clampUnit(opacityProgress),
      ...markBetween(part.from.mark ?? null, part.to.mark ?? null, clampUnit(fillProgress)),
    })),
  );
}

/** A marker that appears is drawn, and one that goes is drawn backwards. */
function markBetween(
  from: Color | null,
  to: Color | null,
  progress: number,
): Pick<Paint, 'mark' | 'markShare'> {
  if (from !== null && to !== null) return { mark: interpolateColor(from, to, progress) };
  if (to !== null) return { mark: to, markShare: progress };
  return from === null ? {} : { mark: from, markShare: 1 - progress };
}

function fillBetween(
  from: Paint['fill'],
  to: Paint['fill'],
  progress: number,
  ownFill: Color | null,
): Paint['fill'] {
  if (progress <= 0) return from;
  if (progress >= 1) return to;
  if (from === undefined && to === undefined) return undefined;
  return interpolateColor(from === undefined ? ownFill : from, to === undefined ? ownFill : to, progress);
}
