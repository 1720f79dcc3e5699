import { readNumber } from './number-steps.js';

/** @import { EditedField, EditedObject } from '@render-service/engine/edit' */
/** @import { PlacedObject } from '../page-messages.ts' */
/** @import { Point, Size } from './fit.js' */
/** @import { Edit } from './edits.js' */
/** @import { Scope } from './object-editor.js' */

/**
 * What a drag in the picture makes: edits, or the reason why there are none. `leaves` says that a coordinate would be
 * written which a relation has set.
 * @typedef {{ readonly edits: Edit[], readonly reason: string, readonly leaves?: boolean }} Moved
 */

/**
 * An object that is dragged: its fields, its state in the picture, and the scene that it is in.
 * @typedef {object} Dragged
 * @property {Pick<EditedObject, 'name' | 'fields'>} found
 * @property {Readonly<Record<string, string | number>>} state
 * @property {PlacedObject['coordinates']} coordinates
 * @property {Size} scene
 * @property {Scope} scope
 */

/** Margins of relations without one, as shares of the frame's shorter side. */
const frameMargin = 0.06;
const besideMargin = 0.03;
const insideMargin = 0.02;

/** Offsets on the other axis of a relation that are smaller keep it, as shares of the frame's shorter side. */
const keptShare = 0.02;

/** Relations on whose objects a drag has no meaning: they follow others in both directions. */
const followed = ['around', 'on', 'from', 'to'];

/**
 * The edits that move an object by an offset in scene pixels: those of its coordinates, or of the margin of the relation
 * that places it.
 * @param {Dragged} dragged
 * @param {{ readonly dx: number, readonly dy: number }} offset
 * @param {boolean} [isExact] Whether small offsets beside the axis of a relation are meant, too.
 * @returns {Moved}
 */
export function moveEdits(dragged, offset, isExact = false) {
  const { found, scene } = dragged;
  const { dx, dy } = inCoordinates(dragged, offset);
  const [x, y] = ['x', 'y'].map((name) => found.fields.find((one) => one.name === name));
  if (!x || !y) return refused(`${found.name} has no place of its own`);
  const relation = [x, y].map(({ source }) => (source.kind === 'relation' ? String(source.name) : ''));
  const [word = ''] = (relation[0] || relation[1]).split(' ');
  if (word === 'in')
    return refused(
      `${found.name} is ${relation[0]}, which places its members: drag it onto another member to change the order`,
    );
  if (followed.includes(word))
    return refused(`${found.name} is ${relation[0] || relation[1]} and moves with it`);
  const margin = marginChange(dragged, relation, { dx, dy });
  const kept = Math.min(scene.width, scene.height) * keptShare;
  const edits = [];
  let leaves = false;
  /** @type {(field: EditedField, by: number, full: number, axis: 'x' | 'y') => string} */
  const shift = (field, by, full, axis) => {
    if (by === 0 || margin?.axis === axis) return '';
    if (margin && !isExact && Math.abs(by) < kept) return '';
    const edit = shifted(dragged, field, by, full);
    if (!edit)
      return `${field.name} of ${found.name} is ${JSON.stringify(field.value)}, which cannot be dragged`;
    edits.push(edit);
    leaves ||= field.source.kind === 'relation';
    return '';
  };
  const reason = shift(x, dx, scene.width, 'x') || shift(y, dy, scene.height, 'y');
  if (reason !== '') return refused(reason);
  if (margin?.edit) edits.push(margin.edit);
  return leaves ? { edits, reason: '', leaves } : { edits, reason: '' };
}

/**
 * The coordinates of an object after a move by scene pixels.
 * @param {Dragged} dragged
 * @param {{ readonly dx: number, readonly dy: number }} offset
 */
export function movedTo(dragged, offset) {
  const { dx, dy } = inCoordinates(dragged, offset);
  const { x, y } = dragged.coordinates ?? { x: Number(dragged.state.x), y: Number(dragged.state.y) };
  return { x: round(x + dx), y: round(y + dy) };
}

