/** @import { Dragged } from './moves.js' */
/** @import { Edit } from './edits.js' */
/** @import { Box, Size } from './fit.js' */

/**
 * What an object may be placed by after a drag.
 * @typedef {{ readonly label: string, readonly edits: Edit[] }} Offer
 */

/** Fields that place an object, which another place replaces. */
const placing = ['place', 'inside', 'above', 'below', 'leftOf', 'rightOf', 'alignTo', 'margin'];

/** Gaps to a neighbour up to this share of the frame's shorter side are meant, and middles that differ by less are the same. */
const nearShare = 0.3;
const alignedShare = 0.03;

/** Maximum number of relations that are offered. */
const maxRelations = 2;

/**
 * The relations that fit a box, the nearest first: beside or inside another object, or in a place of the frame.
 * @param {Dragged} dragged
 * @param {Box} box Where the object is, in scene pixels.
 * @param {readonly { readonly name: string, readonly box: Box }[]} others
 * @returns {Offer[]}
 */
export function relationOffers(dragged, box, others) {
  const { scene, coordinates } = dragged;
  const scale = coordinates?.scale ?? 1;
  const near = Math.min(scene.width, scene.height) * nearShare;
  const fitting = [...others.flatMap((other) => besideOrInside(box, other, scene)), ...frameFits(box, scene)]
    .filter(({ gap }) => gap <= near)
    .sort((one, other) => one.gap - other.gap)
    .slice(0, maxRelations);
  return fitting.map(({ field, value, gap, hasMargin }) => {
    const margin = Math.round(gap / scale);
    const fields = hasMargin ? { [field]: value, margin } : { [field]: value };
    const label =
      field === 'place' ? `at ${value === 'center' ? 'the center' : `the ${value}`}` : `${field} ${value}`;
    return {
      label: hasMargin ? `${label}, margin ${margin}` : label,
      edits: placedBy(dragged, fields),
    };
  });
}

/**
 * The edits that place an object by other fields than now: what placed it goes.
 * @param {Dragged} dragged
 * @param {Readonly<Record<string, string | number>>} fields
 * @returns {Edit[]}
 */
export function placedBy({ found }, fields) {
  const written = found.fields.filter(
    ({ name, value, source }) =>
      placing.includes(name) && value !== null && (source.kind === 'object' || source.kind === 'state'),
  );
  const [first] = written;
  const place = first?.paths.written ?? found.fields[0]?.paths.object ?? '';
  const owner = place.slice(0, place.length - (first?.name ?? found.fields[0]?.name ?? '').length - 1);
  const pathOf = (/** @type {string} */ name) => `${owner}.${name}`;
  const kept = Object.keys(fields).map(pathOf);
  return [
    ...Object.entries(fields).map(([name, value]) => ({ path: pathOf(name), value })),
    ...written
      .filter(({ paths }) => !kept.includes(paths.written))
      .map(({ paths }) => ({ path: paths.written, remove: /** @type {const} */ (true) })),
  ];
}

/** @typedef {{ field: string, value: string, gap: number, hasMargin: boolean }} Fitting */

/**
 * @param {Box} box
 * @param {{ readonly name: string, readonly box: Box }} other
 * @param {Size} scene
 * @returns {Fitting[]}
 */
function besideOrInside(box, { name, box: other }, scene) {
  const aligned = Math.min(scene.width, scene.height) * alignedShare;
  const isSame = (/** @type {number} */ one, /** @type {number} */ two) => Math.abs(one - two) <= 2 * aligned;
  const isInColumn = isSame(box.left + box.right, other.left + other.right);
  const isInRow = isSame(box.top + box.bottom, other.top + other.bottom);
  const isInside =
    isInColumn &&
    isInRow &&
    box.left >= other.left &&
    box.right <= other.right &&
    box.top >= other.top &&
    box.bottom <= other.bottom;
  if (isInside) return [{ field: 'inside', value: name, gap: 0, hasMargin: false }];
  const gaps = [
    ...(isInColumn
      ? [
          { field: 'below', gap: box.top - other.bottom },
          { field: 'above', gap: other.top - box.bottom },
        ]
      : []),
    ...(isInRow
      ? [
          { field: 'rightOf', gap: box.left - other.right },
          { field: 'leftOf', gap: other.left - box.right },
        ]
      : []),
  ];
  return gaps.filter(({ gap }) => gap >= 0).map((one) => ({ ...one, value: name, hasMargin: true }));
}

/**
 * @param {Box} box
 * @param {Size} scene
 * @returns {Fitting[]}
 */
function frameFits(box, { width, height }) {
  const aligned = Math.min(width, height) * alignedShare;
  const isInColumn = Math.abs(box.left + box.right - width) <= 2 * aligned;
  const isInRow = Math.abs(box.top + box.bottom - height) <= 2 * aligned;
  if (isInColumn && isInRow) return [{ field: 'place', value: 'center', gap: 0, hasMargin: false }];
  const corners = [
    { value: 'top left', gaps: [box.top, box.left] },
    { value: 'top right', gaps: [box.top, width - box.right] },
    { value: 'bottom left', gaps: [height - box.bottom, box.left] },
    { value: 'bottom right', gaps: [height - box.bottom, width - box.right] },
  ].flatMap(({ value, gaps: [one = 0, two = 0] }) =>
    Math.abs(one - two) <= aligned && Math.min(one, two) >= 0 ? [{ value, gap: (one + two) / 2 }] : [],
  );
  const sides = [
    ...corners,
    ...(isInColumn
      ? [
          { value: 'top', gap: box.top },
          { value: 'bottom', gap: height - box.bottom },
        ]
      : []),
    ...(isInRow
      ? [
          { value: 'left', gap: box.left },
          { value: 'right', gap: width - box.right },
        ]
      : []),
  ];
  return sides.filter(({ gap }) => gap >= 0).map((one) => ({ ...one, field: 'place', hasMargin: true }));
}
