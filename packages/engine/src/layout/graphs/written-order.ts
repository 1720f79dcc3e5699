import type { DagreGraph, FindOrder } from './dagre.ts';

/** The places of all nodes in their ranks. */
type Order = ReadonlyMap<string, number>;

/**
 * Returns how dagre orders the nodes in each rank: as they are written, unless its own order has fewer crossings. Of orders
 * with as many, the one that is more like the written one wins. `nodes` are all that are written, in their order.
 */
export function orderAsWritten(nodes: readonly string[]): (graph: DagreGraph, findOrder: FindOrder) => void {
  return (graph, findOrder) => {
    findOrder(graph, { disableOptimalOrderHeuristic: true });
    const written = orderOf(graph);
    findOrder(graph);
    const fewest = orderOf(graph);
    const candidates = [written, fewest, mirrored(graph, fewest)].map((order) => ({
      order,
      crossings: crossingsIn(graph, order),
      swaps: swapsIn(graph, order, nodes),
    }));
    candidates.sort((one, other) => one.crossings - other.crossings || one.swaps - other.swaps);
    for (const [node, place] of candidates[0]?.order ?? []) graph.node(node).order = place;
  };
}

function orderOf(graph: DagreGraph): Order {
  return new Map(graph.nodes().map((node) => [node, graph.node(node).order ?? 0]));
}

function mirrored(graph: DagreGraph, order: Order): Order {
  const last = new Map<number, number>();
  for (const [node, place] of order) {
    const { rank = 0 } = graph.node(node);
    last.set(rank, Math.max(place, last.get(rank) ?? 0));
  }
  return new Map(
    [...order].map(([node, place]) => [node, (last.get(graph.node(node).rank ?? 0) ?? 0) - place]),
  );
}

/**
 * Number of pairs of edges that cross each other between ranks of nodes and labels. Where an edge passes the ranks
 * between those does not matter, because it is not drawn through them.
 */
function crossingsIn(graph: DagreGraph, order: Order): number {
  const rankOf = (node: string) => graph.node(node).rank ?? 0;
  const drawn = new Set(
    graph
      .nodes()
      .filter((node) => graph.node(node).width > 0)
      .map(rankOf),
  );
  const next = new Map(graph.edges().map(({ v, w }) => [v, w]));
  const ends = new Map<number, [start: number, end: number][]>();
  for (const { v, w } of graph.edges()) {
    const rank = rankOf(v);
    if (!drawn.has(rank)) continue;
    let end: string | undefined = w;
    while (end !== undefined && !drawn.has(rankOf(end))) end = next.get(end);
    const between = ends.get(rank) ?? [];
    ends.set(rank, between);
    if (end !== undefined) between.push([order.get(v) ?? 0, order.get(end) ?? 0]);
  }
  let crossings = 0;
  for (const between of ends.values()) {
    between.sort(([start, end], [otherStart, otherEnd]) => start - otherStart || end - otherEnd);
    crossings += inversionsIn(between.map(([, end]) => end));
  }
  return crossings;
}

/** Number of pairs of nodes of a rank that are not in the order in which they are written. */
function swapsIn(graph: DagreGraph, order: Order, nodes: readonly string[]): number {
  const ranks = new Map<number, number[]>();
  for (const node of nodes) {
    const { rank = 0 } = graph.node(node);
    const places = ranks.get(rank) ?? [];
    ranks.set(rank, places);
    places.push(order.get(node) ?? 0);
  }
  return [...ranks.values()].reduce((sum, places) => sum + inversionsIn(places), 0);
}

/** Number of pairs of numbers of which the first is larger, by sorting them with merges. */
function inversionsIn(numbers: readonly number[]): number {
  let inversions = 0;
  let sorted = [...numbers];
  for (let width = 1; width < sorted.length; width *= 2) {
    const merged: number[] = [];
    for (let from = 0; from < sorted.length; from += 2 * width) {
      const [first, second] = [
        sorted.slice(from, from + width),
        sorted.slice(from + width, from + 2 * width),
      ];
      let taken = 0;
      for (const number of first) {
        while (taken < second.length && (second[taken] ?? 0) < number) merged.push(second[taken++] ?? 0);
        inversions += taken;
        merged.push(number);
      }
      merged.push(...second.slice(taken));
    }
    sorted = merged;
  }
  return inversions;
}
