import { rounded } from '../../project/numbers.ts';
import type { CompositionState } from '../../project/schema.ts';
import type {
  PlannedCluster,
  PlannedEdge,
  PlannedEnd,
  PlannedNode,
} from '../../shorthand/kinds/graph/graph.ts';
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
  const { plan, laidOut, rows, em } = laidOutIn(composition, id, composition.index) ?? {};
  if (plan === undefined || laidOut === undefined || rows === undefined || em === undefined) return undefined;
  const padding = groupPadding(composition, id);
  const inner = (length: number | null) => (length === null ? null : Math.max(1, length - 2 * padding));
  const scale = scaleOf(composition, id, { width: inner(room.width), height: inner(room.height) });
  const size = { width: laidOut.width * scale, height: laidOut.height * scale };
  const whole = { width: size.width + 2 * padding, height: size.height + 2 * padding };
  const width = fills.x ? (room.width ?? whole.width) : whole.width;
  const height = fills.y ? (room.height ?? whole.height) : whole.height;
  const free: Point = { x: (width - size.width) / 2, y: (height - size.height) / 2 };
  return new GraphArranger(composition, { plan, laidOut, rows, em: em * scale, scale, free }).arrange(
    width,
    height,
  );
}

/** A laid out graph with the scale at which it fits into its room, and its corner there. `em` is the font size there. */
interface FittedGraph extends LaidOutPlan {
  readonly scale: number;
  readonly free: Point;
}

/** Places the parts of one graph in its room. */
class GraphArranger {
  readonly #composition: Composition;
  readonly #graph: FittedGraph;
  readonly #origins = new Map<string, Point>();
  readonly #corners = new Map<string, Point>();
  readonly #ends = new Map<string, EdgeEnd>();

  constructor(composition: Composition, graph: FittedGraph) {
    this.#composition = composition;
    this.#graph = graph;
  }

  arrange(width: number, height: number): Arrangement {
    for (const node of this.#graph.plan.nodes) this.#placeNode(node);
    this.#placeEdges();
    for (const cluster of this.#graph.plan.clusters) this.#placeCluster(cluster);
    return { width, height, corners: this.#corners, origins: this.#origins };
  }

  /** A point of the layout in the room. */
  #at({ x, y }: Point): Point {
    const { free, scale } = this.#graph;
    return { x: free.x + x * scale, y: free.y + y * scale };
  }

  #set(part: string, changes: (state: CompositionState) => Partial<CompositionState>): void {
    const { scene, index, sized } = this.#composition;
    const template = scene.states[index][part];
    if (template !== undefined) sized.set(part, withChanges(this.#composition, template, changes(template)));
  }

  #setLetters(part: string | null): void {
    if (part === null) return;
    this.#set(part, (state) => {
      const { fontSize, letterSpacing } = lettersAt(state, rounded(state.fontSize * this.#graph.scale));
      return { fontSize, ...(letterSpacing !== undefined && { letterSpacing }) };
    });
  }

  /** Strokes are thinner around small letters. */
  #thin(width: number): number {
    return rounded(width * Math.min(1, this.#graph.em / usualLetters));
  }

  #placeNode(node: PlannedNode): void {
    const { plan, laidOut, rows, em, scale } = this.#graph;
    const { scene, index } = this.#composition;
    const nodeBox = laidOut.nodes.get(node.id);
    if (nodeBox === undefined) return;
    const scaledSize = { width: rounded(nodeBox.width * scale), height: rounded(nodeBox.height * scale) };
    const middle = this.#at(nodeBox);
    const radius = radiusOf(node, scaledSize, scene.states[index][node.id]?.cornerRadius ?? 0, em);
    this.#ends.set(node.id, { middle, outline: outlineOf(node.shape, scaledSize, radius) });
    const corner = { x: middle.x - scaledSize.width / 2, y: middle.y - scaledSize.height / 2 };
    this.#origins.set(node.id, isPolygon(node.shape) ? corner : middle);
    if (isShown(this.#composition, node.id)) this.#corners.set(node.id, corner);
    this.#set(node.id, ({ strokeWidth }) => ({
      ...scaledSize,
      strokeWidth: this.#thin(strokeWidth),
      ...(isPolygon(node.shape) ? { points: sharesOf(node, scaledSize) } : { cornerRadius: radius }),
    }));
    this.#setLetters(node.label);
    const inside = rows.get(node.id);
    const labelAt = inside === undefined ? middle : inBox(corner, inside.name, scale);
    if (node.label !== null && (plan.layout === 'tree' || inside !== undefined))
      this.#origins.set(node.label, textOrigin(this.#composition, node.label, labelAt));
    this.#placeRows(node, inside, corner, scaledSize.width);
  }

  #placeRows(node: PlannedNode, inside: BoxRows | undefined, corner: Point, width: number): void {
    const { scale } = this.#graph;
    for (const [row, { cells, line }] of (node.rows ?? []).entries()) {
      for (const [column, cell] of cells.entries()) {
        const cellAt = inside?.cells[row]?.[column];
        this.#setLetters(cell);
        if (cell !== null && cellAt !== undefined)
          this.#origins.set(cell, textOrigin(this.#composition, cell, inBox(corner, cellAt, scale)));
      }
      if (line === null) continue;
      this.#origins.set(line, inBox(corner, { x: 0, y: inside?.lines[row] ?? 0 }, scale));
      this.#set(line, ({ strokeWidth }) => ({ width, strokeWidth: this.#thin(strokeWidth) }));
    }
  }

