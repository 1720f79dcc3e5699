import type { NodeShape } from '../../shorthand/kinds/graph/graph.ts';
import type { Point } from '../line-course.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Space between a label and the outline of its node, in font sizes. */
const [padAcross, padDown] = [0.85, 0.6];

/** Number of straight pieces of a quarter of a circle. */
const quarter = 8;

/** Returns the size of a node around a label in a graph that leads across or down. Lengths are in pixels, `em` is the font size. */
export function nodeSize(shape: NodeShape, label: Size, em: number, isAcross: boolean): Size {
  const width = Math.max(label.width, 1.2 * em) + 2 * padAcross * em;
  const height = Math.max(label.height, 1.2 * em) + 2 * padDown * em;
  switch (shape) {
    case 'circle': {
      const diameter = Math.SQRT2 * Math.max(label.width, label.height, 0.9 * em) + 0.6 * em;
      return { width: diameter, height: diameter };
    }
    case 'start':
      return { width: 0.7 * em, height: 0.7 * em };
    case 'stop':
      return { width: 0.8 * em, height: 0.8 * em };
    case 'bar':
      return isAcross ? { width: 0.25 * em, height: 3 * em } : { width: 3 * em, height: 0.25 * em };
    case 'diamond': {
      if (label.width === 0) return { width: 1.4 * em, height: 1.4 * em };
      // A corner of the label touches a side where the shares of both lengths add up to 1.
      const [across, down] = [width - padAcross * em, height - padDown * em];
      const tall = 2.2 * down;
      return { width: across / (1 - down / tall), height: tall };
    }
    case 'stadium':
      return { width: width + 0.3 * em, height };
    case 'subroutine':
      return { width: width + 2 * subroutineMargin(height), height };
    case 'database':
      return { width, height: height + 3.2 * rimOf(width) };
    case 'hexagon':
      return { width: width + height * 0.5, height };
    case 'flag':
      return { width: width + slantOf(height), height };
    case 'parallelogram':
    case 'parallelogramBack':
    case 'trapezoid':
    case 'trapezoidBack':
      return { width: width + 2 * slantOf(height), height };
    default:
      return { width, height };
  }
}

function slantOf(height: number): number {
  return height * 0.28;
}

function rimOf(width: number): number {
  return Math.min(width * 0.1, 60);
}

function subroutineMargin(height: number): number {
  return height * 0.14;
}

/** Whether a node is a circle. */
function isDisc(shape: NodeShape): boolean {
  return shape === 'circle' || shape === 'start' || shape === 'stop';
}

/** Whether a node is a path with points, and no rectangle or circle. */
export function isPolygon(shape: NodeShape): boolean {
  return !['rect', 'round', 'stadium', 'note', 'bar'].includes(shape) && !isDisc(shape);
}

/** Returns the points of a node that is a path, in pixels from its upper left corner. */
export function polygonOf(shape: NodeShape, { width: w, height: h }: Size): readonly Point[] {
  const slant = slantOf(h);
  const points = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([x, y]) => ({ x, y }));
  switch (shape) {
    case 'diamond':
      return points([w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2]);
    case 'hexagon':
      return points([h / 4, 0], [w - h / 4, 0], [w, h / 2], [w - h / 4, h], [h / 4, h], [0, h / 2]);
    case 'flag':
      return points([0, 0], [w, 0], [w, h], [0, h], [slant, h / 2]);
    case 'parallelogram':
      return points([slant, 0], [w, 0], [w - slant, h], [0, h]);
    case 'parallelogramBack':
      return points([0, 0], [w - slant, 0], [w, h], [slant, h]);
    case 'trapezoid':
      return points([slant, 0], [w - slant, 0], [w, h], [0, h]);
    case 'trapezoidBack':
      return points([0, 0], [w, 0], [w - slant, h], [slant, h]);
    case 'subroutine': {
      // The lines inside are drawn there and back, around what they enclose, so that they cut nothing out.
      const margin = subroutineMargin(h);
      return points(
        ...([
          [0, 0],
          [w, 0],
          [w, h],
          [0, h],
          [0, 0],
        ] as const),
        ...([
          [w - margin, 0],
          [w - margin, h],
          [margin, h],
          [margin, 0],
        ] as const),
      );
    }
    case 'database': {
      const rim = rimOf(w);
      const arc = (middle: number, from: number, to: number) =>
        Array.from({ length: 2 * quarter + 1 }, (_, step) => {
          const angle = from + ((to - from) * step) / (2 * quarter);
          return { x: w / 2 + (w / 2) * Math.cos(angle), y: middle + rim * Math.sin(angle) };
        });
      const back = arc(rim, 0, -Math.PI);
      // The rim in front, then around the whole: back, left, bottom, right.
      return [...arc(rim, Math.PI, 0), ...back, ...arc(h - rim, Math.PI, 0), { x: w, y: rim }, ...back];
    }
    default:
      return points([0, 0], [w, 0], [w, h], [0, h]);
  }
}

