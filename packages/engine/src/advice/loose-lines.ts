import type { Bounds } from '../drawing/bounds.ts';
import { isPicture, isShape } from '../language/kinds.ts';
import type { Budget } from '../project/budget.ts';
import type { AdviceList } from './advice.ts';
import type { Shown } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import { type HeldObject, isRead, statePath } from './pictures/hold-picture.ts';

/** Shares of the frame's shorter side: the usual gap between a line and an object, and that of a line that misses one. */
const [usualGap, widestGap] = [0.032, 0.056];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Advises on straight arrows that begin at an object and end a little before another one, which they point to. */
export function adviseOnLooseLines({ pictures, whyPresent }: Shown, work: Budget, list: AdviceList): void {
  const said = new Set<string>();
  for (const picture of pictures) {
    const { scene, compositionId, objects } = picture;
    const shorter = Math.min(scene.width, scene.height);
    const solid = objects.filter(
      ({ object, box }) => box && (isShape(object.kind) || isPicture(object.kind)),
    );
    const texts = objects.filter(({ object, state }) => isRead(object, state));
    for (const line of objects) {
      const ends = endsOf(line);
      if (ends === null) continue;
      if (list.full || !work.take(objects.length)) return;
      const { targets = [] } = list.relationsOf(scene.id, compositionId, line.object.id) ?? {};
      if (targets.length > 1) continue;
      const isAround = ({ box }: HeldObject) => ends.every((end) => distance(box, end) === 0);
      const others = solid.filter((held) => !isAround(held));
      const touches = (end: Point) =>
        [...others, ...texts].some(({ box }) => distance(box, end) <= usualGap * shorter);
      for (const [end, far] of [ends, ends.toReversed()]) {
        if (end === undefined || far === undefined || touches(end) || !touches(far)) continue;
        const ahead = pointAhead(far, end, widestGap * shorter);
        const missed = others.find(
          ({ box }) => meets(box, end, ahead) && distance(box, far) > usualGap * shorter,
        );
        if (missed === undefined) continue;
        const key = JSON.stringify([scene.id, line.object.id, missed.object.id]);
        if (said.has(key)) continue;
        said.add(key);
        const gap = Math.round(distance(missed.box, end));
        const name = missed.object.id;
        list.add({
          rule: 'loose-line',
          path: statePath(picture, line),
          message: `the ${line.object.kind} ${line.object.id} ends ${gap} pixels before the ${missed.object.kind} ${name} and touches nothing there; let it lead "from" one object "to" the other, or move its end${whyPresent(picture, [line.object.id, name])}`,
          ...(line.box && { box: roundBox(line.box) }),
        });
      }
    }
  }
}

/** The ends of a straight arrow that nothing turns or moves; null for other objects. */
function endsOf({ object, state, box }: HeldObject): readonly [Point, Point] | null {
  if (!box || object.kind !== 'arrow') return null;
  const { x, y, width, height, rotation, scaleX = 1, scaleY = 1, shear = 0, curves } = state;
  const isTurned = rotation !== 0 || scaleX !== 1 || scaleY !== 1 || shear !== 0;
  if (isTurned || curves !== undefined || (object.parentId ?? null) !== null) return null;
  return [
    { x, y },
    { x: x + width, y: y + height },
  ];
}

/** The distance of a point from a box; 0 inside it, and infinite without one. */
function distance(box: Bounds | null, { x, y }: Point): number {
  if (box === null) return Infinity;
  const across = Math.max(box.left - x, x - box.right, 0);
  const down = Math.max(box.top - y, y - box.bottom, 0);
  return Math.hypot(across, down);
}

/** The point of a line as far beyond its end as a length. */
function pointAhead(start: Point, end: Point, length: number): Point {
  const whole = Math.hypot(end.x - start.x, end.y - start.y);
  const share = whole === 0 ? 0 : length / whole;
  return { x: end.x + (end.x - start.x) * share, y: end.y + (end.y - start.y) * share };
}

/** Whether the way between two points meets a box (the slab method, from Kay and Kajiya). */
function meets(box: Bounds | null, from: Point, to: Point): boolean {
  if (box === null) return false;
  let [first, last] = [0, 1];
  for (const [start, way, least, most] of [
    [from.x, to.x - from.x, box.left, box.right],
    [from.y, to.y - from.y, box.top, box.bottom],
  ] as const) {
    if (way === 0 && (start < least || start > most)) return false;
    if (way === 0) continue;
    const [one, other] = [(least - start) / way, (most - start) / way];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  return first <= last;
}
