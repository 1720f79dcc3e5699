import { shiftBounds } from '../drawing/bounds.ts';
import { arrangesItself, isFigureKind, isGrid, isProse } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { CompositionState } from '../project/schema.ts';
import { usualFigureSize } from '../shorthand/figures/figure.ts';
import { measureTable } from './arrange-table.ts';
import { type Axis, alignRange, type Range, rangeOn } from './axes.ts';
import type { Composition } from './composition.ts';
import { flexLengths, sum, trackLengths } from './flex-lengths.ts';
import {
  cellOf,
  type GroupBox,
  isGroupBox,
  isResizable,
  type Leaf,
  linesUp,
  mainAxis,
  memberBox,
  withChanges,
} from './group-box.ts';

/** Lengths that differ by less are equal; text is not wrapped for less. */
const tolerance = 0.01;

/** The share of its size that a table may have in a room that is too small. */
const leastScale = 0.5;

/** The narrowest and the widest lines that a state may have. */
const [narrowest, widest] = [1, 100_000];

type Child = Leaf | GroupBox;

const lengthOf = ({ start, end }: Range) => end - start;

/** Finds the natural and the least length of an object on an axis; heights after the width is set. */
export function measureLeaf(composition: Composition, leaf: Leaf, axis: Axis, isBounded: boolean): void {
  const { object, state, natural, least } = leaf;
  const { measurer } = composition;
  const leafBox = memberBox(composition, object, state);
  natural[axis] = lengthOf(rangeOn(axis, leafBox));
  leaf.baseline = leafBox.baseline === undefined ? natural[axis] : leafBox.baseline - leafBox.top;
  least[axis] = isResizable(object) ? 0 : natural[axis];
  if (!isProse(object.kind)) return;
  least[axis] =
    axis === 'x' && isBounded
      ? Math.min(natural.x, measurer.longestWord(leaf.written) * state.fontSize)
      : natural[axis];
}

/** Finds the natural and the least length of a group, whose children are measured. */
export function measureGroup(composition: Composition, box: GroupBox, axis: Axis): void {
  const { group, state, children, gap, padding, natural, least } = box;
  const writtenSize = axis === 'x' ? state.width : state.height;
  const around = 2 * padding;
  if (group.kind === 'table') {
    measureTableBox(composition, box, axis);
    return;
  }
  if (!linesUp(box)) {
    const { start, end } = extent(composition, box, axis);
    const isFigure = isFigureKind(group.kind) || arrangesItself(group.kind);
    // A figure that shares the space of its group is drawn when its size is known.
    const usual = usualFigureSize(composition.scene)[axis === 'x' ? 'width' : 'height'];
    natural[axis] = isFigure ? writtenSize || usual : Math.max(writtenSize, end - start + around);
    least[axis] = isFigure && state.flex > 0 ? writtenSize : natural[axis];
    box.baseline = natural[axis];
    return;
  }
  const floors = children.map((child) => floorOf(box, child, axis));
  if (isGrid(group.kind)) {
    const tracks = tracksOf(box, axis);
    const gaps = gap * Math.max(0, tracks.length - 1);
    const naturals = tracks.map((track) => track.natural);
    // The columns and rows of a grid that stretches its children are equally long, like tracks of 1fr.
    const isEqual = state.align === 'stretch';
    natural[axis] = (isEqual ? tracks.length * Math.max(0, ...naturals) : sum(naturals)) + gaps + around;
    least[axis] = sum(tracks.map((track) => track.least)) + gaps + around;
  } else if (mainAxis(box) === axis) {
    const gaps = gap * Math.max(0, children.length - 1);
    natural[axis] = sum(children.map((child) => child.natural[axis])) + gaps + around;
    least[axis] = sum(floors) + gaps + around;
  } else {
    const below =
      axis === 'y' && state.align === 'baseline'
        ? sharedBaseline(box) +
          Math.max(...children.map((child) => child.natural.y - child.baseline)) +
          around
        : 0;
    natural[axis] = Math.max(below, Math.max(0, ...children.map((child) => child.natural[axis])) + around);
    least[axis] = Math.max(below, Math.max(0, ...floors) + around);
  }
  if (writtenSize > 0) natural[axis] = Math.max(writtenSize, least[axis]);
  if (axis === 'y') box.baseline = baselineOf(box);
}

