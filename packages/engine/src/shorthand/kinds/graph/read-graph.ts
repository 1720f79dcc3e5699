import { isDeepStrictEqual } from 'node:util';
import { isMap } from '../../../project/check.ts';
import { idPattern } from '../../../project/field-schemas.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import {
  type DraftEdge,
  type Fields,
  mapIn,
  type ReadObject,
  type SceneDraft,
} from '../../desugar/scene-draft.ts';
import { maxMembers } from '../../state-fields.ts';
import type { ReadingObject } from '../shorthand-kind.ts';
import {
  type Flowchart,
  type FlowEdge,
  type FlowNode,
  type GraphDirection,
  type GraphPlan,
  graphDirections,
  type NodeShape,
  type PlannedEdge,
  type PlannedNode,
} from './graph.ts';
import { graphLetters, titleLook } from './graph-looks.ts';
import { GraphTexts } from './graph-texts.ts';

/** How many times larger than its usual letters those of a graph without a font size may be. */
const usualGrowth = 1.5;

/** Names that parts of any group have. */
const reserved = new Set(['box', 'frame', 'whole', 'label']);

/** The members of a graph in one composition. */
interface Shown {
  readonly plan: GraphPlan;
  /** The texts of members, by their ids. */
  readonly texts: ReadonlyMap<string, string>;
  readonly ids: ReadonlySet<string>;
}

/** What a graph is made of, and how it looks. */
export interface GraphSource {
  /** The field of the group, and of its states, that has it. */
  readonly field: 'text' | 'data';
  /** How its nodes are laid out, if not in layers. */
  readonly layout?: 'tree';
  /** Reads what is written; null with a problem. */
  readonly read: (written: unknown, place: Path) => Flowchart | null;
  readonly nodeLook: (node: FlowNode & { readonly shape: NodeShape }, letters: Fields) => Fields;
  readonly edgeLook: (edge: FlowEdge, letters: Fields) => Fields;
}

/** Makes the nodes, edges and subgraphs of a graph the members of its group, in all compositions. */
export function readGraph(
  draft: SceneDraft,
  owner: ReadingObject,
  source: GraphSource,
  readObject: ReadObject,
): void {
  new GraphReader(draft, owner, source, readObject).read();
}

class GraphReader {
  readonly #draft: SceneDraft;
  readonly #owner: ReadingObject;
  readonly #source: GraphSource;
  readonly #readObject: ReadObject;
  readonly #letters: Fields;
  /** The names of members by their keys: those of nodes, of edges with both ends, and of subgraphs. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #children: string[] = [];
  readonly #nodes = new Map<string, FlowNode & { readonly shape: NodeShape }>();
  readonly #edges = new Map<string, DraftEdge>();
  readonly #titles = new Map<string, string>();
  readonly #texts: GraphTexts;
  readonly #growth: number;
  #direction: GraphDirection = 'down';

  constructor(draft: SceneDraft, owner: ReadingObject, source: GraphSource, readObject: ReadObject) {
    this.#draft = draft;
    this.#owner = owner;
    this.#source = source;
    this.#readObject = readObject;
    this.#growth = owner.state.fontSize === undefined ? usualGrowth : 1;
    this.#letters = graphLetters(draft, owner.state);
    this.#texts = new GraphTexts(draft, this.#letters, readObject, this.#children);
  }

  read(): void {
    const { draft, owner } = { draft: this.#draft, owner: this.#owner };
    const { state, object, name, id } = owner;
    const place = (field: string) => draft.provenance.placeOf(state, field, owner.path);
    object.children = draft.provenance.set(this.#children, owner.path);
    const { field: source } = this.#source;
    const from = source === 'text' ? place('text') : owner.placeOf('data');
    const first = this.#shown(owner[source], from, state.direction, place('direction'));
    for (const field of [source, 'direction', ...Object.keys(this.#letters)]) delete state[field];
    const present = new Map<string, ReadonlySet<string>>();
    draft.graphs.set(id, { nodes: new Set(), edges: this.#edges, present });
    if (first === null) return;
    let shown = first;
    for (const { key, written, path } of draft.compositions) {
      const later = mapIn(mapIn(written, 'states'), name);
      if (later[source] !== undefined || later.direction !== undefined) {
        const at = [...path, 'states', name];
        const next = this.#shown(
          later[source] ?? undefined,
          [...at, source],
          later.direction,
          [...at, 'direction'],
          shown,
        );
        if (next !== null) {
          this.#change(key, shown, next);
          shown = next;
        }
      }
      present.set(key, shown.ids);
    }
    draft.graphs.set(id, {
      nodes: new Set([...this.#nodes.keys()].map((node) => this.#idOf(`node ${node}`))),
      ...{ edges: this.#edges, present },
    });
    if (this.#children.length > maxMembers) {
      const rule = `makes ${this.#children.length} objects in all compositions, of at most ${maxMembers}`;
      draft.problems.add(from, 'count', `${rule}; write shorter texts`);
      return;
    }
    for (const [key, ids] of present)
      for (const child of this.#children) if (!ids.has(child)) draft.absent.get(key)?.add(child);
    state.graph = first.plan;
  }

  /** Adds the states with which a composition's text changes the one before. */
  #change(key: string, before: Shown, after: Shown): void {
    const states: Record<string, Fields> = this.#draft.itemStates.get(key) ?? {};
    for (const id of after.ids) {
      const text = after.texts.get(id);
      if (!before.ids.has(id)) states[id] = { ...states[id] };
      if (text !== undefined && before.texts.get(id) !== text) states[id] = { ...states[id], text };
    }
    if (!isDeepStrictEqual(before.plan, after.plan))
      states[this.#owner.id] = { ...states[this.#owner.id], graph: after.plan };
  }

