import type { KeyframeProperty, Timing, TransitionTrack } from '../project/schema.ts';
import { blendChannel, type ColorChannel, lineChannel, type NumberChannel } from './channel.ts';
import type { ClockTable } from './clock.ts';
import { type Color, parseColor } from './color.ts';
import { type IdentifiedKeyframe, keyedValues, keyframesByProperty } from './keyframes.ts';

/** The timings a track may give a property of its own. */
export type TimingName = Extract<keyof TransitionTrack, `${string}Timing`>;

/** How an object without a track gets through its transition. */
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

/** Makes the channels of one object's passage; all of them read the clocks of one transition. */
export class ChannelMaker {
  readonly #track: TransitionTrack;
  readonly #trackTiming: Timing;
  readonly #trackClock: number;
  readonly #clocks: ClockTable;
  readonly #keyframes: ReadonlyMap<KeyframeProperty, readonly IdentifiedKeyframe[]>;
  readonly #colors: Map<string, Color | null>;

  /** `colors` keeps what was parsed, so that equal texts give the same colour. */
  constructor(
    track: TransitionTrack,
    transitionMs: number,
    clocks: ClockTable,
    colors: Map<string, Color | null>,
  ) {
    this.#track = track;
    this.#trackTiming =
      track.implicit === true ? { start: 0, duration: transitionMs, easing: track.easing } : track;
    this.#trackClock = clocks.indexOf(this.#trackTiming, track.type === 'none');
    this.#clocks = clocks;
    this.#keyframes = keyframesByProperty(track.type === 'none' ? undefined : track.keyframes);
    this.#colors = colors;
  }

  /** The clock of one of the track's timings, or the track's own where that timing is not set or null. */
  clock(timing: TimingName | null): number {
    const own = timing === null ? null : this.#track[timing];
    return own ? this.#clocks.indexOf(own, this.#track.type === 'none') : this.#trackClock;
  }

  /** Whether the property has live keyframes; a step has none. */
  hasKeyframes(property: KeyframeProperty): boolean {
    return this.#keyframes.has(property);
  }

  /** The property as its keyframes have it, or else straight from one end to the other. */
  number(property: KeyframeProperty, from: number, to: number, timing: TimingName): NumberChannel {
    return this.keyed(property, from, to, timing) ?? lineChannel(from, to, this.clock(timing));
  }

  /** The property as its keyframes have it, between the given ends; null if it has none. */
  keyed(property: KeyframeProperty, from: number, to: number, timing: TimingName): NumberChannel | null {
    const keyframes = this.#keyframes.get(property);
    if (keyframes === undefined) return null;
    const easing = this.#timing(timing).easing;
    const keyed = keyedValues(from, to, easing, keyframes, numericValue);
    return { kind: 'keyed', clock: this.clock(timing), keyed };
  }

  /** How much of the object is revealed: from 0 to 1, or when it leaves from 1 to 0, as 1 minus the reveal. */
  reveal(isLeaving: boolean): NumberChannel {
    const shown = (reveal: number) => (isLeaving ? 1 - reveal : reveal);
    const keyframes = this.#keyframes.get('reveal');
    const clock = this.clock('revealTiming');
    if (keyframes === undefined) return lineChannel(shown(0), shown(1), clock);
    const easing = this.#timing('revealTiming').easing;
    const read = (keyframe: IdentifiedKeyframe) => shown(numericValue(keyframe));
    return { kind: 'keyed', clock, keyed: keyedValues(shown(0), shown(1), easing, keyframes, read) };
  }

  /** As `number`, for a colour given as the project has it. */
  color(property: 'fill' | 'stroke', from: string, to: string): ColorChannel {
    const timing = `${property}Timing` as const;
    const keyframes = this.#keyframes.get(property);
    const clock = this.clock(timing);
    if (keyframes === undefined) return blendChannel(this.#parse(from), this.#parse(to), clock);
    const easing = this.#timing(timing).easing;
    const read = (keyframe: IdentifiedKeyframe) => this.#parse(String(keyframe.value));
    const keyed = keyedValues(this.#parse(from), this.#parse(to), easing, keyframes, read);
    return { kind: 'keyed', clock, keyed };
  }

  #timing(name: TimingName): Timing {
    return this.#track[name] ?? this.#trackTiming;
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
