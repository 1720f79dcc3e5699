/**
 * The row of each part of a lane, so that no two parts in a row overlap. A part goes into the first row with room for
 * it.
 * @param {readonly { readonly startMs: number, readonly endMs: number }[]} parts
 */
export function laneRows(parts) {
  /** @type {number[]} */
  const ends = [];
  return parts.map(({ startMs, endMs }) => {
    const found = ends.findIndex((end) => end <= startMs);
    const row = found < 0 ? ends.length : found;
    ends[row] = endMs;
    return row;
  });
}
