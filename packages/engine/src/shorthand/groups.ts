import {
  arrangesItself,
  type FigureKind,
  type GroupKind,
  groupKinds,
  isFigureKind,
  isGrid,
  isGroupKind,
  isUnarranged,
  type ObjectKind,
} from '../language/kinds.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { ResolvedObject, ResolvedScene } from './schema.ts';

/** Fields of groups that place their members. */
const arrangingFields = ['columns', 'equal'] as const;

/** Rule of a field that arranges members, in a group that does not. */
export const arrangingRule =
  'is for rows, columns and grids, but this is a group, which places nothing; remove it, or choose such a kind';

/** Fields of a group beside `kind` and `state`. */
export const groupFields = ['children', ...arrangingFields] as const;

/**
 * Whether a group places its members: rows, columns, grids, figures, whose members are their parts, and a group with a
 * box that one of them places. Another group only lets them act together.
 */
export function isArranging({
  kind,
  placed,
}: {
  readonly kind: GroupKind | FigureKind;
  readonly placed?: boolean | undefined;
}): boolean {
  return !isUnarranged(kind) || placed === true;
}

export type DrawnObject = ResolvedObject & { readonly kind: ObjectKind };
export type Group = ResolvedObject & { readonly kind: GroupKind | FigureKind };

export interface ObjectsAndGroups {
  readonly objects: Readonly<Record<string, DrawnObject>>;
  readonly groups: Readonly<Record<string, Group>>;
}

/** Whether an object is a group, which includes figures. */
export function isGroup(object: ResolvedObject): object is Group {
  return isGroupKind(object.kind) || isFigureKind(object.kind);
}

/** Separates the drawn objects of a scene from its groups, and reports fields that only the other has. */
export function separateGroups(
  { objects = {} }: ResolvedScene,
  path: Path,
  problems: Problems,
): ObjectsAndGroups {
  const drawn: Record<string, DrawnObject> = Object.create(null);
  const groups: Record<string, Group> = Object.create(null);
  for (const [id, object] of Object.entries(objects)) {
    const place = [...path, 'objects', id];
    if (isGroup(object)) {
      groups[id] = object;
      checkGroup(object, place, problems);
      continue;
    }
    drawn[id] = object as DrawnObject;
    for (const field of groupFields) {
      if (object[field] === undefined) continue;
      const rule = `is a field of groups only (${groupKinds.filter((kind) => !arrangesItself(kind)).join(', ')}), but this is ${showKind(object.kind)}`;
      problems.add([...place, field], 'wrong-kind', rule);
    }
  }
  return { objects: drawn, groups };
}

function checkGroup(group: Group, place: Path, problems: Problems): void {
  const { kind, children, columns } = group;
  if (isFigureKind(kind)) return;
  if (children === undefined)
    problems.add([...place, 'children'], 'missing-field', 'is required: the ids of the members');
  if (isUnarranged(kind)) {
    for (const field of arrangingFields) {
      if (group[field] === undefined) continue;
      problems.add([...place, field], 'value', arrangingRule);
    }
    return;
  }
  if (isGrid(kind) && columns === undefined) {
    problems.add([...place, 'columns'], 'missing-field', 'is required for a grid: a number from 1 to 100');
  } else if (!isGrid(kind) && columns !== undefined) {
    problems.add(
      [...place, 'columns'],
      'wrong-kind',
      `is for a grid, but this is a ${kind}; remove it, or make this a grid`,
    );
  }
}

export function showKind(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${showValue(kind).replaceAll('"', '')}`;
}

/** Maximum number of ids that a message lists. */
const maxIds = 12;

/** Lists the ids of the objects of a scene for a message, without those of parts. */
export function showIds(objects: object, parts: ReadonlyMap<string, string> = new Map()): string {
  const ids = Object.keys(objects).filter((id) => !parts.has(id));
  if (ids.length === 0) return 'none';
  const shown = ids.slice(0, maxIds).map(showValue).join(', ');
  return ids.length > maxIds ? `${shown}, … (${ids.length})` : shown;
}
