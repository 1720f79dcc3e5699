import { freeName } from './time-edits.js';

/** @import { Edit } from './edits.js' */

/**
 * An object of a document, with what its scene has.
 * @typedef {object} Target
 * @property {string} name Its name in states.
 * @property {string} path
 * @property {string} prefix The place of its scene, with a dot at its end; empty for the document.
 * @property {any} objects
 * @property {any} compositions
 */

/**
 * Edits, with the name of the object that they make, or the reason why there are none.
 * @typedef {{ readonly edits: Edit[], readonly name: string, readonly reason: string }} Made
 */

/** Pixels by which a copy is beside its object. */
const offset = 40;

/**
 * The edits that delete an object, with its states, its tracks and its place in lists of children.
 * @param {Target} target
 * @returns {Made}
 */
export function deletion(target) {
  const item = itemOf(target);
  if (typeof item === 'string') return refused(`not deleted: ${item}`);
  const mentions = [...mentionsOf(target), ...listedIn(target)];
  return {
    edits: [item.path, ...mentions.map(({ path }) => path)].map((path) => ({ path, remove: true })),
    name: '',
    reason: '',
  };
}

/**
 * The edits that add a copy of an object after it, with its states and tracks.
 * @param {Target} target
 * @returns {Made}
 */
export function duplication(target) {
  const item = itemOf(target);
  if (typeof item === 'string') return refused(`not duplicated: ${item}`);
  const { list, key, value, owner } = item;
  const ids = Object.values(owner).map((one) => String(one?.id ?? ''));
  const isNamed = typeof value?.id === 'string';
  const copyKey = typeof key === 'number' ? key + 1 : freeName(key, Object.keys(owner));
  const id = typeof key === 'number' && isNamed ? freeName(value.id, ids) : String(copyKey);
  const copy = `${list}${step(copyKey)}`;
  const group = target.name.slice(0, target.name.lastIndexOf('.') + 1);
  const name = `${group}${id}`;
  /** @type {Edit[]} */
  const edits = [{ path: copy, copy: item.path }];
  if (isNamed) edits.push({ path: `${copy}.id`, value: id });
  shift(edits, copy, value);
  shift(edits, `${copy}.state`, value?.state);
  for (const { path, start, rest, value: mention } of mentionsOf(target)) {
    const place = `${start}${step(name + rest)}`;
    edits.push({ path: place, copy: path });
    if (rest === '' && start.endsWith('.states')) shift(edits, place, mention);
  }
  for (const { list: children, index } of listedIn(target))
    edits.push({ path: `${children}[${index + 1}]`, insert: name });
  return { edits, name, reason: '' };
}

/**
 * Adds the edits that put a copy beside what it is a copy of.
 * @param {Edit[]} edits
 * @param {string} path
 * @param {any} value
 */
function shift(edits, path, value) {
  for (const coordinate of ['x', 'y']) {
    const before = value?.[coordinate];
    if (typeof before === 'number') edits.push({ path: `${path}.${coordinate}`, value: before + offset });
  }
}

/** @param {string} reason */
function refused(reason) {
  return { edits: [], name: '', reason };
}

/** @param {string | number} key */
function step(key) {
  return `[${JSON.stringify(key)}]`;
}

/**
 * The item that makes an object: itself, or its item in the data of its group. A text says why there is none.
 * @param {Target} target
 */
function itemOf(target) {
  const { name, path, prefix, objects } = target;
  const [, group] = /^(.*)\.each$/.exec(path) ?? [];
  if (group?.includes('.each')) return `${name} is made of data in a group that is made of data itself`;
  const last = /(?:\.([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\])$/.exec(path);
  const list = group === undefined ? path.slice(0, last?.index) : `${group}.data`;
  const owner = valueIn({ objects }, list.slice(prefix.length));
  if (typeof owner !== 'object' || owner === null)
    return `the data that make ${name} are not in the document`;
  const named = name.slice(name.lastIndexOf('.') + 1);
  let key = group === undefined ? (last?.[1] ?? last?.[3] ?? Number(last?.[2])) : named;
  if (Array.isArray(owner) && group !== undefined) {
    const index = owner.findIndex((one) => one?.id === named);
    key = index < 0 ? Number(named) : index;
  }
  const later = typeof key === 'number' && laterNumber(target, key);
  if (later) return `a composition names ${later} by its number, which would change; give it an id`;
  return { list, owner, key, value: owner[key], path: `${list}${step(key)}` };
}

/**
 * A mention of a later item of the same list by its number, which would mean another one.
 * @param {Target} target
 * @param {number} index
 */
function laterNumber({ name, compositions }, index) {
  const group = name.slice(0, name.lastIndexOf('.') + 1);
  return mapsIn(compositions, '')
    .flatMap(({ map }) => Object.keys(map))
    .find((key) => key.startsWith(group) && Number.parseInt(key.slice(group.length), 10) > index);
}

/**
 * The states and tracks of an object and of its parts: each with its path and value, where its map is, and what follows
 * the name.
 * @param {Target} target
 */
function mentionsOf({ name, prefix, compositions }) {
  return mapsIn(compositions, prefix).flatMap(({ path, map }) =>
    Object.keys(map)
      .filter((key) => key === name || key.startsWith(`${name}.`))
      .map((key) => ({
        ...{ path: `${path}${step(key)}`, value: map[key] },
        ...{ start: path, rest: key.slice(name.length) },
      })),
  );
}

/**
 * All maps of compositions from names of objects.
 * @param {any} compositions
 * @param {string} prefix
 */
function mapsIn(compositions, prefix) {
  const isList = Array.isArray(compositions);
  return Object.entries(compositions ?? {}).flatMap(([key, one]) => {
    const path = `${prefix}compositions${step(isList ? Number(key) : key)}`;
    const maps = [
      { path: `${path}.states`, map: one?.states },
      { path: `${path}.enter.tracks`, map: one?.enter?.tracks },
      { path: `${path}.exit.tracks`, map: one?.exit?.tracks },
    ];
    return maps.filter(({ map }) => typeof map === 'object' && map !== null);
  });
}

/**
 * Where groups list an object by its name.
 * @param {Target} target
 */
function listedIn({ name, prefix, objects }) {
  /** @type {(map: any, path: string) => { path: string, list: string, index: number }[]} */
  const within = (map, path) =>
    Object.entries(map ?? {}).flatMap(([key, one]) => {
      const list = `${path}${step(Array.isArray(map) ? Number(key) : key)}.children`;
      if (typeof one !== 'object' || one === null) return [];
      const index = Array.isArray(one.children) ? one.children.indexOf(name) : -1;
      const own = index < 0 ? [] : [{ path: `${list}[${index}]`, list, index }];
      return [...own, ...within(one.children, list)];
    });
  return within(objects, `${prefix}objects`);
}

/**
 * The value at a path in a document.
 * @param {any} root
 * @param {string} path
 */
function valueIn(root, path) {
  const steps = path.matchAll(/([^.[\]"]+)|\["([^"]*)"\]/g);
  let value = root;
  for (const [, plain, quoted] of steps) value = value?.[plain ?? quoted ?? ''];
  return value;
}
