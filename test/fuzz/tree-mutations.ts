import type { Random } from '../support/random.ts';
import {
  anyValue,
  markup,
  oddColors,
  oddIds,
  oddNumbers,
  oddSources,
  oddTex,
  oddText,
} from './hostile-values.ts';

/** A value within a tree of JSON data. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Changes a tree of JSON data, and describes the change. */
type TreeMutation = (root: object, random: Random) => string;

/** Makes one change that may make the project invalid. */
export function mutateTree(root: object, random: Random): string {
  return random.pick(mutations)(root, random);
}

const mutations: readonly TreeMutation[] = [
  (root, random) => change(root, random, 'any', () => anyValue(random)),
  (root, random) => change(root, random, 'any', otherType),
  (root, random) => change(root, random, 'number', () => random.pick(oddNumbers)),
  (root, random) =>
    change(root, random, 'number', (value) => Number(value) * random.pick([-1, 1e9, 1e-9, 1.0001])),
  (root, random) => change(root, random, 'string', () => random.pick(oddText)),
  (root, random) => change(root, random, 'string', () => random.pick(markup)),
  (root, random) => change(root, random, 'string', () => random.pick(oddIds)),
  (root, random) => change(root, random, 'string', (value) => `${value}${random.pick(oddText)}`),
  (root, random) => change(root, random, 'object', (value) => [value]),
  (root, random) => change(root, random, 'object', (value) => JSON.stringify(value)),
  replaceAllStrings,
  removeKey,
  renameKey,
  addEntry,
  copyEntry,
  swapValues,
  spliceList,
  changeNamed,
  pointAtItself,
  permuteKeys,
  nestDeeply,
  bloat,
];

type Wanted = 'any' | 'number' | 'string' | 'object';

function change(root: object, random: Random, wanted: Wanted, to: (value: unknown) => unknown): string {
  const place = anyPlace(root, random, wanted);
  if (!place) return 'nothing to change';
  const value = to(place.holder[place.key]);
  set(place, value);
  return `${place.key} = ${show(value)}`;
}

function otherType(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.length;
  if (typeof value === 'boolean') return Number(value);
  if (value === null) return 0;
  return Array.isArray(value) ? { ...value } : Object.entries(value as object);
}

function replaceAllStrings(root: object, random: Random): string {
  const text = random.pick(random.chance(0.5) ? markup : oddText);
  const keys = random.pick([['name'], ['text'], ['id', 'objectId', 'parentId', 'fromId', 'toId'], undefined]);
  for (const { holder, key } of places(root)) {
    if (typeof holder[key] === 'string' && (keys?.includes(key) ?? true)) holder[key] = text;
  }
  return `every ${keys?.join(', ') ?? 'string'} = ${show(text)}`;
}

function removeKey(root: object, random: Random): string {
  const place = anyPlace(root, random, 'any');
  if (!place) return 'nothing to remove';
  Reflect.deleteProperty(place.holder, place.key);
  return `without ${place.key}`;
}

function renameKey(root: object, random: Random): string {
  const place = anyPlace(root, random, 'any');
  if (!place) return 'nothing to rename';
  const name = random.pick(oddIds);
  const value = place.holder[place.key];
  Reflect.deleteProperty(place.holder, place.key);
  set({ ...place, key: name }, value);
  return `${place.key} renamed ${show(name)}`;
}

function addEntry(root: object, random: Random): string {
  const place = anyPlace(root, random, 'object');
  if (!place) return 'nothing to add to';
  const key = random.pick([...oddIds, 'src', 'path', 'keyframes', 'parentId', 'implicit', 'audioTracks']);
  set({ holder: place.holder[place.key] as Record<string, unknown>, key }, anyValue(random));
  return `${place.key} with ${show(key)}`;
}

/** Copies an entry under more names, and may change its id to match. */
function copyEntry(root: object, random: Random): string {
  const place = anyPlace(root, random, 'object');
  if (!place) return 'nothing to copy';
  const count = affordable(random.pick([1, 1, 2, 40]), place.holder[place.key]);
  const fits = random.chance(0.7);
  for (let index = 0; index < count; index++) {
    const key = `${place.key}-${index}`;
    const copy = structuredClone(place.holder[place.key]) as Record<string, unknown>;
    if (fits && typeof copy.id === 'string') copy.id = key;
    set({ holder: place.holder, key }, copy);
  }
  return `${place.key} copied ${count} times`;
}

function swapValues(root: object, random: Random): string {
  const one = anyPlace(root, random, 'any');
  const alike = places(root).filter(({ key }) => key === one?.key);
  if (!one || alike.length === 0) return 'nothing to swap';
  const other = random.chance(0.7) ? random.pick(alike) : anyPlace(root, random, 'any');
  if (!other) return 'nothing to swap';
  // Copies, so no value contains itself.
  const first = structuredClone(one.holder[one.key]);
  const second = structuredClone(other.holder[other.key]);
  set(one, second);
  set(other, first);
  return `${one.key} and ${other.key} swapped`;
}

