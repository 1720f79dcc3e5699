/** @import { Box, Point, Size } from './fit.js' */

/**
 * Margins of the action-safe and the title-safe area, as shares of each side: EBU R 95 for 16:9.
 */
const safeMargins = [0.035, 0.05];

/** Minimum number of columns of the grid. */
const minColumns = 10;

/**
 * The safe areas of a scene, the larger one first.
 * @param {Size} scene
 */
export function safeAreas({ width, height }) {
  return safeMargins.map((margin) => {
    const [x, y] = [width * margin, height * margin];
    return { x, y, width: width - 2 * x, height: height - 2 * y };
  });
}

/**
 * The step of a scene's grid in scene pixels: 1, 2 or 5 times a power of ten.
 * @param {number} width
 */
export function gridStep(width) {
  const most = Math.max(1, width / minColumns);
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2].find((factor) => factor * power <= most) ?? 1) * power;
}

/**
 * A point, moved to the nearest edge or middle of a box that it is in or near, on each axis.
 * @param {Point} point
 * @param {readonly Box[]} boxes
 * @param {number} reach How far the point may be from it, in scene pixels.
 * @returns {Point}
 */
export function snap({ x, y }, boxes, reach) {
  const near = boxes.filter(
    ({ left, top, right, bottom }) =>
      x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach,
  );
  const nearest = (/** @type {number} */ value, /** @type {number[]} */ lines) =>
    lines
      .filter((line) => Math.abs(line - value) <= reach)
      .sort((one, other) => Math.abs(one - value) - Math.abs(other - value))[0] ?? value;
  return {
    x: nearest(
      x,
      near.flatMap(({ left, right }) => [left, right, (left + right) / 2]),
    ),
    y: nearest(
      y,
      near.flatMap(({ top, bottom }) => [top, bottom, (top + bottom) / 2]),
    ),
  };
}

/**
 * The distance between two points, and how far they are apart in x and y, in scene pixels.
 * @param {Point} from
 * @param {Point} to
 */
export function distanceText(from, to) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  return `${round(Math.hypot(across, down))} px (${round(across)} across, ${round(down)} down)`;
}
