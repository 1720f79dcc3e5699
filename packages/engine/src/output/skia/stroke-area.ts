import { type Bounds, expandBounds, outlineBounds } from '../../drawing/bounds.ts';
import { type Outline, OutlineBuilder, visitSegments } from '../../drawing/outline.ts';
import { Budget } from '../../project/budget.ts';
import type { Matrix } from '../../timeline/matrix.ts';

// See docs/decisions.md, "Very wide strokes are computed by our own code".

/** x and y. */
type Point = readonly [number, number];

/** A segment of an outline: start and end of a line, or start, control points and end of a cubic. */
type Piece = readonly Point[];

/** In pixels. Beyond this, Skia's 32-bit numbers are too inexact, and its stroker never gives exact results. */
const maxExactExtent = 1 << 20;
/** Maximum deviation of a line from the curve that it replaces, in pixels. */
const tolerance = 1 / 16;
/** Maximum number of pieces of an outline to examine. After that, curves are treated as straight. */
const maxPieces = 5000;
/** Maximum number of times that a quarter turn of the pen is halved. */
const maxHalvings = 40;
/** Margin around the picture in pixels, which hides the edges of the cuts. */
const margin = 2;

/** Whether a stroke is so large that Skia would draw it incorrectly and take seconds and gigabytes for it. */
export function isImmenseStroke(outline: Outline, width: number, [a, b, c, d]: Matrix): boolean {
  const bounds = outlineBounds(outline);
  if (!bounds) return false;
  const { left, top, right, bottom } = bounds;
  const reach = Math.max(-left, -top, right, bottom) + width / 2;
  return reach * Math.max(Math.hypot(a, b), Math.hypot(c, d)) > maxExactExtent;
}

/**
 * Returns the part of a stroke in `picture`, in pixels, to be filled by the non-zero rule. A stroke with round caps and
 * joins is the area that a round pen passes over, so its path elsewhere can be omitted.
 */
export function strokeArea(outline: Outline, width: number, matrix: Matrix, picture: Bounds): Outline {
  return new StrokeTracer(width / 2, matrix, expandBounds(picture, margin)).trace(outline);
}

class StrokeTracer {
  readonly #radius: number;
  readonly #matrix: Matrix;
  readonly #picture: Bounds;
  /** Half the extents of the pen, in pixels. */
  readonly #reach: Point;
  readonly #area = new OutlineBuilder();
  readonly #pieces = new Budget(maxPieces);

  constructor(radius: number, matrix: Matrix, picture: Bounds) {
    const [a, b, c, d] = matrix;
    this.#radius = radius;
    this.#matrix = matrix;
    this.#picture = picture;
    this.#reach = [radius * Math.hypot(a, c), radius * Math.hypot(b, d)];
  }

