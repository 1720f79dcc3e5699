import { idPattern } from '../../../project/field-schemas.ts';
import type { Path } from '../../../project/problem-text.ts';
import { attach } from '../../desugar/attach.ts';
import type { Fields, ReadObject, SceneDraft } from '../../desugar/scene-draft.ts';
import type { FlowCell, FlowEdge, FlowRow, PlannedEnd, PlannedRow } from './graph.ts';
import { cellLook, endLook, rowLineLook } from './graph-looks.ts';

/** The node or the edge that texts belong to. */
interface TextOwner {
  readonly id: string;
  /** Its full name, such as `shop.Order`. */
  readonly name: string;
}

/** What a composition shows of a graph, while it is read. */
interface Showing {
  readonly ids: Set<string>;
  readonly texts: Map<string, string>;
  readonly place: Path;
}

/** The texts in the rows of boxes and beside the ends of edges, which are there with these. */
export class GraphTexts {
  readonly #draft: SceneDraft;
  readonly #letters: Fields;
  readonly #readObject: ReadObject;
  readonly #children: string[];
  readonly #made = new Set<string>();

  constructor(
    draft: SceneDraft,
    letters: Fields,
    readObject: ReadObject,
    /** The members of the graph, to which the texts are added. */
    children: string[],
  ) {
    this.#draft = draft;
    this.#letters = letters;
    this.#readObject = readObject;
    this.#children = children;
  }

  /** Returns the parts of the rows of a box, which are new unless an earlier text has them, too. */
  rows(box: TextOwner, rows: readonly FlowRow[], showing: Showing): readonly PlannedRow[] {
    const taken = new Set(['label', 'box', 'frame', 'whole', 'title']);
    let lines = 0;
    return rows.map(({ cells, isApart }) => {
      const line = isApart
        ? this.#part(box, `whole.line${++lines}`, rowLineLook(this.#draft), showing)
        : null;
      return { line, cells: cells.map((cell) => this.#cell(box, cell, taken, showing)) };
    });
  }

  #cell(box: TextOwner, { name, text, look }: FlowCell, taken: Set<string>, showing: Showing): string | null {
    if (text === '') return null;
    const plain = name
      .split('.')
      .map((segment) => segment.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, ''))
      .join('.')
      .slice(0, 60);
    const start = plain.split('.').every((segment) => idPattern.test(segment)) ? plain : `row-${taken.size}`;
    let unique = start;
    for (let count = 2; taken.has(unique); count++) unique = `${start}-${count}`;
    taken.add(unique);
    const label = this.#draft.objects[this.#draft.labels.get(box.id) ?? '']?.state as Fields | undefined;
    const id = this.#part(
      box,
      unique,
      { ...cellLook(this.#draft, look, this.#letters, label?.fill), text },
      showing,
    );
    showing.texts.set(id, text);
    return id;
  }

  /** Returns the heads and the texts at the ends of an edge; undefined for one that has only arrowheads. */
  ends(
    edge: TextOwner,
    { heads, headShape, startShape = headShape, endTexts }: FlowEdge,
    showing: Showing,
  ): PlannedEdgeEnds | undefined {
    if (endTexts === undefined) return undefined;
    const [start, end] = endTexts.map((text, index): string | null => {
      if (text === '') return null;
      const look = { ...endLook(this.#draft, this.#letters), text };
      const id = this.#part(edge, index === 0 ? 'start' : 'end', look, showing);
      showing.texts.set(id, text);
      return id;
    });
    return [
      { head: heads === 'start' || heads === 'both' ? startShape : 'none', text: start ?? null },
      { head: heads === 'end' || heads === 'both' ? headShape : 'none', text: end ?? null },
    ];
  }

  #part({ id: owner, name: whole }: TextOwner, part: string, value: Fields, { ids, place }: Showing): string {
    const draft = this.#draft;
    const name = `${whole}.${part}`;
    const id = draft.names.idFor(name);
    ids.add(id);
    if (this.#made.has(id)) return id;
    this.#made.add(id);
    this.#children.push(id);
    this.#readObject(draft, { id, name, value, path: place });
    const [object, around] = [draft.objects[id], draft.objects[owner]];
    if (object === undefined || around === undefined) return id;
    object.follows = owner;
    attach(draft, around, id, place);
    draft.innerTexts.set(owner, [...(draft.innerTexts.get(owner) ?? []), id]);
    return id;
  }
}

type PlannedEdgeEnds = readonly [start: PlannedEnd, end: PlannedEnd];
