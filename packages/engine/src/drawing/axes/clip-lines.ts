import type { Bounds } from '../bounds.ts';
import { type Outline, OutlineBuilder } from '../outline.ts';

/** Returns lines through points, x and y in turn, without their parts outside a box (Liang and Barsky, 1984). */
export function clipLines(lines: readonly (readonly number[])[], box: Bounds): Outline {
  const builder = new OutlineBuilder();
  let last: readonly [number, number] | null = null;
  for (const points of lines) {
    last = null;
    for (let index = 2; index + 1 < points.length; index += 2) {
      const [x1, y1, x2, y2] = [points[index - 2], points[index - 1], points[index], points[index + 1]];
      const range = insideRange(x1, y1, x2 - x1, y2 - y1, box);
      if (range === null) continue;
      const [from, to] = range;
      const start = [x1 + (x2 - x1) * from, y1 + (y2 - y1) * from] as const;
      const end = to === 1 ? ([x2, y2] as const) : ([x1 + (x2 - x1) * to, y1 + (y2 - y1) * to] as const);
      if (last === null || last[0] !== start[0] || last[1] !== start[1]) builder.moveTo(...start);
      builder.lineTo(...end);
      last = end;
    }
  }
  return builder.build();
}

/** Returns the shares of a line at which it enters and leaves a box; null outside. */
function insideRange(
  x: number,
  y: number,
  across: number,
  down: number,
  { left, top, right, bottom }: Bounds,
): readonly [from: number, to: number] | null {
  let [from, to] = [0, 1];
  const sides = [
    [-across, x - left],
    [across, right - x],
    [-down, y - top],
    [down, bottom - y],
  ] as const;
  for (const [towards, distance] of sides) {
    if (towards === 0) {
      if (distance < 0) return null;
      continue;
    }
    const share = distance / towards;
    if (towards < 0) from = Math.max(from, share);
    else to = Math.min(to, share);
  }
  return from < to ? [from, to] : null;
}
