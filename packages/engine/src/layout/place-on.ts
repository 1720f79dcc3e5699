import type { CompositionState } from '../project/schema.ts';
import type { Relations } from '../shorthand/relations.ts';
import { rounded } from '../shorthand/rounded.ts';
import { shifted } from './boxes.ts';
import { type Composition, defaultLength, type Placement } from './composition.ts';
import { checkNumbers } from './report-relations.ts';
import { boxOf } from './target-boxes.ts';

/** Number of straight pieces by which the length of a curve is measured. */
const pieces = 64;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places an object on a line or a curve, at a share of its length, turned with it unless it is upright. */
export function placeOn(
  composition: Composition,
  id: string,
  template: CompositionState,
  { fields, along, beside }: Relations,
): Placement | undefined {
  const { on = '', upright = false } = fields;
  if (boxOf(composition, on, id) === undefined) return undefined;
  const line = composition.now.get(on)?.state ?? composition.scene.states[composition.index][on];
  if (line === undefined) return undefined;
  const { point, direction } = pointOn(pointsOf(line), along);
  const turned: CompositionState = upright
    ? template
    : { ...template, rotation: rounded(template.rotation + degreesOf(direction)) };
  const own = composition.measurer.atOrigin(composition.scene.objects[id], turned);
  // Beside a line from left to right, positive numbers are below it.
  const normal = { x: -direction.y, y: direction.x };
  const isUpper = normal.y < 0 || (normal.y === 0 && normal.x > 0);
  const side = isUpper ? 1 : -1;
  const reach =
    (Math.abs(normal.x) * (own.right - own.left) + Math.abs(normal.y) * (own.bottom - own.top)) / 2;
  const margin = fields.margin ?? defaultLength(composition, 'inside') / 2;
  const away = beside ?? side * (reach + margin + line.strokeWidth / 2);
  const middle = { x: (own.left + own.right) / 2, y: (own.top + own.bottom) / 2 };
  const isCentred = beside === null;
  const state: CompositionState = {
    ...turned,
    x: rounded(point.x + normal.x * away - (isCentred ? middle.x : 0)),
    y: rounded(point.y + normal.y * away - (isCentred ? middle.y : 0)),
  };
  if (!checkNumbers(composition, id, state)) return undefined;
  return { state, box: shifted(own, state.x, state.y) };
}

/** The points of a line or a curve in scene coordinates, close enough that straight pieces between them will do. */
function pointsOf(line: CompositionState): readonly Point[] {
  const { x, y, width, height, points, path, rotation, scaleX = 1, scaleY = 1 } = line;
  const angle = (rotation * Math.PI) / 180;
  const placed = (point: Point): Point => {
    const [across, down] = [point.x * scaleX, point.y * scaleY];
    return {
      x: x + across * Math.cos(angle) - down * Math.sin(angle),
      y: y + across * Math.sin(angle) + down * Math.cos(angle),
    };
  };
  if (points !== undefined) return points.map(([px, py]) => placed({ x: px * width, y: py * height }));
  const isStraight = path.c1.x === 0 && path.c1.y === 0 && path.c2.x === 0 && path.c2.y === 0;
  if (isStraight) return [placed({ x: 0, y: 0 }), placed({ x: width, y: height })];
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const t = index / pieces;
    const [a, b, c] = [3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
    return placed({
      x: a * path.c1.x + b * path.c2.x + c * width,
      y: a * path.c1.y + b * path.c2.y + c * height,
    });
  });
}

/** The point at a share of the length of a polyline, and the direction there as a vector of length 1. */
function pointOn(
  points: readonly Point[],
  along: number,
): { readonly point: Point; readonly direction: Point } {
  const lengths = points.slice(1).map((end, index) => {
    const start = points[index];
    return Math.hypot(end.x - start.x, end.y - start.y);
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let left = along * whole;
  let index = 0;
  while (index < lengths.length - 1 && left > lengths[index]) left -= lengths[index++];
  const [start, end] = [points[index], points[index + 1] ?? points[index]];
  const length = lengths[index] || 1;
  const direction = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const isPoint = direction.x === 0 && direction.y === 0;
  return {
    point: { x: start.x + direction.x * left, y: start.y + direction.y * left },
    direction: isPoint ? { x: 1, y: 0 } : direction,
  };
}

function degreesOf({ x, y }: Point): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}