/** Returns the outline of a node as points, in pixels from its middle. */
export function outlineOf(shape: NodeShape, size: Size, radius: number): readonly Point[] {
  const { width, height } = size;
  if (isDisc(shape))
    return Array.from({ length: 8 * quarter }, (_, step) => {
      const angle = (step * 2 * Math.PI) / (8 * quarter);
      return { x: (width / 2) * Math.cos(angle), y: (height / 2) * Math.sin(angle) };
    });
  if (isPolygon(shape))
    return polygonOf(shape, size).map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2 }));
  const rounding = Math.min(radius, width / 2, height / 2);
  const corners = [
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  return corners.flatMap(([right, down], index) =>
    Array.from({ length: quarter + 1 }, (_, step) => {
      const angle = -Math.PI / 2 + (index + step / quarter) * (Math.PI / 2);
      return {
        x: right * (width / 2 - rounding) + rounding * Math.cos(angle),
        y: down * (height / 2 - rounding) + rounding * Math.sin(angle),
      };
    }),
  );
}

/** Returns the point of an outline in the direction of another point, both from the middle: the outermost one. */
export function borderTowards(outline: readonly Point[], { x, y }: Point): Point {
  const length = Math.hypot(x, y);
  if (length === 0) return outline[0] ?? { x: 0, y: 0 };
  const [alongX, alongY] = [x / length, y / length];
  let reach = 0;
  for (const [index, from] of outline.entries()) {
    const to = outline[(index + 1) % outline.length];
    if (to === undefined) continue;
    const [sideX, sideY] = [to.x - from.x, to.y - from.y];
    const cross = alongX * sideY - alongY * sideX;
    if (Math.abs(cross) < 1e-12) continue;
    const distance = (from.x * sideY - from.y * sideX) / cross;
    const share = (from.x * alongY - from.y * alongX) / cross;
    if (share >= -1e-9 && share <= 1 + 1e-9) reach = Math.max(reach, distance);
  }
  return { x: alongX * reach, y: alongY * reach };
}

/** Returns the outermost point of an outline, in the direction of an axis or against it, beside its middle. */
export function borderAt(outline: readonly Point[], axis: 'x' | 'y', sign: 1 | -1, beside: number): Point {
  const across = axis === 'x' ? 'y' : 'x';
  let reach = 0;
  for (const [index, from] of outline.entries()) {
    const to = outline[(index + 1) % outline.length];
    if (to === undefined) continue;
    const length = to[across] - from[across];
    const share = Math.abs(length) < 1e-9 ? 0 : (beside - from[across]) / length;
    if (Math.abs(length) < 1e-9 && Math.abs(beside - from[across]) > 1e-9) continue;
    if (share < -1e-9 || share > 1 + 1e-9) continue;
    reach = Math.max(reach, sign * (from[axis] + (to[axis] - from[axis]) * share));
  }
  return axis === 'x' ? { x: sign * reach, y: beside } : { x: beside, y: sign * reach };
}
