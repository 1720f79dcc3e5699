import { isFigureKind, isGroupKind } from '../../language/kinds.ts';
import { fieldsOf, isMap } from '../../project/check.ts';
import { groupsAround } from '../groups-around.ts';
import { cameraId } from './camera.ts';
import type { Presence } from './presence.ts';
import type { Fields, SceneDraft, WrittenComposition } from './scene-draft.ts';

/**
 * Returns a composition before the first one, without the objects that enter in that: all of them if it has an `enter`,
 * otherwise those that have their own. `states` gets their mentions. Null if nothing enters.
 */
export function beginWithNothing(
  draft: SceneDraft,
  states: Map<string, unknown>,
  presence: Presence,
  first: WrittenComposition,
): { readonly key: string; readonly composition: Fields } | null {
  const hasEnter = isMap(first.written) && first.written.enter !== undefined;
  const { provenance, objects, compositions, captions } = draft;
  const ids = Object.keys(objects);
  const groups = groupsAround(ids, ids, (id) => insideOf(objects[id]));
  const place = [...first.path, 'enter'];
  const written = states.get(first.key);
  const shown: Fields = isMap(written) ? written : provenance.set({}, [...first.path, 'states']);
  // What does not enter is there at once.
  const hidden: Fields = provenance.set(hasEnter ? {} : { ...shown }, place);
  const isEntering = (id: string) => {
    // Captions enter with their words.
    if (hasEnter || captions.has(objects[id] ?? {})) return hasEnter;
    return [id, ...(groups.get(id) ?? [])].some((name) => fieldsOf(objects[name]).enter !== undefined);
  };
  let isNothing = true;
  for (const [id, object] of Object.entries(objects)) {
    if (!isMap(object) || isGroupKind(object.kind) || id === cameraId || object.holds !== undefined) continue;
    if (!presence.isPresent(id, 0)) {
      if (shown[id] === false) hidden[id] = false;
      continue;
    }
    if (!isEntering(id)) continue;
    isNothing = false;
    // A figure hides its parts itself where they enter from, such as bars on their base line.
    const isFigure = typeof object.kind === 'string' && isFigureKind(object.kind);
    if (!isFigure) hidden[id] = false;
    if (shown[id] === undefined) shown[id] = provenance.set({}, provenance.written(objects, [id]));
  }
  if (isNothing && !hasEnter) return null;
  states.set(first.key, shown);
  let key = 'nothing';
  for (let attempt = 2; compositions.some((one) => one.key === key); attempt++) key = `nothing-${attempt}`;
  const { variables } = fieldsOf(first.written);
  const composition = {
    duration: 0,
    states: hidden,
    ...(!hasEnter && variables !== undefined && { variables }),
  };
  return { key, composition: provenance.set(composition, place) };
}

/** The ids of everything directly in an object that need not be valid. */
function insideOf(object: unknown): string[] {
  const { children, attached }: Fields = fieldsOf(object);
  return [children, attached]
    .flatMap((ids): unknown[] => (Array.isArray(ids) ? ids : []))
    .filter((id) => typeof id === 'string');
}
