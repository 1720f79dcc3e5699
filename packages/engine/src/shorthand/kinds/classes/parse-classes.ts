import { once } from '../../../language/once.ts';
import { BoxDiagramParser, type DiagramBox, StatementError, type TakeNote } from '../graph/box-diagram.ts';
import type { FlowCell, Flowchart, FlowEdge, HeadShape } from '../graph/graph.ts';

const word = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_]|[.-](?=[\\p{L}\\p{N}_]))*';
const name = `(?:\`[^\`]+\`|${word})(?:~[^"\\s]*~)?`;
const style = '(?::::[\\w-]+)?';
const ends = { start: '<\\||\\*|o(?=[-.])|<|\\(\\)', end: '\\|>|\\*|o(?=[\\s"])|>|\\(\\)' } as const;

const patterns = once(() => ({
  relation: new RegExp(
    `^(${name})${style}\\s*(?:"([^"]*)")?\\s*(${ends.start})?(--|\\.\\.)(${ends.end})?\\s*(?:"([^"]*)")?\\s*(${name})${style}\\s*(?::\\s*(.*))?$`,
    'u',
  ),
  class: new RegExp(
    `^class\\s+(${name})\\s*(?:\\["([^"]*)"\\])?\\s*${style}\\s*(?:<<\\s*([^>]+?)\\s*>>)?\\s*${style}\\s*(\\{\\s*(.*?)\\s*(\\})?)?$`,
    'u',
  ),
  member: new RegExp(`^(${name})${style}\\s*:\\s*(.+)$`, 'u'),
  annotation: new RegExp(`^<<\\s*([^>]+?)\\s*>>\\s*(${name})?$`, 'u'),
  namespace: new RegExp(`^namespace\\s+(${word})(?:\\s*\\["([^"]*)"\\])?\\s*\\{\\s*(\\})?$`, 'u'),
  note: new RegExp(`^note\\s+for\\s+(${name})\\s*"([^"]*)"$`, 'u'),
  alone: new RegExp(`^(${name})${style}$`, 'u'),
}));

const heads: Readonly<Record<string, HeadShape>> = {
  ...{ '<|': 'hollowTriangle', '|>': 'hollowTriangle', '*': 'diamond', o: 'hollowDiamond' },
  ...{ '<': 'arrow', '>': 'arrow', '()': 'circle' },
};

/** Maximum number of namespaces inside each other. */
const maxDepth = 8;

/**
 * Reads the syntax of Mermaid's class diagrams as the nodes, edges and clusters of a graph. Never throws; a line with an
 * error has no effect.
 */
export function parseClasses(lines: readonly string[]): Flowchart {
  return new ClassParser('classes', /^classDiagram(?:-v2)?$/, 'classes').parse(lines);
}

class ClassParser extends BoxDiagramParser {
  protected readonly statements =
    'A <|-- B : label, A "1" *-- "0..*" B, the arrows <|, *, o, < and () at either end of -- and .., class A { … }, A : +name(), <<interface>> A, namespace N { … }, note for A "text", direction LR';
  /** The class whose members are read, and the namespaces around. */
  #open: DiagramBox | null = null;
  readonly #namespaces: string[] = [];

  protected missing(): string | null {
    if (this.#open !== null) return `needs } after the members of ${this.#open.id}`;
    const [outer] = this.#namespaces;
    return outer === undefined ? null : `needs } after the classes in ${outer}`;
  }

  protected read(text: string, note: TakeNote): boolean {
    const open = this.#open;
    if (open !== null) {
      const member = text.replace(/\s*\}$/, '');
      if (member !== text) this.#open = null;
      if (member !== '') this.#member(open, member, note);
      return true;
    }
    if (text === '}') {
      if (this.#namespaces.pop() === undefined)
        throw new StatementError('ends a class or a namespace, but none is open; remove it');
      return true;
    }
    return (
      this.#readRelation(text, note) ||
      this.#readClass(text, note) ||
      this.#readNamespace(text, note) ||
      this.#readNote(text, note) ||
      this.#readMember(text, note)
    );
  }

  #readRelation(text: string, note: TakeNote): boolean {
    const found = patterns().relation.exec(text);
    if (found === null) return false;
    this.dropClass(text, note);
    const [, from = '', near = '', start, line, end, far = '', to = '', words = ''] = found;
    const [first, last] = [this.#class(from), this.#class(to)];
    const [startShape, headShape] = [heads[start ?? ''], heads[end ?? '']];
    this.edges.push({
      ...{ from: first.id, to: last.id, label: this.label(words, note), ranks: 1 },
      line: line === '..' ? 'dotted' : 'solid',
      heads: startShape ? (headShape ? 'both' : 'start') : headShape ? 'end' : 'none',
      headShape: headShape ?? startShape ?? 'arrow',
      ...(startShape && headShape && startShape !== headShape && { startShape }),
      endTexts: [this.label(near, note), this.label(far, note)],
    });
    return true;
  }

  #readClass(text: string, note: TakeNote): boolean {
    const found = patterns().class.exec(text);
    if (found === null) return false;
    this.dropClass(text, note);
    const [, written = '', label, annotation, brace, member = '', closed] = found;
    const made = this.#class(written, label === undefined ? undefined : this.label(label, note));
    if (annotation !== undefined) made.annotations.push(this.label(annotation, note));
    if (member !== '') this.#member(made, member, note);
    if (brace !== undefined && closed === undefined) this.#open = made;
    return true;
  }

