import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadDagre } from '../../src/layout/graphs/dagre.ts';
import { layOutGraph } from '../../src/layout/graphs/lay-out-graph.ts';
import type { GraphPlan } from '../../src/shorthand/kinds/graph/graph.ts';
import { sceneOf } from '../shorthand/expand.ts';

/** The nodes of a graph from left to right, or from top to bottom. */
function nodesAlong(axis: 'x' | 'y', text: readonly string[], names: readonly string[], direction: string) {
  const objects = { g: { kind: 'graph', text, direction } };
  const { states = {} } =
    sceneOf({ objects, compositions: { a: { states: { g: true } } } }).compositions.a ?? {};
  const placeOf = (name: string) => states[`g-${name}`]?.[axis] ?? Number.NaN;
  return names.toSorted((one, other) => placeOf(one) - placeOf(other));
}

it.each([
  ['down', 'x'],
  ['up', 'x'],
  ['right', 'y'],
  ['left', 'y'],
] as const)(
  'the nodes below another one are drawn in the order in which they are written: %s',
  (direction, axis) => {
    const names = ['one', 'two', 'three', 'four'];
    const lines = names.map((name) => `top --> ${name}`);
    expect(nodesAlong(axis, lines, names, direction)).toEqual(names);
    const labelled = names.map((name) => `top -->|to ${name}| ${name}`);
    expect(nodesAlong(axis, labelled, names, direction)).toEqual(names);
    const upward = names.map((name) => `${name} --> top`);
    expect(nodesAlong(axis, upward, names, direction)).toEqual(names);
    const deep = names.flatMap((name) => [`top --> ${name}`, `${name} --> ${name}2`, `${name}2 --> end`]);
    const seconds = names.map((name) => `${name}2`);
    expect(nodesAlong(axis, deep, seconds, direction)).toEqual(seconds);
  },
);

it('nodes change places if that saves a crossing', () => {
  const text = [
    'top --> one',
    'top --> two',
    'top --> three',
    'one --> end',
    'three --> end',
    'two --> other',
    'top --> other',
  ];
  expect(nodesAlong('x', text, ['one', 'two', 'three'], 'down').indexOf('two')).not.toBe(1);
});

type Edges = readonly (readonly [number, number])[];

const size = { width: 100, height: 40 };

function crossings(edges: Edges, startOf: (node: number) => number, endOf: (node: number) => number): number {
  const places = edges.map(([from, to]) => [startOf(from), endOf(to)] as const);
  return places.reduce(
    (sum, [start, end], index) =>
      sum + places.slice(index + 1).filter(([a, b]) => (a - start) * (b - end) < 0).length,
    0,
  );
}

/** The crossings of a graph of two ranks as dagre lays it out. */
function crossingsOfDagre(edges: Edges): number {
  const { layout, graphlib } = loadDagre();
  const graph = new graphlib.Graph({ multigraph: true, compound: true });
  graph.setGraph({ rankdir: 'TB' });
  for (const [from, to] of edges) for (const id of [`a${from}`, `b${to}`]) graph.setNode(id, { ...size });
  for (const [index, [from, to]] of edges.entries())
    graph.setEdge(`a${from}`, `b${to}`, { minlen: 1, width: 0, height: 0, labelpos: 'c' }, String(index));
  layout(graph);
  const xOf = (name: string) => (node: number) => graph.node(`${name}${node}`).x ?? 0;
  return crossings(edges, xOf('a'), xOf('b'));
}

function crossingsOfOurs(edges: Edges): number {
  const ids = [...new Set(edges.flatMap(([from, to]) => [`a${from}`, `b${to}`]))];
  const plan = {
    direction: 'down',
    fontSize: 20,
    growth: 1,
    nodes: ids.map((id) => ({ id, shape: 'rect', label: null, cluster: null })),
    edges: edges.map(([from, to], index) => ({
      id: String(index),
      from: `a${from}`,
      to: `b${to}`,
      label: null,
      ranks: 1,
    })),
    clusters: [],
  } as unknown as GraphPlan;
  const { nodes } = layOutGraph(plan, {
    em: 20,
    nodes: new Map(ids.map((id) => [id, size])),
    labels: new Map(),
  });
  const xOf = (name: string) => (node: number) => nodes.get(`${name}${node}`)?.x ?? 0;
  return crossings(edges, xOf('a'), xOf('b'));
}

it('the written order never has more crossings than that of dagre', () => {
  const end = fc.integer({ min: 0, max: 4 });
  const edges = fc.uniqueArray(fc.tuple(end, end), { minLength: 1, maxLength: 12, selector: String });
  fc.assert(
    fc.property(edges, (all) => {
      expect(crossingsOfOurs(all)).toBeLessThanOrEqual(crossingsOfDagre(all));
    }),
    { numRuns: 100 },
  );
});
