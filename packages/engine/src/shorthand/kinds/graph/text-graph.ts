import type { Path } from '../../../project/problem-text.ts';
import type { SceneDraft } from '../../desugar/scene-draft.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { type Flowchart, maxGraphText, maxNodesTogether } from './graph.ts';
import { edgeLook, nodeLook } from './graph-looks.ts';
import { nodesSoFar, readDiagram } from './read-diagram.ts';
import { type GraphSource, readGraph } from './read-graph.ts';

/** The font weight of the names of boxes with rows. */
const nameWeight = 600;

/** A language in which the text of a graph may be. */
export interface GraphLanguage {
  readonly parse: (lines: readonly string[]) => Flowchart;
  /** What messages call a graph in it, an example, and what they say of a text without nodes. */
  readonly noun: string;
  readonly example: string;
  readonly none: string;
}

/** The nodes, edges and subgraphs of a graph are its members, in every composition that has a text of its own. */
export function graphOf(language: GraphLanguage): ShorthandKind {
  return {
    members: {
      read: (draft, owner, readObject) => {
        owner.object.kind = 'graph';
        const source: GraphSource = {
          field: 'text',
          read: (written, place) => readText(draft, language, written, place),
          nodeLook: ({ shape, rows }, letters) =>
            nodeLook(draft, shape, rows === undefined ? letters : { fontWeight: nameWeight, ...letters }),
          edgeLook: (edge, letters) => edgeLook(draft, edge, letters),
        };
        readGraph(draft, owner, source, readObject);
      },
      fields: [],
      source: `the nodes of ${language.noun} are in its text`,
    },
  };
}

/** Reads a text in a language; null with a problem. */
function readText(
  draft: SceneDraft,
  { parse, noun, example, none }: GraphLanguage,
  written: unknown,
  place: Path,
): Flowchart | null {
  const flow = readDiagram(draft, written, place, {
    required: `${noun}: ${example}`,
    maxLetters: maxGraphText,
    parse,
  });
  if (flow?.nodes.size === 0) {
    draft.problems.add(place, 'graph-text', none);
    return null;
  }
  if (flow !== null && nodesSoFar(draft) + flow.nodes.size > maxNodesTogether) {
    const rule = `makes more than ${maxNodesTogether} nodes, together with the other graphs of its scene`;
    draft.problems.add(place, 'count', `${rule}; write fewer or smaller graphs`);
    return null;
  }
  return flow;
}
