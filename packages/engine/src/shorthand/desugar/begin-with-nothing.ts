import { isFigureKind, isGroupKind } from '../../language/kinds.ts';
import { fieldsOf, isMap } from '../../project/check.ts';
import { groupsAround } from '../groups-around.ts';
import { cameraId } from './camera.ts';
import type { Fields, SceneDraft, WrittenComposition } from './scene-draft.ts';

/**
 * Returns an empty composition before the first one, for a film whose first composition has an `enter`. All objects
 * that the first composition shows enter in it; `states` gets their mentions.
 */
export function beginWithNothing(
  draft: SceneDraft,
  states: Map<string, unknown>,
  first: WrittenComposition,
): { readonly key: string; readonly composition: Fields } {
  const { provenance, objects, compositions } = draft;
  const all = compositions.map(({ key }) => states.get(key)).map((one) => fieldsOf(one));
  const ids = Object.keys(objects);
  const groups = groupsAround(ids, ids, (id) => insideOf(objects[id]));
  const place = [...first.path, 'enter'];
  const hidden: Fields = provenance.set({}, place);
  const shown: Fields = isMap(states.get(first.key)) ? all[0] : provenance.set({}, [...first.path, 'states']);
  for (const [id, object] of Object.entries(objects)) {
    if (!isMap(object) || isGroupKind(object.kind) || id === cameraId || object.holds !== undefined) continue;
    const names = [id, ...(groups.get(id) ?? [])];
    const mentions = all.map((one) => names.map((name) => one[name]).find((value) => value !== undefined));
    const at = mentions.findIndex((mention) => mention !== undefined);
    const isShown = at < 0 || (at === 0 ? mentions[0] !== false : mentions[at] === false);
    // Its first mention would otherwise show an object before it.
    // A figure hides its parts itself where they enter from, such as bars on their base line.
    const isFigure = typeof object.kind === 'string' && isFigureKind(object.kind);
    if (isShown && !isFigure) hidden[id] = false;
    // Where its group hides it, the group may show it again.
    if (!isShown && at === 0) hidden[names.find((name) => all[0]?.[name] !== undefined) ?? id] = false;
    if (!isShown) continue;
    // A group does not show a member that was hidden alone.
    if (shown[id] === undefined) shown[id] = provenance.set({}, provenance.written(objects, [id]));
  }
  states.set(first.key, shown);
  let key = 'nothing';
  for (let attempt = 2; compositions.some((one) => one.key === key); attempt++) key = `nothing-${attempt}`;
  return { key, composition: provenance.set({ duration: 0, states: hidden }, place) };
}

/** The ids of everything directly in an object that need not be valid. */
function insideOf(object: unknown): string[] {
  const { children, attached }: Fields = fieldsOf(object);
  return [children, attached]
    .flatMap((ids): unknown[] => (Array.isArray(ids) ? ids : []))
    .filter((id) => typeof id === 'string');
}
