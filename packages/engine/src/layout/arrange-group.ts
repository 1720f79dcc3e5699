import { type Bounds, unionBounds } from '../drawing/bounds.ts';
import { isChartKind } from '../language/kinds.ts';
import type { GroupState, RelatedGroup } from '../shorthand/scene-relations.ts';
import { type Axis, alignRange, type Range, rangeOn } from './axes.ts';

/** A member of a group, with a box of the right size anywhere. */
export interface Member {
  readonly id: string;
  readonly box: Bounds;
}

/** Places of members in their group, whose upper left corner is (0, 0). */
export interface Arrangement {
  readonly width: number;
  readonly height: number;
  /** Upper left corners of the members' boxes, by id. */
  readonly corners: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
}

/** Lines up the members of a group: a row has one row of cells, a column one column. */
export function arrangeGroup(
  { kind, columns }: Pick<RelatedGroup, 'kind' | 'columns'>,
  members: readonly Member[],
  { gap, padding }: { readonly gap: number; readonly padding: number },
  { align, width, height }: Pick<GroupState, 'align' | 'width' | 'height'>,
): Arrangement {
  if (isChartKind(kind)) return { width, height, corners: new Map(members.map(cornerOf)) };
  if (kind === 'group') return keepPlaces(members, padding, { width, height });
  const perRow = kind === 'row' ? Math.max(1, members.length) : kind === 'column' ? 1 : columns;
  const inner = { width: width - 2 * padding, height: height - 2 * padding };
  const across = grown(
    tracksOf('x', members, gap, (index) => index % perRow),
    inner.width,
    kind === 'column',
  );
  const down = grown(
    tracksOf('y', members, gap, (index) => Math.floor(index / perRow)),
    inner.height,
    kind === 'row',
  );
  const corners = new Map<string, { x: number; y: number }>();
  for (const [index, { id, box }] of members.entries()) {
    const place = (axis: Axis, cell: Range) => {
      const own = rangeOn(axis, box);
      return own.start + alignRange(align, own, cell);
    };
    corners.set(id, {
      x: padding + place('x', across.cells[index]),
      y: padding + place('y', down.cells[index]),
    });
  }
  return { width: across.length + 2 * padding, height: down.length + 2 * padding, corners };
}

/** The members of a group keep their places among each other, in the middle of the group. */
function keepPlaces(
  members: readonly Member[],
  padding: number,
  least: { readonly width: number; readonly height: number },
): Arrangement {
  const all = members.reduce<Bounds | null>((union, { box }) => unionBounds(union, box), null);
  const { left, top, right, bottom } = all ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const width = Math.max(least.width, right - left + 2 * padding);
  const height = Math.max(least.height, bottom - top + 2 * padding);
  const move = { x: (width - left - right) / 2, y: (height - top - bottom) / 2 };
  const corners = members.map(({ id, box }) => [id, { x: box.left + move.x, y: box.top + move.y }] as const);
  return { width, height, corners: new Map(corners) };
}

/** The parts of a chart already have their places. */
function cornerOf({ id, box }: Member): [string, { x: number; y: number }] {
  return [id, { x: box.left, y: box.top }];
}

interface Tracks {
  /** For each member, the track that it is in. */
  readonly cells: readonly Range[];
  readonly length: number;
}

/** Makes tracks at least this long: the only one is stretched, several are centred. */
function grown({ cells, length }: Tracks, least: number, isOne: boolean): Tracks {
  if (least <= length) return { cells, length };
  const move = (least - length) / 2;
  const moved = ({ start, end }: Range): Range =>
    isOne ? { start: 0, end: least } : { start: start + move, end: end + move };
  return { cells: cells.map(moved), length: least };
}

/** The rows or columns of a group, as wide as their widest member. */
function tracksOf(
  axis: Axis,
  members: readonly Member[],
  gap: number,
  trackOf: (index: number) => number,
): Tracks {
  const lengths: number[] = [];
  for (const [index, { box }] of members.entries()) {
    const { start, end } = rangeOn(axis, box);
    const track = trackOf(index);
    lengths[track] = Math.max(lengths[track] ?? 0, end - start);
  }
  let start = 0;
  const ranges = lengths.map((length) => {
    const range = { start, end: start + length };
    start = range.end + gap;
    return range;
  });
  return { cells: members.map((_, index) => ranges[trackOf(index)]), length: ranges.at(-1)?.end ?? 0 };
}
