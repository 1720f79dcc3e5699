import { didYouMean } from '../../names/closest-name.ts';
import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { boxSides, frameId, readSidePlace, targetFields } from '../relations.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';
import { wordsIn } from './words.ts';

/** Fields of an object and of a state that name other objects. */
const references = [...targetFields, 'clip'] as const;

/** Replaces the names of parts by ids. */
export function resolveNames(draft: SceneDraft, state: Fields, path: Path): void {
  for (const field of references) {
    const value = state[field];
    if (value === undefined) continue;
    const place = draft.provenance.placeOf(state, field, path);
    if (field === 'inside' && value === frameId && Object.hasOwn(draft.objects, frameId)) {
      const rule = `is "frame", the whole picture, but an object has this id, too; give the object another id`;
      draft.problems.add(place, 'conflict', rule);
    }
    if (typeof value === 'string') state[field] = targetOf(draft, field, value, place);
    else if (Array.isArray(value)) {
      const ids: unknown[] = draft.provenance.set([], place);
      for (const [index, one] of value.entries()) {
        const itemPlace = draft.provenance.placeOf(value, index, place);
        draft.provenance.field(ids, index, itemPlace);
        // A coordinate may be a formula.
        ids.push(
          typeof one === 'string' && !one.startsWith('=') ? targetOf(draft, field, one, itemPlace) : one,
        );
      }
      state[field] = ids;
    }
  }
}

/** Fields that name whole objects, and no words of a text or symbols of an equation. */
const wholeReferences: readonly string[] = ['on', 'clip'];

/** Returns the list of what a composition highlights with ids in place of names. */
export function resolveHighlight(draft: SceneDraft, highlight: unknown, path: Path): unknown {
  const { provenance } = draft;
  const isOne = typeof highlight === 'string';
  const names = isOne ? [highlight] : highlight;
  if (!Array.isArray(names)) return highlight;
  const ids: unknown[] = provenance.set([], path);
  for (const [index, name] of names.entries()) {
    const place = isOne ? path : [...path, index];
    const parts = typeof name === 'string' ? partsOfAll(draft, name) : undefined;
    for (const partId of parts?.length ? parts : [name]) {
      provenance.field(ids, ids.length, place);
      ids.push(
        typeof partId === 'string'
          ? targetOf(draft, 'highlight', partId.replace(/\.\*$/, ''), place)
          : partId,
      );
    }
  }
  return ids;
}

/** The names of a part of all parts, such as `sales.*.price`; undefined for other names. */
export function partsOfAll({ names, objects }: SceneDraft, name: string): readonly string[] | undefined {
  const at = name.indexOf('.*.');
  if (at <= 0) return undefined;
  const rest = name.slice(at + 2);
  return names
    .partsOf(names.nameOf(names.resolve(name.slice(0, at), objects) ?? ''))
    .map((part) => `${part}${rest}`)
    .filter((part) => {
      const id = names.resolve(part, objects);
      return id !== undefined && Object.hasOwn(objects, id);
    });
}

/** Returns what a relation names: the id of an object or a part, or that of a text or an equation with words in it. */
function targetOf(draft: SceneDraft, field: string, name: string, place: Path): string {
  const isObject = draft.names.resolve(name, draft.objects) !== undefined;
  const inText = isObject || wholeReferences.includes(field) ? undefined : wordsIn(draft, name);
  if (inText !== undefined) return `${inText.id}.${inText.words}`;
  const [owner, words] = draft.names.split(name);
  const isEnd = !isObject && owner !== undefined && (field === 'from' || field === 'to');
  if (isEnd && readSidePlace(words) !== undefined) return `${owner}.${words}`;
  return idOf(draft, name, place, isEnd ? boxSides : []);
}

/**
 * Returns the id of a named object or part; the name of its owner, with a problem, if there is no such part. `sides` are those
 * that may follow the name instead of a part.
 */
export function idOf(draft: SceneDraft, name: string, place: Path, sides: readonly string[] = []): string {
  const id = draft.names.resolve(name, draft.objects);
  if (id !== undefined) return id;
  const owner = draft.names.ownerName(name);
  if (draft.unreadGroups.has(draft.names.resolve(owner, draft.objects) ?? owner)) return owner;
  const parts = draft.names.partsOf(owner).filter((part) => !isMade(draft, draft.names.idFor(part)));
  const names = [...parts, ...sides.map((side) => `${owner}.${side}`)];
  const choices = names.length === 0 ? 'has no parts' : `has ${names.map(showValue).join(', ')}`;
  const meant = didYouMean(name, names, { show: showValue });
  draft.problems.add(
    place,
    'unknown-id',
    `is ${showValue(name)}, which does not exist: ${owner} ${choices}${meant}`,
  );
  return owner;
}

/** Whether an object turns, draws a box for, or fades a group, which documents do not mention. */
function isMade({ carriers, boxes, layers }: SceneDraft, id: string): boolean {
  return [carriers, boxes, layers].some((made) => [...made.values()].includes(id));
}

/** Replaces the names of parts in a plain object by ids. */
export function resolveIds(draft: SceneDraft, id: string, object: Fields): void {
  if (!isMap(object)) return;
  const path = draft.provenance.written(draft.objects, [id]);
  if (isMap(object.state)) resolveNames(draft, object.state, path);
  if (typeof object.parentId === 'string')
    object.parentId = idOf(draft, object.parentId, draft.provenance.placeOf(object, 'parentId', path));
  const { children } = object;
  if (!Array.isArray(children)) return;
  for (const [index, child] of children.entries()) {
    const place = draft.provenance.placeOf(children, index, [...path, 'children']);
    if (typeof child === 'string') children[index] = idOf(draft, child, place);
  }
}
