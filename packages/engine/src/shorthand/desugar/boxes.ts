import { isGroupKind, isUnarranged } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import type { SceneDraft } from './scene-draft.ts';

/** Lets groups with a box be members of rows, columns and grids, like cards: their members move with them. */
export function placeBoxes({ objects, boxes }: SceneDraft): void {
  for (const { kind, children } of Object.values(objects).filter(isMap)) {
    if (!isGroupKind(kind) || isUnarranged(kind) || !Array.isArray(children)) continue;
    for (const child of children) {
      const group = objects[child];
      const box = objects[boxes.get(child) ?? ''];
      if (!isMap(group) || !isUnarranged(group.kind) || !isMap(box?.state)) continue;
      const { padding, ...state } = box.state;
      group.placed = true;
      if (padding !== undefined) {
        if (!isMap(group.state)) group.state = {};
        (group.state as Record<string, unknown>).padding = padding;
      }
      Object.assign(box.state, state, { around: child, padding: 0 });
    }
  }
}

/** Draws the boxes of groups below the members that the document has before the group. */
export function drawBoxesBelow({ objects, boxes }: SceneDraft): void {
  const before = Object.keys(objects);
  let ids = before;
  for (const [group, box] of boxes) {
    const inside = membersOf(objects, group);
    inside.delete(box);
    const first = ids.findIndex((id) => inside.has(id));
    if (first < 0 || first > ids.indexOf(box)) continue;
    const others = ids.filter((id) => id !== box);
    ids = [...others.slice(0, first), box, ...others.slice(first)];
  }
  if (ids === before) return;
  const entries = ids.map((id) => [id, objects[id]] as const);
  for (const [id, object] of entries) {
    delete objects[id];
    objects[id] = object;
  }
}

/** Everything in a group, also in the groups inside it. */
function membersOf(objects: SceneDraft['objects'], group: string): Set<string> {
  const found = new Set([group]);
  for (const id of found) {
    const { children, attached } = objects[id] ?? {};
    for (const ids of [children, attached]) {
      if (Array.isArray(ids))
        for (const memberId of ids) if (typeof memberId === 'string') found.add(memberId);
    }
  }
  found.delete(group);
  return found;
}