  #readNamespace(text: string, note: TakeNote): boolean {
    const [, id, title, closed] = patterns().namespace.exec(text) ?? [];
    if (id === undefined) return false;
    if (this.#namespaces.length >= maxDepth)
      throw new StatementError(`is in more than ${maxDepth} namespaces; write fewer inside each other`);
    if (this.boxes.has(id)) throw new StatementError(`is a namespace ${id}, but a class has that name, too`);
    const parent = this.#namespaces.at(-1) ?? null;
    if (!this.clusters.has(id))
      this.clusters.set(id, { title: title === undefined ? id : this.label(title, note), nodes: [], parent });
    if (closed === undefined) this.#namespaces.push(id);
    return true;
  }

  #readNote(text: string, note: TakeNote): boolean {
    if (/^note\s+"[^"]*"$/.test(text)) {
      note('a note of no class is not drawn; write a text beside the diagram');
      return true;
    }
    const [, of, words = ''] = patterns().note.exec(text) ?? [];
    if (of === undefined) return false;
    const { id: from } = this.#class(of);
    const to = `note-${this.notes.length + 1}`;
    this.notes.push({ id: to, text: this.label(words, note) });
    for (const { nodes } of this.clusters.values()) if (nodes.includes(from)) nodes.push(to);
    this.edges.push({ ...noteEdge, from, to });
    return true;
  }

  #readMember(text: string, note: TakeNote): boolean {
    const [, annotation, of] = patterns().annotation.exec(text) ?? [];
    if (annotation !== undefined && of !== undefined) {
      this.#class(of).annotations.push(this.label(annotation, note));
      return true;
    }
    const [, owner, member = ''] = patterns().member.exec(text) ?? [];
    if (owner !== undefined) this.#member(this.#class(owner), member, note);
    const [, alone] = patterns().alone.exec(text) ?? [];
    if (alone !== undefined) this.#class(alone);
    this.dropClass(text, note);
    return owner !== undefined || alone !== undefined;
  }

  /** A class by its name, which may be in backticks and have parameters, such as List~int~. */
  #class(written: string, label?: string): DiagramBox {
    const [, quoted, plain, parameters = ''] = /^(?:`([^`]+)`|([^~`]+))(~.*~)?$/u.exec(written) ?? [];
    const id = quoted ?? plain ?? written;
    if (this.clusters.has(id))
      throw new StatementError(`names a class ${id}, but a namespace has that name, too`);
    const shown = label ?? (parameters === '' ? null : withBrackets(id + parameters));
    const made = this.box(id, shown);
    const namespace = this.clusters.get(this.#namespaces.at(-1) ?? '');
    const isInside = [...this.clusters.values()].some(({ nodes }) => nodes.includes(id));
    if (!isInside) namespace?.nodes.push(id);
    return made;
  }

  #member(owner: DiagramBox, text: string, note: TakeNote): void {
    const annotation = patterns().annotation.exec(text);
    if (annotation !== null && annotation[2] === undefined) {
      owner.annotations.push(this.label(annotation[1] ?? '', note));
      return;
    }
    const { cell, isMethod } = memberOf(this.label(text, note));
    this.addRow(owner, isMethod ? 1 : 0, [cell]);
  }
}

const noteEdge: Omit<FlowEdge, 'from' | 'to'> = {
  ...{ label: '', line: 'dotted', heads: 'none', headShape: 'arrow', ranks: 1, endTexts: ['', ''] },
};

/** Returns a member as UML writes it: `+area(): float` for `+area() float`; `$` and `*` make it static and abstract. */
function memberOf(written: string): { readonly cell: FlowCell; readonly isMethod: boolean } {
  const [, visibility = '', plain = ''] = /^([+\-#~]?)\s*(.*)$/su.exec(written) ?? [];
  const [, mark] = /([*$])$/.exec(plain) ?? /\)\s*([*$])/.exec(plain) ?? [];
  const text = withBrackets(
    plain
      .replace(/([*$])$/, '')
      .replace(/\)\s*[*$]/, ')')
      .trim(),
  );
  const look = mark === '$' ? 'underline' : mark === '*' ? 'italic' : undefined;
  const method = /^(.*?)\s*\((.*)\)\s*:?\s*(.*)$/su.exec(text);
  const [, called = '', parameters = '', result = ''] = method ?? [];
  const shown = method === null ? text : `${called}(${parameters})${result === '' ? '' : `: ${result}`}`;
  const attribute = /^([^\s:]+)\s*:/u.exec(text)?.[1] ?? /([^\s]+)$/u.exec(text)?.[1] ?? text;
  const own = method === null ? attribute : (/([^\s]+)$/u.exec(called)?.[1] ?? called);
  return {
    cell: { name: own.replaceAll('.', '-'), text: `${visibility}${shown}`, ...(look && { look }) },
    isMethod: method !== null,
  };
}

/** Writes the parameters of types, `List~int~`, as `List<int>`. */
function withBrackets(text: string): string {
  let depth = 0;
  return text.replace(/~(?=([\p{L}_?]?))/gu, (mark, next: string) => {
    if (next !== '') {
      depth++;
      return '<';
    }
    if (depth === 0) return mark;
    depth--;
    return '>';
  });
}
