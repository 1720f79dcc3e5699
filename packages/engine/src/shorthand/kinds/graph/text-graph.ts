import { broken } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import type { SceneDraft } from '../../desugar/scene-draft.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { type Flowchart, maxGraphText, maxNodesTogether } from './graph.ts';
import { edgeLook, nodeLook } from './graph-looks.ts';
import { type GraphSource, readGraph } from './read-graph.ts';

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
          nodeLook: ({ shape }, letters) => nodeLook(draft, shape, letters),
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
  const { problems, variables, notes } = draft;
  if (written === undefined) {
    problems.add(place, 'missing-field', `is required for ${noun}: ${example}`);
    return null;
  }
  const isList = Array.isArray(written);
  const filled = variables.fill(written, {}, place);
  if (filled === broken) return null;
  const lines = Array.isArray(filled) ? filled : typeof filled === 'string' ? filled.split(/\r?\n/) : [];
  const isText = typeof filled === 'string' || (isList && lines.every((line) => typeof line === 'string'));
  if (!isText) {
    problems.add(place, 'value', `must be a text or a list of lines, but is ${showValue(written)}`);
    return null;
  }
  const letters = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (letters > maxGraphText) {
    problems.add(place, 'count', `must have at most ${maxGraphText} letters, but has ${letters}`);
    return null;
  }
  const flow = parse(isList ? lines.map((line) => line.replaceAll('\n', ' ')) : lines);
  const at = (line: number, letter: number): { readonly path: Path; readonly where: string } =>
    isList
      ? { path: [...place, line], where: `in letter ${letter + 1} ` }
      : { path: place, where: `in line ${line + 1}, letter ${letter + 1} ` };
  for (const { line, letter, message } of flow.undrawn) {
    const { path, where } = at(line, letter);
    notes.push({ path, message: `${where}${message}` });
  }
  for (const { line, letter, message } of flow.errors) {
    const { path, where } = at(line, letter);
    problems.add(path, 'graph-text', `${where}${message}`);
  }
  if (flow.errors.length > 0) return null;
  if (flow.nodes.size === 0) {
    problems.add(place, 'graph-text', none);
    return null;
  }
  const others = [...draft.graphs.values()].reduce((sum, { nodes }) => sum + nodes.size, 0);
  if (others + flow.nodes.size > maxNodesTogether) {
    const rule = `makes more than ${maxNodesTogether} nodes, together with the other graphs of its scene`;
    problems.add(place, 'count', `${rule}; write fewer or smaller graphs`);
    return null;
  }
  return flow;
}