/**
 * An offset in scene pixels in the coordinates of an object: a camera or a parent may scale and turn them.
 * @param {Dragged} dragged
 * @param {{ readonly dx: number, readonly dy: number }} offset
 */
function inCoordinates({ coordinates }, { dx, dy }) {
  const { scale = 1, rotation = 0 } = coordinates ?? {};
  const { x, y } = turned({ x: dx, y: dy }, -rotation);
  return { dx: x / scale, dy: y / scale };
}

/**
 * A vector, turned by degrees.
 * @param {Point} vector
 * @param {number} degrees
 */
export function turned({ x, y }, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { x: cosine * x - sine * y, y: sine * x + cosine * y };
}

/**
 * The change of the margin that a move along the axis of a relation makes; null for an object without one.
 * @param {Dragged} dragged
 * @param {readonly string[]} relation
 * @param {{ readonly dx: number, readonly dy: number }} offset
 * @returns {{ readonly axis: 'x' | 'y', readonly edit: Edit | null } | null}
 */
function marginChange(dragged, [ofX, ofY], { dx, dy }) {
  const { found, scene } = dragged;
  const shorter = Math.min(scene.width, scene.height);
  const [word, ...rest] = (ofX || ofY).split(' ');
  const side = word === 'place' ? rest.join(' ') : word;
  /** @type {Readonly<Record<string, { axis: 'x' | 'y', by: number }>>} */
  const directions = {
    ...{ below: { axis: 'y', by: dy }, above: { axis: 'y', by: -dy } },
    ...{ rightOf: { axis: 'x', by: dx }, leftOf: { axis: 'x', by: -dx } },
    ...{ top: { axis: 'y', by: dy }, bottom: { axis: 'y', by: -dy } },
    ...{ left: { axis: 'x', by: dx }, right: { axis: 'x', by: -dx } },
  };
  const direction = directions[side];
  const field = found.fields.find(({ name }) => name === 'margin');
  if (!direction || !field || (direction.axis === 'x' ? ofX : ofY) === '') return null;
  if (direction.by === 0) return { axis: direction.axis, edit: null };
  const isInside = found.fields.some(
    ({ name, value }) => name === 'inside' && value !== null && value !== 'frame',
  );
  const usual = word !== 'place' ? besideMargin : isInside ? insideMargin : frameMargin;
  const edit =
    field.value === null
      ? write(dragged, field, round(usual * shorter + direction.by))
      : shifted(dragged, field, direction.by, shorter);
  return { axis: direction.axis, edit };
}

/**
 * The edits that give an object another size; sides that are not dragged stay where they are.
 * @param {Dragged} dragged
 * @param {{ readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }} by How far
 * each side moves outwards or inwards, in scene pixels to the right and down, both turned with the object.
 * @returns {Moved}
 */
export function resizeEdits(dragged, { left, top, right, bottom }) {
  const { found, state, scene } = dragged;
  // An object that is drawn twice as large needs half of the width.
  const [scaleX, scaleY] = ['scaleX', 'scaleY'].map((name) => Math.abs(Number(state[name] ?? 1)) || 1);
  const fieldOf = (/** @type {string} */ name) => found.fields.find((one) => one.name === name);
  const [width, height, fontSize] = ['width', 'height', 'fontSize'].map(fieldOf);
  /** @type {Edit[]} */
  const edits = [];
  const grow = (
    /** @type {EditedField | undefined} */ field,
    /** @type {number} */ by,
    /** @type {number} */ full,
  ) => {
    const edit = field && by !== 0 ? resized(dragged, field, by, full) : null;
    if (edit) edits.push(edit);
  };
  if (typeof state.width !== 'number' && fontSize) {
    const before = Number(state.fontSize);
    const size = Math.max(1, before + (bottom - top) / scaleY);
    grow(fontSize, size - before, Math.min(scene.width, scene.height));
    return edits.length > 0 ? { edits, reason: '' } : refused(`${found.name} has no font size to drag`);
  }
  // What a relation centres grows on both sides: twice as much lets the dragged side follow the pointer.
  const centred = centredBy(found.fields);
  grow(width, ((right - left) * (centred.x ? 2 : 1)) / scaleX, scene.width);
  grow(height, ((bottom - top) * (centred.y ? 2 : 1)) / scaleY, scene.height);
  if (edits.length === 0) return refused(`${found.name} has no size to drag`);
  // x and y are the middle.
  const isPlaced = ['x', 'y'].some((name) => fieldOf(name)?.source.kind === 'relation');
  const middle = turned({ x: (left + right) / 2, y: (top + bottom) / 2 }, Number(state.rotation ?? 0));
  const moved = isPlaced ? refused('') : moveEdits(dragged, { dx: round(middle.x), dy: round(middle.y) });
  return { edits: [...edits, ...moved.edits], reason: '' };
}

