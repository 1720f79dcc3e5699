import type { Bounds } from '../../drawing/bounds.ts';
import type { Point, Quadrilateral } from './overlapping-pairs.ts';

/** The box of an object that may be turned, scaled and sheared, with coordinates of its own. */
export interface TurnedBox {
  /** Lengths of its sides in scene pixels. */
  readonly width: number;
  readonly height: number;
  readonly middle: Point;
  /** From scene pixels to pixels along its sides, from its first corner. */
  toOwn(point: Point): Point;
  toScene(point: Point): Point;
}

/** Returns the box with these corners; null if it has no area. */
export function turnedBox([corner, right, opposite, below]: Quadrilateral): TurnedBox | null {
  const across = [right[0] - corner[0], right[1] - corner[1]] as const;
  const down = [below[0] - corner[0], below[1] - corner[1]] as const;
  const [width, height] = [Math.hypot(...across), Math.hypot(...down)];
  const area = across[0] * down[1] - across[1] * down[0];
  if (area === 0) return null;
  return {
    width,
    height,
    middle: [(corner[0] + opposite[0]) / 2, (corner[1] + opposite[1]) / 2],
    toOwn([x, y]) {
      const [dx, dy] = [x - corner[0], y - corner[1]];
      return [
        ((dx * down[1] - dy * down[0]) / area) * width,
        ((across[0] * dy - across[1] * dx) / area) * height,
      ];
    },
    toScene([x, y]) {
      const [u, v] = [x / width, y / height];
      return [corner[0] + u * across[0] + v * down[0], corner[1] + u * across[1] + v * down[1]];
    },
  };
}

/** The box itself, in its own coordinates. */
export function ownBounds({ width, height }: TurnedBox): Bounds {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** The smallest rectangle along the sides of a box that contains the points, in the box's own coordinates. */
export function boundsIn(box: TurnedBox, points: readonly Point[]): Bounds {
  const inBox = points.map((point) => box.toOwn(point));
  const [xs, ys] = [inBox.map(([x]) => x), inBox.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Moves the corners of a shape. */
export function shiftCorners([a, b, c, d]: Quadrilateral, dx: number, dy: number): Quadrilateral {
  const move = ([x, y]: Point): Point => [x + dx, y + dy];
  return [move(a), move(b), move(c), move(d)];
}

/** The corners of an upright box. */
export function cornersOf({ left, top, right, bottom }: Bounds): Quadrilateral {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}
