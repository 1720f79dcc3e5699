import { arrangesItself, isGrid, isProse, isUnarranged } from '../language/kinds.ts';
import { arrangeItself } from './arrange-in-room.ts';
import { type Axis, alignRange } from './axes.ts';
import type { Arrangement, Composition } from './composition.ts';
import type { Room } from './fill.ts';
import { startsOf } from './flex-lengths.ts';
import {
  cellOf,
  createGroupBox,
  type GroupBox,
  isGroupBox,
  type Leaf,
  type Lengths,
  linesUp,
  mainAxis,
  memberBox,
} from './group-box.ts';
import {
  extent,
  measureGroup,
  measureLeaf,
  rangeInPlace,
  sharedBaseline,
  sideOf,
  sizeChildren,
} from './size-groups.ts';

/** The shares of their font sizes that texts have in a group that would be larger than its room, the largest first. */
const textScales = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

const tolerance = 0.01;

/**
 * Sizes and lines up the members of a group and of the groups inside it. `room` is the size that the group fills; its
 * texts become smaller until they fit.
 */
export function arrangeGroups(composition: Composition, outer: string, room: Room | undefined): void {
  let boxes = sizedGroups(composition, outer, room, 1);
  if (room !== undefined && !fits(boxes, room)) {
    // The first scale that fits is between these two.
    let [tooLarge, last] = [0, textScales.length - 1];
    while (last - tooLarge > 1) {
      const middle = Math.floor((tooLarge + last) / 2);
      if (fits(sizedGroups(composition, outer, room, textScales[middle]), room)) last = middle;
      else tooLarge = middle;
    }
    boxes = sizedGroups(composition, outer, room, textScales[last]);
  }
  const starts = sharedStarts(boxes);
  for (const box of boxes) {
    if (arrangesItself(box.group.kind)) {
      // One outside of all groups is arranged when its place is known.
      if (!composition.groupOf.has(box.id)) continue;
      const room = { width: box.size.x, height: box.size.y };
      const arrangement = arrangeItself(composition, box.id, room, { x: true, y: true });
      if (arrangement !== undefined) composition.arrangements.set(box.id, arrangement);
      continue;
    }
    composition.arrangements.set(box.id, arrange(composition, box, starts.get(box.id)));
    for (const child of box.children) if (!isGroupBox(child)) composition.sized.set(child.id, child.state);
  }
}

/** Whether the outermost group is not larger than its room. */
function fits(boxes: readonly GroupBox[], room: Room): boolean {
  const size = boxes.at(-1)?.size ?? { x: 0, y: 0 };
  return (['x', 'y'] as const).every((axis) => size[axis] <= (room[axis] ?? size[axis]) + tolerance);
}

/**
 * Finds the sizes of groups as CSS does: first the widths, from the inner groups to the outer ones and back, then the
 * heights, which depend on them. The outermost group is the last one.
 */
function sizedGroups(
  composition: Composition,
  outer: string,
  room: Room | undefined,
  textScale: number,
): readonly GroupBox[] {
  const boxes = new Map<string, GroupBox>();
  for (const id of composition.groupsInside.get(outer) ?? []) {
    const box = createGroupBox(composition, id, boxes, textScale);
    const corners = new Map(box.children.map((child) => [child.id, { x: 0, y: 0 }]));
    // A group with members has a place, which decides whether the groups around it have one.
    composition.arrangements.set(id, { width: 0, height: 0, corners });
    if (box.children.length > 0) boxes.set(id, box);
  }
  const whole = boxes.get(outer);
  if (whole === undefined) return [];
  const inwards = [...boxes.values()];
  const isBounded = typeof room?.x === 'number' || inwards.some(isNarrowing);
  for (const axis of ['x', 'y'] as const) {
    for (const box of inwards) {
      for (const child of box.children) {
        if (!isGroupBox(child)) measureLeaf(composition, child, axis, isBounded);
      }
      measureGroup(composition, box, axis);
    }
    whole.size[axis] = Math.max(room?.[axis] ?? whole.natural[axis], whole.least[axis]);
    whole.isDefinite[axis] ||= typeof room?.[axis] === 'number';
    for (const box of inwards.toReversed()) sizeChildren(composition, box, axis);
  }
  return inwards;
}

/** Whether a child of a group may be narrower than its natural width. */
function isNarrowing({ state, children }: GroupBox): boolean {
  return state.width > 0 || children.some(({ flex }) => flex > 0);
}

/**
 * Where stretched columns beside each other begin, from their tops, by id: together with the fullest of them if they begin
 * with the same kind, so that the headings of cards line up. None for those with a `justify`.
 */
