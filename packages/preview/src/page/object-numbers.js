/** @import { Box } from './fit.js' */

/** The fields whose values are mostly between 0 and 1, which have two decimals. */
const shares = new Set(['opacity', 'scaleX', 'scaleY', 'written']);

/**
 * A number as people read it, without zeros at the end.
 * @param {number} value
 * @param {number} [decimals]
 */
export function showNumber(value, decimals = 1) {
  return String(Number(value.toFixed(decimals)) + 0);
}

/**
 * A size, such as `300 × 120`.
 * @param {number} width
 * @param {number} height
 */
export function showSize(width, height) {
  return `${showNumber(width)} × ${showNumber(height)}`;
}

/**
 * The rows of the details for a box: its size and its corners.
 * @param {Box} box
 */
export function boxRows({ left, top, right, bottom }) {
  const corner = (/** @type {number} */ x, /** @type {number} */ y) => `${showNumber(x)}, ${showNumber(y)}`;
  const corners = `${corner(left, top)} to ${corner(right, bottom)}`;
  return [['box', `${showSize(right - left, bottom - top)} (${corners})`]];
}

/**
 * The rows of the details for a state. Width and height are one row.
 * @param {Readonly<Record<string, string | number>>} state
 */
export function stateRows({ width, height, ...state }) {
  const rows = Object.entries(state).map(([field, value]) => [
    field,
    typeof value === 'number' ? showNumber(value, shares.has(field) ? 2 : 1) : value,
  ]);
  if (typeof width !== 'number' || typeof height !== 'number') return rows;
  return [...rows.slice(0, 2), ['size', showSize(width, height)], ...rows.slice(2)];
}
