import type { Easing, Keyframe, KeyframeProperty } from '../project/schema.ts';
import { type EasingFunction, easingFunction } from './easing.ts';

/** A keyframe as its track has it, with the id it stands under. */
export interface IdentifiedKeyframe extends Keyframe {
  readonly id: string;
}

const noKeyframes: ReadonlyMap<KeyframeProperty, readonly IdentifiedKeyframe[]> = new Map();

/** The live keyframes of a track by property, sorted by `at`, one per `at`: the one with the greatest id. */
export function keyframesByProperty(
  keyframes: Readonly<Record<string, Keyframe>> | undefined,
): ReadonlyMap<KeyframeProperty, readonly IdentifiedKeyframe[]> {
  if (keyframes === undefined) return noKeyframes;
  const sorted = Object.entries(keyframes)
    .filter(([, keyframe]) => keyframe.deleted !== true)
    .map(([id, keyframe]) => ({ ...keyframe, id }))
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const byProperty = new Map<KeyframeProperty, IdentifiedKeyframe[]>();
  for (const keyframe of sorted) {
    const group = byProperty.get(keyframe.property);
    if (group === undefined) byProperty.set(keyframe.property, [keyframe]);
    else if (group.at(-1)?.at === keyframe.at) group[group.length - 1] = keyframe;
    else group.push(keyframe);
  }
  return byProperty;
}

/** The values a property passes through, from its end in A to its end in B. */
export interface KeyedValues<Value> {
  /** Fractions of the timing span, rising, the first 0 and the last 1. */
  readonly at: readonly number[];
  readonly values: readonly Value[];
  /** How the property leaves each value but the last. */
  readonly easings: readonly EasingFunction[];
}

/**
 * Puts keyframes between the two ends of a property. `easing` is the timing's, used by the first segment. A
 * key at 0 is where the property jumps to as its span starts, a key at 1 where it leaves for B from.
 */
export function keyedValues<Value>(
  from: Value,
  to: Value,
  easing: Easing,
  keyframes: readonly IdentifiedKeyframe[],
  read: (keyframe: IdentifiedKeyframe) => Value,
): KeyedValues<Value> {
  return {
    at: [0, ...keyframes.map((keyframe) => keyframe.at), 1],
    values: [from, ...keyframes.map(read), to],
    easings: [easingFunction(easing), ...keyframes.map((keyframe) => easingFunction(keyframe.easing))],
  };
}

/**
 * The value at a fraction of the span. A key holds from its own `at` on; before the span the property has its
 * end in A, from the span's end on its end in B, whatever keys stand there.
 */
export function keyedValueAt<Value>(
  keyed: KeyedValues<Value>,
  fraction: number,
  interpolate: (from: Value, to: Value, progress: number) => Value,
): Value {
  const { at, values, easings } = keyed;
  const last = values.length - 1;
  if (fraction < 0) return values[0];
  if (fraction >= 1) return values[last];
  let index = 0;
  for (let beyond = last; beyond - index > 1; ) {
    const middle = (index + beyond) >> 1;
    if (at[middle] <= fraction) index = middle;
    else beyond = middle;
  }
  const start = at[index];
  const local = (fraction - start) / (at[index + 1] - start);
  const ease = easings[index];
  return interpolate(values[index], values[index + 1], ease(local));
}
