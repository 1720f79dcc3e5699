import { rounded } from '../../project/numbers.ts';
import type { CompositionState } from '../../project/schema.ts';
import type { PlannedEnd, PlannedNode } from '../../shorthand/kinds/graph/graph.ts';
import { type Arrangement, type Composition, groupPadding, isShown, type OwnRoom } from '../composition.ts';
import { lettersAt } from '../fit-letters.ts';
import { withChanges } from '../group-box.ts';
import type { Point } from '../line-course.ts';
import { curvesFrom } from '../place-line.ts';
import { layOutTree, treeCurve } from '../trees/lay-out-tree.ts';
import { type BoxRows, layOutRows } from './box-rows.ts';
import {
  type Axis,
  besideEnd,
  type EdgeEnd,
  edgeCurve,
  endSpace,
  loopCurve,
  nearestShare,
  type Rank,
} from './edge-curve.ts';
import {
  type GraphSizes,
  type LaidOutGraph,
  type LaidOutPlan,
  layOutGraph,
  type Size,
} from './lay-out-graph.ts';
import { isPolygon, nodeSize, outlineOf, polygonOf } from './node-outlines.ts';
import { Ports, SpreadPorts } from './ports.ts';

/** The largest radius of corners, in font sizes. */
const maxRadius = 0.5;

/** The largest distance of edges that begin at a side of a node from those that end there, in font sizes. */
const maxPort = 0.7;

/** The font size in pixels from which strokes are as wide as they are written. */
const usualLetters = 36;

/**
 * Places the nodes and edges of a graph. Its letters become smaller until it fits into its room, the same in all
 * compositions. Hidden nodes keep their place. On the axes in `fills`, the arrangement is as large as its room.
 */
