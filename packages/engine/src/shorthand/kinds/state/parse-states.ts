import { once } from '../../../language/once.ts';
import { foreignHeader, frontMatterEnd, frontMatterNote } from '../diagram-headers.ts';
import { labelText } from '../graph/flow-scanner.ts';
import {
  type FlowCluster,
  type Flowchart,
  type FlowEdge,
  type FlowNode,
  type FlowNote,
  type GraphDirection,
  graphDirectionOf,
  maxEdges,
  maxNodes,
  maxNodeText,
  type NodeShape,
} from '../graph/graph.ts';

/** A state that contains others; `null` is the whole diagram. */
interface Scope {
  readonly id: string;
  title: string;
  readonly nodes: string[];
  readonly parent: string | null;
}

const name = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?';
const end = `(?:\\[\\*\\]|${name})(?::::[\\w-]+)?`;

const patterns = once(() => ({
  arrow: new RegExp(`^(${end})\\s*-->\\s*(${end})\\s*(?::\\s*(.*))?$`, 'u'),
  named: new RegExp(`^state\\s+"([^"]*)"\\s+as\\s+(${name})(?::::[\\w-]+)?\\s*(\\{)?\\s*$`, 'u'),
  quoted: /^state\s+"([^"]*)"\s*(\{)\s*$/u,
  shaped: new RegExp(`^state\\s+(${name})\\s*(?:<<|\\[\\[)\\s*([\\w-]+)\\s*(?:>>|\\]\\])\\s*$`, 'u'),
  scope: new RegExp(`^state\\s+(${name})(?::::[\\w-]+)?\\s*(\\{)?\\s*$`, 'u'),
  described: new RegExp(`^(${name})(?::::[\\w-]+)?\\s*:\\s*(.*)$`, 'u'),
  alone: new RegExp(`^(${name})(?::::[\\w-]+)?$`, 'u'),
  note: new RegExp(`^note\\s+(?:right|left)\\s+of\\s+(${name})\\s*(?::\\s*(.*))?$`, 'iu'),
  floating: new RegExp(`^note\\s+"([^"]*)"\\s+as\\s+${name}\\s*$`, 'iu'),
}));

const shapes: Readonly<Record<string, NodeShape>> = {
  ...{ choice: 'diamond', fork: 'bar', join: 'bar', start: 'start', end: 'stop', history: 'circle' },
};

const undrawn = /^(classDef|class|style|linkStyle|click|hide|scale|accTitle|accDescr|title)\b/;
const statements =
  'A --> B : label, [*] --> A, A : text, state "text" as A, state A { … }, state A <<choice>>, <<fork>> or <<join>>, note right of A, direction LR';

/** Maximum number of states inside each other, and of letters of a statement, which bounds the time to read it. */
const [maxDepth, maxStatement] = [8, 1000];

/** Thrown for a statement that cannot be read. */
class StateError extends Error {}

/**
 * Reads the syntax of Mermaid's state diagrams, line by line, as the nodes, edges and clusters of a graph. Never throws; a
 * line with an error has no effect.
 */
export function parseStates(lines: readonly string[]): Flowchart {
  return new StateParser().parse(lines);
}

class StateParser {
  readonly #nodes = new Map<string, FlowNode>();
  readonly #edges: FlowEdge[] = [];
  readonly #scopes = new Map<string, Scope>();
  readonly #open: string[] = [];
  readonly #errors: FlowNote[] = [];
  /** By their messages: the same is named once, where it is first. */
  readonly #undrawn = new Map<string, FlowNote>();
  #direction: GraphDirection | null = null;
  /** A note of several lines, while it is read. */
  #note: { readonly of: string; readonly lines: string[] } | null = null;
  #notes = 0;

