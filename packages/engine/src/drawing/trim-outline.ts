import { identityMatrix } from '../timeline/matrix.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import {
  emptyOutline,
  joinOutlines,
  type Outline,
  OutlineBuilder,
  splitContours,
  visitSegments,
} from './outline.ts';

// See docs/decisions.md, "Outlines are trimmed by our own code".

/** A drawn segment of an outline: a line or a cubic. */
export interface MeasuredSegment {
  /** x and y of the start, then of the end (line) or of both control points and the end (cubic). */
  readonly points: readonly number[];
  readonly length: number;
  readonly startsSubpath: boolean;
  readonly closesSubpath: boolean;
}

export interface MeasuredOutline {
  readonly segments: readonly MeasuredSegment[];
  readonly length: number;
}

/** Nodes and weights of five-point Gauss-Legendre quadrature on 0..1. */
const quadrature: readonly (readonly [node: number, weight: number])[] = [
  [0.5, 64 / 225],
  [0.5 - Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 6, (322 + 13 * Math.sqrt(70)) / 1800],
  [0.5 + Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 6, (322 + 13 * Math.sqrt(70)) / 1800],
  [0.5 - Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 6, (322 - 13 * Math.sqrt(70)) / 1800],
  [0.5 + Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 6, (322 - 13 * Math.sqrt(70)) / 1800],
];

/** Number of pieces in which a cubic is measured, so that none bends too sharply for the quadrature. */
const pieces = 16;

/** Enough to halve an interval to the last bit. */
const maxSteps = 52;

/** Returns the first `fraction` (0 to 1) of an outline's total length, contour after contour. */
export function trimOutline(outline: Outline, fraction: number): Outline {
  if (fraction >= 1) return outline;
  const { segments, length } = measureOutline(outline);
  let left = length * fraction;
  if (!(left > 0)) return emptyOutline;
  const builder = new OutlineBuilder();
  for (const segment of segments) {
    if (left <= 0) break;
    const { points } = segment;
    if (segment.startsSubpath) builder.moveTo(points[0], points[1]);
    if (left < segment.length) {
      addPart(builder, points, left);
      break;
    }
    addWhole(builder, points);
    if (segment.closesSubpath) builder.close();
    left -= segment.length;
  }
  return builder.build();
}

/** Returns an outline without the part between two shares (0 to 1) of its total length. */
export function openOutline(outline: Outline, opening: readonly number[] | null): Outline {
  const [start = 0, end = 0] = opening ?? [];
  if (!(end > start)) return outline;
  const { segments, length } = measureOutline(outline);
  const builder = new OutlineBuilder();
  let before = 0;
  let isBroken = true;
  for (const segment of segments) {
    const local = (share: number) => Math.max(0, Math.min(segment.length, share * length - before));
    if (segment.startsSubpath) isBroken = true;
    for (const [from, to] of [
      [0, local(start)],
      [local(end), segment.length],
    ] as const) {
      if (to - from > 1e-6) addSegmentPart(builder, segment, from, to, isBroken || from > 0);
      isBroken = to < segment.length;
    }
    before += segment.length;
  }
  return builder.build();
}

/** The point at a distance from the start of an outline along it; its last point if it is shorter. */
export function pointAlong(outline: Outline, distance: number): readonly [x: number, y: number] {
  let left = distance;
  let last: readonly number[] = outline.points.slice(0, 2);
  for (const { points, length } of measureOutline(outline).segments) {
    last = points;
    if (left < length) {
      const builder = new OutlineBuilder();
      addPart(builder, points, left);
      last = builder.build().points;
      break;
    }
    left -= length;
  }
  return [last.at(-2) ?? 0, last.at(-1) ?? 0];
}

/** Returns the first `fraction` (0 to 1) of the length of each contour of an outline. */
export function trimContours(outline: Outline, fraction: number): Outline {
  if (fraction >= 1) return outline;
  const parts = contoursOf(outline).map((contour) => trimOutline(contour, fraction));
  return joinOutlines(parts.map((part) => ({ outline: part, matrix: identityMatrix })));
}

const contoursOf = memoizeByObject((outline: Outline): readonly Outline[] => splitContours(outline));

/** The segments of an outline with their lengths. */
export const measureOutline = memoizeByObject((outline: Outline): MeasuredOutline => {
  const segments: MeasuredSegment[] = [];
  let startsSubpath = true;
  const add = (points: readonly number[], closesSubpath: boolean) => {
    segments.push({ points, length: segmentLength(points), startsSubpath, closesSubpath });
    startsSubpath = false;
  };
  visitSegments(outline, {
    moveTo() {
      startsSubpath = true;
    },
    lineTo(x, y, fromX, fromY) {
      add([fromX, fromY, x, y], false);
    },
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      add([fromX, fromY, c1x, c1y, c2x, c2y, x, y], false);
    },
    close(x, y, fromX, fromY) {
      add([fromX, fromY, x, y], true);
      startsSubpath = true;
    },
  });
  return { segments, length: segments.reduce((sum, segment) => sum + segment.length, 0) };
});

