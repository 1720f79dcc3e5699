import { wordTarget } from '../project/find-words.ts';
import { type Relations, relationFields, type Side, sides, targetsOf } from './relations.ts';
import type { SceneRelations } from './scene-relations.ts';

/** The relations and the group that place an object in a composition, as the document has them. */
export interface WrittenRelations {
  /** The relations that set a number, by field, as text. */
  readonly fields: Readonly<Record<string, string>>;
  /** The group that the object is a member of. */
  readonly group: string | null;
  /** The targets of the relations and the object's group, each with its objects. */
  readonly targets: readonly { readonly id: string; readonly objects: readonly string[] }[];
  /** The relation that puts the object next to another one, on each axis. */
  readonly beside: readonly { readonly side: Side; readonly id: string }[];
}

/** Returns the relations of an object in the composition with an index, as the document has them; null without any. */
export function writtenRelations(
  { objects, groups }: SceneRelations,
  object: string,
  composition: number,
): WrittenRelations | null {
  const related = objects[object];
  const rules = related?.relations[related.origins[composition] ?? -1];
  if (rules === undefined) return null;
  const [group = null] = Object.keys(groups).filter((id) => groups[id]?.members.includes(object));
  const used = relationFields.filter((field) => rules.fields[field] !== undefined && isUsed(field, rules));
  const isInGroup = group !== null && (rules.x === 'group' || rules.y === 'group');
  if (used.length === 0 && !isInGroup) return null;
  const named = used.flatMap((field) =>
    field === 'place' || field === 'alignTo' || field === 'upright' || field === 'margin'
      ? []
      : targetsOf(rules.fields[field]),
  );
  const ids = [...new Set([...named, ...(isInGroup ? [group] : [])])];
  const objectsIn = (id: string): readonly string[] =>
    groups[id]?.members.flatMap(objectsIn) ?? [wordTarget(id)?.owner ?? id];
  return {
    fields: Object.fromEntries(used.map((field) => [field, show(rules.fields[field])])),
    group: isInGroup ? `${group} (${groups[group]?.kind})` : null,
    targets: ids.map((id) => ({ id, objects: objectsIn(id) })),
    beside: sides.flatMap((side) => {
      const id = rules.fields[side];
      return id !== undefined && used.includes(side) ? [{ side, id }] : [];
    }),
  };
}

/** Whether a field sets a number. Others stay from earlier compositions. */
function isUsed(field: (typeof relationFields)[number], { x, y, width, height, wraps, fits }: Relations) {
  const sets = (...rules: readonly Relations['x'][]) => rules.some((rule) => rule === x || rule === y);
  const isAround = sets('around') || width === 'around' || height === 'around';
  const isInside = sets('inside') || wraps || fits;
  switch (field) {
    case 'place':
      return sets('place') || width === 'fill' || height === 'fill';
    case 'margin':
      return sets('place', ...sides, 'line') || isInside;
    case 'alignTo':
      return sets(...sides);
    case 'around':
      return isAround;
    case 'inside':
      return isInside || sets('place');
    case 'padding':
      return isAround;
    case 'from':
    case 'to':
    case 'route':
      return sets('line');
    case 'upright':
    case 'bend':
      return sets('on');
    default:
      return sets(field);
  }
}

function show(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
