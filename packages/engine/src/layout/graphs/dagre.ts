import { createRequire } from 'node:module';

/** The part of dagre that graphs use. */
export interface Dagre {
  readonly layout: (graph: DagreGraph, options?: DagreOptions) => void;
  readonly graphlib: {
    readonly Graph: new (options: { readonly multigraph: true; readonly compound: true }) => DagreGraph;
  };
}

/** Dagre's own way to order the nodes, or what it begins with: as they are reached from the first ones. */
export type FindOrder = (
  graph: DagreGraph,
  options?: { readonly disableOptimalOrderHeuristic: true },
) => void;

interface DagreOptions {
  /** Gives the nodes their `order`. By then, all edges lead to the next rank. */
  readonly customOrder: (graph: DagreGraph, findOrder: FindOrder) => void;
}

export interface DagreGraph {
  nodes(): readonly string[];
  edges(): readonly { readonly v: string; readonly w: string }[];
  setGraph(label: Readonly<Record<string, unknown>>): void;
  graph(): { readonly width?: number; readonly height?: number };
  setNode(id: string, label: DagreNode): void;
  node(id: string): DagreNode;
  setParent(id: string, parent: string): void;
  setEdge(from: string, to: string, label: DagreEdge, name: string): void;
  edge(from: string, to: string, name: string): DagreEdge;
}

export interface DagreNode {
  width: number;
  height: number;
  /** Its middle. */
  x?: number;
  y?: number;
  rank?: number;
  /** Its place in its rank. */
  order?: number;
}

export interface DagreEdge {
  readonly minlen: number;
  readonly width: number;
  readonly height: number;
  readonly labelpos: 'c';
  x?: number;
  y?: number;
  points?: readonly { readonly x: number; readonly y: number }[];
}

let library: Dagre | undefined;

/** Loads dagre at the first graph: most films have none. */
export function loadDagre(): Dagre {
  if (library === undefined) {
    const name = '@dagrejs/dagre';
    library = createRequire(import.meta.url)(name) as Dagre;
  }
  return library;
}