  /** Reads a text, and makes the members that are new; null if it cannot be read. */
  #shown(
    written: unknown,
    place: Path,
    direction: unknown,
    directionPlace: Path,
    before?: Shown,
  ): Shown | null {
    const writtenDirection = this.#directionOf(direction, directionPlace);
    if (written === undefined && before !== undefined)
      return { ...before, plan: { ...before.plan, direction: writtenDirection ?? before.plan.direction } };
    const flow = this.#source.read(written, place);
    if (flow === null) return null;
    this.#direction = writtenDirection ?? flow.direction ?? this.#direction;
    return this.#members(flow, place);
  }

  #directionOf(direction: unknown, place: Path): GraphDirection | null {
    if (direction === undefined) return null;
    const found = graphDirections.find((one) => one === direction);
    if (found === undefined)
      this.#draft.problems.add(
        place,
        'value',
        `must be one of ${graphDirections.join(', ')}, but is ${showValue(direction)}`,
      );
    return found ?? null;
  }

  #members(flow: Flowchart, place: Path): Shown {
    const ids = new Set<string>();
    const texts = new Map<string, string>();
    const showing = { ids, texts, place };
    const clusters = new Map(flow.clusters.map((one) => [one.id, one]));
    const clusterOf = new Map(
      flow.clusters.flatMap(({ id, nodes }) => nodes.map((node) => [node, id] as const)),
    );
    // An arrow to a subgraph leads to the first node in it.
    const isNode = (id: string) => !clusters.has(id);
    const firstIn = (id: string, isSource: boolean): string | undefined => {
      const nodes = clusters.get(id)?.nodes.filter(isNode) ?? [];
      // What leaves a state does not leave it where it begins.
      const member = nodes.find((node) => !isSource || flow.nodes.get(node)?.shape !== 'start') ?? nodes[0];
      const inner = flow.clusters
        .filter(({ parent }) => parent === id)
        .map((one) => firstIn(one.id, isSource));
      return member ?? inner[0];
    };
    const endOf = (id: string, isSource: boolean) => (isNode(id) ? id : firstIn(id, isSource));
    for (const { id, title } of flow.clusters) this.#cluster(id, title, { ids, texts, place });
    const nodes: PlannedNode[] = [];
    const edges: PlannedEdge[] = [];
    const added = new Set<string>();
    const addNode = (key: string) => {
      if (added.has(key)) return;
      added.add(key);
      const written = flow.nodes.get(key) ?? { id: key };
      const node = this.#node(written, place);
      const id = this.#idOf(`node ${key}`);
      const text = node.label ?? key;
      ids.add(id);
      texts.set(id, text);
      const cluster = clusterOf.get(key);
      const label = this.#labelOf(id);
      if (label !== null && this.#placesLabel(node)) ids.add(label);
      const rows = written.rows && this.#texts.rows(this.#partOf(`node ${key}`), written.rows, showing);
      nodes.push({
        id,
        shape: node.shape,
        label,
        cluster: cluster === undefined ? null : this.#idOf(`cluster ${cluster}`),
        ...(rows && { rows }),
      });
    };
    const counts = new Map<string, number>();
    for (const edge of flow.edges) {
      const [from, to] = [endOf(edge.from, true), endOf(edge.to, false)];
      if (from === undefined || to === undefined) continue;
      if (from !== edge.from || to !== edge.to)
        this.#draft.notes.push({
          path: place,
          message: `has an arrow to the subgraph ${isNode(edge.from) ? edge.to : edge.from}, which is drawn to ${from === edge.from ? to : from}, a node in it`,
        });
      const pair = `${from} ${to}`;
      const count = (counts.get(pair) ?? 0) + 1;
      counts.set(pair, count);
      addNode(from);
      const id = this.#edge(edge, { from, to, count }, place);
      ids.add(id);
      texts.set(id, edge.label);
      addNode(to);
      const label = edge.label === '' ? null : this.#labelOf(id);
      const ends = this.#texts.ends(this.#partOf(`edge ${from} ${to} ${count}`), edge, showing);
      edges.push({
        id,
        from: this.#idOf(`node ${from}`),
        to: this.#idOf(`node ${to}`),
        label,
        ranks: edge.ranks,
        ...(ends && { ends }),
      });
    }
    for (const key of flow.nodes.keys()) if (isNode(key)) addNode(key);
    const fontSize = Number(this.#letters.fontSize);
    const planned = flow.clusters.map(({ id, parent }) => ({
      id: this.#idOf(`cluster ${id}`),
      title: this.#titles.get(id) ?? null,
      parent: parent === null ? null : this.#idOf(`cluster ${parent}`),
    }));
    return {
      plan: {
        ...{ direction: this.#direction, fontSize, growth: this.#growth, nodes, edges, clusters: planned },
        ...(this.#source.layout && { layout: this.#source.layout }),
      },
      texts,
      ids,
    };
  }

  #node(node: FlowNode, place: Path): FlowNode & { readonly shape: NodeShape } {
    const existing = this.#nodes.get(node.id);
    if (existing !== undefined) {
      // A node keeps its first shape, because an object has one kind.
      const now = { ...existing, ...(node.label !== undefined && { label: node.label }) };
      this.#nodes.set(node.id, now);
      return now;
    }
    const made = { ...node, shape: node.shape ?? ('rect' as const) };
    this.#nodes.set(node.id, made);
    const name = this.#nameFor(`node ${node.id}`, node.id);
    const look = this.#source.nodeLook(made, this.#letters);
    this.#add(
      name,
      { ...look, text: made.label ?? node.id },
      place,
      this.#placesLabel(made) ? 'box' : 'node',
    );
    return made;
  }

  #edge(
    edge: FlowEdge,
    { from, to, count }: { readonly from: string; readonly to: string; readonly count: number },
    place: Path,
  ): string {
    const key = `edge ${from} ${to} ${count}`;
    const isNamed = this.#names.has(key);
    const name = this.#nameFor(key, `${from}-${to}${count > 1 ? `-${count}` : ''}`);
    const id = this.#idOf(key);
    if (isNamed) return id;
    this.#edges.set(id, { from: this.#idOf(`node ${from}`), to: this.#nameId(`node ${to}`, to) });
    // The target may be new: its name comes first.
    const look = this.#source.edgeLook(edge, this.#letters);
    this.#add(name, { ...look, text: edge.label }, place, 'edge');
    return id;
  }

  #cluster(
    key: string,
    title: string,
    {
      ids,
      texts,
      place,
    }: { readonly ids: Set<string>; readonly texts: Map<string, string>; readonly place: Path },
  ): void {
    const isKnown = this.#names.has(`cluster ${key}`);
    const name = this.#nameFor(`cluster ${key}`, key);
    const id = this.#idOf(`cluster ${key}`);
    ids.add(id);
    if (!isKnown) this.#add(name, titleLook(this.#draft), place);
    if (title === '') return;
    const titleId = this.#draft.names.idFor(`${this.#owner.name}.${name}.title`);
    ids.add(titleId);
    texts.set(titleId, title);
    if (this.#titles.has(key)) return;
    this.#titles.set(key, titleId);
    this.#add(`${name}.title`, { ...titleLook(this.#draft, this.#letters), text: title }, place);
  }

  /** Adds a member. Edges have a label in their line, which opens for it; the layout places that of a `box`. */
  #add(name: string, value: Fields, place: Path, type: 'node' | 'box' | 'edge' = 'node'): void {
    const isEdge = type === 'edge';
    const { draft, owner } = { draft: this.#draft, owner: this.#owner };
    const full = `${owner.name}.${name}`;
    const id = draft.names.idFor(full);
    this.#children.push(id);
    if (!isEdge) draft.graphNodes.add(id);
    this.#readObject(draft, { id, name: full, value, path: place });
    const label = draft.labels.get(id);
    const state = label === undefined ? undefined : draft.objects[label]?.state;
    if (!isMap(state)) return;
    if (label !== undefined && type === 'box') {
      // Names beside each other have one baseline.
      delete state.inside;
      this.#children.push(label);
    }
    if (isEdge) state.y = 0;
    else state.margin = 0;
  }

  #placesLabel({ rows }: FlowNode): boolean {
    return this.#source.layout !== undefined || rows !== undefined;
  }

  #partOf(key: string): { readonly id: string; readonly name: string } {
    return { id: this.#idOf(key), name: `${this.#owner.name}.${this.#names.get(key) ?? key}` };
  }

  #labelOf(id: string): string | null {
    return this.#draft.labels.get(id) ?? null;
  }

  #idOf(key: string): string {
    return this.#draft.names.idFor(`${this.#owner.name}.${this.#names.get(key) ?? key}`);
  }

  #nameId(key: string, wanted: string): string {
    this.#nameFor(key, wanted);
    return this.#idOf(key);
  }

  /** The name of a member: its own if that can be one, and no other has it. */
  #nameFor(key: string, wanted: string): string {
    const existing = this.#names.get(key);
    if (existing !== undefined) return existing;
    const plain = wanted
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40);
    const start = plain === '' || !idPattern.test(plain) ? String(this.#names.size + 1) : plain;
    let name = start;
    for (let count = 2; this.#taken.has(name) || reserved.has(name); count++) name = `${start}-${count}`;
    this.#taken.add(name);
    this.#names.set(key, name);
    return name;
  }
}
