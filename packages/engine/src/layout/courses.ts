import type { CompositionState } from '../project/schema.ts';
import type { CoursePlace, Courses } from '../shorthand/course.ts';
import type { Relations } from '../shorthand/relations.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';
import { degreesOf, type Point, pointOn, pointsOf } from './line-course.ts';

/** Number of straight pieces of a way along a curve. */
const steps = 64;

/** An object on a line in one composition. */
interface Station {
  readonly points: readonly Point[];
  readonly along: number;
  /** Its position relative to the point of the line: in the direction of the line, and across it. */
  readonly ahead: number;
  readonly beside: number;
  /** Its rotation relative to the line, in degrees; for an upright object relative to the scene. */
  readonly rotation: number;
  readonly upright: boolean;
}

/**
 * Returns the ways of objects that stay on the same line from one composition to the next. Without them, an object would
 * leave a curve for the straight line between its two places.
 */
export function coursesOf(
  { relations, sequence }: RelatedScene,
  states: readonly Readonly<Record<string, CompositionState>>[],
): readonly Courses[] {
  return sequence.map((_, index) => {
    const courses = new Map<string, readonly CoursePlace[]>();
    for (const [id, { relations: rules }] of Object.entries(relations.objects)) {
      const [before, after] = [rules[index - 1], rules[index]];
      if (before?.x !== 'on' || after?.x !== 'on' || before.fields.on !== after.fields.on) continue;
      const from = stationOf(states[index - 1], id, before);
      const to = stationOf(states[index], id, after);
      const course = from && to && courseBetween(from, to);
      if (course) courses.set(id, course);
    }
    return courses;
  });
}

function stationOf(
  states: Readonly<Record<string, CompositionState>>,
  id: string,
  { along, fields: { on = '', upright = false } }: Relations,
): Station | null {
  const [state, line] = [states[id], states[on]];
  if (state?.visible !== true || line === undefined) return null;
  if (state.formulas !== undefined || line.formulas !== undefined) return null;
  const points = pointsOf(line);
  const { point, direction } = pointOn(points, along);
  const [right, down] = [state.x - point.x, state.y - point.y];
  return {
    points,
    along,
    ahead: right * direction.x + down * direction.y,
    beside: down * direction.x - right * direction.y,
    rotation: state.rotation - (upright ? 0 : degreesOf(direction)),
    upright,
  };
}

function courseBetween(from: Station, to: Station): readonly CoursePlace[] | null {
  const count = from.points.length;
  if (to.points.length !== count || from.upright !== to.upright) return null;
  const stays =
    from.along === to.along && from.points.every((point, index) => isSamePoint(point, to.points[index]));
  if (stays || (isStraight(from.points) && isStraight(to.points))) return null;
  const places: CoursePlace[] = [];
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    const between = (one: number, other: number) => one + (other - one) * share;
    const points = from.points.map((point, index) => ({
      x: between(point.x, to.points[index].x),
      y: between(point.y, to.points[index].y),
    }));
    const { point, direction } = pointOn(points, between(from.along, to.along));
    const [ahead, beside] = [between(from.ahead, to.ahead), between(from.beside, to.beside)];
    const turn = from.upright ? 0 : degreesOf(direction);
    places.push({
      x: point.x + ahead * direction.x - beside * direction.y,
      y: point.y + ahead * direction.y + beside * direction.x,
      rotation: continued(places.at(-1)?.rotation, between(from.rotation, to.rotation) + turn),
    });
  }
  return places;
}

/** Whether a line bends by less than a hundredth of a pixel. */
function isStraight(points: readonly Point[]): boolean {
  const [start, end] = [points[0], points[points.length - 1]];
  const [right, down] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(right, down);
  const distance = ({ x, y }: Point) =>
    length === 0
      ? Math.hypot(x - start.x, y - start.y)
      : Math.abs((x - start.x) * down - (y - start.y) * right) / length;
  return points.every((point) => distance(point) < 0.01);
}

function isSamePoint(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}

/** The same angle, less than half a turn from the one before. */
function continued(before: number | undefined, angle: number): number {
  return before === undefined ? angle : angle - 360 * Math.round((angle - before) / 360);
}
