import type { Pose } from '../timeline/pose.ts';
import { isSameValue } from '../timeline/same-value.ts';
import type { Effects, PlacedOutline } from './display-list.ts';

/** Returns the effects of an object; null without any. */
export function effectsOf({ effects, clip }: Pose, mask: PlacedOutline | null): Effects | null {
  if (effects === null && clip === undefined) return null;
  return {
    blur: effects?.blur ?? 0,
    mask,
    shadows: effects?.shadows ?? [],
    blend: effects?.blend ?? 'normal',
    ...(effects?.turn && { turn: effects.turn }),
  };
}

/** Whether two effects paint the same. */
export function areSameEffects(one: Effects | null, other: Effects | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.blur === other.blur &&
    one.blend === other.blend &&
    one.turn?.[0] === other.turn?.[0] &&
    one.turn?.[1] === other.turn?.[1] &&
    areSameMasks(one.mask, other.mask) &&
    isSameValue(one.shadows, other.shadows)
  );
}

function areSameMasks(one: PlacedOutline | null, other: PlacedOutline | null): boolean {
  if (one === null || other === null) return one === other;
  return one.outline === other.outline && one.matrix.every((value, index) => value === other.matrix[index]);
}
