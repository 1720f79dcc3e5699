import type { Timing } from '../project/motion-schemas.ts';
import {
  type FormulaProperty,
  numberReader,
  type SampledProperties,
  timingOfProperty,
} from '../project/properties/all-properties.ts';
import type { CompositionState, KeyframeProperty, TransitionTrack } from '../project/schema.ts';
import { blendChannel, type ColorChannel, lineChannel, type NumberChannel } from './channel.ts';
import { type Color, parseColor } from './color.ts';
import { type IdentifiedKeyframe, keyedValues, keyframesByProperty } from './keyframes.ts';
import type { ObjectLoops } from './loops.ts';
import type { ObjectFormulas, RunningText } from './object-formulas.ts';
import type { TimingProgress, TimingTable } from './timing.ts';

/** Default track of an object without one. */
export function defaultTrack(objectId: string, transitionMs: number): TransitionTrack {
  return {
    objectId,
    type: 'move',
    start: 0,
    duration: transitionMs,
    easing: 'easeInOut',
    order: 'together',
    path: null,
  };
}

/** A field of a state, or a name in keyframes and formulas. */
type TimedProperty = keyof CompositionState | KeyframeProperty | FormulaProperty | keyof SampledProperties;

const bothSides = [true, true] as const;

/** Builds the channels of one object in a transition. */
export class ChannelBuilder {
  readonly #track: TransitionTrack;
  /** The span of the track itself. */
  readonly trackTiming: Timing;
  readonly #trackTimingIndex: number;
  readonly #timings: TimingTable;
  readonly #keyframes: ReadonlyMap<string, readonly IdentifiedKeyframe[]>;
  readonly #colors: Map<string, Color | null>;
  readonly #formulas: ObjectFormulas | null;
  readonly #loops: ObjectLoops | null;

  /** `colors` caches parsed colours, so that equal texts give the same object. `formulas` and `loops` are null without any. */
  constructor(
    track: TransitionTrack,
    transitionMs: number,
    timings: TimingTable,
    colors: Map<string, Color | null>,
    formulas: ObjectFormulas | null,
    loops: ObjectLoops | null = null,
  ) {
    this.#formulas = formulas;
    this.#loops = loops;
    this.#track = track;
    this.trackTiming =
      track.implicit === true ? { start: 0, duration: transitionMs, easing: track.easing } : track;
    this.#trackTimingIndex = timings.indexOf(this.trackTiming, track.type === 'none');
    this.#timings = timings;
    this.#keyframes = keyframesByProperty(track.type === 'none' ? undefined : track.keyframes);
    this.#colors = colors;
  }

  /** Returns the index of the timing that a property follows: that of the track itself for null. */
  timingIndex(property: TimedProperty | null): number {
    const given = property === null ? null : this.#ownTiming(property);
    return given ? this.#timings.indexOf(given, this.#track.type === 'none') : this.#trackTimingIndex;
  }

  /** Whether the property has keyframes that are not deleted; false for a step. */
  hasKeyframes(property: KeyframeProperty): boolean {
    return this.#keyframes.has(property);
  }

  /** Whether the property has a formula on one of both sides. */
  hasFormula(property: FormulaProperty): boolean {
    return this.#formulas?.has(property) === true;
  }

  /** Returns the text if it has a formula whose variables change; null otherwise. */
  runningText(from: string, to: string): RunningText | null {
    return this.#formulas?.text(from, to) ?? null;
  }

  /** Returns whether all formulas of the channels built so far are finite; null without any. */
  finiteness(): ((progress: TimingProgress) => boolean) | null {
    return this.#formulas?.finiteness() ?? null;
  }

