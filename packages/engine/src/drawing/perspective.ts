/** Sides of a rectangle; bounds are some. */
interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Degrees by which a picture is turned in space about its vertical and then its horizontal axis. */
export type Turn = readonly [aboutVertical: number, aboutHorizontal: number];

/** How the points of a picture are seen when it is turned in space. Lengths are in the pixels of the picture. */
export interface Perspective {
  /** The point that stays. */
  readonly center: readonly [x: number, y: number];
  /** From the eye to the center. */
  readonly distance: number;
  readonly sines: Turn;
  readonly cosines: Turn;
}

/** The distance of the eye, in sides of the picture: the one of a window on a screen. */
const eyeDistance = 2;

/** Returns how a picture is seen that is turned about the middle of its content. */
export function perspectiveOf(picture: Sides, content: Sides, turn: Turn): Perspective {
  const { left, top, right, bottom } = content;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  // Nothing may be behind the eye.
  const reach = Math.max(x - picture.left, picture.right - x, y - picture.top, picture.bottom - y, 1);
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  return {
    center: [x, y],
    distance: reach * 2 * eyeDistance,
    // As in CSS, a positive turn brings the bottom nearer, and takes the right side away.
    sines: [Math.sin(radians(turn[0])), -Math.sin(radians(turn[1]))],
    cosines: [Math.cos(radians(turn[0])), Math.cos(radians(turn[1]))],
  };
}

/** The same in other pixels. */
export function scalePerspective(seen: Perspective, scale: number, x: number, y: number): Perspective {
  const [centerX, centerY] = seen.center;
  return { ...seen, center: [centerX * scale + x, centerY * scale + y], distance: seen.distance * scale };
}

/** How large something is seen at a distance from the axis. */
export function sizeAt({ distance, sines }: Perspective, away: number, axis: 0 | 1): number {
  return distance / (distance + away * sines[axis]);
}

/** The distance from the axis at which something is that is seen at another one; null on the edge of the picture. */
export function placeBefore(
  { distance, sines, cosines }: Perspective,
  seen: number,
  axis: 0 | 1,
): number | null {
  const divisor = cosines[axis] * distance - seen * sines[axis];
  return Math.abs(divisor) < 1e-9 * distance ? null : (seen * distance) / divisor;
}

/** Returns the bounds in which a turned picture is seen: after the turn about the vertical axis, or after both. */
export function seenBounds(bounds: Sides, seen: Perspective, axes: readonly (0 | 1)[]): Sides {
  const [centerX, centerY] = seen.center;
  let [left, top] = [bounds.left - centerX, bounds.top - centerY];
  let [right, bottom] = [bounds.right - centerX, bounds.bottom - centerY];
  for (const axis of axes) {
    const [near, far] = axis === 0 ? [left, right] : [top, bottom];
    const sizes = [sizeAt(seen, near, axis), sizeAt(seen, far, axis)];
    const along = [near, far].map((away, index) => away * seen.cosines[axis] * sizes[index]);
    const across = (axis === 0 ? [top, bottom] : [left, right]).flatMap((one) =>
      sizes.map((size) => one * size),
    );
    const [low, high] = [Math.min(...along), Math.max(...along)];
    const [least, most] = [Math.min(...across), Math.max(...across)];
    [left, right, top, bottom] = axis === 0 ? [low, high, least, most] : [least, most, low, high];
  }
  return { left: left + centerX, top: top + centerY, right: right + centerX, bottom: bottom + centerY };
}
