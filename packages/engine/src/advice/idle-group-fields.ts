import { boxFields, isGroupKind, kinds } from '../language/kinds.ts';
import { isMap } from '../project/check.ts';
import { showPath, showValue } from '../project/problem-text.ts';
import { compositionStateSchema } from '../project/schema.ts';
import type { AdviceList } from './advice.ts';
import { mapIn } from './fields/unknown-field.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields of a state that place a group or go to its members, apart from relations, which the full format does not have.
 */
const groupStateFields: readonly string[] = [
  ...['x', 'y', 'opacity', 'visible'],
  ...kinds.row.fields.filter((field) => !(boxFields as readonly string[]).includes(field)),
];

/** Fields of a state that only objects draw. */
const drawnFields: ReadonlySet<string> = new Set(
  Object.keys(compositionStateSchema.shape).filter((field) => !groupStateFields.includes(field)),
);

/** Maximum number of members that a message lists. */
const maxMembers = 6;

/**
 * Advises on fields in the states of groups that only objects draw, such as `fill`. Without a fix: the members should
 * have the field, and an empty state of a group shows them all.
 */
export function adviseOnIdleGroupFields(document: unknown, list: AdviceList): void {
  if (!isMap(document)) return;
  const scenes = document.scenes === undefined ? { '': document } : mapIn(document, 'scenes');
  for (const [id, scene] of Object.entries(scenes)) {
    if (isMap(scene)) adviseOnScene(scene, id === '' ? [] : ['scenes', id], list);
  }
}

function adviseOnScene(scene: Fields, path: readonly string[], list: AdviceList): void {
  const objects = mapIn(scene, 'objects');
  for (const [id, group] of Object.entries(objects)) {
    if (!isMap(group) || !isGroupKind(group.kind)) continue;
    const advise = (state: Fields, place: readonly string[]) => {
      for (const field of Object.keys(state).filter((name) => drawnFields.has(name))) {
        list.addInDocument({
          rule: 'idle-field',
          path: showPath(place),
          message: `${field} has no effect on a ${String(group.kind)}, which draws nothing itself; write it on its members: ${showMembers(membersOf(id, objects))}`,
        });
      }
    };
    advise(mapIn(group, 'state'), [...path, 'objects', id, 'state']);
    const compositions = mapIn(scene, 'compositions');
    for (const composition of Object.keys(compositions)) {
      if (list.full) return;
      const states = mapIn(mapIn(compositions, composition), 'states');
      advise(mapIn(states, id), [...path, 'compositions', composition, 'states', id]);
    }
  }
}

/** The objects in a group, also in groups inside it. */
function membersOf(id: string, objects: Fields): string[] {
  const inside = new Set([id]);
  const members = new Set<string>();
  for (const one of inside) {
    const { kind, children } = mapIn(objects, one);
    if (!isGroupKind(kind)) members.add(one);
    else if (Array.isArray(children)) for (const member of children) inside.add(String(member));
  }
  return [...members];
}

function showMembers(ids: readonly string[]): string {
  const shown = ids.slice(0, maxMembers).map(showValue).join(', ');
  return ids.length > maxMembers ? `${shown}, … (${ids.length})` : shown;
}
