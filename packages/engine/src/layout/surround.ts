import { type Bounds, shiftBounds, unionBounds } from '../drawing/bounds.ts';
import { hasLetters, isRound } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import { frameId, type RelationFields, type Relations, targetsOf } from '../shorthand/relations.ts';
import { type Composition, defaultLength, ellipseOverRectangle } from './composition.ts';
import { fitLetters } from './fit-letters.ts';
import { wholeBox } from './group-box.ts';
import { reportOf } from './report-relations.ts';
import { boxOf, containerOf } from './target-boxes.ts';

/** Gives a shape the size that surrounds other objects. */
export function surround(
  composition: Composition,
  id: string,
  state: CompositionState,
  { fields, width, height }: Relations,
): CompositionState {
  const box = surrounded(composition, id, fields);
  if (!box) return state;
  const isEllipse = isRound(composition.scene.objects[id].kind);
  const scale = isEllipse ? ellipseOverRectangle : 1;
  const padding = 2 * (fields.padding ?? defaultLength(composition, 'padding'));
  const across = rounded(((box.right - box.left) * scale + padding) / Math.abs(state.scaleX || 1));
  const down = rounded(((box.bottom - box.top) * scale + padding) / Math.abs(state.scaleY || 1));
  return {
    ...state,
    width: width === undefined ? state.width : Math.max(0, across),
    height: height === undefined ? state.height : Math.max(0, down),
  };
}

/** The box of everything that an object surrounds. */
export function surrounded(
  composition: Composition,
  id: string,
  { around }: RelationFields,
): Bounds | undefined {
  let union: Bounds | null = null;
  const isBox = composition.scene.relations.objects[id]?.isBox === true;
  for (const target of targetsOf(around)) {
    const box = boxOf(composition, target, id);
    union = unionBounds(union, (isBox && box && wholeBoxOf(composition, target)) || (box ?? null));
  }
  return union ?? undefined;
}

/** The box of an upright text or drawing, which a group surrounds whatever it paints; null for other objects. */
function wholeBoxOf(composition: Composition, id: string): Bounds | null {
  const { scene, index, now } = composition;
  const state = now.get(id)?.state ?? scene.states[index][id];
  if (state === undefined) return null;
  const object = scene.objects[id];
  if (object !== undefined && hasLetters(object.kind) && state.text.trim() === '') return null;
  const { scaleX = 1, scaleY = 1, shear = 0, rotation } = state;
  const isUpright = scaleX === 1 && scaleY === 1 && shear === 0 && rotation === 0;
  const box = isUpright ? wholeBox(composition, object, state) : null;
  return box && shiftBounds(box, state.x, state.y);
}

/** A flat box leaves more room to its text than the usual margin. */
const maxMarginShare = 1 / 8;

export function fitInside(
  composition: Composition,
  id: string,
  state: CompositionState,
  { fields, wraps, fits }: Relations,
): CompositionState {
  const target = fields.inside ?? frameId;
  const isLabel = composition.scene.relations.objects[id]?.isLabel === true;
  const outer = containerOf(composition, id, fields);
  if (!outer) return state;
  const scale = isRound(composition.scene.objects[target]?.kind) ? 1 / ellipseOverRectangle : 1;
  const owner = isLabel ? composition.scene.states[composition.index][target] : undefined;
  const across = (outer.right - outer.left) / Math.abs(owner?.scaleX || 1);
  const down = (outer.bottom - outer.top) / Math.abs(owner?.scaleY || 1);
  const usual = Math.min(
    defaultLength(composition, 'inside'),
    maxMarginShare * Math.min(across, down) * scale,
  );
  const margin = fields.margin ?? usual;
  const width = across * scale - 2 * margin;
  const height = down * scale - 2 * margin;
  if (width <= 0 || height <= 0) {
    if (isLabel) return state;
    const wayOut = `make ${target} larger or the margin smaller`;
    const rule = `leaves no room in ${target} beside a margin of ${rounded(margin)}; ${wayOut}`;
    reportOf(composition, id, 'inside', rule);
    return state;
  }
  const room = { width, height, wraps, fits };
  return fitLetters(composition.scene.objects[id], state, room, composition.measurer);
}
