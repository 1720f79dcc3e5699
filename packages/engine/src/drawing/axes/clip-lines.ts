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

/** Adds the part of a polygon inside a box (Sutherland and Hodgman, 1974). */
export function addPolygon(
  builder: OutlineBuilder,
  corners: readonly (readonly [number, number])[],
  { left, top, right, bottom }: Bounds,
): void {
  const sides = [
    { axis: 0, limit: left, sign: 1 },
    { axis: 0, limit: right, sign: -1 },
    { axis: 1, limit: top, sign: 1 },
    { axis: 1, limit: bottom, sign: -1 },
  ] as const;
  let kept = corners;
  for (const { axis, limit, sign } of sides) {
    const before = kept;
    const distance = (point: readonly [number, number]) => sign * (point[axis] - limit);
    kept = before.flatMap((point, index) => {
      const last = before[(index + before.length - 1) % before.length] ?? point;
      const [from, to] = [distance(last), distance(point)];
      const inside = to >= 0 ? [point] : [];
      if (from >= 0 === to >= 0) return inside;
      const share = from / (from - to);
      const crossing = [
        axis === 0 ? limit : last[0] + (point[0] - last[0]) * share,
        axis === 1 ? limit : last[1] + (point[1] - last[1]) * share,
      ] as const;
      return [crossing, ...inside];
    });
  }
  if (kept.length < 3) return;
  for (const [index, point] of kept.entries()) {
    if (index === 0) builder.moveTo(...point);
    else builder.lineTo(...point);
  }
  builder.close();
}