/** Finds the lengths of a table, whose texts wrap in its width. */
function measureTableBox(composition: Composition, box: GroupBox, axis: Axis): void {
  const { id, state, natural, least, size, textScale } = box;
  const { natural: widest, least: narrowest, heightAt } = measureTable(composition, id, textScale);
  const writtenSize = axis === 'x' ? state.width : state.height;
  natural[axis] =
    writtenSize || (axis === 'x' ? Math.min(widest, composition.scene.width) : heightAt(size.x));
  // Its letters become smaller in a room that is too small.
  const shrunk = axis === 'x' ? Math.min(narrowest, natural.x) * leastScale : natural.y * leastScale;
  least[axis] = axis === 'x' || state.flex > 0 ? shrunk : natural.y;
  box.baseline = natural[axis];
}

/** The baseline that the children of a row with `align: baseline` have. */
export function sharedBaseline({ children }: GroupBox): number {
  return Math.max(...children.map(({ baseline }) => baseline));
}

/** The baseline of a group: that of its first child. */
function baselineOf(box: GroupBox): number {
  const { children, padding, natural, state, group } = box;
  const [first] = children;
  if (first === undefined) return natural.y;
  if (mainAxis(box) === 'y') return padding + first.baseline;
  if (state.align === 'baseline') return padding + sharedBaseline(box);
  const room = isGrid(group.kind) ? (tracksOf(box, 'y')[0]?.natural ?? 0) : natural.y - 2 * padding;
  const line = { start: 0, end: first.natural.y };
  return padding + alignRange(sideOf(box), line, { start: 0, end: room }) + first.baseline;
}

/** The side at which children are that do not fill the whole length. */
export function sideOf({ state: { align } }: GroupBox): 'start' | 'center' | 'end' {
  return align === 'stretch' || align === 'baseline' ? 'start' : align;
}

/** The range of the members of a group that keep their places among each other. */
export function extent(composition: Composition, { children }: GroupBox, axis: Axis): Range {
  const ranges = children.map((child) => rangeInPlace(composition, child, axis));
  if (ranges.length === 0) return { start: 0, end: 0 };
  return {
    start: Math.min(...ranges.map(({ start }) => start)),
    end: Math.max(...ranges.map(({ end }) => end)),
  };
}

/** Where a member of a group is that places nothing; a group in it is in the middle of the frame by default. */
export function rangeInPlace(composition: Composition, child: Child, axis: Axis): Range {
  if (isGroupBox(child)) {
    const { width, height } = composition.scene;
    const middle = axis === 'x' ? (child.state.x ?? width / 2) : (child.state.y ?? height / 2);
    return { start: middle - child.natural[axis] / 2, end: middle + child.natural[axis] / 2 };
  }
  const { object, state } = child;
  return rangeOn(axis, shiftBounds(memberBox(composition, object, state), state.x, state.y));
}

/** Whether `flex` sets the length of a child. */
function isFlexed(box: GroupBox, { flex }: Child, axis: Axis): boolean {
  return flex > 0 && mainAxis(box) === axis && box.isDefinite[axis];
}

/** Whether `align: stretch` sets the length of a child. */
function isStretched(box: GroupBox, { stretches }: Child, axis: Axis): boolean {
  return box.state.align === 'stretch' && mainAxis(box) !== axis && stretches[axis];
}

/** The length that a group must have for a child. */
function floorOf(box: GroupBox, child: Child, axis: Axis): number {
  const isFlexible =
    (child.flex > 0 && mainAxis(box) === axis) ||
    isStretched(box, child, axis) ||
    (child.wraps && axis === 'x');
  return isFlexible ? child.least[axis] : child.natural[axis];
}

/** The columns or rows of a grid. */
function tracksOf(box: GroupBox, axis: Axis): { least: number; natural: number }[] {
  const tracks: { least: number; natural: number }[] = [];
  for (const [index, child] of box.children.entries()) {
    const at = cellOf(box, index)[axis];
    tracks[at] ??= { least: 0, natural: 0 };
    tracks[at].least = Math.max(tracks[at].least, floorOf(box, child, axis));
    tracks[at].natural = Math.max(tracks[at].natural, child.natural[axis]);
  }
  return tracks;
}

