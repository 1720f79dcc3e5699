import type { Bounds } from '../../drawing/bounds.ts';
import type { GraphPlan } from '../../shorthand/kinds/graph/graph.ts';
import type { Point } from '../line-course.ts';
import type { BoxRows } from './box-rows.ts';
import { type DagreEdge, loadDagre } from './dagre.ts';
import { endSpace } from './edge-curve.ts';
import { orderAsWritten } from './written-order.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface LaidOutEdge {
  readonly points: readonly Point[];
  readonly label: Point | null;
  readonly labelSize: Size;
  /** The middle of the room of an edge from a node to itself; null for others. */
  readonly loop: Point | null;
}

/** A graph with its places, in pixels from the upper left corner of the whole. */
export interface LaidOutGraph extends Size {
  /** The middles of nodes, and their sizes. */
  readonly nodes: ReadonlyMap<string, Size & Point>;
  /** The points of edges between their nodes, and the middles of their labels. */
  readonly edges: ReadonlyMap<string, LaidOutEdge>;
  readonly clusters: ReadonlyMap<string, Bounds>;
}

/** Laid out graphs by their plans, for one scene. */
export interface KnownGraphs {
  readonly byPlan: WeakMap<GraphPlan, Map<string, LaidOutGraph>>;
  /** By the id of a graph and the index of a composition. */
  readonly byPlace: Map<string, LaidOutPlan | undefined>;
}

/** A plan with the places of its nodes and edges. */
export interface LaidOutPlan {
  readonly plan: GraphPlan;
  readonly laidOut: LaidOutGraph;
  /** What is in boxes with rows, by the ids of these. */
  readonly rows: ReadonlyMap<string, BoxRows>;
  readonly em: number;
}

/** What the sizes of a graph depend on. `em` is its font size. */
export interface GraphSizes {
  readonly em: number;
  readonly nodes: ReadonlyMap<string, Size>;
  /** The labels of edges, and the titles of clusters. */
  readonly labels: ReadonlyMap<string, Size>;
}

/** Number of nodes and edges of a large graph. */
const manyParts = 150;

const rankDirections = { right: 'LR', left: 'RL', down: 'TB', up: 'BT' } as const;

/** Spaces in font sizes. */
const space = {
  nodes: 1.3,
  edges: 0.8,
  ranks: 2.8,
  cluster: 0.7,
  loop: 1.4,
  bend: 0.9,
  labelAcross: 0.6,
  labelDown: 0.4,
} as const;

/** Lays a graph out in layers with dagre. The same graph always has the same places. */
export function layOutGraph(plan: GraphPlan, { em, nodes, labels }: GraphSizes): LaidOutGraph {
  const { layout, graphlib } = loadDagre();
  const graph = new graphlib.Graph({ multigraph: true, compound: true });
  const hasClusters = plan.clusters.length > 0;
  const titles = Math.max(0, ...plan.clusters.map(({ title }) => labels.get(title ?? '')?.height ?? 0));
  graph.setGraph({
    rankdir: rankDirections[plan.direction],
    nodesep: space.nodes * em + (hasClusters ? titles + space.cluster * em : 0),
    edgesep: space.edges * em,
    ranksep: (hasClusters ? titles : 0) + Math.max(space.ranks * em, spaceOfEnds(plan, labels, em)),
    marginx: 0,
    marginy: 0,
    // Other ways to find ranks take seconds for large graphs.
    ...(plan.nodes.length + plan.edges.length > manyParts && { acyclicer: 'greedy', ranker: 'tight-tree' }),
  });
  for (const { id } of plan.nodes) graph.setNode(id, { ...(nodes.get(id) ?? { width: 0, height: 0 }) });
  // A cluster without nodes would be a node without a size.
  const used = usedClusters(plan);
  for (const { id } of plan.clusters) if (used.has(id)) graph.setNode(id, { width: 0, height: 0 });
  for (const { id, parent } of plan.clusters)
    if (parent !== null && used.has(id)) graph.setParent(id, parent);
  for (const { id, cluster } of plan.nodes) if (cluster !== null) graph.setParent(id, cluster);
  for (const { id, from, to, label, ranks } of plan.edges) {
    const { width, height } = edgeLabelSize(labels.get(label ?? ''), em);
    // A loop needs room even without a label.
    const least = from === to ? space.loop * em : 0;
    const edge: DagreEdge = {
      minlen: ranks,
      width: Math.max(least, width),
      height: Math.max(least, height),
      labelpos: 'c',
    };
    graph.setEdge(from, to, edge, id);
  }
  const written = plan.nodes.map(({ id }) => id);
  // The ends of clusters have places of their own in each rank.
  if (plan.nodes.length > 0)
    layout(graph, hasClusters ? undefined : { customOrder: orderAsWritten(written) });
  const placedNodes = new Map(
    plan.nodes.map(({ id }) => {
      const { width, height, x = 0, y = 0 } = graph.node(id);
      return [id, { width, height, x, y }];
    }),
  );
  const placedEdges = new Map(
    plan.edges.map(({ id, from, to, label }) => {
      const { points = [], x, y } = graph.edge(from, to, id);
      const middle = x === undefined || y === undefined ? null : { x, y };
      const isLoop = from === to;
      return [
        id,
        {
          points: isLoop ? [] : points.map((point) => ({ x: point.x, y: point.y })),
          label: label === null || isLoop ? null : middle,
          labelSize: edgeLabelSize(labels.get(label ?? ''), em),
          loop: isLoop ? middle : null,
        },
      ];
    }),
  );
  const clusters = new Map<string, Bounds>();
  // Inner clusters come after outer ones, which have to be around their titles.
  for (const { id, title } of plan.clusters.toReversed()) {
    if (!used.has(id)) continue;
    const clusterNodes = plan.nodes
      .filter(({ cluster }) => cluster === id)
      .map(({ id: node }) => boxOf(placedNodes.get(node)));
    const inner = plan.clusters
      .filter(({ parent }) => parent === id)
      .flatMap((one) => clusters.get(one.id) ?? []);
    const box = around([...clusterNodes, ...inner], space.cluster * em);
    const height = labels.get(title ?? '')?.height ?? 0;
    const width = labels.get(title ?? '')?.width ?? 0;
    const wider = Math.max(0, width + 2 * space.cluster * em - (box.right - box.left)) / 2;
    clusters.set(id, { ...box, left: box.left - wider, right: box.right + wider, top: box.top - height });
  }
  return shifted(placedNodes, placedEdges, clusters);
}

