/** @import { Box, Size } from './fit.js' */

/**
 * The lines of a scene at which boxes snap: its sides and its middle, and those of other boxes.
 * @param {Size} scene
 * @param {readonly Box[]} boxes
 */
export function snapLines(scene, boxes) {
  const all = [{ left: 0, top: 0, right: scene.width, bottom: scene.height }, ...boxes];
  return {
    x: all.flatMap(({ left, right }) => [left, (left + right) / 2, right]),
    y: all.flatMap(({ top, bottom }) => [top, (top + bottom) / 2, bottom]),
  };
}

/** @typedef {ReturnType<typeof snapLines>} SnapLines */

/**
 * Moves a box to a line that is near, on each axis. Returns the offset with it, and the lines that were met.
 * @param {Box} box
 * @param {{ readonly dx: number, readonly dy: number }} offset
 * @param {SnapLines} lines
 * @param {number} reach How near a line must be.
 */
export function snapMove({ left, top, right, bottom }, { dx, dy }, lines, reach) {
  const x = nearest([left + dx, (left + right) / 2 + dx, right + dx], lines.x, reach);
  const y = nearest([top + dy, (top + bottom) / 2 + dy, bottom + dy], lines.y, reach);
  return { dx: dx + x.by, dy: dy + y.by, met: { x: x.line, y: y.line } };
}

/**
 * @param {readonly number[]} positions
 * @param {readonly number[]} lines
 * @param {number} reach
 * @returns {{ readonly by: number, readonly line: number | null }}
 */
function nearest(positions, lines, reach) {
  /** @type {{ by: number, line: number | null }} */
  let best = { by: 0, line: null };
  let distance = reach;
  for (const position of positions)
    for (const line of lines) {
      const by = line - position;
      if (Math.abs(by) >= distance) continue;
      distance = Math.abs(by);
      best = { by, line };
    }
  return best;
}
