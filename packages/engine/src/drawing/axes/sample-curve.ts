import { clampUnit } from '../../project/numbers.ts';

/** A point in pixels; not finite where the curve has none. */
export type Point = readonly [x: number, y: number];

/** A part of a curve without gaps: its points, x and y in turn, and the parameter of each. */
export interface CurvePiece {
  readonly points: number[];
  readonly parameters: number[];
}

/** Maximum distance of a curve from the lines that replace it, in pixels. */
const tolerance = 0.08;

/** An interval is halved at most this many times. What is then still not a line is a jump. */
const maxHalvings = 14;

/** A jump by less than this many pixels is drawn as a line. */
const smallestJump = 2;

/** Maximum number of points that are computed for one curve. */
const maxPoints = 30_000;

/** Points farther away count as poles; nothing that is drawn reaches there. */
const farthest = 1e9;

/** Number of halvings that find the end of a gap, and of those of each interval on the way there. */
const gapHalvings = 45;
const halvingsAtGap = 5;

/**
 * Samples a curve from one parameter to another, closely where it bends, and cuts it at gaps, jumps and poles. `count`
 * is the least number of intervals, and `isSeen` tells whether a line between two points may be visible.
 */
export function sampleCurve(
  pointAt: (parameter: number) => Point,
  [from, to]: readonly [number, number],
  count: number,
  isSeen: (one: Point, other: Point) => boolean,
): CurvePiece[] {
  return new Sampler(pointAt, isSeen).sample(from, to, count);
}

class Sampler {
  readonly #pointAt: (parameter: number) => Point;
  readonly #isSeen: (one: Point, other: Point) => boolean;
  readonly #pieces: CurvePiece[] = [];
  #piece: CurvePiece | null = null;
  #left = maxPoints;

  constructor(pointAt: (parameter: number) => Point, isSeen: (one: Point, other: Point) => boolean) {
    this.#pointAt = pointAt;
    this.#isSeen = isSeen;
  }

  sample(from: number, to: number, count: number): CurvePiece[] {
    let last = from;
    let before = this.#at(from);
    if (isThere(before)) this.#add(from, before);
    for (let index = 1; index <= count; index++) {
      const next = index === count ? to : from + ((to - from) * index) / count;
      const point = this.#at(next);
      this.#connect(last, before, next, point, 0);
      [last, before] = [next, point];
    }
    this.#break();
    return this.#pieces.filter(({ parameters }) => parameters.length > 1);
  }

  #at(parameter: number): Point {
    this.#left--;
    return this.#pointAt(parameter);
  }

  /** Adds the curve from a point, which is there already, to another one. */
  #connect(from: number, start: Point, to: number, end: Point, halvings: number): void {
    const [starts, ends] = [isThere(start), isThere(end)];
    if (!starts && !ends) return;
    if (!starts || !ends) {
      this.#connectToGap(from, start, to, end);
      return;
    }
    const isFine = this.#left <= 0 || !this.#isSeen(start, end);
    if (isFine && halvings === 0) {
      this.#add(to, end);
      return;
    }
    const middle = (from + to) / 2;
    const point = this.#at(middle);
    if (isThere(point) && (isFine || this.#isLine(from, start, to, end, point))) {
      this.#add(to, end);
      return;
    }
    if (halvings >= maxHalvings || middle === from || middle === to) {
      if (Math.hypot(end[0] - start[0], end[1] - start[1]) > smallestJump) this.#break();
      this.#add(to, end);
      return;
    }
    this.#connect(from, start, middle, point, halvings + 1);
    this.#connect(middle, point, to, end, halvings + 1);
  }

  /** Whether the curve is near the line between two points, in its middle and at a second place. */
  #isLine(from: number, start: Point, to: number, end: Point, middle: Point): boolean {
    if (distanceToLine(middle, start, end) > tolerance) return false;
    const other = this.#at(from + (to - from) * 0.29);
    return isThere(other) && distanceToLine(other, start, end) <= tolerance;
  }

  /** Adds the part of the curve before or after a gap. */
  #connectToGap(from: number, start: Point, to: number, end: Point): void {
    const isBefore = isThere(start);
    let [inside, outside] = isBefore ? [from, to] : [to, from];
    const found: (readonly [parameter: number, point: Point])[] = [];
    for (let index = 0; index < gapHalvings; index++) {
      const middle = (inside + outside) / 2;
      if (middle === inside || middle === outside) break;
      const point = this.#at(middle);
      if (!isThere(point)) outside = middle;
      else {
        inside = middle;
        found.push([middle, point]);
      }
    }
    // Each of these points is nearer to the gap than the one before.
    const way: (readonly [parameter: number, point: Point])[] = isBefore
      ? [[from, start], ...found]
      : [...found.reverse(), [to, end]];
    const [first] = way;
    if (!isBefore) {
      this.#break();
      if (first !== undefined) this.#add(...first);
    }
    for (let index = 1; index < way.length; index++) {
      const [one, two] = [way[index - 1], way[index]];
      if (one && two) this.#connect(...one, ...two, maxHalvings - halvingsAtGap);
    }
    if (isBefore) this.#break();
  }

  #add(parameter: number, point: Point): void {
    this.#piece ??= { points: [], parameters: [] };
    this.#piece.points.push(point[0], point[1]);
    this.#piece.parameters.push(parameter);
  }

  #break(): void {
    if (this.#piece) this.#pieces.push(this.#piece);
    this.#piece = null;
  }
}

function isThere([x, y]: Point): boolean {
  return Math.abs(x) < farthest && Math.abs(y) < farthest;
}

function distanceToLine([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [across, down] = [x2 - x1, y2 - y1];
  const square = across * across + down * down;
  const share = square === 0 ? 0 : ((x - x1) * across + (y - y1) * down) / square;
  const nearest = clampUnit(share);
  return Math.hypot(x - x1 - nearest * across, y - y1 - nearest * down);
}
