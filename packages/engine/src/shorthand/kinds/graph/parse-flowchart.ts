import { foreignHeader } from '../diagram-headers.ts';
import { FlowScanner, labelText } from './flow-scanner.ts';
import {
  type FlowCluster,
  type Flowchart,
  type FlowEdge,
  type FlowNode,
  type FlowNote,
  type GraphDirection,
  graphDirectionOf,
  graphDirectionWords,
  maxEdges,
  maxNodes,
  maxNodeText,
  type NodeShape,
} from './graph.ts';
import { readNodeFields } from './node-fields.ts';
import { takeLink } from './take-link.ts';

/** Words at the beginning of statements that are not drawn. */
const undrawnWords = /(classDef|class|style|linkStyle|click|direction)\b/y;

/** One message for what describes a chart to machines. */
const descriptionsRule =
  'the front matter, accTitle and accDescr are not drawn; write a text above the graph as its title';

/** The brackets of shapes, the longer ones first. */
const brackets: readonly (readonly [open: string, closers: Readonly<Record<string, NodeShape>>])[] = [
  ['(((', { ')))': 'circle' }],
  ['((', { '))': 'circle' }],
  ['([', { '])': 'stadium' }],
  ['[[', { ']]': 'subroutine' }],
  ['[(', { ')]': 'database' }],
  ['[/', { '/]': 'parallelogram', '\\]': 'trapezoid' }],
  ['[\\', { '\\]': 'parallelogramBack', '/]': 'trapezoidBack' }],
  ['{{', { '}}': 'hexagon' }],
  ['{', { '}': 'diamond' }],
  ['[', { ']': 'rect' }],
  ['(', { ')': 'round' }],
  ['>', { ']': 'flag' }],
];

const idStart = /[\p{L}\p{N}_](?:[\p{L}\p{N}_]|-(?=[\p{L}\p{N}_]))*/uy;

/** Thrown for a statement that cannot be read. */
class FlowError extends Error {
  readonly letter: number;

  constructor(letter: number, message: string) {
    super(message);
    this.letter = letter;
  }
}

/** Reads the flowchart syntax of Mermaid, line by line. Never throws; a line with an error has no effect. */
export function parseFlowchart(lines: readonly string[]): Flowchart {
  return new FlowParser().parse(lines);
}

/** Takes syntax that is not drawn, with its letter in the statement. */
type TakeNote = (letter: number, message: string) => void;

class FlowParser {
  #direction: GraphDirection | null = null;
  readonly #nodes = new Map<string, FlowNode>();
  readonly #edges: FlowEdge[] = [];
  readonly #clusters = new Map<string, { title: string; nodes: string[]; parent: string | null }>();
  readonly #open: string[] = [];
  readonly #errors: FlowNote[] = [];
  /** By their messages: the same is named once, where it is first. */
  readonly #undrawn = new Map<string, FlowNote>();
  /** The ids that edges have of their own. */
  readonly #edgeIds = new Set<string>();
  #hasStatements = false;