  trace(outline: Outline): Outline {
    visitSegments(outline, {
      moveTo() {},
      lineTo: (x, y, fromX, fromY) =>
        this.#addPiece([
          [fromX, fromY],
          [x, y],
        ]),
      curveTo: (c1x, c1y, c2x, c2y, x, y, fromX, fromY) =>
        this.#addPiece([
          [fromX, fromY],
          [c1x, c1y],
          [c2x, c2y],
          [x, y],
        ]),
      close: (x, y, fromX, fromY) =>
        this.#addPiece([
          [fromX, fromY],
          [x, y],
        ]),
    });
    return this.#area.build();
  }

  #addPiece(whole: Piece): void {
    const waiting = [whole];
    for (let piece = waiting.pop(); piece; piece = waiting.pop()) {
      const pixels = piece.map((point) => this.#toPixels(point));
      if (!meets(pixels, this.#picture, this.#reach)) continue;
      if (this.#pieces.take(1) && !isStraight(pixels)) waiting.push(...halves(piece));
      else this.#addLine(piece[0], piece[piece.length - 1]);
    }
  }

  #addLine(from: Point, to: Point): void {
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(x, y);
    for (const end of [from, to]) this.#addPen(this.#toPixels(end));
    if (length === 0) return;
    const [offsetX, offsetY] = this.#turn((-y / length) * this.#radius, (x / length) * this.#radius);
    const [startX, startY] = this.#toPixels(from);
    const [endX, endY] = this.#toPixels(to);
    this.#addPolygon([
      [startX + offsetX, startY + offsetY],
      [endX + offsetX, endY + offsetY],
      [endX - offsetX, endY - offsetY],
      [startX - offsetX, startY - offsetY],
    ]);
  }

  /** Adds the ellipse that the round pen covers in pixels, exact where it is visible. */
  #addPen(centre: Point): void {
    if (!meets([centre], this.#picture, this.#reach)) return;
    const points: Point[] = [];
    for (let quarter = 0; quarter < 4; quarter++) {
      this.#addArc(points, centre, (quarter * Math.PI) / 2, ((quarter + 1) * Math.PI) / 2, maxHalvings);
    }
    this.#addPolygon(points);
  }

  /** Appends points of the pen's edge without the last one. */
  #addArc(points: Point[], centre: Point, from: number, to: number, halvings: number): void {
    const start = this.#onPen(centre, from, 1);
    const end = this.#onPen(centre, to, 1);
    const middle = (from + to) / 2;
    // The tangents at both ends meet here, so the arc lies within the triangle of the three points.
    const corner = this.#onPen(centre, middle, 1 / Math.cos((to - from) / 2));
    const isExact = isStraight([start, corner, end]) || !meets([start, corner, end], this.#picture, [0, 0]);
    if (isExact || halvings === 0) {
      points.push(start);
      return;
    }
    this.#addArc(points, centre, from, middle, halvings - 1);
    this.#addArc(points, centre, middle, to, halvings - 1);
  }

  #onPen([x, y]: Point, angle: number, scale: number): Point {
    const radius = this.#radius * scale;
    const [offsetX, offsetY] = this.#turn(Math.cos(angle) * radius, Math.sin(angle) * radius);
    return [x + offsetX, y + offsetY];
  }

  #addPolygon(points: readonly Point[]): void {
    const visible = cutConvex(points, this.#picture);
    if (visible.length < 3) return;
    // All in one direction, so that overlapping areas do not cancel each other.
    if (isCounterclockwise(visible)) visible.reverse();
    for (const [index, [x, y]] of visible.entries()) {
      if (index === 0) this.#area.moveTo(x, y);
      else this.#area.lineTo(x, y);
    }
    this.#area.close();
  }

  #toPixels([x, y]: Point): Point {
    const [turnedX, turnedY] = this.#turn(x, y);
    return [turnedX + this.#matrix[4], turnedY + this.#matrix[5]];
  }

  /** Transforms a direction to pixels, without the translation. */
  #turn(x: number, y: number): Point {
    const [a, b, c, d] = this.#matrix;
    return [a * x + c * y, b * x + d * y];
  }
}

/** Whether the rectangle around points, enlarged by `reach` on every side, meets `picture`. */
function meets(points: readonly Point[], picture: Bounds, [reachX, reachY]: Point): boolean {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return (
    Math.min(...xs) - reachX <= picture.right &&
    Math.max(...xs) + reachX >= picture.left &&
    Math.min(...ys) - reachY <= picture.bottom &&
    Math.max(...ys) + reachY >= picture.top
  );
}

/** Whether all points are evenly spaced on the line from the first to the last, within the tolerance. */
function isStraight(points: readonly Point[]): boolean {
  const [startX, startY] = points[0];
  const [endX, endY] = points[points.length - 1];
  const last = points.length - 1;
  // The deviation of the control points from even spacing bounds the deviation of the curve from the line.
  return points.every(
    ([x, y], index) =>
      Math.abs(x - startX - ((endX - startX) * index) / last) <= tolerance &&
      Math.abs(y - startY - ((endY - startY) * index) / last) <= tolerance,
  );
}

/** Returns both halves of a cubic (de Casteljau). */
function halves([p0, p1, p2, p3]: Piece): [Piece, Piece] {
  const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
  const [p01, p12, p23] = [middle(p0, p1), middle(p1, p2), middle(p2, p3)];
  const [p012, p123] = [middle(p01, p12), middle(p12, p23)];
  const p0123 = middle(p012, p123);
  return [
    [p0, p01, p012, p0123],
    [p0123, p123, p23, p3],
  ];
}

/** Returns the part of a convex polygon in a rectangle (Sutherland and Hodgman). */
function cutConvex(polygon: readonly Point[], { left, top, right, bottom }: Bounds): Point[] {
  let points = [...polygon];
  for (const [axis, limit, side] of [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ] as const) {
    const depth = (point: Point) => (point[axis] - limit) * side;
    points = points.flatMap((point, index) => {
      const before = points[(index + points.length - 1) % points.length];
      const [depthBefore, depthHere] = [depth(before), depth(point)];
      const kept = depthHere >= 0 ? [point] : [];
      if (depthBefore >= 0 === depthHere >= 0) return kept;
      const share = depthBefore / (depthBefore - depthHere);
      const other = before[1 - axis] + (point[1 - axis] - before[1 - axis]) * share;
      return [axis === 0 ? ([limit, other] as const) : ([other, limit] as const), ...kept];
    });
  }
  return points;
}

function isCounterclockwise(points: readonly Point[]): boolean {
  const [originX, originY] = points[0];
  let area = 0;
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length];
    area += (x - originX) * (nextY - originY) - (nextX - originX) * (y - originY);
  }
  return area < 0;
}
