import { isAxes, isRound } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState } from '../project/schema.ts';
import { frameId, type Relations } from '../shorthand/relations.ts';
import { type Composition, defaultLength, ellipseOverRectangle, isInFrame } from './composition.ts';
import type { Lengths } from './group-box.ts';
import { placeOf, report, reportOf } from './report-relations.ts';
import { containerOf } from './target-boxes.ts';

/** The size that `place: fill` gives a group; null on an axis that a number sets. */
export type Room = Readonly<Record<keyof Lengths, number | null>>;

/** Whether `place: fill` sets a size. */
export function isFilling({ width, height }: Relations): boolean {
  return width === 'fill' || height === 'fill';
}

/** The size that fills the frame, or the object in `inside`, within the margin; undefined if that is not known. */
export function roomIn(
  composition: Composition,
  id: string,
  { fields, width, height }: Relations,
): Room | undefined {
  const container = containerOf(composition, id, fields);
  if (container === undefined) return undefined;
  const isFrame = isInFrame(composition, fields);
  const target = fields.inside ?? frameId;
  const scale = isRound(composition.scene.objects[target]?.kind) ? 1 / ellipseOverRectangle : 1;
  const margin = fields.margin ?? defaultLength(composition, isFrame ? 'frame' : 'inside');
  const x = (container.right - container.left) * scale - 2 * margin;
  const y = (container.bottom - container.top) * scale - 2 * margin;
  if (x <= 0 || y <= 0) {
    const wayOut = isFrame ? 'make the margin smaller' : `make ${target} larger or the margin smaller`;
    const rule = `leaves no room in ${isFrame ? 'the frame' : target} beside a margin of ${rounded(margin)}; ${wayOut}`;
    // A group has no place yet that would show whether it is visible.
    if (id in composition.scene.relations.groups)
      report(composition, placeOf(composition, id, 'place'), rule);
    else reportOf(composition, id, 'place', rule);
    return undefined;
  }
  return { x: width === 'fill' ? x : null, y: height === 'fill' ? y : null };
}

/** Gives a shape or a picture the size that `place: fill` has. Its stroke takes a part of it. */
export function fill(
  composition: Composition,
  id: string,
  state: CompositionState,
  relations: Relations,
): CompositionState {
  const room = roomIn(composition, id, relations);
  if (room === undefined) return state;
  const object = composition.scene.objects[id];
  // The labels of large axes take another room than those of small ones.
  const times = isAxes(object.kind) ? 2 : 1;
  return Array.from({ length: times }).reduce<CompositionState>(
    (sized) => filling(composition, object, sized, room),
    state,
  );
}

function filling(
  { measurer }: Composition,
  object: SceneObject,
  state: CompositionState,
  room: Room,
): CompositionState {
  const { left, top, right, bottom } = measurer.upright(object, state);
  const across = right - left - state.width;
  const down = bottom - top - state.height;
  return {
    ...state,
    width: room.x === null ? state.width : Math.max(0, rounded(room.x - across)),
    height: room.y === null ? state.height : Math.max(0, rounded(room.y - down)),
  };
}
