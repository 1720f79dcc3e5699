import { foreignHeader, frontMatterEnd, frontMatterNote } from '../diagram-headers.ts';
import { labelText } from './flow-scanner.ts';
import {
  type FlowCell,
  type FlowCluster,
  type Flowchart,
  type FlowEdge,
  type FlowNote,
  type FlowRow,
  type GraphDirection,
  graphDirectionOf,
  graphDirectionWords,
  maxEdges,
  maxNodes,
  maxNodeText,
} from './graph.ts';

/** Thrown for a statement that cannot be read. */
export class StatementError extends Error {}

/** Takes syntax that is not drawn. */
export type TakeNote = (message: string) => void;

/** A box with what is below its name, while a text is read. */
export interface DiagramBox {
  readonly id: string;
  label: string | null;
  /** Lines above the name. */
  readonly annotations: string[];
  /** Its rows in groups, which lines separate. */
  readonly groups: readonly (readonly FlowCell[])[][];
}

/** Maximum number of letters of a statement, which bounds the time to read it, and of rows of a box. */
const [maxStatement, maxRows] = [1000, 50];

const undrawnWords =
  /^(classDef|class|style|linkStyle|cssClass|click|link|callback|href|accTitle|accDescr|title|hide|show)\b/;

/** What the languages of boxes with rows have in common: their lines, boxes, relations and groups. */
export abstract class BoxDiagramParser {
  protected readonly boxes = new Map<string, DiagramBox>();
  protected readonly edges: FlowEdge[] = [];
  protected readonly notes: { readonly id: string; readonly text: string }[] = [];
  protected readonly clusters = new Map<string, { title: string; nodes: string[]; parent: string | null }>();
  readonly #kind: string;
  readonly #header: RegExp;
  readonly #noun: string;
  #direction: GraphDirection | null = null;

  constructor(kind: string, header: RegExp, noun: string) {
    this.#kind = kind;
    this.#header = header;
    this.#noun = noun;
  }

  /** Reads a statement; false if it is none. Throws a StatementError for one with a fault. */
  protected abstract read(text: string, note: TakeNote): boolean;
  /** What is missing at the end of the text; null if nothing is. */
  protected abstract missing(): string | null;
  /** The statements that there are, for messages. */
  protected abstract readonly statements: string;

  /** Reads a text, line by line. Never throws; a line with an error has no effect. */
  parse(lines: readonly string[]): Flowchart {
    const errors: FlowNote[] = [];
    // By their messages: the same is named once, where it is first.
    const undrawn = new Map<string, FlowNote>();
    const front = frontMatterEnd(lines);
    let isFirst = true;
    for (const [line, written] of lines.entries()) {
      const letter = written.length - written.trimStart().length;
      const note = (message: string) => {
        if (!undrawn.has(message)) undrawn.set(message, { line, letter, message });
      };
      if (line <= front) note(frontMatterNote);
      const text = line <= front ? '' : written.replace(/%%.*$/, '').trim().replace(/;$/, '').trim();
      if (text === '') continue;
      try {
        this.#statement(text, isFirst, note);
      } catch (error) {
        if (!(error instanceof StatementError)) throw error;
        errors.push({ line, letter, message: error.message });
      }
      isFirst = false;
    }
    const fail = (message: string) =>
      errors.push({ line: lines.length - 1, letter: lines.at(-1)?.length ?? 0, message });
    const missing = this.missing();
    if (missing !== null) fail(missing);
    const count = this.boxes.size + this.notes.length;
    if (count > maxNodes) fail(`must have at most ${maxNodes} ${this.#noun}, but has ${count}`);
    if (this.edges.length > maxEdges)
      fail(`must have at most ${maxEdges} relations, but has ${this.edges.length}`);
    const nodes = [...this.boxes.values()].map((box) => this.#node(box));
    for (const { id, text } of this.notes) nodes.push({ id, shape: 'note', label: text });
    return {
      ...{
        direction: this.#direction,
        nodes: new Map(nodes.map((node) => [node.id, node])),
        edges: this.edges,
      },
      clusters: [...this.clusters]
        .map(([id, cluster]): FlowCluster => ({ id, ...cluster }))
        .filter(({ id }) => this.#isUsed(id)),
      ...{ errors, undrawn: [...undrawn.values()] },
    };
  }

  #statement(text: string, isFirst: boolean, note: TakeNote): void {
    if (text.length > maxStatement)
      throw new StatementError(`must have at most ${maxStatement} letters, but has ${text.length}`);
    if (isFirst && this.#header.test(text)) return;
    const other = isFirst ? foreignHeader(text, this.#kind) : null;
    if (other !== null) throw new StatementError(other);
    const [, word] = /^direction\s+(\S+)$/.exec(text) ?? [];
    if (word !== undefined) {
      const found = graphDirectionOf(word);
      if (found === undefined)
        throw new StatementError(`must be one of ${graphDirectionWords.join(', ')}, but is ${word}`);
      this.#direction = found;
      return;
    }
    if (this.read(text, note)) return;
    const isUndrawn = undrawnWords.exec(text);
    if (isUndrawn === null) throw new StatementError(`cannot be read; there are ${this.statements}`);
    note(`${isUndrawn[1]} is not drawn; write states of the parts`);
  }

  #node({
    id,
    label,
    annotations,
    groups,
  }: DiagramBox): Flowchart['nodes'] extends ReadonlyMap<string, infer Node> ? Node : never {
    const rows = groups.flatMap((group) =>
      group.map((cells, index): FlowRow => ({ cells, isApart: index === 0 })),
    );
    const name = [...annotations.map((word) => `«${word}»`), label ?? id].join('\n');
    return { id, shape: 'rect', label: name, rows };
  }

  /** Whether a cluster or one in it has boxes. */
  #isUsed(cluster: string): boolean {
    const inner = [...this.clusters].filter(([, { parent }]) => parent === cluster);
    return (this.clusters.get(cluster)?.nodes.length ?? 0) > 0 || inner.some(([id]) => this.#isUsed(id));
  }

  /** Returns a box by its id, which is new unless an earlier statement names it. */
  protected box(id: string, label: string | null = null): DiagramBox {
    const known = this.boxes.get(id);
    if (known !== undefined) {
      known.label = label ?? known.label;
      return known;
    }
    const made: DiagramBox = { id, label, annotations: [], groups: [[], []] };
    this.boxes.set(id, made);
    return made;
  }

  protected addRow(box: DiagramBox, group: 0 | 1, cells: readonly FlowCell[]): void {
    for (const { text } of cells) checkText(text);
    if (box.groups.flat().length >= maxRows)
      throw new StatementError(`must have at most ${maxRows} rows below ${box.id}; write fewer`);
    box.groups[group]?.push(cells);
  }

  /** Returns the letters of a label. */
  protected label(written: string, note: TakeNote): string {
    const { text, undrawn } = labelText(written);
    for (const message of undrawn) note(message);
    checkText(text);
    return text;
  }

  protected dropClass(text: string, note: TakeNote): void {
    if (/:::[\w-]+/.test(text)) note(':::class is not drawn; write states of the parts');
  }
}

function checkText(text: string): void {
  if (text.length > maxNodeText)
    throw new StatementError(`must have at most ${maxNodeText} letters, but has ${text.length}`);
}
