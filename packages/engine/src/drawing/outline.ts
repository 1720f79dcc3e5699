import type { Matrix } from '../timeline/matrix.ts';

/**
 * A shape of SVG's move, line, cubic and close. `points` holds x and y of the points of each verb in turn: one for M
 * and L, three for C, none for Z. Outlines never change, so a backend may cache derived data for as long as the outline
 * lives.
 */
export interface Outline {
  readonly verbs: string;
  readonly points: readonly number[];
}

export const emptyOutline: Outline = { verbs: '', points: [] };

/** Callbacks for the segments of an outline. The last two arguments are the start point of the segment. */
export interface SegmentVisitor {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number, fromX: number, fromY: number): void;
  curveTo(
    c1x: number,
    c1y: number,
    c2x: number,
    c2y: number,
    x: number,
    y: number,
    fromX: number,
    fromY: number,
  ): void;
  /** The line back to the start of the contour, (x, y). */
  close(x: number, y: number, fromX: number, fromY: number): void;
}

/** Visits the segments of an outline in order. It allocates nothing, because outlines can have millions of them. */
export function visitSegments({ verbs, points }: Outline, visitor: SegmentVisitor): void {
  let at = 0;
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  for (let index = 0; index < verbs.length; index++) {
    const fromX = x;
    const fromY = y;
    switch (verbs[index]) {
      case 'M':
        x = startX = points[at++];
        y = startY = points[at++];
        visitor.moveTo(x, y);
        break;
      case 'L':
        x = points[at++];
        y = points[at++];
        visitor.lineTo(x, y, fromX, fromY);
        break;
      case 'C':
        x = points[at + 4];
        y = points[at + 5];
        visitor.curveTo(points[at], points[at + 1], points[at + 2], points[at + 3], x, y, fromX, fromY);
        at += 6;
        break;
      default:
        x = startX;
        y = startY;
        visitor.close(x, y, fromX, fromY);
    }
  }
}

/** Builds an outline verb by verb. */
export class OutlineBuilder {
  #verbs = '';
  readonly #points: number[] = [];

  moveTo(x: number, y: number): this {
    this.#verbs += 'M';
    this.#points.push(x, y);
    return this;
  }

  lineTo(x: number, y: number): this {
    this.#verbs += 'L';
    this.#points.push(x, y);
    return this;
  }

  curveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): this {
    this.#verbs += 'C';
    this.#points.push(c1x, c1y, c2x, c2y, x, y);
    return this;
  }

  close(): this {
    this.#verbs += 'Z';
    return this;
  }

  /** Appends an outline, transformed by `matrix`. */
  append(outline: Outline, [a, b, c, d, e, f]: Matrix): this {
    this.#verbs += outline.verbs;
    const { points } = outline;
    for (let i = 0; i < points.length; i += 2) {
      const x = points[i];
      const y = points[i + 1];
      this.#points.push(a * x + c * y + e, b * x + d * y + f);
    }
    return this;
  }

  build(): Outline {
    return { verbs: this.#verbs, points: this.#points };
  }
}

/** Returns the outline transformed by a matrix. */
export function transformOutline(outline: Outline, matrix: Matrix): Outline {
  return new OutlineBuilder().append(outline, matrix).build();
}

/** Joins several outlines into one, each transformed by its matrix. */
export function joinOutlines(parts: Iterable<{ outline: Outline; matrix: Matrix }>): Outline {
  const builder = new OutlineBuilder();
  for (const { outline, matrix } of parts) builder.append(outline, matrix);
  return builder.build();
}

/**
 * Returns the outline itself if its signed area is positive (clockwise with y down), otherwise the reversed outline.
 * Without this, overlapping shapes from different sources would cut holes into each other under the non-zero rule.
 */
export function clockwise(outline: Outline): Outline {
  const area = splitContours(outline).reduce((sum, contour) => sum + signedArea(contour.points), 0);
  return area >= 0 ? outline : reversed(outline);
}

/** Returns an outline whose contours go the other way. */
export function reversed(outline: Outline): Outline {
  const contours = splitContours(outline);
  const verbs = contours.map(({ verbs }) => reverseVerbs(verbs)).join('');
  const points = contours.flatMap(({ points }) => reversePairs(points));
  return { verbs, points };
}

/** Returns the contours of an outline as separate outlines. */
export function splitContours(outline: Outline): Outline[] {
  const contours: OutlineBuilder[] = [];
  let contour = new OutlineBuilder();
  visitSegments(outline, {
    moveTo(x, y) {
      contour = new OutlineBuilder().moveTo(x, y);
      contours.push(contour);
    },
    lineTo(x, y) {
      contour.lineTo(x, y);
    },
    curveTo(c1x, c1y, c2x, c2y, x, y) {
      contour.curveTo(c1x, c1y, c2x, c2y, x, y);
    },
    close() {
      contour.close();
    },
  });
  return contours.map((builder) => builder.build());
}

/**
 * Area by the shoelace formula over points and control points, exact enough for the direction: clockwise is positive.
 */
export function signedArea(points: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length;
    sum += points[i] * points[next + 1] - points[next] * points[i + 1];
  }
  return sum / 2;
}

function reverseVerbs(verbs: string): string {
  const drawn = [...verbs].filter((verb) => verb !== 'M' && verb !== 'Z');
  return `M${drawn.reverse().join('')}${verbs.endsWith('Z') ? 'Z' : ''}`;
}

function reversePairs(points: readonly number[]): number[] {
  const reversed: number[] = [];
  for (let i = points.length - 2; i >= 0; i -= 2) reversed.push(points[i], points[i + 1]);
  return reversed;
}
