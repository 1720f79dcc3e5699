import { hasEqualSides } from '../../language/kinds.ts';
import type { Fields, PartOwner, SceneDraft } from './scene-draft.ts';

const sides = ['width', 'height'] as const;

/** Remembers an object such as a circle or an icon of which the document only ever writes one side. */
export function noteEqualSides(draft: SceneDraft, { id, name, state }: PartOwner, kind: unknown): void {
  if (draft.isComplete || !hasEqualSides(kind)) return;
  const states = [state, ...(draft.mentioned.get(name) ?? [])];
  const written = sides.filter((side) => states.some((one) => one[side] !== undefined));
  if (written.length === 1) draft.equalSides.set(id, written[0] as (typeof sides)[number]);
}

/** Gives such an object the other side, in place. */
export function readEqualSides({ equalSides, provenance }: SceneDraft, id: string, state: Fields): void {
  const side = equalSides.get(id);
  if (side === undefined || state[side] === undefined) return;
  const other = side === 'width' ? 'height' : 'width';
  if (state[other] !== undefined) return;
  state[other] = state[side];
  provenance.field(state, other, provenance.placeOf(state, side, []));
}