function sharedStarts(boxes: readonly GroupBox[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const box of boxes) {
    if (box.state.align !== 'stretch' || mainAxis(box) === 'y') continue;
    const alike = new Map<string, GroupBox[]>();
    for (const [index, child] of box.children.entries()) {
      if (!isGroupBox(child) || mainAxis(child) !== 'y') continue;
      if (!child.stretches.y || child.state.justify !== null) continue;
      const [first] = child.children;
      const kind = first && (isGroupBox(first) ? first.group.kind : first.object.kind);
      const key = `${cellOf(box, index).y} ${kind}`;
      alike.set(key, [...(alike.get(key) ?? []), child]);
    }
    for (const columns of alike.values()) {
      const start = Math.min(...columns.map((column) => alongStarts(column, 'y')[0] ?? 0));
      if (columns.length > 1) for (const { id } of columns) starts.set(id, start);
    }
  }
  return starts;
}

/** The places of sized members in their group; `start` is where a column begins with others. */
function arrange(composition: Composition, box: GroupBox, start: number | undefined): Arrangement {
  const { children, size } = box;
  const starts = { x: startsOn(composition, box, 'x'), y: startsOn(composition, box, 'y') };
  const moved = start === undefined ? 0 : start - (starts.y[0] ?? 0);
  if (moved !== 0) starts.y = starts.y.map((one) => one + moved);
  const corners = children.map((child, index) => {
    const [x, y] = [starts.x[index], starts.y[index]];
    if (isGroupBox(child) || !linesUp(box)) return [child.id, { x, y }] as const;
    const corner = cornerInPlace(composition, child);
    return [child.id, { x: x + corner.x, y: y + corner.y }] as const;
  });
  return { width: size.x, height: size.y, corners: new Map(corners) };
}

/** Where the children of a group start on an axis. */
function startsOn(composition: Composition, box: GroupBox, axis: Axis): number[] {
  const { children, padding, gap, size, state, group } = box;
  if (!linesUp(box)) {
    const childStarts = children.map((child) => rangeInPlace(composition, child, axis).start);
    // The parts of a chart already have their places.
    if (!isUnarranged(group.kind)) return childStarts;
    const { start, end } = extent(composition, box, axis);
    return childStarts.map((one) => one + (size[axis] - start - end) / 2);
  }
  const room = size[axis] - 2 * padding;
  if (mainAxis(box) === axis) return alongStarts(box, axis);
  const tracks = box.tracks[axis];
  const starts = tracks && startsOf(tracks, gap, room, state.justify ?? 'center');
  const shared = axis === 'y' && state.align === 'baseline' ? sharedBaseline(box) : null;
  return children.map((child, index) => {
    if (shared !== null) return padding + shared - child.baseline;
    const cell = cellOf(box, index)[axis];
    const start = starts?.[cell] ?? 0;
    const span = { start, end: start + (tracks?.[cell] ?? room) };
    return padding + alignRange(sideOn(box, axis), { start: 0, end: child.size[axis] }, span);
  });
}

/** Where children are that do not fill their place: in a stack, `justify` says it from left to right. */
function sideOn(box: GroupBox, axis: Axis): 'start' | 'center' | 'end' {
  const { justify } = box.state;
  if (axis === 'y' || mainAxis(box) !== null || isGrid(box.group.kind)) return sideOf(box);
  return justify === 'start' || justify === 'end' ? justify : 'center';
}

/** Where the children of a row or a column start along it. */
function alongStarts({ children, padding, gap, size, state }: GroupBox, axis: Axis): number[] {
  const lengths = children.map((child) => child.size[axis]);
  const starts = startsOf(lengths, gap, size[axis] - 2 * padding, state.justify ?? 'center');
  return starts.map((start) => start + padding);
}

/**
 * The upper left corner of an object in the place that its group gives it. A text in a larger place is at the side of
 * its own alignment.
 */
function cornerInPlace(composition: Composition, { object, state, size }: Leaf): Lengths {
  const { left, top, right, bottom } = memberBox(composition, object, state);
  const free = { x: size.x - (right - left), y: size.y - (bottom - top) };
  if (!isProse(object.kind)) return { x: free.x / 2, y: free.y / 2 };
  const { align = 'center', verticalAlign = 'middle' } = state;
  const across = align === 'left' ? 0 : align === 'right' ? 1 : 0.5;
  const down = verticalAlign === 'top' ? 0 : verticalAlign === 'bottom' ? 1 : 0.5;
  return { x: free.x * across, y: free.y * down };
}
