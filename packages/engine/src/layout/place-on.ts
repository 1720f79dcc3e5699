import { type Bounds, heightOf, shiftBounds } from '../drawing/bounds.ts';
import { isRound } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import { showNumber } from '../project/problem-text.ts';
import type { CompositionState } from '../project/schema.ts';
import { type Relations, shareAlong } from '../shorthand/relations.ts';
import { bendAlong } from './bend-along.ts';
import { type Composition, defaultLength, type Placement, relationsOf } from './composition.ts';
import type { Lanes } from './lanes.ts';
import { courseOf, degreesOf, type LineCourse, type Point, unit } from './line-course.ts';
import { checkNumbers, reportOf } from './report-relations.ts';
import { boxOf } from './target-boxes.ts';

/** Number of places at which a bent line is compared with the objects beside it. */
const steps = 200;

/** Places an object on a line or a curve, at a share of its length, turned with it unless it is upright. */
export function placeOn(
  composition: Composition,
  id: string,
  template: CompositionState,
  relations: Relations,
): Placement | undefined {
  const { fields, beside } = relations;
  const { on = '', upright = false } = fields;
  const kind = composition.scene.objects[on]?.kind;
  const along = relations.along ?? composition.shares.get(id) ?? shareAlong(relations, kind);
  if (boxOf(composition, on, id) === undefined) return undefined;
  const line = composition.now.get(on)?.state ?? composition.scene.states[composition.index][on];
  if (line === undefined) return undefined;
  if (along < 0 || along > 1) {
    const rule = `is the share of the length of ${on} at which ${id} is, from 0 to 1, but is ${showNumber(along)}`;
    reportOf(composition, id, 'x', rule);
    return undefined;
  }
  const course = courseOf(line, kind);
  const lined = relationsOf(composition, on);
  const { point, direction } = placeAlong(course, along, lined);
  const object = composition.scene.objects[id];
  if (fields.bend === true) {
    const bent = bendAlong(course, template, { along, beside }, isRound(kind));
    if (!checkNumbers(composition, id, bent)) return undefined;
    return { state: bent, box: composition.measurer.inPlace(object, bent) };
  }
  const isLabel = composition.scene.relations.objects[id]?.isLabel === true;
  const turn = isLabel ? readableTurn(direction) : degreesOf(direction);
  const turned: CompositionState = upright
    ? template
    : { ...template, rotation: rounded(template.rotation + turn) };
  const bounds = composition.measurer.atOrigin(object, turned);
  // Beside a line from left to right, positive numbers are below it.
  const normal = { x: -direction.y, y: direction.x };
  const isTurned = isLabel && !upright;
  const upper = isTurned ? turnedSide(normal, turn) : upperSide(normal);
  const outer = isLabel ? outerSide(composition.lanes, course, normal, on, lined) : 0;
  const side = outer === 0 ? upper : outer;
  const reach = isTurned
    ? heightOf(composition.measurer.upright(object, template)) / 2
    : (Math.abs(normal.x) * (bounds.right - bounds.left) +
        Math.abs(normal.y) * (bounds.bottom - bounds.top)) /
      2;
  const margin = fields.margin ?? defaultLength(composition, 'inside') / 2;
  const isOnLine = isLabel && standsOnLine(relations, composition.lanes, on, lined);
  const wanted = isOnLine ? 0 : (beside ?? side * (reach + margin + line.strokeWidth / 2));
  const middle = { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 };
  const isCentred = beside === null || isOnLine;
  const placeAt = (away: number): Point => ({
    x: rounded(point.x + normal.x * away - (isCentred ? middle.x : 0)),
    y: rounded(point.y + normal.y * away - (isCentred ? middle.y : 0)),
  });
  const isUnarranged = isLabel && beside === null && !isOnLine && !course.isStraight;
  const away = isUnarranged
    ? clearOf(course, bounds, placeAt, wanted, margin / 2 + line.strokeWidth / 2)
    : wanted;
  const state: CompositionState = { ...turned, ...placeAt(away) };
  if (!checkNumbers(composition, id, state)) return undefined;
  return { state, box: shiftBounds(bounds, state.x, state.y) };
}

