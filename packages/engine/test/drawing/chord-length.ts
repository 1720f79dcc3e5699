import type { Outline } from '../../src/drawing/outline.ts';

/** Returns the length of an outline's chords, with each cubic cut into many. */
export function chordLength({ verbs, points }: Outline): number {
  let [length, at, x, y, startX, startY] = [0, 0, 0, 0, 0, 0];
  const to = (nextX: number, nextY: number) => {
    length += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  };
  for (const verb of verbs) {
    if (verb === 'M') [x, y, startX, startY] = [points[at], points[at + 1], points[at], points[at + 1]];
    else if (verb === 'L') to(points[at], points[at + 1]);
    else if (verb === 'Z') to(startX, startY);
    else {
      const [fromX, fromY] = [x, y];
      const [ax, ay, bx, by, cx, cy] = points.slice(at, at + 6);
      for (let step = 1; step <= 2000; step++) {
        const t = step / 2000;
        const u = 1 - t;
        to(
          u ** 3 * fromX + 3 * u * u * t * ax + 3 * u * t * t * bx + t ** 3 * cx,
          u ** 3 * fromY + 3 * u * u * t * ay + 3 * u * t * t * by + t ** 3 * cy,
        );
      }
    }
    at += verb === 'Z' ? 0 : verb === 'C' ? 6 : 2;
  }
  return length;
}
