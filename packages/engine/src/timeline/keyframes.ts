import type { Easing, Keyframe, KeyframeProperty } from '../project/schema.ts';
import { type EasingFunction, easingFunction } from './easing.ts';

/** A keyframe with its id, which is its key in the track. */
export interface IdentifiedKeyframe extends Keyframe {
  readonly id: string;
}

const noKeyframes: ReadonlyMap<KeyframeProperty, readonly IdentifiedKeyframe[]> = new Map();

/** The keyframes of a track that are not deleted, by property, sorted by `at`. At equal `at` the greatest id wins. */
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

/** The values of a property with keyframes, from its value in A to its value in B. */
export interface KeyedValues<Value> {
  /** Fractions of the timing span in ascending order, the first 0 and the last 1. */
  readonly at: readonly number[];
  readonly values: readonly Value[];
  /** The easing from each value to the next. */
  readonly easings: readonly EasingFunction[];
}

/**
 * Puts keyframes between the values of a property in A and B. `easing` is the timing's easing, used up to the first
 * keyframe. With a keyframe at 0, the property jumps to it when its span starts; with one at 1, it jumps from there to
 * B.
 */
export function keyedValues<Value, Point extends Pick<Keyframe, 'at' | 'easing'>>(
  from: Value,
  to: Value,
  easing: Easing,
  keyframes: readonly Point[],
  read: (keyframe: Point) => Value,
): KeyedValues<Value> {
  return {
    at: [0, ...keyframes.map((keyframe) => keyframe.at), 1],
    values: [from, ...keyframes.map(read), to],
    easings: [easingFunction(easing), ...keyframes.map((keyframe) => easingFunction(keyframe.easing))],
  };
}

/**
 * Returns the value at a fraction of the span. Before the span, the property has its value in A, and from its end its
 * value in B, whatever keyframes are at 0 and 1.
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
