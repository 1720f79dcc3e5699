import { arrangesItself, isGroupKind, isUnarranged } from '../../language/kinds.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { defaultShares } from '../defaults.ts';
import { stateFields } from '../state-fields.ts';
import { type Fields, mapIn, type SceneDraft } from './scene-draft.ts';

/** The fields that may be a share, with the length to which the share refers. */
const sides = new Map(
  Object.entries(stateFields).flatMap(([field, { share: side }]) =>
    side === undefined ? [] : [[field, side] as const],
  ),
);

const share = /^(-?\d+(?:\.\d+)?)%$/;

/** The longest chain of shares of shares. */
const maxDepth = 20;

/**
 * Replaces lengths such as "40%" by numbers: shares of the frame, or for a size, of what the object is inside, or of the
 * room in the group that arranges it, if that has a size. Texts wrap at shares of the frame, as the styles of themes say, and
 * their groups wrap them besides. `id` is that of the object.
 */
export function readShares(
  draft: SceneDraft,
  state: Fields,
  fallback: Fields,
  path: Path,
  id?: string,
): void {
  for (const [field, value] of Object.entries(state)) {
    if (typeof value !== 'string' || !value.endsWith('%') || !share.test(value)) continue;
    const side = sides.get(field);
    if (side === undefined) continue;
    const place = draft.provenance.placeOf(state, field, path);
    if (field === 'x' && (state.on ?? fallback.on) !== undefined) {
      state.x = Number(value.slice(0, -1)) / 100;
      continue;
    }
    const inside = state.inside ?? fallback.inside;
    const isSize = field === 'width' || field === 'height' || field === 'wrapWidth';
    const whole =
      isSize && side !== 'shorter'
        ? wholeOf(draft, { id: field === 'wrapWidth' ? undefined : id, inside }, side, place, 0)
        : sideOfFrame(draft, side);
    if (whole !== undefined) state[field] = Math.round(Number(value.slice(0, -1)) * whole * 10) / 1000;
    else delete state[field];
  }
  for (const field of ['from', 'to'] as const) {
    const end = state[field];
    if (Array.isArray(end) && end.length === 2)
      state[field] = draft.provenance.set(
        end.map((value, axis) => readCoordinate(draft, value, axis === 0 ? 'width' : 'height')),
        draft.provenance.placeOf(state, field, path),
      );
  }
}

/** A coordinate of a line's end. */
function readCoordinate(draft: SceneDraft, value: unknown, side: 'width' | 'height'): unknown {
  if (typeof value !== 'string' || !share.test(value)) return value;
  return Math.round(Number(value.slice(0, -1)) * sideOfFrame(draft, side) * 10) / 1000;
}

/** Returns fields with a length in place of each share, for a check that needs no frame. */
export function withoutShares(fields: Fields): Fields {
  const isShare = (field: string, value: unknown) =>
    typeof value === 'string' &&
    ((sides.has(field) && share.test(value)) || (field === 'letterSpacing' && value.endsWith('em')));
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, isShare(field, value) ? 1 : value]),
  );
}

function sideOfFrame({ frame }: SceneDraft, side: 'width' | 'height' | 'shorter'): number {
  return side === 'shorter' ? Math.min(frame.width, frame.height) : frame[side];
}

/** The length of which the size of an object is a share. Adds a problem if the document does not have it as a number. */
function wholeOf(
  draft: SceneDraft,
  { id, inside }: { readonly id: string | undefined; readonly inside: unknown },
  side: 'width' | 'height',
  place: Path,
  depth: number,
): number | undefined {
  if (typeof inside === 'string' && inside !== 'frame') {
    const outer = draft.names.resolve(inside, draft.objects) ?? inside;
    return sizeOf(draft, outer, side, place, depth);
  }
  const group = id === undefined ? undefined : groupsAround(draft.objects).get(id);
  const size = group === undefined ? undefined : mapIn(draft.objects[group], 'state')[side];
  if (group === undefined || size === undefined) return sideOfFrame(draft, side);
  const { padding = draft.boxes.has(group) ? defaultShares.padding * sideOfFrame(draft, 'shorter') : 0 } =
    mapIn(draft.objects[group], 'state');
  const whole = sizeOf(draft, group, side, place, depth);
  return whole === undefined ? undefined : whole - 2 * (typeof padding === 'number' ? padding : 0);
}

/** The length of an object's side, which may be a share itself. */
function sizeOf(
  draft: SceneDraft,
  id: string,
  side: 'width' | 'height',
  place: Path,
  depth: number,
): number | undefined {
  const state = mapIn(draft.objects[id], 'state');
  const value = state[side];
  if (typeof value === 'number') return value;
  const written = typeof value === 'string' ? share.exec(value) : null;
  if (written !== null && depth < maxDepth) {
    const whole = wholeOf(draft, { id, inside: state.inside }, side, place, depth + 1);
    return whole === undefined ? undefined : (Number(written[1]) * whole) / 100;
  }
  const name = draft.names.nameOf(id);
  const rule =
    depth >= maxDepth
      ? `is a share of a share of itself, by way of ${name}`
      : `is a share of the ${side} of ${name}, which has none as a number`;
  draft.problems.add(place, 'value', `${rule}; write ${showValue(side)} in ${name}, or a number here`);
  return undefined;
}

const groupsOfObjects = new WeakMap<Fields, ReadonlyMap<string, string>>();

/** The groups that arrange objects, by the ids of these; found once for the objects of a scene, when all are there. */
function groupsAround(objects: Readonly<Record<string, Fields>>): ReadonlyMap<string, string> {
  const found = groupsOfObjects.get(objects);
  if (found !== undefined) return found;
  const groups = Object.entries(objects).flatMap(([id, { kind, children }]) =>
    isGroupKind(kind) && !isUnarranged(kind) && !arrangesItself(kind) && Array.isArray(children)
      ? children.map((child) => [String(child), id] as const)
      : [],
  );
  const made = new Map(groups);
  groupsOfObjects.set(objects, made);
  return made;
}
