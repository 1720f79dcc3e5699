import { broken, isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { type Flowchart, type FlowEdge, type FlowNode, maxNodesTogether } from '../graph/graph.ts';
import { edgeLook, nodeLook } from '../graph/graph-looks.ts';
import { nodesSoFar } from '../graph/read-diagram.ts';
import { type GraphSource, readGraph } from '../graph/read-graph.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';
import { readTree, type TreeNode } from './read-tree.ts';

/** Width of the lines of a tree in pixels. */
const strokeWidth = 3;

/** The kinds of boxes. */
const boxKinds = ['rectangle', 'circle'];

/** Fields that the layout of a tree decides. */
const laidOut = ['width', 'height', 'x', 'y', 'place', 'children'];

/** The boxes and lines of a tree are its members, in every composition that has data of its own. */
export const tree: ShorthandKind = {
  members: {
    read: (draft, owner, readObject) => {
      draft.parameters.set(owner.id, new Set(['data']));
      readGraph(draft, owner, new TreeSource(draft, owner), readObject);
    },
    fields: ['data', 'each'],
    source: 'the boxes of a tree are in its data',
  },
};

class TreeSource implements GraphSource {
  readonly field = 'data';
  readonly layout = 'tree';
  readonly #draft: SceneDraft;
  readonly #owner: ReadingObject;
  /** What the template makes of boxes, by their keys. */
  readonly #made = new Map<string, Fields>();

  constructor(draft: SceneDraft, owner: ReadingObject) {
    this.#draft = draft;
    this.#owner = owner;
    const { each } = owner;
    const place = owner.placeOf('each');
    if (each === undefined) return;
    const { problems } = draft;
    if (!isMap(each)) {
      problems.add(
        place,
        'value',
        `must be one object, the template of the boxes, but is ${showValue(each)}`,
      );
      return;
    }
    const { kind = 'rectangle' } = each;
    if (!boxKinds.includes(String(kind)))
      problems.add(
        [...place, 'kind'],
        'value',
        `must be rectangle or circle for the boxes of a tree, but is ${showValue(kind)}; lines of its text are divided by \\n`,
      );
    for (const field of laidOut)
      if (each[field] !== undefined)
        problems.add(
          [...place, field],
          'wrong-kind',
          'is decided by the tree: its boxes are as large as their texts; remove it',
        );
  }

  read(written: unknown, place: Path): Flowchart | null {
    const { problems, variables } = this.#draft;
    if (written === undefined) {
      const example = 'such as { "CEO": { "CTO": ["Web", "App"], "CFO": [] } }';
      problems.add(
        place,
        'missing-field',
        `is required for a tree: names with what is below them, ${example}`,
      );
      return null;
    }
    const data = variables.fill(written, {}, place);
    if (data === broken) return null;
    const nodes = readTree(data);
    if ('message' in nodes) {
      problems.add([...place, ...nodes.place], nodes.rule, nodes.message);
      return null;
    }
    if (nodesSoFar(this.#draft) + nodes.length > maxNodesTogether) {
      const rule = `makes more than ${maxNodesTogether} boxes, together with the other diagrams of its scene`;
      problems.add(place, 'count', `${rule}; write fewer or smaller ones`);
      return null;
    }
    const boxes = nodes.map((node, index): [string, FlowNode] => [node.key, this.#box(node, index)]);
    const edges = nodes.flatMap(({ key, parent }): FlowEdge[] =>
      parent === null ? [] : [{ ...plainEdge, from: parent, to: key }],
    );
    return { direction: null, nodes: new Map(boxes), edges, clusters: [], errors: [], undrawn: [] };
  }

  nodeLook({ id, shape }: FlowNode, letters: Fields): Fields {
    const { text: _, kind: __, ...fields } = this.#made.get(id) ?? {};
    const { style, ...look } = nodeLook(this.#draft, shape ?? 'rect', letters);
    // With a style of its own, a box has no outline of graphs.
    const { stroke, ...plain } = look;
    const nodeFields =
      fields.style === undefined ? { ...plain, stroke, ...(style !== undefined && { style }) } : plain;
    return { ...nodeFields, ...fields };
  }

  edgeLook(edge: FlowEdge, letters: Fields): Fields {
    return { ...edgeLook(this.#draft, edge, letters), strokeWidth };
  }

  /** A box with what the template makes of it. */
  #box({ key, name, depth, fields }: TreeNode, index: number): FlowNode {
    const { each } = this.#owner;
    const values = { ...fields, item: name, key: name, name, index, depth };
    const made = isMap(each)
      ? this.#draft.variables.fill(each, values, this.#owner.placeOf('each'))
      : undefined;
    const filled: Fields = isMap(made) ? made : {};
    this.#made.set(key, filled);
    const { text = name, kind } = filled;
    const label = Array.isArray(text) ? text.join('\n') : String(text);
    return { id: key, shape: kind === 'circle' ? 'circle' : 'rect', label };
  }
}

const plainEdge: Omit<FlowEdge, 'from' | 'to'> = {
  ...{ label: '', line: 'solid', heads: 'none', headShape: 'arrow', ranks: 1 },
};