function spliceList(root: object, random: Random): string {
  const lists = places(root).filter(({ holder, key }) => Array.isArray(holder[key]));
  if (lists.length === 0) return 'no list';
  const { holder, key } = random.pick(lists);
  const list = holder[key] as unknown[];
  const edit = random.pick<() => void>([
    () => list.reverse(),
    () => list.push(...list),
    () => list.pop(),
    () => list.push(random.pick(oddIds)),
    () => list.splice(0, list.length),
    () => list.splice(random.below(list.length + 1), 1, anyValue(random)),
  ]);
  edit();
  return `${key} is a list of ${list.length}`;
}

/** Sets a field of the format to a nearly valid value. */
function changeNamed(root: object, random: Random): string {
  const named: Record<string, readonly unknown[]> = {
    text: [...oddText, ...oddTex, ...markup],
    kind: ['text', 'equation', 'image', 'video', 'path', 'circle', 'arrow', 'numberline', 'Text'],
    fill: oddColors,
    stroke: oddColors,
    background: oddColors,
    src: oddSources,
    mime: ['audio/wav', 'audio/mpeg', 'video/mp4', 'audio/x-wav', 'AUDIO/WAV'],
    duration: [0, -1, 5e-324, 0.1, 1e-9, 599_999.9999, 600_000, 600_001, 1e308],
    start: [0, -0, 1, 1e-7, 600_000, 86_400_000],
    offset: [0, 0.001, 86_400_000],
    easing: [
      'linear',
      'ease',
      { type: 'cubicBezier', x1: 0, y1: 1, x2: 1, y2: 0 },
      { type: 'cubicBezier', x1: 0 },
    ],
    at: [0, 1, 0.5, -0, 5e-324, 1.0000001],
    property: ['x', 'fill', 'reveal', 'c1x', 'opacity', 'fontSize', 'text'],
    version: [1, 2, 3, 1.5, '2'],
    width: [0, 1, 2, 8192, 8193, 0.5, -100_000],
    height: [0, 1, 2, 8192, 8193, 0.5, 100_000],
    fontSize: [0, 5e-324, 0.001, 10_000, 10_000.1],
    strokeWidth: [0, 5e-324, 10_000],
    implicit: [true, false, 1],
    type: ['move', 'write', 'fade', 'grow', 'none', 'cubicBezier', ''],
  };
  const fields = places(root).filter(({ key }) => Object.hasOwn(named, key));
  if (fields.length === 0) return 'no known field';
  const key = random.pick(fields).key;
  const chosen = fields.filter((place) => place.key === key);
  const value = random.pick(named[key] ?? []);
  const all = random.chance(0.2);
  for (const place of all ? chosen : [random.pick(chosen)]) set(place, value);
  return `${all ? 'every' : 'a'} ${key} = ${show(value)}`;
}

function pointAtItself(root: object, random: Random): string {
  const objects = places(root).filter(
    ({ key }) => key === 'parentId' || key === 'toId' || key === 'objectId',
  );
  if (objects.length === 0) return 'nothing points';
  const { holder, key } = random.pick(objects);
  holder[key] = holder.id ?? holder.fromId ?? null;
  return `${key} points at itself`;
}

/** Shuffles the entries of a map, which does not change its meaning. */
function permuteKeys(root: object, random: Random): string {
  const place = anyPlace(root, random, 'object');
  if (!place) return 'nothing to permute';
  const value = place.holder[place.key] as Record<string, unknown>;
  set(place, Object.fromEntries(random.shuffled(Object.entries(value).slice(0, 400))));
  return `${place.key} permuted`;
}

function nestDeeply(root: object, random: Random): string {
  const place = anyPlace(root, random, 'any');
  if (!place) return 'nothing to nest';
  const levels = random.pick([5, 480, 499, 500, 501, 900]);
  let value: unknown = place.holder[place.key];
  for (let level = 0; level < levels; level++) value = random.chance(0.5) ? [value] : { a: value };
  set(place, value);
  return `${place.key} in ${levels} levels`;
}

function bloat(root: object, random: Random): string {
  const place = anyPlace(root, random, 'object');
  if (!place) return 'nothing to bloat';
  const holder = place.holder[place.key] as Record<string, unknown>;
  const values = Object.values(holder);
  const value = values.length > 0 ? random.pick(values) : anyValue(random);
  const count = affordable(random.pick([25, 150, 1025]), value);
  for (let index = 0; index < count; index++) set({ holder, key: `n${index}` }, structuredClone(value));
  return `${place.key} with ${count} more`;
}

/** The requested number of copies, but at most a few megabytes, since several changes follow each other. */
function affordable(count: number, value: unknown): number {
  const length = JSON.stringify(value)?.length ?? 1;
  return Math.min(count, Math.ceil(3_000_000 / (length + 1)));
}

function anyPlace(root: object, random: Random, wanted: Wanted): Place | undefined {
  const found = places(root).filter(({ holder, key }) => {
    const value = holder[key];
    if (wanted === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
    return wanted === 'any' || typeof value === wanted;
  });
  return found.length > 0 ? random.pick(found) : undefined;
}

/** Every value of the tree except the root, up to a limit for bloated trees. */
function places(root: object): Place[] {
  const found: Place[] = [];
  const waiting: object[] = [root];
  for (let next = waiting.pop(); next !== undefined && found.length < 50_000; next = waiting.pop()) {
    const holder = next as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      found.push({ holder, key });
      const value = holder[key];
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return found;
}

/** Names such as __proto__ also become own properties; the length of a list is never set. */
function set({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder) && key === 'length') return;
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
