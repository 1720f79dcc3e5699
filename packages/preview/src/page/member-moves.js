/** @import { PlacedObject } from '../page-messages.ts' */
/** @import { Edit } from './edits.js' */
/** @import { Point } from './fit.js' */

/**
 * A member of a group that is dragged, the objects in the picture, and the data of the group, if its members are made of
 * them.
 * @typedef {object} Member
 * @property {Pick<PlacedObject, 'name' | 'places'>} object
 * @property {readonly Pick<PlacedObject, 'name' | 'places' | 'box'>[]} objects
 * @property {unknown} data
 */

/** The path of a member that is written as a child. */
const child = /^((?:.*)\.children)(?:\[\d+\]|\.[^.]+|\["[^"]*"\])$/;

/** The path of a member that is made of data, with the path and the name of its group. */
const ofData = /^((?:.*\.)?objects\.([^.]+))\.each\b/;

/**
 * Where the data are of which a member is made; null for one that is written itself.
 * @param {string} path
 */
export function dataPath(path) {
  const [, group] = ofData.exec(path) ?? [];
  return group === undefined ? null : `${group}.data`;
}

/**
 * The edits that give a member of a group the place of another one, in the list of children or in the data of which they
 * are made; null where no other member is.
 * @param {Member} member
 * @param {Point} point
 * @returns {Edit[] | null}
 */
export function memberMove({ object, objects, data }, point) {
  const path = pathOf(object);
  const [, group, name] = ofData.exec(path) ?? [];
  if (group !== undefined && name !== undefined)
    return dataMove({ group, name, object, objects, data }, point);
  const [, list] = child.exec(path) ?? [];
  if (list === undefined) return null;
  const members = [...new Set(objects.map(pathOf))].filter(
    (one) => one.startsWith(list) && !one.slice(list.length + 1).includes('.children'),
  );
  const target = objects.find((one) => members.includes(pathOf(one)) && isIn(one, point));
  if (!target || pathOf(target) === path) return null;
  return [{ path, move: members.indexOf(pathOf(target)) }];
}

/**
 * @param {Member & { readonly group: string, readonly name: string }} member
 * @param {Point} point
 * @returns {Edit[] | null}
 */
function dataMove({ group, name, object, objects, data }, point) {
  if (typeof data !== 'object' || data === null) return null;
  const keyOf = (/** @type {{ readonly name: string }} */ one) =>
    one.name.startsWith(`${name}.`) ? one.name.slice(name.length + 1).split('.')[0] : undefined;
  const keys = [...new Set(objects.flatMap((one) => keyOf(one) ?? []))];
  const target = objects.find((one) => keyOf(one) !== undefined && isIn(one, point));
  const [from, to] = [keyOf(object), target && keyOf(target)];
  if (from === undefined || to === undefined || from === to) return null;
  const index = keys.indexOf(from);
  return [
    { path: `${group}.data${Array.isArray(data) ? `[${index}]` : `.${from}`}`, move: keys.indexOf(to) },
  ];
}

/** @param {Pick<PlacedObject, 'places'>} object */
function pathOf({ places }) {
  return places.at(-1)?.path ?? '';
}

/**
 * @param {Pick<PlacedObject, 'box'>} object
 * @param {Point} point
 */
function isIn({ box }, { x, y }) {
  return box !== null && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
