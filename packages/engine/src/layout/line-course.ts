import { memoizeByObject } from '../drawing/memoize-by-object.ts';
import { type Outline, visitSegments } from '../drawing/outline.ts';
import { ellipticalArc, polyline, smoothCurve } from '../drawing/shapes.ts';
import type { ObjectKind } from '../language/kinds.ts';
import { isRound } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';

/** Number of straight pieces that approximate a curve, and the least number for each of its cubics. */
const piecesOfCurve = 512;
const piecesOfCubic = { least: 8, most: 64 };

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line or a curve in scene coordinates, approximated by straight pieces. */
export class LineCourse {
  /** Whether it bends by less than a hundredth of a pixel. */
  readonly isStraight: boolean;
  readonly #points: readonly Point[];
  /** The length from the start to each point. */
  readonly #lengths: readonly number[];

  constructor(points: readonly Point[]) {
    let length = 0;
    this.#points = points;
    this.#lengths = points.map(({ x, y }, index) => {
      const before = points[index - 1];
      if (before !== undefined) length += Math.hypot(x - before.x, y - before.y);
      return length;
    });
    this.isStraight = isStraight(points);
  }

  /** The point at a share of the length, 0 to 1, and the direction there as a vector of length 1. */
  at(share: number): { readonly point: Point; readonly direction: Point } {
    const wanted = share * (this.#lengths.at(-1) ?? 0);
    let [low, high] = [1, this.#points.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lengths[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    const start = this.#points[low - 1] ?? this.#points[0];
    const end = this.#points[low] ?? start;
    const direction = unit({ x: end.x - start.x, y: end.y - start.y });
    const left = wanted - (this.#lengths[low - 1] ?? 0);
    return { point: { x: start.x + direction.x * left, y: start.y + direction.y * left }, direction };
  }
}

/** Returns a vector of length 1 in the same direction; to the right for one without a length. */
export function unit({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length };
}

function isStraight(points: readonly Point[]): boolean {
  const [start, end] = [points[0], points[points.length - 1]];
  const [right, down] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(right, down);
  const distance = ({ x, y }: Point) =>
    length === 0
      ? Math.hypot(x - start.x, y - start.y)
      : Math.abs((x - start.x) * down - (y - start.y) * right) / length;
  return points.every((point) => distance(point) < 0.01);
}

/**
 * Returns the course of a line object, or of a circle from its top clockwise. Objects on the same line share it, so it
 * is computed once.
 */
export function courseOf(line: CompositionState, kind?: ObjectKind): LineCourse {
  return isRound(kind) ? circleCourse(line) : lineCourse(line);
}

const lineCourse = memoizeByObject((line: CompositionState) => courseAlong(line, outlineOf(line)));

const circleCourse = memoizeByObject((circle: CompositionState) =>
  courseAlong(circle, ellipticalArc(Math.abs(circle.width), Math.abs(circle.height), { start: 0, end: 360 })),
);

function courseAlong(line: CompositionState, outline: Outline): LineCourse {
  const { x, y, rotation, scaleX = 1, scaleY = 1 } = line;
  const angle = (rotation * Math.PI) / 180;
  const points = cornersOf(outline).map((point) => {
    const [across, down] = [point.x * scaleX, point.y * scaleY];
    return {
      x: x + across * Math.cos(angle) - down * Math.sin(angle),
      y: y + across * Math.sin(angle) + down * Math.cos(angle),
    };
  });
  return new LineCourse(points);
}

function outlineOf(state: CompositionState): Outline {
  const { width, height, points, path, smooth, closed, curves } = state;
  if (curves !== undefined)
    return { verbs: `M${'C'.repeat(curves.length)}`, points: [0, 0, ...curves.flat()] };
  const { c1, c2 } = path;
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
  const share = Math.ceil(piecesOfCurve / outline.verbs.length);
  const pieces = Math.max(piecesOfCubic.least, Math.min(piecesOfCubic.most, share));
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

/** The angle of a direction, in degrees clockwise from the right. */
export function degreesOf({ x, y }: Point): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}
