import type { CompositionState, Keyframe, KeyframeProperty } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';
import { hexColor } from './css-colors.ts';
import { keyframeId } from './keyframe-id.ts';
import type { ResolvedTrack } from './schema.ts';

/** The progress at which an object that overshoots has passed its scale. */
const overshootAt = 0.65;

/**
 * Returns keyframes that let an object enter from other values of its fields, or leave towards them. A value such as
 * "+80" is added to that of the state in which the object is visible. An object that stays has none.
 */
export function beginKeyframes(
  { begin = {}, overshoot }: Pick<ResolvedTrack, 'begin' | 'overshoot'>,
  from: CompositionState | undefined,
  to: CompositionState | undefined,
  easing: Keyframe['easing'],
): Record<string, Keyframe> {
  const enters = isEntering(from, to);
  if (!enters && !isLeaving(from, to)) return {};
  const shown = enters ? to : from;
  const keyframes: Record<string, Keyframe> = {};
  const add = (property: KeyframeProperty, index: number, at: number, value: number | string) => {
    keyframes[keyframeId(property, index)] = { at, value, easing, property };
  };
  const { scale, ...others } = begin;
  const fields = { ...others, ...(scale !== undefined && { scaleX: scale, scaleY: scale }) };
  const end = enters ? 0 : 1;
  for (const [name, written] of Object.entries(fields)) {
    const property = name as KeyframeProperty;
    if (written === undefined) continue;
    const base = numberOf(shown, property);
    const value =
      typeof written === 'string' && /^[+-]/.test(written)
        ? base + Number(written)
        : typeof written === 'number' && (property === 'scaleX' || property === 'scaleY')
          ? base * written
          : written;
    add(property, 0, end, typeof value === 'string' ? hexColor(value) : value);
  }
  if (overshoot !== undefined && enters) {
    for (const property of ['scaleX', 'scaleY'] as const)
      add(property, 1, overshootAt, numberOf(shown, property) * overshoot);
  }
  return keyframes;
}

function numberOf(state: CompositionState | undefined, property: KeyframeProperty): number {
  const value: unknown = state?.[property as keyof CompositionState];
  if (typeof value === 'number') return value;
  return property === 'scaleX' || property === 'scaleY' || property === 'opacity' ? 1 : 0;
}
