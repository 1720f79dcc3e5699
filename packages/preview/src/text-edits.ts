import { isDeepStrictEqual } from 'node:util';

/** Something that the author of a project changed in its text. */
export interface TextEdit {
  /** What was changed, as the document names it, such as `caption.text` or `duration of intro`. */
  readonly what: string;
  readonly kind: 'new' | 'removed' | 'changed';
  /** The values before and after, if they are texts, numbers, true, false or null; long texts are cut. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Maximum number of edits; more of them mean that another document was written. */
const maxEdits = 100;

/** Maximum number of characters of a value. */
const maxCharacters = 40;

/** Two different values at a place; undefined for no value. */
interface Difference {
  readonly kind: TextEdit['kind'];
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the differences between two versions of a document in the order of the newer one, removals first. */
export function editsBetween(before: unknown, after: unknown): TextEdit[] {
  const all = [...differences(before, after, [])];
  const objects = new Set(all.map(({ kind, path }) => `${kind} ${path.join(' ')}`));
  // With an object, its states come and go.
  const edits = all.filter(({ kind, path }) => !objects.has(`${kind} ${objectOfState(path)}`));
  const removed = edits.filter(({ kind }) => kind === 'removed');
  const others = edits.filter(({ kind }) => kind !== 'removed');
  return [...removed, ...others].slice(0, maxEdits).map(({ kind, path, before: from, after: to }) => ({
    ...{ kind, what: nameOf(path) },
    ...{ before: shown(from), after: shown(to) },
  }));
}

/** The path of the object to whose state a path leads, joined by spaces; undefined for other paths. */
function objectOfState(path: readonly string[]): string | undefined {
  const [compositions, , states, object] = path.slice(-4);
  const isState = compositions === 'compositions' && states === 'states';
  return isState ? [...path.slice(0, -4), 'objects', object].join(' ') : undefined;
}

function* differences(before: unknown, after: unknown, path: readonly string[]): Generator<Difference> {
  if (isDeepStrictEqual(before, after)) return;
  if (isRecord(before) && isRecord(after)) {
    for (const key of Object.keys(after))
      yield* Object.hasOwn(before, key)
        ? differences(before[key], after[key], [...path, key])
        : [{ kind: 'new', path: [...path, key], before: undefined, after: after[key] }];
    for (const key of Object.keys(before))
      if (!Object.hasOwn(after, key))
        yield { kind: 'removed', path: [...path, key], before: before[key], after: undefined };
  } else if (isList(before) && isList(after)) yield* listDifferences(before, after, path);
  else yield { kind: 'changed', path, before, after };
}

/** Items between the same first and the same last ones are compared in their order. */
function* listDifferences(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
): Generator<Difference> {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && isDeepStrictEqual(before[first], after[first])) first++;
  let last = 0;
  while (last < shorter - first && isDeepStrictEqual(before.at(-1 - last), after.at(-1 - last))) last++;
  for (let index = first; index < Math.max(before.length, after.length) - last; index++) {
    const item = [...path, String(index)];
    const [from, to] = [before[index], after[index]];
    if (index >= before.length - last) yield { kind: 'new', path: item, before: undefined, after: to };
    else if (index >= after.length - last)
      yield { kind: 'removed', path: item, before: from, after: undefined };
    else yield* differences(from, to, item);
  }
}

/** The name of a place in a document. */
function nameOf([first, second, ...rest]: readonly string[]): string {
  if (second === undefined) return first ?? 'the document';
  if (first === 'objects') return objectName([second, ...rest]);
  if (first === 'scenes') return rest.length > 0 ? `${nameOf(rest)} in ${itemName('scene', second)}` : second;
  if (first !== 'compositions') return [first, second, ...rest].join('.');
  const composition = itemName('composition', second);
  if (rest.length === 0) return composition;
  const [field, object, ...inObject] = rest;
  return field === 'states' && object !== undefined
    ? `${objectName([object, ...inObject])} in ${composition}`
    : `${rest.join('.')} of ${composition}`;
}

/** Of an object or a child, such as `card.role.text`, without the fields between. */
function objectName(path: readonly string[]): string {
  return path.filter((name, index) => index === 0 || (name !== 'children' && name !== 'state')).join('.');
}

/** An item of a list has a number, and one of an object its name. */
function itemName(kind: string, key: string): string {
  return /^\d+$/.test(key) ? `${kind} ${Number(key) + 1}` : key;
}

function shown(value: unknown): string | null {
  if (value === undefined || (typeof value === 'object' && value !== null)) return null;
  const text = String(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isRecord);
}
