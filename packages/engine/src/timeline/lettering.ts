import type { ObjectKind } from '../language/kinds.ts';
import { isProse, isTypeset } from '../language/kinds.ts';
import type { TextRange } from '../project/find-words.ts';
import type { CompositionState } from '../project/schema.ts';
import { isConstant, type NumberChannel, numberAt } from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import type { Color } from './color.ts';
import { type Counter, counterBetween, movedPosition } from './counter.ts';
import {
  areSameFaces,
  type Face,
  type FaceRange,
  faceOf,
  faceRanges,
  isSameFace,
  plainFace,
} from './face.ts';
import type { RunningText } from './object-formulas.ts';
import { isSameValue } from './same-value.ts';
import {
  areSameRanges,
  areSameSpans,
  type PaintedSpan,
  paintedSpans,
  type SpanChannel,
  spanChannel,
  spansAt,
  underlines,
} from './spans.ts';
import type { TimingProgress } from './timing.ts';

/** The space that is added in a text. */
export interface Spacing {
  /** After each letter. */
  readonly letters: number;
  /** After each space. */
  readonly words: number;
}

export const noSpacing: Spacing = { letters: 0, words: 0 };

/** Everything about the letters of an object except their size and colour: the content, and how it is set. */
export interface Lettering {
  readonly text: string;
  /** Edge of every line of a text, or of an equation, that is placed at x. */
  readonly align: TextAlign;
  /**
   * The width to which a text is wrapped, in em of its state's font size; null does not wrap. It ignores an animated
   * font size, so the line breaks stay the same.
   */
  readonly wrapWidthInEm: number | null;
  readonly face: Face;
  /** The space that is added where lines are wrapped, in em of its state's font size. */
  readonly spacingInEm: Spacing;
  readonly textTransform: TextTransform;
  readonly tabularNumbers: boolean;
  readonly direction: TextDirection;
  readonly verticalAlign: VerticalAlign;
  /** Parts with a paint of their own; null if there are none. */
  readonly spans: readonly PaintedSpan[] | null;
  /** The ranges that divide the text: of its spans, or of those on both sides of a transition. */
  readonly spanRanges?: readonly (readonly TextRange[])[];
  /** The parts with another face; null if there are none. */
  readonly faceRanges: readonly FaceRange[] | null;
  /** The parts with a line below them; null if there are none. */
  readonly underlines: readonly TextRange[] | null;
  /** The color of words that have been spoken, and of the ground behind lines, as the project has them. */
  readonly spoken: string | null;
  readonly ground: string | null;
}

/** Edge of every line that is placed at x. */
export type TextAlign = NonNullable<CompositionState['align']>;
/** Direction of paragraphs; with `auto`, the first letter with a direction sets it. */
export type TextDirection = NonNullable<CompositionState['direction']>;
export type TextTransform = NonNullable<CompositionState['textTransform']>;
/** Part of a text that is placed at y; `baseline` is the first line's. */
export type VerticalAlign = NonNullable<CompositionState['verticalAlign']>;

/** Letters between two contents: a picture of both. */
export interface TextChange {
  readonly kind: 'crossfade' | 'morph' | 'words';
  readonly from: Lettering;
  readonly to: Lettering;
  /** More than 0, less than 1. */
  readonly progress: number;
}

/** The letters of an object over a transition. `timing` is an index in the timing table. */
export interface LetteringChannel {
  readonly timing: number;
  readonly from: Lettering;
  readonly to: Lettering;
  readonly change: 'switch' | 'crossfade' | 'morph' | 'words' | Counter;
  /** Replaces the texts of both ends at every time; null without formulas. */
  readonly running: (RunningText & { readonly changeBetween: ChangeBetween }) | null;
  /** The paint of its spans, if it changes gradually. */
  readonly spans: SpanChannel | null;
}

type ChangeBetween = (from: Lettering, to: Lettering) => LetteringChannel['change'];

/** The distance between lines over a transition; null is the default of their scripts. */
export interface LineHeightChannel {
  readonly timing: number;
  readonly from: number | null;
  readonly to: number | null;
  /** The distance between both ends; null if it switches in the middle. */
  readonly between: NumberChannel | null;
  /** Whether a formula sets the distance also at both ends. */
  readonly isComputed: boolean;
}

