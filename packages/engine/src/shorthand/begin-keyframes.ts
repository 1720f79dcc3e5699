import { hexColor } from '../language/css-colors.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState, Keyframe, KeyframeProperty } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';
import { keyframeId } from './keyframe-id.ts';
import type { ResolvedTrack } from './schema.ts';

/** The middle of a group. */
export type Middle = Pick<CompositionState, 'x' | 'y'>;

/**
 * Returns keyframes that let an object enter from other values of its fields, or leave towards them. A value such as
 * "+80" is added to that of the state in which the object is visible. An object that stays has none. With `about`, a
 * scale is that of a whole with this middle, so the place of the object scales with it. What is added to the place of an
 * object on axes, or to one that a formula computes, moves its anchor instead.
 */
export function beginKeyframes(
  { begin = {}, settle = [] }: Pick<ResolvedTrack, 'begin' | 'settle'>,
  from: CompositionState | undefined,
  to: CompositionState | undefined,
  easing: Keyframe['easing'],
  { about, isOnAxes }: { readonly about: Middle | undefined; readonly isOnAxes: boolean },
): Record<string, Keyframe> {
  const enters = isEntering(from, to);
  if (!enters && !isLeaving(from, to)) return {};
  const shown = enters ? to : from;
  const keyframes: Record<string, Keyframe> = {};
  const end = enters ? 0 : 1;
  const points = enters ? settle : [];
  const add = (property: KeyframeProperty, value: number | string) => {
    keyframes[keyframeId(property, 0)] = { at: end, value, easing, property };
    // Nothing is more than opaque or less than sharp.
    if (typeof value !== 'number' || property === 'opacity' || property === 'blur') return;
    const base = numberOf(shown, property);
    for (const [index, [at, share, own]] of points.entries()) {
      const between = base + (value - base) * share;
      keyframes[keyframeId(property, index + 1)] = {
        at,
        value: isScale(property) ? between : rounded(between),
        easing: own,
        property,
      };
    }
  };
  const { scale, ...others } = begin;
  const fields = { ...others, ...(scale !== undefined && { scaleX: scale, scaleY: scale }) };
  const keepsPlace = (axis: 'x' | 'y') => isOnAxes || shown?.formulas?.[axis] !== undefined;
  for (const [name, written] of Object.entries(fields)) {
    const property = name as KeyframeProperty;
    if (written === undefined) continue;
    if ((property === 'x' || property === 'y') && isAdded(written) && keepsPlace(property)) {
      const anchor = property === 'x' ? 'anchorX' : 'anchorY';
      add(anchor, numberOf(shown, anchor) - Number(written));
      continue;
    }
    const base = numberOf(shown, property);
    const value = isAdded(written)
      ? base + Number(written)
      : typeof written === 'number' && isScale(property)
        ? base * written
        : written;
    add(property, typeof value === 'string' ? hexColor(value) : value);
  }
  for (const [axis, factor] of [
    ['x', fields.scaleX],
    ['y', fields.scaleY],
  ] as const) {
    // A number of an author is a factor; a keyframe cannot move what a formula moves.
    if (about === undefined || typeof factor !== 'number' || keepsPlace(axis)) continue;
    const moved = keyframes[keyframeId(axis, 0)]?.value;
    const shownValue = numberOf(shown, axis);
    const away = shownValue - about[axis];
    const begun = typeof moved === 'number' ? moved : shownValue;
    add(axis, rounded(begun + (factor - 1) * away));
  }
  return keyframes;
}

/** Whether a value is added to another one. */
function isAdded(written: number | string): written is string {
  return typeof written === 'string' && /^[+-]/.test(written);
}

function isScale(property: KeyframeProperty): boolean {
  return property === 'scaleX' || property === 'scaleY';
}

/** The value of a property in a state, or its default. */
export function numberOf(state: CompositionState | undefined, property: KeyframeProperty): number {
  const value: unknown = state?.[property as keyof CompositionState];
  if (typeof value === 'number') return value;
  return isScale(property) || property === 'opacity' ? 1 : 0;
}
