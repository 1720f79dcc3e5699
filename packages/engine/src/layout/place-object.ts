import { type Bounds, shiftBounds } from '../drawing/bounds.ts';
import { arrangesItself, hasLetters } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import type { Relations } from '../shorthand/relations.ts';
import type { GroupState } from '../shorthand/scene-relations.ts';
import { arrangeGroups } from './arrange-groups.ts';
import { arrangeInRoom } from './arrange-in-room.ts';
import { type Axis, placeRange, rangeBeside, rangeOn } from './axes.ts';
import { type Composition, defaultLength, isInFrame, type Placement } from './composition.ts';
import { withRoom } from './equation-baselines.ts';
import { fill, isFilling, roomIn } from './fill.ts';
import { memberBox } from './group-box.ts';
import { placeBrace, sideOf, withBrace } from './place-brace.ts';
import { placeLine } from './place-line.ts';
import { placeOn } from './place-on.ts';
import { checkNumbers } from './report-relations.ts';
import { fitInside, surround, surrounded } from './surround.ts';
import { boxOf, containerOf } from './target-boxes.ts';

export function placeGroup(composition: Composition, id: string, state: GroupState): Placement | undefined {
  const { relations, x, y } = state;
  const isOwn = arrangesItself(composition.scene.relations.groups[id]?.kind);
  const isMember = relations.x === 'group' || relations.y === 'group';
  const shift = isOwn && !isMember ? arrangeInRoom(composition, id, state) : { x: 0, y: 0 };
  // The size of another object is known only now.
  if (!isOwn && isFilling(relations) && !isInFrame(composition, relations.fields))
    arrangeGroups(composition, id, roomIn(composition, id, relations));
  const arrangement = composition.arrangements.get(id);
  if (!arrangement || arrangement.corners.size === 0) return undefined;
  const { width, height } = arrangement;
  const groupBounds = { left: 0, top: 0, right: width, bottom: height };
  const middle = { x: x ?? composition.scene.width / 2, y: y ?? composition.scene.height / 2 };
  const positionOn = (axis: Axis) => shift[axis] + placeOnAxis(axis);
  const placeOnAxis = (axis: Axis) =>
    moveOn(composition, axis, id, groupBounds, relations) ??
    middle[axis] - (axis === 'x' ? width : height) / 2;
  return { state: undefined, box: shiftBounds(groupBounds, positionOn('x'), positionOn('y')) };
}

export function placeObject(
  composition: Composition,
  id: string,
  template: CompositionState,
  relations: Relations,
): Placement | undefined {
  const object = composition.scene.objects[id];
  const atOrigin = placeAtOrigin(composition, id, template);
  if (atOrigin !== undefined) return atOrigin;
  if (relations.x === 'line' || relations.y === 'line')
    return asBrace(composition, relations, placeLine(composition, id, template, relations), id);
  if (relations.x === 'on' || relations.y === 'on') return placeOn(composition, id, template, relations);
  const isBrace = relations.fields.route === 'brace';
  if (isBrace && sideOf(relations) !== undefined) return placeBrace(composition, id, template, relations);
  let state = isBrace ? withBrace(composition, template) : template;
  if (relations.width !== undefined || relations.height !== undefined) {
    state = isFilling(relations)
      ? fill(composition, id, state, relations)
      : surround(composition, id, state, relations);
  }
  if (hasLetters(object.kind) && (relations.wraps || relations.fits))
    state = fitInside(composition, id, state, relations);
  const isMember = relations.x === 'group' || relations.y === 'group';
  const objectBounds = isMember
    ? composition.measurer.upright(object, state)
    : composition.measurer.atOrigin(object, state);
  const room = composition.reaches.get(id);
  const alone = room === undefined ? objectBounds : withRoom(room, state, objectBounds);
  const placed = isMember ? memberBox(composition, object, state) : alone;
  const x = moveOn(composition, 'x', id, placed, relations);
  const y = moveOn(composition, 'y', id, placed, relations);
  if (x !== undefined || y !== undefined) {
    state = { ...state, x: rounded(x ?? state.x), y: rounded(y ?? state.y) };
  }
  if (!checkNumbers(composition, id, state)) return undefined;
  return { state, box: shiftBounds(objectBounds, state.x, state.y) };
}

/** Places a part of a graph or a table where its layout has it. */
function placeAtOrigin(
  composition: Composition,
  id: string,
  template: CompositionState,
): Placement | undefined {
  const group = composition.groupOf.get(id);
  if (group === undefined) return undefined;
  const origin = composition.arrangements.get(group)?.origins?.get(id);
  const box = composition.now.get(group)?.box;
  if (origin === undefined || box === undefined) return undefined;
  const state = { ...template, x: rounded(box.left + origin.x), y: rounded(box.top + origin.y) };
  if (!checkNumbers(composition, id, state)) return undefined;
  return { state, box: composition.measurer.inPlace(composition.scene.objects[id], state) };
}

/** Returns a line as a brace if it is one. */
function asBrace(
  composition: Composition,
  { fields }: Relations,
  placement: Placement | undefined,
  id: string,
): Placement | undefined {
  if (fields.route !== 'brace' || placement?.state === undefined) return placement;
  const state = withBrace(composition, placement.state);
  return { state, box: composition.measurer.inPlace(composition.scene.objects[id], state) };
}

/** Returns the position on an axis that relations give a box that is measured at 0; undefined without a relation. */
function moveOn(
  composition: Composition,
  axis: Axis,
  id: string,
  own: Bounds,
  { fields, ...rules }: Relations,
): number | undefined {
  const rule = rules[axis];
  const range = rangeOn(axis, own);
  const centred = (box: Bounds | undefined) =>
    box && placeRange(axis, 'center', range, rangeOn(axis, box), 0);
  switch (rule) {
    case undefined:
    case 'on':
    case 'line':
      return undefined;
    case 'group': {
      const group = composition.groupOf.get(id) ?? '';
      const corner = composition.arrangements.get(group)?.corners.get(id);
      const box = composition.now.get(group)?.box;
      return corner && box && rangeOn(axis, box).start + corner[axis] - range.start;
    }
    case 'place': {
      const frame = containerOf(composition, id, fields);
      const margin =
        fields.margin ?? defaultLength(composition, isInFrame(composition, fields) ? 'frame' : 'inside');
      return frame && placeRange(axis, fields.place ?? 'center', range, rangeOn(axis, frame), margin);
    }
    case 'around':
      return centred(surrounded(composition, id, fields));
    case 'inside':
      return centred(containerOf(composition, id, fields));
    default: {
      const target = fields[rule];
      const box = target === undefined ? undefined : boxOf(composition, target, id);
      const margin = fields.margin ?? defaultLength(composition, 'beside');
      return box && rangeBeside(axis, rule, range, rangeOn(axis, box), margin, fields.alignTo ?? 'center');
    }
  }
}