  #placeEdges(): void {
    const { plan, laidOut, em, scale } = this.#graph;
    const at = (point: Point) => this.#at(point);
    const axis: Axis = plan.direction === 'right' || plan.direction === 'left' ? 'x' : 'y';
    const middles = new Map([...this.#ends].map(([node, { middle }]) => [node, middle]));
    const ranks = ranksOf(laidOut, axis, at, scale);
    const pointsOf = (edge: string) => laidOut.edges.get(edge)?.points.map(at) ?? [];
    const sideOf = (node: string) =>
      (laidOut.nodes.get(node)?.[axis === 'x' ? 'height' : 'width'] ?? 0) * scale;
    const ports = plan.edges.some(({ ends }) => ends !== undefined)
      ? new SpreadPorts(plan, axis, middles, pointsOf, sideOf)
      : new Ports(plan, axis, middles, pointsOf, { most: maxPort * em, sideOf });
    for (const edge of plan.edges) this.#placeEdge(edge, { axis, ranks, ports });
  }

  #placeEdge(
    { id: edge, from, to, label, ends }: PlannedEdge,
    { axis, ranks, ports }: { axis: Axis; ranks: readonly Rank[]; ports: Ports | SpreadPorts },
  ): void {
    const { plan, laidOut, em } = this.#graph;
    for (const { text } of ends ?? []) this.#setLetters(text);
    const edgePlan = laidOut.edges.get(edge);
    const [first, last] = [this.#ends.get(from), this.#ends.get(to)];
    if (edgePlan === undefined || first === undefined || last === undefined) return;
    const offset = (node: string, isStart: boolean) => ports.offsetOf(node, edge, isStart);
    const { start, cubics } =
      plan.layout === 'tree'
        ? treeCurve(first, last, axis, ranks)
        : edgePlan.loop === null
          ? edgeCurve({
              from: { ...first, offset: offset(from, true), stub: this.#stubOf(ends?.[0], axis) },
              to: { ...last, offset: offset(to, false), stub: this.#stubOf(ends?.[1], axis) },
              ...{ points: edgePlan.points.map((point) => this.#at(point)), axis, ranks },
            })
          : loopCurve(first, this.#at(edgePlan.loop));
    const end = cubics.at(-1);
    this.#origins.set(edge, start);
    this.#set(edge, ({ strokeWidth }) => ({
      width: rounded((end?.[4] ?? start.x) - start.x),
      height: rounded((end?.[5] ?? start.y) - start.y),
      strokeWidth: this.#thin(strokeWidth),
      curves: curvesFrom(start, cubics),
    }));
    for (const [index, { text }] of (ends ?? []).entries()) {
      if (text === null) continue;
      const side = offset(index === 0 ? from : to, index === 0) < 0 ? -1 : 1;
      const look = { size: sizeOf(this.#composition, text), side, em } as const;
      const beside = besideEnd(start, cubics, index === 1, look);
      this.#origins.set(text, textOrigin(this.#composition, text, beside));
    }
    this.#setLetters(label);
    if (label !== null && edgePlan.label !== null)
      this.#composition.shares.set(label, nearestShare(start, cubics, this.#at(edgePlan.label)));
  }

  /** The length of the straight piece behind the end of an edge, for its head and its text. */
  #stubOf(end: PlannedEnd | undefined, axis: Axis): number {
    if (end === undefined || (end.head === 'none' && end.text === null)) return 0;
    const text = end.text === null ? null : sizeOf(this.#composition, end.text);
    return endSpace.head * this.#graph.em + (text?.[axis === 'x' ? 'width' : 'height'] ?? 0);
  }

  #placeCluster({ id: cluster, title }: PlannedCluster): void {
    const { laidOut, em } = this.#graph;
    const box = laidOut.clusters.get(cluster);
    if (box === undefined) return;
    const [one, other] = [this.#at({ x: box.left, y: box.top }), this.#at({ x: box.right, y: box.bottom })];
    this.#origins.set(cluster, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    this.#set(cluster, ({ strokeWidth, cornerRadius }) => ({
      width: rounded(other.x - one.x),
      height: rounded(other.y - one.y),
      strokeWidth: this.#thin(strokeWidth),
      cornerRadius: rounded(Math.min(cornerRadius, maxRadius * em)),
    }));
    if (title === null) return;
    this.#setLetters(title);
    // In the corner, where edges from above seldom cross it.
    this.#origins.set(title, { x: one.x + 0.6 * em, y: one.y + 0.35 * em });
  }
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