export function arrangeGraph(
  composition: Composition,
  id: string,
  room: OwnRoom,
  fills: { readonly x: boolean; readonly y: boolean },
): Arrangement | undefined {
  const { scene, index } = composition;
  const { plan, laidOut, rows, em } = laidOutIn(composition, id, index) ?? {};
  if (plan === undefined || laidOut === undefined || rows === undefined || em === undefined) return undefined;
  const padding = groupPadding(composition, id);
  const inner = (length: number | null) => (length === null ? null : Math.max(1, length - 2 * padding));
  const scale = scaleOf(composition, id, { width: inner(room.width), height: inner(room.height) });
  const size = { width: laidOut.width * scale, height: laidOut.height * scale };
  const whole = { width: size.width + 2 * padding, height: size.height + 2 * padding };
  const width = fills.x ? (room.width ?? whole.width) : whole.width;
  const height = fills.y ? (room.height ?? whole.height) : whole.height;
  const free: Point = { x: (width - size.width) / 2, y: (height - size.height) / 2 };
  const origins = new Map<string, Point>();
  const corners = new Map<string, Point>();
  const at = ({ x, y }: Point): Point => ({ x: free.x + x * scale, y: free.y + y * scale });
  const set = (part: string, changes: (state: CompositionState) => Partial<CompositionState>) => {
    const template = scene.states[index][part];
    if (template !== undefined)
      composition.sized.set(part, withChanges(composition, template, changes(template)));
  };
  const letters = (part: string | null) => {
    if (part === null) return;
    set(part, (state) => {
      const { fontSize, letterSpacing } = lettersAt(state, rounded(state.fontSize * scale));
      return { fontSize, ...(letterSpacing !== undefined && { letterSpacing }) };
    });
  };
  // Strokes are thinner around small letters.
  const thin = (width: number) => rounded(width * Math.min(1, (em * scale) / usualLetters));
  const ends = new Map<string, EdgeEnd>();
  for (const node of plan.nodes) {
    const nodeBox = laidOut.nodes.get(node.id);
    if (nodeBox === undefined) continue;
    const scaledSize = { width: rounded(nodeBox.width * scale), height: rounded(nodeBox.height * scale) };
    const middle = at(nodeBox);
    const radius = radiusOf(node, scaledSize, scene.states[index][node.id]?.cornerRadius ?? 0, em * scale);
    ends.set(node.id, { middle, outline: outlineOf(node.shape, scaledSize, radius) });
    const corner = { x: middle.x - scaledSize.width / 2, y: middle.y - scaledSize.height / 2 };
    origins.set(node.id, isPolygon(node.shape) ? corner : middle);
    if (isShown(composition, node.id)) corners.set(node.id, corner);
    set(node.id, ({ strokeWidth }) => ({
      ...scaledSize,
      strokeWidth: thin(strokeWidth),
      ...(isPolygon(node.shape) ? { points: sharesOf(node, scaledSize) } : { cornerRadius: radius }),
    }));
    letters(node.label);
    const inside = rows.get(node.id);
    const labelAt = inside === undefined ? middle : inBox(corner, inside.name, scale);
    if (node.label !== null && (plan.layout === 'tree' || inside !== undefined))
      origins.set(node.label, textOrigin(composition, node.label, labelAt));
    for (const [row, { cells, line }] of (node.rows ?? []).entries()) {
      for (const [column, cell] of cells.entries()) {
        const place = inside?.cells[row]?.[column];
        letters(cell);
        if (cell !== null && place !== undefined)
          origins.set(cell, textOrigin(composition, cell, inBox(corner, place, scale)));
      }
      if (line === null) continue;
      origins.set(line, inBox(corner, { x: 0, y: inside?.lines[row] ?? 0 }, scale));
      set(line, ({ strokeWidth }) => ({ width: scaledSize.width, strokeWidth: thin(strokeWidth) }));
    }
  }
  const axis: Axis = plan.direction === 'right' || plan.direction === 'left' ? 'x' : 'y';
  const places = new Map([...ends].map(([node, { middle }]) => [node, middle]));
  const ranks = ranksOf(laidOut, axis, at, scale);
  const pointsOf = (edge: string) => laidOut.edges.get(edge)?.points.map(at) ?? [];
  const sideOf = (node: string) =>
    (laidOut.nodes.get(node)?.[axis === 'x' ? 'height' : 'width'] ?? 0) * scale;
  const ports = plan.edges.some(({ ends: drawn }) => drawn !== undefined)
    ? new SpreadPorts(plan, axis, places, pointsOf, sideOf)
    : new Ports(plan, axis, places, pointsOf, { most: maxPort * em * scale, sideOf });
  for (const { id: edge, from, to, label, ends: drawn } of plan.edges) {
    for (const { text } of drawn ?? []) letters(text);
    const edgePlan = laidOut.edges.get(edge);
    const [first, last] = [ends.get(from), ends.get(to)];
    if (edgePlan === undefined || first === undefined || last === undefined) continue;
    const stubOf = (end: PlannedEnd | undefined) => {
      if (end === undefined || (end.head === 'none' && end.text === null)) return 0;
      const text = end.text === null ? null : sizeOf(composition, end.text);
      return endSpace.head * em * scale + (text?.[axis === 'x' ? 'width' : 'height'] ?? 0);
    };
    const offset = (node: string, isStart: boolean) => ports.offsetOf(node, edge, isStart);
    const { start, cubics } =
      plan.layout === 'tree'
        ? treeCurve(first, last, axis, ranks)
        : edgePlan.loop === null
          ? edgeCurve({
              from: { ...first, offset: offset(from, true), stub: stubOf(drawn?.[0]) },
              to: { ...last, offset: offset(to, false), stub: stubOf(drawn?.[1]) },
              ...{ points: edgePlan.points.map(at), axis, ranks },
            })
          : loopCurve(first, at(edgePlan.loop));
    const end = cubics.at(-1);
    origins.set(edge, start);
    set(edge, ({ strokeWidth }) => ({
      width: rounded((end?.[4] ?? start.x) - start.x),
      height: rounded((end?.[5] ?? start.y) - start.y),
      strokeWidth: thin(strokeWidth),
      curves: curvesFrom(start, cubics),
    }));
    for (const [index, { text }] of (drawn ?? []).entries()) {
      if (text === null) continue;
      const side = offset(index === 0 ? from : to, index === 0) < 0 ? -1 : 1;
      const look = { size: sizeOf(composition, text), side, em: em * scale } as const;
      origins.set(text, textOrigin(composition, text, besideEnd(start, cubics, index === 1, look)));
    }
    letters(label);
    if (label !== null && edgePlan.label !== null)
      composition.shares.set(label, nearestShare(start, cubics, at(edgePlan.label)));
  }
  for (const { id: cluster, title } of plan.clusters) {
    const box = laidOut.clusters.get(cluster);
    if (box === undefined) continue;
    const [one, other] = [at({ x: box.left, y: box.top }), at({ x: box.right, y: box.bottom })];
    origins.set(cluster, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    set(cluster, ({ strokeWidth, cornerRadius }) => ({
      width: rounded(other.x - one.x),
      height: rounded(other.y - one.y),
      strokeWidth: thin(strokeWidth),
      cornerRadius: rounded(Math.min(cornerRadius, maxRadius * em * scale)),
    }));
    if (title === null) continue;
    letters(title);
    // In the corner, where edges from above seldom cross it.
    origins.set(title, { x: one.x + 0.6 * em * scale, y: one.y + 0.35 * em * scale });
  }
  return { width, height, corners, origins };
}

/** A point of the layout in a box, whose corner is a point of the room. */
function inBox(corner: Point, { x, y }: Point, scale: number): Point {
  return { x: corner.x + x * scale, y: corner.y + y * scale };
}

function sizeOf({ scene, index, sized, measurer }: Composition, text: string): Size {
  const state = sized.get(text) ?? scene.states[index][text];
  if (state === undefined) return { width: 0, height: 0 };
  const { left, right, top, bottom } = measurer.lines(state);
  return { width: right - left, height: bottom - top };
}

/** Where a text is whose lines are around a point. */
function textOrigin({ scene, index, sized, measurer }: Composition, id: string, middle: Point): Point {
  const state = sized.get(id) ?? scene.states[index][id];
  if (state === undefined) return middle;
  const { left, right, top, bottom } = measurer.lines(state);
  return { x: middle.x - (left + right) / 2, y: middle.y - (top + bottom) / 2 };
}

/** The ranks of nodes, and those of labels between them. */
function ranksOf(
  { nodes, edges }: LaidOutGraph,
  axis: Axis,
  at: (point: Point) => Point,
  scale: number,
): readonly Rank[] {
  const ranks: { middle: number; start: number; end: number }[] = [];
  const add = (middle: number, half: number) => {
    const rankNear = ranks.find((rank) => Math.abs(rank.middle - middle) < 1);
    if (rankNear === undefined) ranks.push({ middle, start: middle - half, end: middle + half });
    else {
      rankNear.start = Math.min(rankNear.start, middle - half);
      rankNear.end = Math.max(rankNear.end, middle + half);
    }
  };
  for (const node of nodes.values())
    add(at(node)[axis], ((axis === 'x' ? node.width : node.height) * scale) / 2);
  for (const { label, labelSize } of edges.values())
    if (label !== null)
      add(at(label)[axis], ((axis === 'x' ? labelSize.width : labelSize.height) * scale) / 2);
  return ranks;
}

function radiusOf({ shape }: PlannedNode, { height }: Size, radius: number, em: number): number {
  if (shape === 'stadium') return rounded(height / 2);
  if (shape === 'round') return rounded(Math.min(Math.max(radius, 0.6 * em), 0.45 * height));
  return rounded(Math.min(radius, maxRadius * em));
}

/** The points of a path in fractions of its width and height. */
function sharesOf({ shape }: PlannedNode, size: Size): number[][] {
  const { width, height } = size;
  return polygonOf(shape, size).map(({ x, y }) => [share(x, width), share(y, height)]);
}

function share(length: number, whole: number): number {
  return whole === 0 ? 0 : rounded(length / whole, 5);
}

/** The share of its font size that a graph has in a room: that of its largest form in any composition. */
function scaleOf(composition: Composition, id: string, room: OwnRoom): number {
  let scale = Infinity;
  for (const index of composition.scene.sequence.keys()) {
    const { plan, laidOut } = laidOutIn(composition, id, index) ?? {};
    const { width = 0, height = 0 } = laidOut ?? {};
    scale = Math.min(scale, plan?.growth ?? 1);
    if (room.width !== null && width > 0) scale = Math.min(scale, room.width / width);
    if (room.height !== null && height > 0) scale = Math.min(scale, room.height / height);
  }
  // Font sizes are easy to read, and never too large by rounding.
  return Math.max(0.001, Math.floor(scale * 1000) / 1000);
}

/** Lays a graph out as it is in a composition, at its own font size. */
function laidOutIn(composition: Composition, id: string, index: number): LaidOutPlan | undefined {
  const { byPlace } = composition.graphs;
  const key = `${index} ${id}`;
  if (!byPlace.has(key)) byPlace.set(key, layOutIn(composition, id, index));
  return byPlace.get(key);
}

function layOutIn(composition: Composition, id: string, index: number): LaidOutPlan | undefined {
  const { scene, measurer, graphs } = composition;
  const { graph: plan } = scene.relations.groups[id]?.states[index] ?? {};
  if (plan === undefined) return undefined;
  const states = scene.states[index] ?? {};
  const sizeOf = (label: string | null): Size => {
    const state = label === null ? undefined : states[label];
    if (state === undefined || state.text.trim() === '') return { width: 0, height: 0 };
    const { left, right, top, bottom } = measurer.lines(state);
    return { width: right - left, height: bottom - top };
  };
  const em = plan.fontSize;
  const isAcross = plan.direction === 'right' || plan.direction === 'left';
  const rows = new Map<string, BoxRows>();
  for (const { id: node, label, rows: planned } of plan.nodes) {
    const sizes = planned?.map(({ cells, line }) => ({
      cells: cells.map((cell) => (cell === null ? null : sizeOf(cell))),
      isApart: line !== null,
    }));
    if (sizes !== undefined) rows.set(node, layOutRows(sizeOf(label), sizes, em));
  }
  const nodes = new Map(
    plan.nodes.map(({ id: node, shape, label }): [string, Size] => {
      const { width, height } = rows.get(node) ?? nodeSize(shape, sizeOf(label), em, isAcross);
      return [node, { width, height }];
    }),
  );
  const labels = new Map<string, Size>();
  const texts = plan.edges.flatMap(({ label, ends = [] }) => [label, ...ends.map(({ text }) => text)]);
  for (const label of [...texts, ...plan.clusters.map(({ title }) => title)])
    if (label !== null) labels.set(label, sizeOf(label));
  const sizes: GraphSizes = { em, nodes, labels };
  const graphById = graphs.byPlan.get(plan) ?? new Map<string, LaidOutGraph>();
  graphs.byPlan.set(plan, graphById);
  const key = JSON.stringify([[...nodes.values()], [...labels.values()]]);
  const laidOut = graphById.get(key) ?? (plan.layout === 'tree' ? layOutTree : layOutGraph)(plan, sizes);
  graphById.set(key, laidOut);
  return { plan, laidOut, rows, em };
}
