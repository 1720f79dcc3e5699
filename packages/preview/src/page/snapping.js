/** @import { Box, Size } from './fit.js' */

/**
 * The lines of a scene at which the sides and the middle of a box snap: its sides and its middle, and those of other
 * boxes, and where the box would have the same gap to its neighbour as that has to the next, or to both.
 * @param {Size} scene
 * @param {readonly Box[]} boxes
 */
export function snapLines(scene, boxes) {
  const all = [{ left: 0, top: 0, right: scene.width, bottom: scene.height }, ...boxes];
  const across = (/** @type {Box} */ { left, top, right, bottom }) => ({
    ...{ start: left, end: right },
    ...{ from: top, to: bottom },
  });
  const down = (/** @type {Box} */ { left, top, right, bottom }) => ({
    ...{ start: top, end: bottom },
    ...{ from: left, to: right },
  });
  return {
    x: linesOf(all.map(across), boxes.map(across)),
    y: linesOf(all.map(down), boxes.map(down)),
  };
}

/**
 * A box on an axis, with its range on the other one.
 * @typedef {{ readonly start: number, readonly end: number, readonly from: number, readonly to: number }} Range
 */

/**
 * @param {readonly Range[]} all
 * @param {readonly Range[]} boxes
 */
function linesOf(all, boxes) {
  const edges = all.flatMap(({ start, end }) => [start, (start + end) / 2, end]);
  const [starts, middles, ends] = [[...edges], [...edges], [...edges]];
  for (const one of boxes)
    for (const next of boxes) {
      const gap = next.start - one.end;
      if (gap <= 0 || one.from >= next.to || next.from >= one.to) continue;
      starts.push(next.end + gap);
      middles.push((one.end + next.start) / 2);
      ends.push(one.start - gap);
    }
  return [starts, middles, ends];
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
 * @param {readonly number[]} positions The start, the middle and the end.
 * @param {readonly (readonly number[])[]} lines Those of each.
 * @param {number} reach
 * @returns {{ readonly by: number, readonly line: number | null }}
 */
function nearest(positions, lines, reach) {
  /** @type {{ by: number, line: number | null }} */
  let best = { by: 0, line: null };
  let distance = reach;
  for (const [index, position] of positions.entries())
    for (const line of lines[index] ?? []) {
      const by = line - position;
      if (Math.abs(by) >= distance) continue;
      distance = Math.abs(by);
      best = { by, line };
    }
  return best;
}