/**
 * On which axes the relation of an object centres it.
 * @param {readonly EditedField[]} fields
 */
function centredBy(fields) {
  const relationOf = (/** @type {string} */ name) => {
    const source = fields.find((field) => field.name === name)?.source;
    return source?.kind === 'relation' ? (source.name ?? '') : '';
  };
  const anchored = {
    x: /^(?:rightOf|leftOf)\b|^place.*\b(?:left|right)\b/,
    y: /^(?:below|above)\b|^place.*\b(?:top|bottom)\b/,
  };
  const isCentred = (/** @type {'x' | 'y'} */ axis) =>
    relationOf(axis) !== '' && !anchored[axis].test(relationOf(axis));
  return { x: isCentred('x'), y: isCentred('y') };
}

/**
 * The edits that turn an object to an angle in the picture, in degrees.
 * @param {Dragged} dragged
 * @param {number} angle
 * @returns {Moved}
 */
export function rotateEdits(dragged, angle) {
  const field = dragged.found.fields.find(({ name }) => name === 'rotation');
  if (!field) return refused(`${dragged.found.name} cannot be turned`);
  const own = angle - (dragged.coordinates?.rotation ?? 0);
  const edit = write(dragged, field, round(own - 360 * Math.round(own / 360)));
  return edit ? { edits: [edit], reason: '' } : refused(`${dragged.found.name} cannot be turned there`);
}

/** @param {string} reason */
function refused(reason) {
  return { edits: [], reason };
}

/**
 * A field changed by pixels. A share of a length stays one, and a value that is not written begins at that in the picture.
 * @param {Dragged} dragged
 * @param {EditedField} field
 * @param {number} by
 * @param {number} full The length of which shares are.
 * @returns {Edit | null} Null for a formula.
 */
function shifted(dragged, field, by, full) {
  const { value } = field;
  if (value === null) {
    const { name } = field;
    const start = (name === 'x' || name === 'y' ? dragged.coordinates?.[name] : null) ?? dragged.state[name];
    return typeof start === 'number' ? write(dragged, field, round(start + by)) : null;
  }
  const read = readNumber(String(value));
  if (read?.unit === '') return write(dragged, field, round(read.number + by));
  return read?.unit === '%' ? write(dragged, field, `${round(read.number + (100 * by) / full)}%`) : null;
}

/**
 * A size changed by pixels, at least one.
 * @param {Dragged} dragged
 * @param {EditedField} field
 * @param {number} by
 * @param {number} full
 */
function resized(dragged, field, by, full) {
  const before = Number(dragged.state[field.name] ?? 0);
  return shifted(dragged, field, Math.max(by, 1 - before), full);
}

/**
 * @param {Dragged} dragged
 * @param {EditedField} field
 * @param {string | number} value
 * @returns {Edit | null} Null where the field cannot be written.
 */
function write({ scope }, { paths }, value) {
  const path = paths[scope];
  return path === null ? null : { path, value };
}

/** @param {number} value */
function round(value) {
  return Number(value.toFixed(1));
}