/** Gives the children of a group their lengths on an axis; the group has its own. */
export function sizeChildren(composition: Composition, box: GroupBox, axis: Axis): void {
  const { children, gap, padding, state } = box;
  if (!linesUp(box)) {
    for (const child of children) child.size[axis] = child.natural[axis];
    return;
  }
  const room = box.size[axis] - 2 * padding;
  if (mainAxis(box) === axis) {
    const flexible = children.map((child) => {
      const [natural, least] = [child.natural[axis], child.least[axis]];
      // As in CSS, the padding of a card comes first.
      const base = isGroupBox(child) ? 2 * child.padding : 0;
      if (isFlexed(box, child, axis)) return { base, grow: child.flex, shrink: 1, least };
      if (child.wraps && axis === 'x') return { base: natural, grow: 0, shrink: 1, least };
      return { base: natural, grow: 0, shrink: 0, least: natural };
    });
    const lengths = flexLengths(flexible, room - gap * (children.length - 1));
    for (const [index, child] of children.entries()) setLength(composition, box, child, axis, lengths[index]);
    return;
  }
  if (isGrid(box.group.kind)) {
    const tracks = tracksOf(box, axis);
    const left = room - gap * (tracks.length - 1);
    box.tracks[axis] =
      state.align === 'stretch'
        ? flexLengths(
            tracks.map(({ least }) => ({ base: 0, grow: 1, shrink: 1, least })),
            left,
          )
        : axis === 'x'
          ? trackLengths(tracks, left)
          : tracks.map(({ natural }) => natural);
  }
  for (const [index, child] of children.entries()) {
    const cellSize = box.tracks[axis]?.[cellOf(box, index)[axis]] ?? room;
    const [natural, least] = [child.natural[axis], child.least[axis]];
    const length = isStretched(box, child, axis)
      ? Math.max(cellSize, least)
      : child.wraps && axis === 'x'
        ? Math.max(least, Math.min(natural, cellSize))
        : natural;
    setLength(composition, box, child, axis, length);
  }
}

function setLength(composition: Composition, box: GroupBox, child: Child, axis: Axis, length: number): void {
  child.size[axis] = length;
  const isSet = isFlexed(box, child, axis) || isStretched(box, child, axis);
  if (isGroupBox(child)) child.isDefinite[axis] ||= isSet;
  else if (!isProse(child.object.kind)) {
    if (isSet) resize(composition, child, axis, length);
  } else if (axis === 'x') wrap(composition, box, child, isSet);
}

/** Gives an object its length, which includes its stroke. */
function resize(composition: Composition, leaf: Leaf, axis: Axis, length: number): void {
  const field = axis === 'x' ? 'width' : 'height';
  const { template } = leaf;
  const outside = lengthOf(rangeOn(axis, memberBox(composition, leaf.object, template))) - template[field];
  const inner = rounded(Math.max(0, length - outside));
  leaf.state = withChanges(composition, leaf.state, { [field]: inner });
}

/** Wraps a text to its width. In a column or a grid, it has the alignment of its group unless it has its own. */
function wrap(composition: Composition, box: GroupBox, leaf: Leaf, isSet: boolean): void {
  const { scene, index, measurer } = composition;
  const { size, natural, template, id } = leaf;
  const changes: Partial<CompositionState> = {};
  if (size.x < natural.x - tolerance) {
    // Rounded down, the longest word would be broken.
    const width = Math.max(rounded(size.x), Math.ceil(leaf.least.x * 1000 + 1) / 1000);
    changes.wrapWidth = Math.min(widest, Math.max(narrowest, width));
  }
  const isRow = mainAxis(box) === 'x';
  const isPlaced = scene.relations.objects[id]?.relations[index]?.x === 'group';
  const side = sideOf(box);
  if (!isRow && isPlaced && template.align === undefined && side !== 'center')
    changes.align = side === 'start' ? 'left' : 'right';
  if (Object.keys(changes).length > 0) leaf.state = withChanges(composition, template, changes);
  if (changes.wrapWidth === undefined || isSet || isRow) return;
  const { left, right } = measurer.lines(leaf.state);
  size.x = Math.min(size.x, right - left);
}