/** Null if the lines keep their default distance. */
export function lineHeightChannel(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): LineHeightChannel | null {
  const hasKeyframes = channels.hasKeyframes('lineHeight');
  const isComputed = channels.hasFormula('lineHeight');
  const [isGiven, isGivenThen] = [from.lineHeight !== undefined, to.lineHeight !== undefined];
  if (!isGiven && !isGivenThen && !hasKeyframes && !isComputed) return null;
  const isGradual = hasKeyframes || isComputed || (isGiven && isGivenThen);
  return {
    timing: channels.timingIndex('lineHeight'),
    from: from.lineHeight ?? null,
    to: to.lineHeight ?? null,
    between: isGradual ? channels.numberOf('lineHeight', from, to) : null,
    isComputed,
  };
}

/** Whether the distance stays the same throughout its transition. */
export function isConstantLineHeight(channel: LineHeightChannel | null): boolean {
  return (
    channel === null ||
    (channel.isComputed && channel.between !== null && isConstant(channel.between)) ||
    (channel.from === channel.to && (channel.between === null || isConstant(channel.between)))
  );
}

/** The distance between lines at the given progress of its transition. */
export function lineHeightAt(channel: LineHeightChannel | null, progress: TimingProgress): number | null {
  if (channel === null) return null;
  const { timing, from, to, between, isComputed } = channel;
  if (isComputed && between !== null) return numberAt(between, progress);
  const elapsed = progress.elapsed[timing];
  if (elapsed < 0) return from;
  if (elapsed >= 1) return to;
  if (between !== null) return numberAt(between, progress);
  return progress.eased[timing] < 0.5 ? from : to;
}

const noLetters: Lettering = {
  text: '',
  align: 'center',
  wrapWidthInEm: null,
  face: plainFace,
  spacingInEm: noSpacing,
  textTransform: 'none',
  tabularNumbers: false,
  direction: 'auto',
  verticalAlign: 'middle',
  spans: null,
  faceRanges: null,
  underlines: null,
  spoken: null,
  ground: null,
};

/**
 * The channel of an object's letters; equal letters on both sides are the same object. `isWritten` objects show their
 * letters in another way, so they switch.
 */
export function letteringChannel(
  kind: ObjectKind,
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
  isWritten: boolean,
): LetteringChannel {
  const timing = channels.timingIndex(null);
  // A text that grows from or shrinks to nothing has the lines of its other state.
  const first = letteringOf(kind, from, from.fontSize || to.fontSize);
  const last = from === to ? first : letteringOf(kind, to, to.fontSize || from.fontSize);
  const running = isProse(kind) || isTypeset(kind) ? channels.runningText(from.text, to.text) : null;
  if (running !== null) {
    const between: ChangeBetween = (one, other) => (isWritten ? 'switch' : changeBetween(one, other, to));
    return {
      ...{ timing, from: first, to: last, change: 'switch', spans: null },
      running: { ...running, changeBetween: between },
    };
  }
  if (isSameLettering(first, last))
    return { timing, from: first, to: first, change: 'switch', running, spans: null };
  const spans = first.text === last.text ? spanChannel(first.spans, last.spans, channels) : null;
  // Only the paint of its letters changes.
  const isSameSet = isSameLettering({ ...first, spans: last.spans }, last);
  const change = isWritten || isSameSet ? 'switch' : changeBetween(first, last, to);
  return {
    timing,
    from: first,
    to: last,
    change,
    running,
    spans,
  };
}

/** Whether the letters stay the same throughout their transition. */
export function isConstantLettering({ from, to, running }: LetteringChannel): boolean {
  return from === to && running === null;
}

/** As with CSS's `transition`, the new state sets the kind of change. */
function changeBetween(
  from: Lettering,
  to: Lettering,
  { textTransition = 'switch' }: CompositionState,
): LetteringChannel['change'] {
  if (from.text === to.text) return textTransition === 'count' ? 'switch' : textTransition;
  return textTransition === 'count' ? (counterBetween(from.text, to.text) ?? 'crossfade') : textTransition;
}

/** A length in em; 0 for letters of almost no size, which have no finite one. */
function inEm(length: number, fontSize: number): number {
  const inEms = length / fontSize;
  return Number.isFinite(inEms) ? inEms : 0;
}

/** The letters of a state; `fontSize` is the one at which its lines are wrapped. */
export function letteringOf(kind: ObjectKind, state: CompositionState, fontSize: number): Lettering {
  const { text, align = 'center', verticalAlign = noLetters.verticalAlign } = state;
  if (isTypeset(kind)) return { ...noLetters, text, align, verticalAlign, spans: paintedSpans(state) };
  if (!isProse(kind)) return noLetters;
  const { wrapWidth } = state;
  return {
    text,
    align,
    wrapWidthInEm: wrapWidth === undefined || fontSize === 0 ? null : wrapWidth / fontSize,
    face: faceOf(state),
    spacingInEm: {
      letters: inEm(state.letterSpacing ?? 0, fontSize),
      words: inEm(state.wordSpacing ?? 0, fontSize),
    },
    textTransform: state.textTransform ?? noLetters.textTransform,
    tabularNumbers: state.tabularNumbers ?? noLetters.tabularNumbers,
    direction: state.direction ?? noLetters.direction,
    verticalAlign,
    spans: paintedSpans(state),
    faceRanges: faceRanges(state),
    underlines: underlines(state),
    spoken: state.spoken ?? null,
    ground: state.ground ?? null,
  };
}

