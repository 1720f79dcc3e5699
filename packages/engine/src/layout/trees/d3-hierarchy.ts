import { createRequire } from 'node:module';

/** A node of a hierarchy. Its place is set by the layout: `x` across the levels. */
export interface HierarchyNode<Data> {
  readonly data: Data;
  readonly depth: number;
  readonly parent: HierarchyNode<Data> | null;
  x?: number;
  descendants(): HierarchyNode<Data>[];
}

/** The part of d3-hierarchy that trees use. */
export interface Hierarchies {
  readonly hierarchy: <Data>(
    data: Data,
    children: (data: Data) => readonly Data[] | undefined,
  ) => HierarchyNode<Data>;
  readonly tree: <Data>() => TidyTree<Data>;
}

interface TidyTree<Data> {
  (root: HierarchyNode<Data>): HierarchyNode<Data>;
  nodeSize(size: readonly [number, number]): TidyTree<Data>;
  separation(distance: (one: HierarchyNode<Data>, other: HierarchyNode<Data>) => number): TidyTree<Data>;
}

let library: Hierarchies | undefined;

/** Loads d3-hierarchy at the first tree: most films have none. */
export function loadHierarchies(): Hierarchies {
  if (library === undefined) {
    const name = 'd3-hierarchy';
    library = createRequire(import.meta.url)(name) as Hierarchies;
  }
  return library;
}
