import type { GraphPlan } from '../../shorthand/kinds/graph/graph.ts';
import { type Cubic, straightCubic } from '../cubics.ts';
import type { Axis, EdgeEnd, Rank } from '../graphs/edge-curve.ts';
import type { GraphSizes, LaidOutEdge, LaidOutGraph, Size } from '../graphs/lay-out-graph.ts';
import { borderAt } from '../graphs/node-outlines.ts';
import type { Point } from '../line-course.ts';
import { loadHierarchies } from './d3-hierarchy.ts';

/** Spaces in font sizes: between siblings, between other boxes of a level, and between levels. */
const space = { siblings: 0.8, others: 1.5, levels: 1.9 } as const;

interface Box {
  readonly id: string | null;
  /** Its lengths across the levels and along them. */
  readonly across: number;
  readonly along: number;
  readonly children: Box[];
}

/** Lays a tree out tidily with d3-hierarchy: boxes of a level in a row, parents over the middle of their children. */
export function layOutTree(plan: GraphPlan, { em, nodes }: GraphSizes): LaidOutGraph {
  const { hierarchy, tree } = loadHierarchies();
  const isAcross = plan.direction === 'down' || plan.direction === 'up';
  const boxes = new Map(
    plan.nodes.map(({ id }): [string, Box] => {
      const { width, height } = nodes.get(id) ?? { width: 0, height: 0 };
      return [id, { id, across: isAcross ? width : height, along: isAcross ? height : width, children: [] }];
    }),
  );
  const below = new Set(plan.edges.map(({ to }) => to));
  for (const { from, to } of plan.edges) {
    const child = boxes.get(to);
    if (child !== undefined) boxes.get(from)?.children.push(child);
  }
  // Several roots are the children of one that is not drawn.
  const roots = [...boxes.values()].filter(({ id }) => id !== null && !below.has(id));
  const whole: Box = { id: null, across: 0, along: 0, children: roots };
  const tidy = tree<Box>()
    .nodeSize([1, 1])
    .separation(
      (one, other) =>
        (one.data.across + other.data.across) / 2 +
        em * (one.parent === other.parent ? space.siblings : space.others),
    );
  const placed = tidy(hierarchy(whole, ({ children }) => children))
    .descendants()
    .filter(({ data }) => data.id !== null);
  const lengths: number[] = [];
  for (const { depth, data } of placed) lengths[depth] = Math.max(lengths[depth] ?? 0, data.along);
  const middles: number[] = [];
  let end = 0;
  for (const [depth, length] of lengths.entries()) {
    if (length === undefined) continue;
    middles[depth] = end + length / 2;
    end += length + space.levels * em;
  }
  const length = Math.max(0, end - space.levels * em);
  const first = Math.min(...placed.map(({ x = 0, data }) => x - data.across / 2));
  const last = Math.max(...placed.map(({ x = 0, data }) => x + data.across / 2));
  const isBackwards = plan.direction === 'up' || plan.direction === 'left';
  const at = new Map(
    placed.map(({ x = 0, depth, data }): [string, Size & Point] => {
      const across = x - first;
      const along = isBackwards ? length - (middles[depth] ?? 0) : (middles[depth] ?? 0);
      const size = nodes.get(data.id ?? '') ?? { width: 0, height: 0 };
      return [data.id ?? '', { ...size, ...(isAcross ? { x: across, y: along } : { x: along, y: across }) }];
    }),
  );
  const line: LaidOutEdge = { points: [], label: null, labelSize: { width: 0, height: 0 }, loop: null };
  const breadth = last - first;
  return {
    ...(isAcross ? { width: breadth, height: length } : { width: length, height: breadth }),
    ...{ nodes: at, edges: new Map(plan.edges.map(({ id }) => [id, line])), clusters: new Map() },
  };
}

/** Returns the line from a box to one below it: at right angles, with a trunk that all lines of the upper box share. */
export function treeCurve(
  from: EdgeEnd,
  to: EdgeEnd,
  axis: Axis,
  ranks: readonly Rank[],
): { readonly start: Point; readonly cubics: readonly Cubic[] } {
  const sign = to.middle[axis] >= from.middle[axis] ? 1 : -1;
  const portOf = ({ middle, outline }: EdgeEnd, side: 1 | -1): Point => {
    const port = borderAt(outline, axis, side, 0);
    return { x: middle.x + port.x, y: middle.y + port.y };
  };
  const [start, end] = [portOf(from, sign), portOf(to, sign === 1 ? -1 : 1)];
  const rankAt = (place: number) => ranks.find(({ middle }) => Math.abs(middle - place) < 1);
  const [upper, lower] = [rankAt(from.middle[axis]), rankAt(to.middle[axis])];
  const leaving = (sign === 1 ? upper?.end : upper?.start) ?? start[axis];
  const entering = (sign === 1 ? lower?.start : lower?.end) ?? end[axis];
  const trunk = (leaving + entering) / 2;
  const turn = (point: Point): Point => (axis === 'y' ? { x: point.x, y: trunk } : { x: trunk, y: point.y });
  const points = [start, turn(start), turn(end), end];
  return {
    start,
    cubics: points.slice(1).map((point, index) => straightCubic(points[index] ?? start, point)),
  };
}
