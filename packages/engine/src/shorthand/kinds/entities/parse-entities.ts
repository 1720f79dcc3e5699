import { once } from '../../../language/once.ts';
import { BoxDiagramParser, type DiagramBox, StatementError, type TakeNote } from '../graph/box-diagram.ts';
import type { Flowchart, HeadShape } from '../graph/graph.ts';

const name = '(?:"[^"]+"|[\\p{L}_][\\p{L}\\p{N}_.-]*)';
const entity = `(${name})(?:\\s*\\[\\s*("[^"]+"|[^\\]"]+)\\s*\\])?(?::::[\\w-]+)?`;

/** How many of an entity are at an end of a relation, and the signs and words for it. */
const numbers: readonly (readonly [shape: HeadShape, written: readonly string[]])[] = [
  ['zeroOrOne', ['|o', 'o|', 'zero or one', 'one or zero']],
  ['oneOrMany', ['}|', '|{', 'one or more', 'one or many', 'many(1)', '1+']],
  ['zeroOrMany', ['}o', 'o{', 'zero or more', 'zero or many', 'many(0)', '0+', 'many']],
  ['one', ['||', 'only one', 'one', '1']],
];

const shapes = new Map(numbers.flatMap(([shape, written]) => written.map((one) => [one, shape] as const)));
const literal = (text: string) => text.replace(/[|{}()+]/g, '\\$&').replaceAll(' ', '\\s+');
const number = [...shapes.keys()].map(literal).join('|');

const patterns = once(() => ({
  relation: new RegExp(
    `^${entity}\\s*(${number})\\s*(--|\\.\\.|\\.-|-\\.|optionally\\s+to|to)\\s*(${number})\\s*${entity}\\s*(?::\\s*(.*))?$`,
    'u',
  ),
  entity: new RegExp(`^${entity}\\s*(\\{\\s*(.*))?$`, 'u'),
  attribute:
    /^([\p{L}_][\p{L}\p{N}_.-]*(?:\([^)]*\))?(?:\[[^\]]*\])*)\s+(\*?[\p{L}_][\p{L}\p{N}_.-]*(?:\([^)]*\)|\[[^\]]*\])*)(?:\s+((?:PK|FK|UK)(?:\s*,\s*(?:PK|FK|UK))*))?(?:\s+"([^"]*)")?(?=\s|$)/u,
}));

/** Reads the syntax of Mermaid's entity diagrams as the nodes and edges of a graph. Never throws; a line with an error has no effect. */
export function parseEntities(lines: readonly string[]): Flowchart {
  return new EntityParser('entities', /^erDiagram$/, 'entities').parse(lines);
}

class EntityParser extends BoxDiagramParser {
  protected readonly statements =
    'A ||--o{ B : label, with ||, |o, }| and }o at both ends of -- or .., A { … }, A["text"], direction LR';
  #open: DiagramBox | null = null;

  protected missing(): string | null {
    return this.#open === null ? null : `needs } after the attributes of ${this.#open.id}`;
  }

  protected read(text: string, note: TakeNote): boolean {
    if (this.#open !== null) {
      this.#readAttributes(this.#open, text, note);
      return true;
    }
    const relation = patterns().relation.exec(text);
    if (relation !== null) {
      this.#relate(relation, note);
      this.dropClass(text, note);
      return true;
    }
    const found = patterns().entity.exec(text);
    if (found === null) return false;
    this.dropClass(text, note);
    const [, id = '', alias, brace, inside = ''] = found;
    const box = this.#entity(id, alias, note);
    if (brace === undefined) return true;
    this.#open = box;
    this.#readAttributes(box, inside, note);
    return true;
  }

  /** Reads a line of attributes, of which there may be several, and the brace that ends them. */
  #readAttributes(box: DiagramBox, text: string, note: TakeNote): void {
    const written = text.replace(/\s*\}$/, '');
    if (written !== text) this.#open = null;
    for (let rest = written.trim(); rest !== ''; ) {
      const found = patterns().attribute.exec(rest);
      if (found === null)
        throw new StatementError(
          'must be an attribute: a type, a name, PK, FK or UK, and a comment in quotes',
        );
      this.#attribute(box, found, note);
      rest = rest.slice(found[0].length).trim();
    }
  }

  #relate(found: RegExpExecArray, note: TakeNote): void {
    const [, from = '', fromAlias, start = '', line, end = '', to = '', toAlias, words = ''] = found;
    const [first, last] = [this.#entity(from, fromAlias, note), this.#entity(to, toAlias, note)];
    const shapeOf = (written: string) => shapes.get(written.replace(/\s+/g, ' ')) ?? 'one';
    this.edges.push({
      ...{ from: first.id, to: last.id, label: this.label(words, note), ranks: 1 },
      line: line === '--' || line === 'to' ? 'solid' : 'dotted',
      ...{ heads: 'both', headShape: shapeOf(end), startShape: shapeOf(start), endTexts: ['', ''] },
    });
  }

  #entity(written: string, alias: string | undefined, note: TakeNote): DiagramBox {
    return this.box(written.replace(/^"(.*)"$/, '$1'), alias === undefined ? null : this.label(alias, note));
  }

  #attribute(box: DiagramBox, found: RegExpExecArray, note: TakeNote): void {
    const [, type = '', written = '', keys = '', comment = ''] = found;
    const plain = written.replace(/^\*/, '');
    const key =
      written.startsWith('*') && !keys.includes('PK') ? ['PK', keys].filter(Boolean).join(', ') : keys;
    const part = plain.replaceAll('.', '-');
    this.addRow(box, 0, [
      { name: `${part}.type`, text: this.label(type, note), look: 'muted' },
      { name: part, text: plain },
      { name: `${part}.key`, text: key.replace(/\s*,\s*/g, ', '), look: 'muted' },
      { name: `${part}.comment`, text: this.label(comment, note), look: 'muted' },
    ]);
  }
}