function isSameLettering(one: Lettering, other: Lettering): boolean {
  if (one === other) return true;
  const fields = Object.keys(one) as (keyof Lettering)[];
  return fields.every((field) => {
    switch (field) {
      case 'spans':
        return areSameSpans(one.spans, other.spans);
      case 'face':
        return isSameFace(one.face, other.face);
      case 'faceRanges':
        return areSameFaces(one.faceRanges, other.faceRanges);
      case 'spacingInEm':
        return isSameValue(one.spacingInEm, other.spacingInEm);
      case 'underlines':
        return areSameRanges(one.underlines, other.underlines);
      default:
        return one[field] === other[field];
    }
  });
}

/** Letters of an object at one time: a single content, or the picture of a change. */
export interface LettersNow {
  /** The letters of the nearer state, or of a count. */
  readonly lettering: Lettering;
  readonly textChange: TextChange | null;
}

/** Returns a channel whose ends have the texts of the given time. An object with a text that is not finite is not drawn. */
function lettersNow(channel: LetteringChannel, { variables = [] }: TimingProgress): LetteringChannel {
  const { from, to, running } = channel;
  if (running === null) return channel;
  const before = { ...from, text: running.from(variables) ?? '' };
  const after = { ...to, text: running.to(variables) ?? '' };
  return isSameLettering(before, after)
    ? { ...channel, from: before, to: before }
    : { ...channel, from: before, to: after, change: running.changeBetween(before, after) };
}

/** The channel's letters at the given progress of its transition. `fill` is the fill of the object at that time. */
export function lettersAt(
  channel: LetteringChannel,
  progress: TimingProgress,
  fill: Color | null,
): LettersNow {
  const letters = unpaintedAt(channel.running === null ? channel : lettersNow(channel, progress), progress);
  if (channel.spans === null) return letters;
  const spans = spansAt(channel.spans, progress, fill);
  const { from, to } = channel.spans;
  const isBetween = spans !== from && spans !== to;
  const painted = (lettering: Lettering): Lettering => ({
    ...lettering,
    spans,
    ...(isBetween && { spanRanges: [from ?? [], to ?? []] }),
  });
  const { lettering, textChange } = letters;
  return {
    lettering: painted(lettering),
    textChange: textChange && {
      ...textChange,
      from: painted(textChange.from),
      to: painted(textChange.to),
    },
  };
}

/** The letters with the paint of their own side. */
function unpaintedAt(channel: LetteringChannel, progress: TimingProgress): LettersNow {
  const { from, to, change } = channel;
  const eased = progress.eased[channel.timing];
  if (from === to || eased <= 0) return { lettering: from, textChange: null };
  if (eased >= 1) return { lettering: to, textChange: null };
  const lettering = eased < 0.5 ? from : to;
  if (change === 'switch') return { lettering, textChange: null };
  if (typeof change === 'string') {
    return { lettering, textChange: { kind: change, from, to, progress: eased } };
  }
  return { lettering: countedLettering(channel, change, eased), textChange: null };
}

/** The letters of a count, with the spans of the nearer text. */
function countedLettering({ from, to }: LetteringChannel, counter: Counter, progress: number): Lettering {
  const parts = counter.at(progress);
  const [nearer, lengths] = progress < 0.5 ? [from, counter.fromLengths] : [to, counter.toLengths];
  const counted = { ...nearer, text: parts.join('') };
  if (nearer.spans === null && nearer.faceRanges === null && nearer.underlines === null) return counted;
  const newLengths = parts.map((part) => part.length);
  const moved = <Range extends TextRange>(ranges: readonly Range[]): readonly Range[] =>
    ranges
      .map((range) => ({
        ...range,
        start: movedPosition(range.start, lengths, newLengths),
        end: movedPosition(range.end, lengths, newLengths),
      }))
      .filter(({ start, end }) => start < end);
  return {
    ...counted,
    spans: nearer.spans === null ? null : moved(nearer.spans),
    faceRanges: nearer.faceRanges === null ? null : moved(nearer.faceRanges),
    underlines: nearer.underlines === null ? null : moved(nearer.underlines),
  };
}
