import { foreignHeader, frontMatterEnd, frontMatterNote } from '../diagram-headers.ts';
import { labelText } from '../graph/flow-scanner.ts';
import {
  type Flowchart,
  type FlowEdge,
  type FlowNode,
  type FlowNote,
  maxNodes,
  maxNodeText,
  type NodeShape,
} from '../graph/graph.ts';

/** The brackets of shapes, the longer ones first. */
const brackets: readonly (readonly [open: string, close: string, shape: NodeShape])[] = [
  ['((', '))', 'circle'],
  ['))', '((', 'hexagon'],
  ['{{', '}}', 'hexagon'],
  [')', '(', 'round'],
  ['[', ']', 'rect'],
  ['(', ')', 'round'],
];

/** Maximum number of letters of a line, which bounds the time to read it. */
const maxLine = 1000;

interface Branch {
  readonly indent: number;
  readonly id: string;
}

/**
 * Reads the syntax of Mermaid's mind maps, whose branches are indented, as the nodes and edges of a graph that leads to the
 * right. Never throws; a line with an error has no effect.
 */
export function parseMindmap(lines: readonly string[]): Flowchart {
  const nodes = new Map<string, FlowNode>();
  const edges: FlowEdge[] = [];
  const errors: FlowNote[] = [];
  const undrawn = new Map<string, FlowNote>();
  const above: Branch[] = [];
  let isFirst = true;
  const front = frontMatterEnd(lines);
  if (front >= 0) undrawn.set(frontMatterNote, { line: 0, letter: 0, message: frontMatterNote });
  for (const [line, written] of joinedLabels(lines).entries()) {
    if (line <= front) continue;
    const text = written.replace(/%%.*$/, '').trimEnd();
    const content = text.trim();
    const letter = text.length - text.trimStart().length;
    const note = (message: string) => {
      if (!undrawn.has(message)) undrawn.set(message, { line, letter, message });
    };
    if (content === '') continue;
    if (isFirst && content === 'mindmap') {
      isFirst = false;
      continue;
    }
    const other = isFirst ? foreignHeader(content, 'mindmap') : null;
    isFirst = false;
    if (other !== null) {
      errors.push({ line, letter, message: other });
      continue;
    }
    if (/^(::icon\(|:::)/.test(content)) {
      note(`${content.startsWith(':::') ? ':::class' : '::icon()'} is not drawn; write states of the parts`);
      continue;
    }
    if (content.length > maxLine) {
      errors.push({
        line,
        letter,
        message: `must have at most ${maxLine} letters, but has ${content.length}`,
      });
      continue;
    }
    const { id: wanted, shape, label: raw } = readBranch(content);
    const { text: label, undrawn: messages } = labelText(raw);
    for (const message of messages) note(message);
    if (label.length > maxNodeText) {
      errors.push({
        line,
        letter,
        message: `must have at most ${maxNodeText} letters, but has ${label.length}`,
      });
      continue;
    }
    const indent = indentOf(text);
    while (above.length > 0 && (above.at(-1)?.indent ?? 0) >= indent) above.pop();
    const parent = above.at(-1);
    if (parent === undefined && nodes.size > 0) {
      const message = `is a second root; indent it more than "${[...nodes.values()][0]?.label}"`;
      errors.push({ line, letter, message });
      continue;
    }
    const id = freeId(wanted || label, nodes);
    nodes.set(id, {
      id,
      shape: parent === undefined && shape === undefined ? 'stadium' : (shape ?? 'round'),
      label,
    });
    if (parent !== undefined) edges.push({ ...branchEdge, from: parent.id, to: id });
    above.push({ indent, id });
  }
  if (nodes.size > maxNodes) {
    const message = `must have at most ${maxNodes} branches, but has ${nodes.size}`;
    errors.push({ line: lines.length - 1, letter: 0, message });
  }
  return { direction: 'right', nodes, edges, clusters: [], errors, undrawn: [...undrawn.values()] };
}

/** Joins the lines of a label in quotes and backticks that goes on in the next line; these are then empty. */
function joinedLabels(lines: readonly string[]): readonly string[] {
  const joined = [...lines];
  for (const [start, text] of lines.entries()) {
    if (!/"`[^`]*$/.test(text)) continue;
    const end = lines.findIndex((line, index) => index > start && line.includes('`"'));
    if (end < 0) continue;
    joined[start] = lines.slice(start, end + 1).join('\n');
    joined.fill('', start + 1, end + 1);
  }
  return joined;
}

const branchEdge = { label: '', line: 'solid', heads: 'none', headShape: 'arrow', ranks: 1 } as const;

function readBranch(content: string): {
  readonly id: string;
  readonly shape?: NodeShape;
  readonly label: string;
} {
  for (const [open, close, shape] of brackets) {
    const at = content.indexOf(open);
    if (at < 0 || !content.endsWith(close) || content.length - close.length < at + open.length) continue;
    const id = content.slice(0, at).trim();
    if (!/^[\p{L}\p{N}_-]*$/u.test(id)) continue;
    return { id, shape, label: content.slice(at + open.length, -close.length) };
  }
  return { id: '', label: content };
}

/** The columns before a line; a tab leads to the next multiple of 4. */
function indentOf(text: string): number {
  let columns = 0;
  for (const letter of text) {
    if (letter === '\t') columns += 4 - (columns % 4);
    else if (/\s/.test(letter)) columns++;
    else break;
  }
  return columns;
}

/** An id that no other branch has: two may have the same words. */
function freeId(wanted: string, nodes: ReadonlyMap<string, FlowNode>): string {
  let id = wanted;
  for (let count = 2; nodes.has(id); count++) id = `${wanted} ${count}`;
  return id;
}