/** The least distance of ranks so that heads, and the texts behind them, are between the nodes and a label. */
function spaceOfEnds({ edges, direction }: GraphPlan, labels: GraphSizes['labels'], em: number): number {
  const side = direction === 'right' || direction === 'left' ? 'width' : 'height';
  const ends = edges.flatMap(({ ends = [] }) => ends);
  if (ends.every(({ head, text }) => head === 'none' && text === null)) return 0;
  const longest = Math.max(...ends.map(({ text }) => labels.get(text ?? '')?.[side] ?? 0));
  return 2 * ((endSpace.head + space.bend) * em + longest);
}

/** The size of the label of an edge with the space around it; 0 without one. */
function edgeLabelSize(size: Size | undefined, em: number): Size {
  if (size === undefined || size.width === 0) return { width: 0, height: 0 };
  return { width: size.width + 2 * space.labelAcross * em, height: size.height + 2 * space.labelDown * em };
}

/** The clusters with nodes in them. */
function usedClusters({ nodes, clusters }: GraphPlan): ReadonlySet<string> {
  const parents = new Map(clusters.map(({ id, parent }) => [id, parent]));
  const used = new Set<string>();
  for (const { cluster } of nodes)
    for (let id = cluster; id !== null && !used.has(id); id = parents.get(id) ?? null) used.add(id);
  return used;
}

function boxOf(node: (Size & Point) | undefined): Bounds {
  const { x, y, width, height } = node ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function around(boxes: readonly Bounds[], space: number): Bounds {
  return {
    left: Math.min(...boxes.map(({ left }) => left)) - space,
    right: Math.max(...boxes.map(({ right }) => right)) + space,
    top: Math.min(...boxes.map(({ top }) => top)) - space,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + space,
  };
}

/** Moves a graph so that all of it begins at the upper left corner. */
function shifted(
  nodes: ReadonlyMap<string, Size & Point>,
  edges: LaidOutGraph['edges'],
  clusters: ReadonlyMap<string, Bounds>,
): LaidOutGraph {
  const points = [...edges.values()].flatMap((edge) =>
    [...edge.points, edge.label, edge.loop].filter((point) => point !== null),
  );
  const boxes = [
    ...[...nodes.values()].map(boxOf),
    ...clusters.values(),
    ...points.map((point) => boxOf({ ...point, width: 0, height: 0 })),
  ];
  if (boxes.length === 0) return { width: 0, height: 0, nodes, edges, clusters };
  const whole = around(boxes, 0);
  const move = <Place extends Point>(place: Place): Place => ({
    ...place,
    x: place.x - whole.left,
    y: place.y - whole.top,
  });
  return {
    width: whole.right - whole.left,
    height: whole.bottom - whole.top,
    nodes: new Map([...nodes].map(([id, node]) => [id, move(node)])),
    edges: new Map(
      [...edges].map(([id, edge]) => [
        id,
        {
          points: edge.points.map(move),
          label: edge.label && move(edge.label),
          labelSize: edge.labelSize,
          loop: edge.loop && move(edge.loop),
        },
      ]),
    ),
    clusters: new Map(
      [...clusters].map(([id, { left, top, right, bottom }]) => [
        id,
        {
          left: left - whole.left,
          right: right - whole.left,
          top: top - whole.top,
          bottom: bottom - whole.top,
        },
      ]),
    ),
  };
}
