import type { Appearance } from '../timeline/appearance.ts';
import { type Outline, reversed, transformOutline } from './outline.ts';
import { arrowHead, ellipse } from './shapes.ts';
import { measureOutline, pointAlong } from './trim-outline.ts';

/** A head of a line, in the coordinates of the line. */
interface LineHead {
  readonly outline: Outline;
  /** Whether it is filled with the paint of the stroke. */
  readonly isFilled: boolean;
}

/** Returns the head at an end of an outline without closed contours, in the direction in which the line arrives there. */
export function lineHead(
  outline: Outline,
  end: 'start' | 'end',
  shape: Appearance['headShape'],
  strokeWidth: number,
): LineHead {
  const back = end === 'end' ? reversed(outline) : outline;
  const [x, y] = [back.points[0] ?? 0, back.points[1] ?? 0];
  const length = Math.min(measureOutline(outline).length, Math.max(10, 3 * strokeWidth));
  const [fromX, fromY] = pointAlong(back, length);
  const [acrossX, acrossY] = [x - fromX, y - fromY];
  const distance = Math.hypot(acrossX, acrossY);
  const [alongX, alongY] = distance === 0 ? [1, 0] : [acrossX / distance, acrossY / distance];
  if (shape === 'circle') {
    const place = [1, 0, 0, 1, x - (alongX * length) / 2, y - (alongY * length) / 2] as const;
    return { outline: transformOutline(ellipse(length, length), place), isFilled: true };
  }
  if (shape === 'cross') {
    const half = length / 2;
    const [middleX, middleY] = [x - alongX * half, y - alongY * half];
    const corner = (ahead: number, beside: number) => [
      middleX + half * (alongX * ahead - alongY * beside),
      middleY + half * (alongY * ahead + alongX * beside),
    ];
    const points = [...corner(-1, -1), ...corner(1, 1), ...corner(-1, 1), ...corner(1, -1)];
    return { outline: { verbs: 'MLML', points }, isFilled: false };
  }
  const head = arrowHead(alongX * length, alongY * length, strokeWidth);
  const place = [1, 0, 0, 1, x - alongX * length, y - alongY * length] as const;
  return { outline: transformOutline(head, place), isFilled: false };
}