  /**
   * Follows the property's formulas or keyframes, or without any interpolates between both ends. A formula of an end
   * counts only where `isComputed` is true.
   */
  number(
    property: FormulaProperty | keyof SampledProperties,
    from: number,
    to: number,
    isComputed: readonly [from: boolean, to: boolean] = bothSides,
  ): NumberChannel {
    if (this.#formulas?.has(property) === true) {
      const computed = this.#formulas.channel(property, [from, to], this.timingIndex(property), isComputed);
      return this.looped(property, computed);
    }
    const keyed = this.keyed(property, from, to);
    if (keyed !== null) return keyed;
    const line = Object.is(from, to) ? from : lineChannel(from, to, this.timingIndex(property));
    return this.looped(property, line);
  }

  /** Adds the loops of a property to its channel. Only channels that are made elsewhere need this. */
  looped(property: TimedProperty, channel: NumberChannel): NumberChannel {
    return this.#loops?.number(property, channel, () => this.timingIndex(property)) ?? channel;
  }

  /** Like `number`, between the values of two states. */
  numberOf(property: FormulaProperty, from: CompositionState, to: CompositionState): NumberChannel {
    const read = numberReader(property);
    return this.number(property, read(from), read(to));
  }

  /** Follows the property's keyframes between the given ends; null if it has none. */
  keyed(property: TimedProperty, from: number, to: number): NumberChannel | null {
    const keyframes = this.#keyframes.get(property);
    if (keyframes === undefined) return null;
    const easing = this.#timingOf(property).easing;
    const keyed = keyedValues(from, to, easing, keyframes, numericValue);
    return this.looped(property, { kind: 'keyed', timing: this.timingIndex(property), keyed });
  }

  /** Revealed part of the object: 0 to 1, or 1 minus that when the object leaves. */
  reveal(isLeaving: boolean): NumberChannel {
    const shown = (reveal: number) => (isLeaving ? 1 - reveal : reveal);
    const keyframes = this.#keyframes.get('reveal');
    const timingIndex = this.timingIndex('reveal');
    if (keyframes === undefined) return lineChannel(shown(0), shown(1), timingIndex);
    const easing = this.#timingOf('reveal').easing;
    const read = (keyframe: IdentifiedKeyframe) => shown(numericValue(keyframe));
    const keyed = keyedValues(shown(0), shown(1), easing, keyframes, read);
    return { kind: 'keyed', timing: timingIndex, keyed };
  }

  /** A colour without keyframes that changes with the stroke. */
  withStroke(from: string, to: string): ColorChannel {
    return blendChannel(this.#parse(from), this.#parse(to), this.timingIndex('stroke'));
  }

  /** Like `number`, for colours in the form of the project. */
  color(property: 'fill' | 'stroke', from: string, to: string): ColorChannel {
    const channel = this.#color(property, from, to);
    return this.#loops?.color(property, channel, () => this.timingIndex(property)) ?? channel;
  }

  #color(property: 'fill' | 'stroke', from: string, to: string): ColorChannel {
    const keyframes = this.#keyframes.get(property);
    const timingIndex = this.timingIndex(property);
    if (keyframes === undefined) return blendChannel(this.#parse(from), this.#parse(to), timingIndex);
    const easing = this.#timingOf(property).easing;
    const read = (keyframe: IdentifiedKeyframe) => this.#parse(String(keyframe.value));
    const keyed = keyedValues(this.#parse(from), this.#parse(to), easing, keyframes, read);
    return { kind: 'keyed', timing: timingIndex, keyed };
  }

  #timingOf(property: TimedProperty): Timing {
    return this.#ownTiming(property) ?? this.trackTiming;
  }

  #ownTiming(property: TimedProperty): Timing | null {
    const name = timingOfProperty(property);
    return (name && this.#track[name]) ?? null;
  }

  #parse(text: string): Color | null {
    let color = this.#colors.get(text);
    if (color === undefined) {
      color = parseColor(text);
      this.#colors.set(text, color);
    }
    return color;
  }
}

function numericValue(keyframe: IdentifiedKeyframe): number {
  if (typeof keyframe.value === 'number') return keyframe.value;
  throw new TypeError(
    `keyframe ${keyframe.id}: ${keyframe.property} must be a number, not ${keyframe.value}`,
  );
}
