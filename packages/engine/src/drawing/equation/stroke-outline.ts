import { type Outline, OutlineBuilder, splitContours, visitSegments } from '../outline.ts';

type Point = readonly [x: number, y: number];

interface Polyline {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

/** Number of lines that replace a curve. A stroke of MathJax has few curves, of the size of a formula. */
const linesPerCurve = 24;

/** Corners are pointed if the unit normals of both sides have at least this sum of 1 and their dot product. */
const minMiter = 0.2;

/** Returns the stroke of an outline, of the given thickness, as an outline to fill. Corners are pointed. */
export function strokeOutline(outline: Outline, thickness: number): Outline {
  const builder = new OutlineBuilder();
  for (const contour of splitContours(outline)) {
    const line = polylineOf(contour);
    if (line.points.length < 2) continue;
    const left = besideLine(line, thickness / 2);
    // Both sides in opposite directions, so that both fill rules fill only what is between them.
    const right = besideLine(line, -thickness / 2).reverse();
    if (line.isClosed) {
      addPolygon(builder, left);
      addPolygon(builder, right);
    } else {
      addPolygon(builder, [...left, ...right]);
    }
  }
  return builder.build();
}

function addPolygon(builder: OutlineBuilder, points: readonly Point[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) builder.moveTo(x, y);
    else builder.lineTo(x, y);
  }
  builder.close();
}

/** Replaces curves by lines and leaves out lines without length. */
function polylineOf(contour: Outline): Polyline {
  const points: Point[] = [];
  let isClosed = false;
  const add = (x: number, y: number) => {
    const last = points.at(-1);
    if (last === undefined || last[0] !== x || last[1] !== y) points.push([x, y]);
  };
  visitSegments(contour, {
    moveTo: add,
    lineTo: add,
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      for (let step = 1; step <= linesPerCurve; step++) {
        const t = step / linesPerCurve;
        add(cubicAt(fromX, c1x, c2x, x, t), cubicAt(fromY, c1y, c2y, y, t));
      }
    },
    close() {
      isClosed = true;
    },
  });
  const [first] = points;
  const last = points.at(-1);
  if (isClosed && points.length > 1 && first[0] === last?.[0] && first[1] === last[1]) points.pop();
  return { points, isClosed };
}

function cubicAt(a: number, b: number, c: number, d: number, t: number): number {
  const rest = 1 - t;
  return rest * (rest * (rest * a + 3 * t * b) + 3 * t * t * c) + t * t * t * d;
}

/** Returns the line at a distance from another, on its right if y runs down. */
function besideLine({ points, isClosed }: Polyline, distance: number): Point[] {
  const { length } = points;
  const normals = points.map((from, index) => normalOf(from, points[(index + 1) % length]));
  return points.flatMap(([x, y], index) => {
    const isStart = !isClosed && index === 0;
    const isEnd = !isClosed && index === length - 1;
    const before = normals[isStart ? index : (index + length - 1) % length];
    const after = isEnd ? before : normals[index];
    const miter = 1 + before[0] * after[0] + before[1] * after[1];
    const shifts: readonly Point[] =
      miter < minMiter ? [before, after] : [[(before[0] + after[0]) / miter, (before[1] + after[1]) / miter]];
    return shifts.map(([dx, dy]): Point => [x + dx * distance, y + dy * distance]);
  });
}

function normalOf([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y);
  return [(y - toY) / length, (toX - x) / length];
}
