import type { Bounds } from '../drawing/bounds.ts';
import type { Point } from './line-course.ts';

/** An end of a line: a point, one on the side of an object, or the outline of an object that the line leads to. */
export type LineEnd =
  | { readonly kind: 'point' | 'side'; readonly x: number; readonly y: number }
  | { readonly kind: 'box' | 'ellipse'; readonly box: Bounds };

/** Space between a line and its ends. */
export interface Gaps {
  readonly outline: number;
  readonly point: number;
}

/** Start of a line, and the vector from there to its end. */
export interface Connector {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Connects the middles of two ends with a line that keeps the gaps from outlines and from points. Between ends that are
 * closer than that, the line takes half of the space. Returns null if there is none.
 */
export function connect(from: LineEnd, to: LineEnd, gaps: Gaps): Connector | null {
  const start = middleOf(from);
  const end = middleOf(to);
  const [x, y] = [end.x - start.x, end.y - start.y];
  const distance = Math.hypot(x, y);
  if (distance === 0) return null;
  const [unitX, unitY] = [x / distance, y / distance];
  const reaches = [reachOf(from, unitX, unitY), reachOf(to, unitX, unitY)];
  const room = distance - reaches[0] - reaches[1];
  if (room <= 0) return null;
  const gapOf = ({ kind }: LineEnd) => (kind === 'point' ? gaps.point : gaps.outline);
  const wanted = [from, to].filter((one) => gapOf(one) > 0).length;
  const kept = (one: LineEnd) => Math.min(gapOf(one), room / (2 * Math.max(1, wanted)));
  const before = reaches[0] + kept(from);
  const after = reaches[1] + kept(to);
  const length = distance - before - after;
  return {
    x: start.x + unitX * before,
    y: start.y + unitY * before,
    width: unitX * length,
    height: unitY * length,
  };
}

export function middleOf(end: LineEnd): { readonly x: number; readonly y: number } {
  if ('x' in end) return end;
  const { left, top, right, bottom } = end.box;
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** The distance from the middle to the outline in a direction, a vector of length 1. */
function reachOf(end: LineEnd, x: number, y: number): number {
  if ('x' in end) return 0;
  const { left, top, right, bottom } = end.box;
  const [halfWidth, halfHeight] = [(right - left) / 2, (bottom - top) / 2];
  if (end.kind === 'box') return Math.min(ratio(halfWidth, Math.abs(x)), ratio(halfHeight, Math.abs(y)));
  if (halfWidth === 0 || halfHeight === 0) return 0;
  return 1 / Math.hypot(x / halfWidth, y / halfHeight);
}

function ratio(length: number, part: number): number {
  return part === 0 ? Infinity : length / part;
}

/** The distance from a point to the outline of an end in a direction, a vector of length 1; 0 outside of it. */
export function reachFrom(end: LineEnd, point: Point, { x, y }: Point): number {
  if ('x' in end) return 0;
  const { left, top, right, bottom } = end.box;
  const middle = middleOf(end);
  const [besideX, besideY] = [point.x - middle.x, point.y - middle.y];
  const [halfWidth, halfHeight] = [(right - left) / 2, (bottom - top) / 2];
  if (end.kind === 'box') {
    const across = x === 0 ? Infinity : (halfWidth - Math.sign(x) * besideX) / Math.abs(x);
    const down = y === 0 ? Infinity : (halfHeight - Math.sign(y) * besideY) / Math.abs(y);
    return Math.max(0, Math.min(across, down));
  }
  if (halfWidth === 0 || halfHeight === 0) return 0;
  // The ellipse becomes a circle of radius 1.
  const [fromX, fromY, toX, toY] = [besideX / halfWidth, besideY / halfHeight, x / halfWidth, y / halfHeight];
  const [a, b, c] = [toX * toX + toY * toY, fromX * toX + fromY * toY, fromX * fromX + fromY * fromY - 1];
  const root = b * b - a * c;
  return root <= 0 ? 0 : Math.max(0, (-b + Math.sqrt(root)) / a);
}
