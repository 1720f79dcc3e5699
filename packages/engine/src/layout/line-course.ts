import { type Outline, visitSegments } from '../drawing/outline.ts';
import { polyline, smoothCurve } from '../drawing/shapes.ts';
import type { CompositionState } from '../project/schema.ts';

/** Number of straight pieces that stand for a cubic. */
const pieces = 64;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the points of a line or a curve in scene coordinates, close enough for straight pieces between them. */
export function pointsOf(line: CompositionState): readonly Point[] {
  const { x, y, rotation, scaleX = 1, scaleY = 1 } = line;
  const angle = (rotation * Math.PI) / 180;
  return cornersOf(outlineOf(line)).map((point) => {
    const [across, down] = [point.x * scaleX, point.y * scaleY];
    return {
      x: x + across * Math.cos(angle) - down * Math.sin(angle),
      y: y + across * Math.sin(angle) + down * Math.cos(angle),
    };
  });
}

function outlineOf({ width, height, points, path: { c1, c2 }, smooth, closed }: CompositionState): Outline {
  if (points !== undefined) {
    const places = points.flatMap(([px, py]) => [px * width, py * height]);
    return (smooth === true ? smoothCurve : polyline)(places, closed === true);
  }
  const isStraight = [c1.x, c1.y, c2.x, c2.y].every((length) => length === 0);
  if (isStraight) return polyline([0, 0, width, height], false);
  return { verbs: 'MC', points: [0, 0, c1.x, c1.y, c2.x, c2.y, width, height] };
}

function cornersOf(outline: Outline): Point[] {
  const corners: Point[] = [];
  const add = (x: number, y: number) => corners.push({ x, y });
  visitSegments(outline, {
    moveTo: add,
    lineTo: add,
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      for (let index = 1; index <= pieces; index++) {
        const t = index / pieces;
        const [start, a, b, end] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
        add(start * fromX + a * c1x + b * c2x + end * x, start * fromY + a * c1y + b * c2y + end * y);
      }
    },
    close: add,
  });
  return corners;
}

/** The point at a share of the length of a polyline, and the direction there as a vector of length 1. */
export function pointOn(
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

/** The angle of a direction, in degrees clockwise from the right. */
export function degreesOf({ x, y }: Point): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}