  parse(lines: readonly string[]): Flowchart {
    const front = frontMatterEnd(lines);
    if (front >= 0) this.#undrawn.set(frontMatterNote, { line: 0, letter: 0, message: frontMatterNote });
    const first = lines.findIndex((line, index) => index > front && line.trim() !== '');
    for (const [line, written] of lines.entries()) {
      if (line <= front) continue;
      const text = written.replace(/%%.*$/, '').trim().replace(/;$/, '').trim();
      const letter = written.length - written.trimStart().length;
      try {
        if (text.length > maxStatement)
          throw new StateError(`must have at most ${maxStatement} letters, but has ${text.length}`);
        this.#statement(text, line === first, (message) => {
          if (!this.#undrawn.has(message)) this.#undrawn.set(message, { line, letter, message });
        });
      } catch (error) {
        if (!(error instanceof StateError)) throw error;
        this.#errors.push({ line, letter, message: error.message });
      }
    }
    const fail = (message: string) =>
      this.#errors.push({ line: lines.length - 1, letter: lines.at(-1)?.length ?? 0, message });
    if (this.#note !== null) fail('needs "end note" after the note');
    if (this.#open.length > 0) fail(`needs } after the states in ${this.#open.at(-1)}`);
    if (this.#nodes.size > maxNodes)
      fail(`must have at most ${maxNodes} states, but has ${this.#nodes.size}`);
    if (this.#edges.length > maxEdges)
      fail(`must have at most ${maxEdges} arrows, but has ${this.#edges.length}`);
    return {
      ...{ direction: this.#direction, nodes: this.#nodes, edges: this.#edges },
      clusters: [...this.#scopes.values()].map((scope): FlowCluster => scope),
      ...{ errors: this.#errors, undrawn: [...this.#undrawn.values()] },
    };
  }

  #statement(text: string, isFirst: boolean, note: (message: string) => void): void {
    if (this.#note !== null) {
      if (/^end\s*note$/i.test(text)) {
        this.#addNote(this.#note.of, this.#note.lines.join('\n'), note);
        this.#note = null;
      } else this.#note.lines.push(text);
      return;
    }
    if (text === '' || (isFirst && /^stateDiagram(?:-v2)?$/.test(text))) return;
    const other = isFirst ? foreignHeader(text, 'state') : null;
    if (other !== null) throw new StateError(other);
    const direction = /^direction\s+(\S+)$/.exec(text);
    if (direction) {
      this.#setDirection(direction[1] ?? '', note);
      return;
    }
    if (text === '}') {
      if (this.#open.pop() === undefined) throw new StateError('ends a state, but none is open; remove it');
      return;
    }
    if (text === '--') {
      note('regions of a state are drawn together; write a state for each');
      return;
    }
    if (this.#readNote(text, note) || this.#readState(text, note) || this.#readArrow(text, note)) return;
    const described = patterns().described.exec(text) ?? patterns().alone.exec(text);
    const isUndrawn = undrawn.exec(text);
    if (isUndrawn && !/^\w+\s*:/.test(text)) {
      note(`${isUndrawn[1]} is not drawn; write states of the parts`);
      return;
    }
    if (described === null) throw new StateError(`cannot be read; a state diagram has ${statements}`);
    this.#dropClass(text, note);
    this.#node(described[1] ?? '', described[2] === undefined ? undefined : this.#label(described[2], note));
  }

  #setDirection(word: string, note: (message: string) => void): void {
    const found = graphDirectionOf(word);
    if (found === undefined) throw new StateError(`must be one of LR, RL, TB, BT, but is ${word}`);
    if (this.#open.length > 0) note('direction is not drawn inside a state; the whole diagram has one');
    else this.#direction = found;
  }

  #readNote(text: string, note: (message: string) => void): boolean {
    if (patterns().floating.test(text)) {
      note('a note of no state is not drawn; write a text beside the diagram');
      return true;
    }
    const [, of, words] = patterns().note.exec(text) ?? [];
    if (of === undefined) return false;
    if (words === undefined) this.#note = { of, lines: [] };
    else this.#addNote(of, words, note);
    return true;
  }

  #addNote(of: string, words: string, note: (message: string) => void): void {
    const key = `note-${++this.#notes}`;
    const owner = this.#node(of);
    this.#nodes.set(key, { id: key, shape: 'note', label: this.#label(words, note) });
    this.#scopes.get(this.#scopeOf(owner) ?? '')?.nodes.push(key);
    this.#edges.push({ ...plainEdge, from: owner, to: key, line: 'dotted', heads: 'none' });
  }

  #readState(text: string, note: (message: string) => void): boolean {
    if (!/^state\s/.test(text)) return false;
    const quoted = patterns().quoted.exec(text);
    const named = patterns().named.exec(text);
    const shaped = patterns().shaped.exec(text);
    const scope = patterns().scope.exec(text);
    if (shaped) {
      const shape = shapes[(shaped[2] ?? '').toLowerCase()];
      if (shape === undefined)
        throw new StateError(`must be <<${Object.keys(shapes).join('>>, <<')}>>, but is <<${shaped[2]}>>`);
      const label = shape === 'circle' ? 'H' : '';
      this.#node(shaped[1] ?? '', label, shape);
    } else if (named) {
      const [, title = '', id = '', brace] = named;
      if (brace) this.#openScope(id, this.#label(title, note));
      else this.#node(id, this.#label(title, note));
    } else if (quoted) this.#openScope(`state${this.#scopes.size + 1}`, this.#label(quoted[1] ?? '', note));
    else if (scope) {
      if (scope[2]) this.#openScope(scope[1] ?? '');
      else this.#node(scope[1] ?? '');
    } else throw new StateError(`cannot be read; write state "text" as A, state A { or state A <<choice>>`);
    this.#dropClass(text, note);
    return true;
  }

  #openScope(id: string, title?: string): void {
    if (this.#open.length >= maxDepth)
      throw new StateError(`is in more than ${maxDepth} states; write fewer inside each other`);
    const existing = this.#nodes.get(id);
    const parent = this.#open.at(-1) ?? null;
    // A state that arrows name before it is opened is no node any more.
    if (existing !== undefined) this.#nodes.delete(id);
    for (const scope of this.#scopes.values()) {
      const at = scope.nodes.indexOf(id);
      if (at >= 0) scope.nodes.splice(at, 1);
    }
    const innerScope = this.#scopes.get(id);
    if (innerScope) innerScope.title = title ?? innerScope.title;
    else this.#scopes.set(id, { id, title: title ?? existing?.label ?? id, nodes: [], parent });
    this.#open.push(id);
  }

  #readArrow(text: string, note: (message: string) => void): boolean {
    const found = patterns().arrow.exec(text);
    if (found === null) return false;
    const [, from = '', to = '', words] = found;
    this.#dropClass(`${from} ${to}`, note);
    const label = words === undefined ? '' : this.#label(words, note);
    const ends = [this.#end(from, 'start'), this.#end(to, 'stop')] as const;
    this.#edges.push({ ...plainEdge, from: ends[0], to: ends[1], label });
    return true;
  }

  /** An end of an arrow: a state, or where its scope begins or ends. */
  #end(written: string, shape: 'start' | 'stop'): string {
    const plain = written.replace(/:::[\w-]+$/, '');
    if (plain !== '[*]') return this.#node(plain);
    const scope = this.#open.at(-1);
    const word = shape === 'start' ? 'start' : 'end';
    return this.#node(scope === undefined ? word : `${scope}-${word}`, '', shape);
  }

  #node(id: string, label?: string, shape?: NodeShape): string {
    const scope = this.#scopes.get(id);
    if (scope !== undefined) {
      if (label !== undefined) scope.title = label;
      return id;
    }
    const existing = this.#nodes.get(id);
    // A second description is a further line.
    const text =
      existing?.label !== undefined && label !== undefined && shape === undefined
        ? `${existing.label}\n${label}`
        : (label ?? existing?.label);
    this.#nodes.set(id, {
      id,
      shape: shape ?? existing?.shape ?? 'round',
      ...(text !== undefined && { label: text }),
    });
    const open = this.#open.at(-1);
    if (open !== undefined && this.#scopeOf(id) === undefined) this.#scopes.get(open)?.nodes.push(id);
    return id;
  }

  #scopeOf(id: string): string | undefined {
    return [...this.#scopes.values()].find(({ nodes }) => nodes.includes(id))?.id;
  }

  #label(written: string, note: (message: string) => void): string {
    const { text, undrawn: messages } = labelText(written);
    for (const message of messages) note(message);
    if (text.length > maxNodeText)
      throw new StateError(`must have at most ${maxNodeText} letters, but has ${text.length}`);
    return text;
  }

  #dropClass(text: string, note: (message: string) => void): void {
    if (/:::[\w-]+/.test(text)) note(':::class is not drawn; write states of the parts');
  }
}

const plainEdge = { label: '', line: 'solid', heads: 'end', headShape: 'arrow', ranks: 1 } as const;
