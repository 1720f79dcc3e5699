import { clampUnit, rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import type { LineCourse, Point } from './line-course.ts';

/** Number of cubics of the line that letters follow. */
const pieces = 32;

/** The shortest part of a line on each side of the middle of a text, as a share of its length. */
const leastHalf = 0.01;

/**
 * Returns the state of a text whose letters follow a line, with its middle at a share of the length. Without a
 * distance, it is above the line, and outside a circle.
 */
export function bendAlong(
  course: LineCourse,
  template: CompositionState,
  { along, beside }: { readonly along: number; readonly beside: number | null },
  isCircle: boolean,
): CompositionState {
  const middle = course.at(along);
  // Letters are never upside down in their middle.
  const isBack =
    middle.direction.x < -1e-9 || (Math.abs(middle.direction.x) <= 1e-9 && middle.direction.y > 0);
  const half = isCircle ? 0.5 : Math.max(leastHalf, Math.min(along, 1 - along));
  const away = beside ?? 0;
  const at = (step: number): { readonly point: Point; readonly direction: Point } => {
    const way = ((step / pieces) * 2 - 1) * half * (isBack ? -1 : 1);
    const share = isCircle ? wrapped(along + way) : clampUnit(along + way);
    const { point, direction: ahead } = course.at(share);
    const direction = isBack ? { x: -ahead.x, y: -ahead.y } : ahead;
    return {
      point: { x: point.x - direction.y * away, y: point.y + direction.x * away },
      direction,
    };
  };
  const stations = Array.from({ length: pieces + 1 }, (_, step) => at(step));
  const [start] = stations;
  const curves = stations.slice(1).map(({ point, direction }, index) => {
    const before = stations[index];
    const reach = Math.hypot(point.x - before.point.x, point.y - before.point.y) / 3;
    const firstControl = {
      x: before.point.x + before.direction.x * reach,
      y: before.point.y + before.direction.y * reach,
    };
    const other = { x: point.x - direction.x * reach, y: point.y - direction.y * reach };
    return [firstControl, other, point].flatMap(({ x, y }) => [
      rounded(x - start.point.x),
      rounded(y - start.point.y),
    ]);
  });
  const side = isCircle && isBack ? 'top' : 'bottom';
  const verticalAlign = beside === null ? (template.verticalAlign ?? side) : template.verticalAlign;
  return {
    ...template,
    x: rounded(start.point.x),
    y: rounded(start.point.y),
    curves,
    ...(verticalAlign !== undefined && { verticalAlign }),
  };
}

function wrapped(share: number): number {
  return share - Math.floor(share);
}