/**
 * Adds the part of a segment between two lengths from its start; `moves` starts a contour with it. A part without
 * length is a point, which a round pen draws as a dot.
 */
export function addSegmentPart(
  builder: OutlineBuilder,
  { points, length }: MeasuredSegment,
  from: number,
  to: number,
  moves: boolean,
): void {
  if (points.length === 4) {
    const x = (at: number) => points[0] + (points[2] - points[0]) * (length > 0 ? at / length : 0);
    const y = (at: number) => points[1] + (points[3] - points[1]) * (length > 0 ? at / length : 0);
    if (moves) builder.moveTo(x(from), y(from));
    builder.lineTo(x(to), y(to));
    return;
  }
  const start = from > 0 ? parameterAtLength(points, from) : 0;
  const end = to < length ? parameterAtLength(points, to) : 1;
  const rest = start > 0 ? endOfCubic(points, start) : points;
  const [c1x, c1y, c2x, c2y, x, y] = end < 1 ? splitCubic(rest, (end - start) / (1 - start)) : rest.slice(2);
  if (moves) builder.moveTo(rest[0], rest[1]);
  builder.curveTo(c1x, c1y, c2x, c2y, x, y);
}

/** Returns the part of a cubic after t: that before 1 - t of the cubic in the other direction. */
function endOfCubic(p: readonly number[], t: number): readonly number[] {
  const back = splitCubic([p[6], p[7], p[4], p[5], p[2], p[3], p[0], p[1]], 1 - t);
  return [back[4], back[5], back[2], back[3], back[0], back[1], p[6], p[7]];
}

function addWhole(builder: OutlineBuilder, points: readonly number[]): void {
  if (points.length === 4) builder.lineTo(points[2], points[3]);
  else builder.curveTo(points[2], points[3], points[4], points[5], points[6], points[7]);
}

/** Returns the first `length` of a longer segment. */
function addPart(builder: OutlineBuilder, points: readonly number[], length: number): void {
  if (points.length === 4) {
    const t = length / segmentLength(points);
    builder.lineTo(points[0] + (points[2] - points[0]) * t, points[1] + (points[3] - points[1]) * t);
    return;
  }
  const head = splitCubic(points, parameterAtLength(points, length));
  builder.curveTo(head[0], head[1], head[2], head[3], head[4], head[5]);
}

function segmentLength(points: readonly number[]): number {
  if (points.length === 4) return Math.hypot(points[2] - points[0], points[3] - points[1]);
  return lengthsOfPieces(points).reduce((sum, length) => sum + length, 0);
}

const lengthsOfPieces = memoizeByObject((points: readonly number[]): readonly number[] =>
  Array.from({ length: pieces }, (_, i) => pieceLength(points, i / pieces, (i + 1) / pieces)),
);

function pieceLength(points: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (const [node, weight] of quadrature) sum += weight * speed(points, from + (to - from) * node);
  return sum * (to - from);
}

/** Length of the cubic's derivative at t. */
function speed(p: readonly number[], t: number): number {
  const u = 1 - t;
  const first = 3 * u * u;
  const second = 6 * u * t;
  const third = 3 * t * t;
  const dx = first * (p[2] - p[0]) + second * (p[4] - p[2]) + third * (p[6] - p[4]);
  const dy = first * (p[3] - p[1]) + second * (p[5] - p[3]) + third * (p[7] - p[5]);
  return Math.sqrt(dx * dx + dy * dy);
}

/** How close to a length its parameter is, relative to the piece of the cubic. */
const negligibleLength = 1e-13;

/** Returns the parameter at which a cubic has reached `length`, by Newton's method within bounds that close in. */
function parameterAtLength(points: readonly number[], length: number): number {
  const lengths = lengthsOfPieces(points);
  let left = length;
  let index = 0;
  while (index < pieces - 1 && left > lengths[index]) left -= lengths[index++];
  const from = index / pieces;
  let low = from;
  let high = from + 1 / pieces;
  let t = low + (high - low) * Math.min(1, left / lengths[index]);
  for (let i = 0; i < maxSteps; i++) {
    const excess = pieceLength(points, from, t) - left;
    if (Math.abs(excess) <= negligibleLength * lengths[index]) break;
    if (excess < 0) low = t;
    else high = t;
    const next = t - excess / speed(points, t);
    // Where the cubic turns back on itself, its speed says nothing.
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return t;
}

/** Returns the control points and end of the part of a cubic before t (de Casteljau). */
function splitCubic(p: readonly number[], t: number): [number, number, number, number, number, number] {
  const mix = (a: number, b: number) => a + (b - a) * t;
  const [x01, y01] = [mix(p[0], p[2]), mix(p[1], p[3])];
  const [x12, y12] = [mix(p[2], p[4]), mix(p[3], p[5])];
  const [x23, y23] = [mix(p[4], p[6]), mix(p[5], p[7])];
  const [x012, y012] = [mix(x01, x12), mix(y01, y12)];
  const [x123, y123] = [mix(x12, x23), mix(y12, y23)];
  return [x01, y01, x012, y012, mix(x012, x123), mix(y012, y123)];
}
