import type { CompositionState } from '../project/schema.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { type Color, interpolateColor, parseColor } from './color.ts';
import type { TimingProgress } from './timing.ts';

/** A part of a text, in UTF-16 units: from `start` up to `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The paint of a part of a text that differs from the rest. */
export interface PaintedSpan extends TextRange {
  /** Null paints nothing; undefined is the fill of the object. */
  readonly fill: Color | null | undefined;
  readonly opacity: number;
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

type Paint = Pick<PaintedSpan, 'fill' | 'opacity'>;

const plain: Paint = { fill: undefined, opacity: 1 };

/** Returns the spans of a state with a paint of their own, in order; null if there are none. */
export function paintedSpans({ spans = [] }: CompositionState): readonly PaintedSpan[] | null {
  return tidied(
    spans.map(({ start, end, fill, opacity = 1 }) => ({
      start,
      end,
      fill: fill === undefined ? undefined : parseColor(fill),
      opacity,
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
  return one.opacity === other.opacity && isSameColor(one.fill, other.fill);
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

/** Returns the bold parts of a text; null if all of it has the weight of the object. */
export function boldRanges({
  text,
  spans = [],
  fontWeight = 400,
}: CompositionState): readonly TextRange[] | null {
  if (spans.every((span) => (span.fontWeight ?? fontWeight) === fontWeight)) return null;
  const ranges: TextRange[] = [];
  let end = 0;
  for (const span of [...spans, { start: text.length, end: text.length, fontWeight: 400 }]) {
    if (fontWeight === 700 && span.start > end) ranges.push({ start: end, end: span.start });
    if ((span.fontWeight ?? fontWeight) === 700) ranges.push({ start: span.start, end: span.end });
    end = span.end;
  }
  return ranges;
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
    fillTiming: channels.timingIndex('fillTiming'),
    opacityTiming: channels.timingIndex('opacityTiming'),
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
      opacity: part.from.opacity + (part.to.opacity - part.from.opacity) * clamped(opacityProgress),
    })),
  );
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

function clamped(progress: number): number {
  return Math.max(0, Math.min(1, progress));
}
