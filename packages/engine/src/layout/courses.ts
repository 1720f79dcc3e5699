import type { CompositionState } from '../project/schema.ts';
import type { CoursePlace, Courses } from '../shorthand/course.ts';
import { type Relations, shareAlong } from '../shorthand/relations.ts';
import type { RelatedScene } from '../shorthand/scene-relations.ts';
import { courseOf, degreesOf, type LineCourse, type Point, unit } from './line-course.ts';

/** Number of straight pieces of a way along a curve. */
const steps = 64;

/** An object on a line in one composition. */
interface Station {
  readonly course: LineCourse;
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
  { objects, relations, sequence }: RelatedScene,
  states: readonly Readonly<Record<string, CompositionState>>[],
): readonly Courses[] {
  const onLines = Object.entries(relations.objects).filter(([, { relations: rules }]) =>
    rules.some(({ x }) => x === 'on'),
  );
  return sequence.map((_, index) => {
    const courses = new Map<string, readonly CoursePlace[]>();
    for (const [id, { relations: rules }] of onLines) {
      const [before, after] = [rules[index - 1], rules[index]];
      if (before?.x !== 'on' || after?.x !== 'on' || before.fields.on !== after.fields.on) continue;
      const from = stationOf(objects, states[index - 1], id, before);
      const to = stationOf(objects, states[index], id, after);
      const course = from && to && courseBetween(from, to);
      if (course) courses.set(id, course);
    }
    return courses;
  });
}

function stationOf(
  objects: RelatedScene['objects'],
  states: Readonly<Record<string, CompositionState>>,
  id: string,
  relations: Relations,
): Station | null {
  const { on = '', upright = false, bend = false } = relations.fields;
  const [state, line] = [states[id], states[on]];
  if (state?.visible !== true || line === undefined || bend) return null;
  if (state.formulas !== undefined || line.formulas !== undefined) return null;
  const kind = objects[on]?.kind;
  const [course, along] = [courseOf(line, kind), shareAlong(relations, kind)];
  const { point, direction } = course.at(along);
  const [right, down] = [state.x - point.x, state.y - point.y];
  return {
    course,
    along,
    ahead: right * direction.x + down * direction.y,
    beside: down * direction.x - right * direction.y,
    rotation: state.rotation - (upright ? 0 : degreesOf(direction)),
    upright,
  };
}

function courseBetween(from: Station, to: Station): readonly CoursePlace[] | null {
  if (from.upright !== to.upright || (from.course.isStraight && to.course.isStraight)) return null;
  if (from.along === to.along && from.course === to.course) return null;
  const places: CoursePlace[] = [];
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    const between = (one: number, other: number) => one + (other - one) * share;
    const middle = (one: Point, other: Point) => ({ x: between(one.x, other.x), y: between(one.y, other.y) });
    const along = between(from.along, to.along);
    const [before, after] = [from.course.at(along), to.course.at(along)];
    const point = middle(before.point, after.point);
    const direction = unit(middle(before.direction, after.direction));
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

/** The same angle, less than half a turn from the one before. */
function continued(before: number | undefined, angle: number): number {
  return before === undefined ? angle : angle - 360 * Math.round((angle - before) / 360);
}