  parse(lines: readonly string[]): Flowchart {
    const { statements, descriptions } = flowLines(lines);
    for (const line of descriptions) this.#note({ line, letter: 0, message: descriptionsRule });
    for (const { line, text } of statements) {
      let before = 0;
      for (const statement of splitStatements(text)) {
        const start = before;
        const placeOf = (letter: number) => {
          const above = text.slice(0, start + letter).split('\n');
          return { line: line + above.length - 1, letter: above.at(-1)?.length ?? 0 };
        };
        try {
          this.#statement(new FlowScanner(statement), (letter, message) =>
            this.#note({ ...placeOf(letter), message }),
          );
        } catch (error) {
          if (!(error instanceof FlowError)) throw error;
          this.#errors.push({ ...placeOf(error.letter), message: error.message });
        }
        before += statement.length + 1;
      }
    }
    const last = lines.length - 1;
    const letter = lines[last]?.length ?? 0;
    const fail = (message: string) => this.#errors.push({ line: last, letter, message });
    if (this.#open.length > 0) fail(`needs "end" after the nodes of the subgraph ${this.#open.at(-1)}`);
    if (this.#nodes.size > maxNodes) fail(`must have at most ${maxNodes} nodes, but has ${this.#nodes.size}`);
    if (this.#edges.length > maxEdges)
      fail(`must have at most ${maxEdges} edges, but has ${this.#edges.length}`);
    const clusters = [...this.#clusters].map(([id, one]): FlowCluster => ({ id, ...one }));
    return {
      ...{ direction: this.#direction, nodes: this.#nodes, edges: this.#edges, clusters },
      ...{ errors: this.#errors, undrawn: [...this.#undrawn.values()] },
    };
  }

  #note(note: FlowNote): void {
    if (!this.#undrawn.has(note.message)) this.#undrawn.set(note.message, note);
  }

  #statement(scanner: FlowScanner, note: TakeNote): void {
    if (scanner.isAtEnd) return;
    const start = scanner.at;
    if (scanner.take(/%%/y)) {
      if (scanner.rest.startsWith('{'))
        note(start, 'the directive %%{ … }%% is not drawn; write fields of the graph');
      return;
    }
    if (!this.#hasStatements) {
      this.#hasStatements = true;
      const header = scanner.take(/(flowchart|graph)(?:-elk)?(?=\s|$)/y);
      if (header !== null) {
        this.#header(scanner);
        return;
      }
      const other = foreignHeader(scanner.rest, 'graph');
      if (other !== null) throw new FlowError(start, other);
    }
    const word = scanner.take(undrawnWords);
    if (word !== null) {
      // A node may have such a name.
      if (!/^\s*(?:$|[-=~<&([{>|:])/.test(scanner.rest)) {
        const wayOut = word[1] === 'direction' ? 'the whole graph has one' : 'write states of its parts';
        note(start, `${word[1]} is not drawn; ${wayOut}`);
        return;
      }
      scanner.at = start;
    }
    const edge = scanner.take(/([\p{L}\p{N}_-]+)@\{[^}]*\}\s*$/uy);
    if (edge !== null && this.#edgeIds.has(edge[1] ?? '')) {
      note(start, 'the look of edges in @{ … } is not drawn; write states of its parts');
      return;
    }
    if (edge !== null) scanner.at = start;
    if (scanner.take(/subgraph(?=\s|$)/y)) this.#subgraph(scanner);
    else if (scanner.take(/end\s*$/y)) this.#end(start);
    else this.#chain(scanner, note);
  }

  #header(scanner: FlowScanner): void {
    scanner.skipSpaces();
    if (scanner.isAtEnd) return;
    const [word] = scanner.take(/\S+/y) ?? [''];
    const direction = graphDirectionOf(word.replace(/;$/, ''));
    if (direction === undefined)
      throw new FlowError(
        scanner.at - word.length,
        `must be one of ${graphDirectionWords.join(', ')}, but is ${word}`,
      );
    this.#direction = direction;
  }

  #subgraph(scanner: FlowScanner): void {
    scanner.skipSpaces();
    const start = scanner.at;
    const id = scanner.take(idStart)?.[0];
    scanner.skipSpaces();
    let [key, title] = [id ?? '', id ?? ''];
    if (scanner.take(/\[/y)) {
      const found = scanner.takeUntil([']']);
      if (found === null) throw new FlowError(scanner.at, 'needs ] after the title of the subgraph');
      title = labelText(found.text).text;
    } else if (!scanner.isAtEnd) {
      title = labelText(scanner.text.slice(start)).text;
      key = title;
    }
    if (key === '') key = `subgraph${this.#clusters.size + 1}`;
    if (this.#clusters.has(key))
      throw new FlowError(start, `is the second subgraph ${key}; give it another id`);
    this.#clusters.set(key, { title, nodes: [], parent: this.#open.at(-1) ?? null });
    this.#open.push(key);
  }

  #end(letter: number): void {
    if (this.#open.pop() === undefined)
      throw new FlowError(letter, 'ends a subgraph, but none is open; remove it');
  }

  /** Reads `a --> b & c --> d`. */
  #chain(scanner: FlowScanner, note: TakeNote): void {
    let from = this.#group(scanner, note);
    for (;;) {
      scanner.skipSpaces();
      if (scanner.isAtEnd) return;
      const start = scanner.at;
      const edgeId = scanner.take(/([\p{L}\p{N}_-]+)@(?=[<ox]?[-=~])/uy)?.[1];
      if (edgeId !== undefined) this.#edgeIds.add(edgeId);
      const link = takeLink(scanner, note);
      if (link === null)
        throw new FlowError(
          start,
          `expects an arrow such as --> after ${from.at(-1)}, but there is ${shown(scanner.rest)}`,
        );
      if (typeof link === 'string') throw new FlowError(start, link);
      scanner.skipSpaces();
      if (scanner.isAtEnd)
        throw new FlowError(scanner.at, 'expects a node after the arrow, but the line ends');
      const to = this.#group(scanner, note);
      for (const source of from)
        for (const other of to) this.#edges.push({ ...link, from: source, to: other });
      if (this.#edges.length > 10 * maxEdges)
        throw new FlowError(start, `makes more than ${10 * maxEdges} edges; write fewer`);
      from = to;
    }
  }

  #group(scanner: FlowScanner, note: TakeNote): string[] {
    const ids = [this.#node(scanner, note)];
    for (scanner.skipSpaces(); scanner.take(/&/y); scanner.skipSpaces()) {
      scanner.skipSpaces();
      ids.push(this.#node(scanner, note));
    }
    return ids;
  }

  #node(scanner: FlowScanner, note: TakeNote): string {
    const start = scanner.at;
    const id = scanner.take(idStart)?.[0];
    if (id === undefined)
      throw new FlowError(
        start,
        `expects the id of a node, such as paid or paid[Paid], but there is ${shown(scanner.rest)}`,
      );
    const shape = this.#shape(scanner, id, note);
    const classStart = scanner.at;
    if (scanner.take(/:::[\w-]+/y)) note(classStart, ':::class is not drawn; write states of the node');
    const at = scanner.at;
    let nodeShape = shape;
    if (scanner.take(/@\{/y)) {
      const found = scanner.takeUntil(['}']);
      if (found === null) throw new FlowError(at, 'needs } after @{');
      const fields = readNodeFields(found.text);
      for (const message of fields.undrawn) note(at, message);
      nodeShape = { ...shape, ...fields.node };
    }
    this.#checkLabel(nodeShape.label ?? '', at);
    const existing = this.#nodes.get(id);
    this.#nodes.set(id, { ...existing, id, ...nodeShape });
    const cluster = this.#open.at(-1);
    const isInside = [...this.#clusters.values()].some(({ nodes }) => nodes.includes(id));
    if (cluster !== undefined && !isInside && !this.#clusters.has(id))
      this.#clusters.get(cluster)?.nodes.push(id);
    return id;
  }

  #checkLabel(label: string, start: number): void {
    if (label.length > maxNodeText)
      throw new FlowError(start, `must have at most ${maxNodeText} letters, but has ${label.length}`);
  }

  #shape(
    scanner: FlowScanner,
    id: string,
    note: TakeNote,
  ): { readonly shape?: NodeShape; readonly label?: string } {
    for (const [open, closers] of brackets) {
      if (!scanner.rest.startsWith(open)) continue;
      const start = scanner.at;
      scanner.at += open.length;
      const found = scanner.takeUntil(Object.keys(closers));
      if (found === null)
        throw new FlowError(start, `needs ${Object.keys(closers).join(' or ')} after the label of ${id}`);
      const label = labelText(found.text);
      for (const message of label.undrawn) note(start, message);
      if (open === '(((') note(start, 'a double circle is drawn as a circle');
      const shape = closers[found.closer];
      return { ...(shape !== undefined && { shape }), label: label.text };
    }
    return {};
  }
}

/** Divides a line at semicolons outside of brackets and quotes; entities such as `#35;` have one, too. */
function splitStatements(line: string): string[] {
  if (line.trimStart().startsWith('%%')) return [line];
  const parts: string[] = [];
  let [start, depth, isQuoted] = [0, 0, false];
  for (let index = 0; index < line.length; index++) {
    const letter = line[index] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth = Math.max(0, depth - 1);
    else if (letter === ';' && depth === 0 && !/[#&]\w+$/.test(line.slice(start, index))) {
      parts.push(line.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(line.slice(start));
  return parts;
}

/** The next word of a line, for a message. */
function shown(rest: string): string {
  const [word = ''] = /^\s*\S{0,12}/.exec(rest) ?? [];
  return word.trim() === '' ? 'nothing' : `"${word.trim()}"`;
}

/** A line of a flowchart with those that it continues on. */
interface FlowLine {
  /** Index of its first line in the text. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a flowchart that have statements. */
interface FlowLines {
  readonly statements: readonly FlowLine[];
  /** Lines in which titles and descriptions begin that are not drawn: front matter, accTitle and accDescr. */
  readonly descriptions: readonly number[];
}

const fence = /^\s*---\s*$/;
const description = /^\s*(?:accTitle|accDescr)\s*:/;
const openDescription = /^\s*accDescr\s*\{[^}]*$/;
const closedDescription = /^\s*accDescr\s*\{[^}]*\}\s*$/;

/** Joins the lines of labels and of `@{ … }` that go on in the next line, and leaves out descriptions. */
function flowLines(lines: readonly string[]): FlowLines {
  const statements: FlowLine[] = [];
  const descriptions: number[] = [];
  const endAfter = (line: number, isEnd: (text: string) => boolean) => {
    const end = lines.findIndex((text, index) => index > line && isEnd(text));
    return end < 0 ? lines.length - 1 : end;
  };
  const first = lines.findIndex((text) => text.trim() !== '');
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? '';
    const isFence = line === first && fence.test(text);
    if (isFence || openDescription.test(text)) {
      descriptions.push(line);
      line = endAfter(line, (end) => (isFence ? fence.test(end) : end.includes('}')));
    } else if (description.test(text) || closedDescription.test(text)) descriptions.push(line);
    else {
      const end = endOfStatement(lines, line);
      statements.push({ line, text: lines.slice(line, end + 1).join('\n') });
      line = end;
    }
  }
  return { statements, descriptions };
}

/** The last line of a statement: the one that closes its quotes and `@{`. A statement that is not closed is a line. */
function endOfStatement(lines: readonly string[], start: number): number {
  if (lines[start]?.trimStart().startsWith('%%')) return start;
  let [isQuoted, isOpen] = [false, false];
  for (let line = start; line < lines.length; line++) {
    const text = lines[line] ?? '';
    for (const [index, letter] of [...text].entries()) {
      if (letter === '"') isQuoted = !isQuoted;
      else if (!isQuoted && letter === '@' && text[index + 1] === '{') isOpen = true;
      else if (!isQuoted && letter === '}') isOpen = false;
    }
    if (!isQuoted && !isOpen) return line;
  }
  return start;
}