/** The point of a line at a share of its length, and the direction there: at the tip of a brace, that of its ends. */
function placeAlong(course: LineCourse, along: number, { fields }: Relations): ReturnType<LineCourse['at']> {
  const pointOnCourse = course.at(along);
  if (fields.route !== 'brace') return pointOnCourse;
  const [start, end] = [course.at(0).point, course.at(1).point];
  return { point: pointOnCourse.point, direction: unit({ x: end.x - start.x, y: end.y - start.y }) };
}

/** The sign of a normal that leads up, or to the right of an upright line. */
function upperSide({ x, y }: Point): 1 | -1 {
  return y < 0 || (y === 0 && x > 0) ? 1 : -1;
}

/** The sign of a normal that leads up from the letters of a text that is turned by some degrees. */
function turnedSide({ x, y }: Point, turn: number): 1 | -1 {
  const angle = (turn * Math.PI) / 180;
  return x * Math.sin(angle) - y * Math.cos(angle) > 0 ? 1 : -1;
}

/** Whether a label is on its line, which opens for it: if its author wrote so, or between two other lines. */
export function standsOnLine(
  { beside }: Relations,
  lanes: Lanes,
  line: string,
  lined: Relations | undefined,
): boolean {
  if (beside !== null || lined === undefined) return beside === 0;
  const { index, count } = lanes.of(line, lined.fields.from, lined.fields.to);
  const isLoop = lined.fields.from === lined.fields.to;
  return !isLoop && count > 2 && index > 0 && index < count - 1;
}

/** A line that is farther than this from the straight one at its middle, in pixels, leads around something. */
const leastBulge = 1;

/** The side of a line on which its label has most room: 1 in the direction of the normal, -1, or 0 for any. */
function outerSide(
  lanes: Lanes,
  course: LineCourse,
  normal: Point,
  line: string,
  { fields: { from, to, route } }: Relations,
): number {
  const [start, end, middle] = [course.at(0).point, course.at(1).point, course.at(0.5).point];
  const bulge = { x: middle.x - (start.x + end.x) / 2, y: middle.y - (start.y + end.y) / 2 };
  const outwards = bulge.x * normal.x + bulge.y * normal.y;
  const isBowed = route === 'brace' || (typeof from === 'string' && from === to);
  if (isBowed || Math.abs(outwards) > leastBulge) return Math.sign(outwards);
  const { index, count } = lanes.of(line, from, to);
  if (count === 1) return 0;
  const isForward = String(from) <= String(to);
  return Math.sign(index - (count - 1) / 2) * (isForward ? 1 : -1);
}

/** The angle of a line in degrees, half a turn less or more where letters would be upside down. */
function readableTurn(direction: Point): number {
  const angle = degreesOf(direction);
  if (angle > 90 - 1e-6) return angle - 180;
  return angle < -90 - 1e-6 ? angle + 180 : angle;
}

/** The distance from a line at which a box beside it does not meet it, at least the one that is wanted. */
function clearOf(
  course: LineCourse,
  own: Bounds,
  placeAt: (away: number) => Point,
  wanted: number,
  space: number,
): number {
  const points = Array.from({ length: steps + 1 }, (_, step) => course.at(step / steps).point);
  const meets = (away: number) => {
    const candidate = placeAt(away);
    const box = shiftBounds(own, candidate.x, candidate.y);
    const [left, right] = [box.left - space, box.right + space];
    const [top, bottom] = [box.top - space, box.bottom + space];
    return points.some(({ x, y }) => x > left && x < right && y > top && y < bottom);
  };
  const size = Math.hypot(own.right - own.left, own.bottom - own.top);
  for (let more = 0; more <= size; more += size / 40) {
    const away = wanted + Math.sign(wanted) * more;
    if (!meets(away)) return away;
    if (size === 0) break;
  }
  return wanted;
}
