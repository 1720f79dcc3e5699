import { idPattern } from '../../../project/field-schemas.ts';
import type { Path } from '../../../project/problem-text.ts';
import { attach } from '../../desugar/attach.ts';
import type { DraftEdge, Fields, ReadObject, SceneDraft } from '../../desugar/scene-draft.ts';
import { lettersOf } from '../graph/flow-scanner.ts';
import type { ReadingObject } from '../shorthand-kind.ts';
import type { Participant } from './sequence.ts';
import { SequenceLooks } from './sequence-looks.ts';

/** What is drawn over what, from below. */
const layers = [
  'ground',
  'lifeline',
  'frame',
  'activation',
  'note',
  'message',
  'badge',
  'participant',
] as const;
type Layer = (typeof layers)[number];

/** Names that parts of any group have. */
const reserved = new Set(['box', 'frame', 'whole', 'label']);

/** What a sequence is made of: an object with its label, if it has one. */
interface Part {
  readonly id: string;
  readonly name: string;
  readonly layer: Layer;
  readonly look: Fields;
  /** The id of its label; null without one. */
  readonly label: string | null;
  /** The part that it enters and leaves with; null for one that does so itself. */
  readonly owner: string | null;
  /** Whether it enters with the first participants. */
  readonly isFirst: boolean;
}

/** The parts of a sequence in all compositions, which are the same by their keys. */
export class SequenceParts {
  readonly looks: SequenceLooks;
  /** The id of the group of the participants that are there from the beginning. */
  readonly group: string;
  readonly #draft: SceneDraft;
  readonly #owner: ReadingObject;
  readonly #parts = new Map<string, Part>();
  readonly #taken = new Set<string>();
  /** How many parts of each type have been numbered. */
  readonly #numbers = new Map<string, number>();
  readonly #forms = new Map<string, { readonly label: string; readonly isActor: boolean }>();
  readonly #edges = new Map<string, DraftEdge>();

  constructor(draft: SceneDraft, owner: ReadingObject, letters: Fields) {
    this.#draft = draft;
    this.#owner = owner;
    this.looks = new SequenceLooks(draft, letters);
    this.group = draft.names.idFor(`${owner.name}.whole.participants`);
  }

  /** Number of objects, with the labels. */
  get count(): number {
    return this.ids.length;
  }

  get ids(): readonly string[] {
    return [...this.#parts.values()].flatMap(({ id, label }) => (label === null ? [id] : [id, label]));
  }

  /** Returns a part, which is new unless an earlier text has it, too. `wanted` is its name in the sequence. */
  part(
    key: string,
    wanted: string,
    layer: Layer,
    look: Fields,
    { owner = null, isFirst = false }: { readonly owner?: string | null; readonly isFirst?: boolean } = {},
  ): Part {
    const existing = this.#parts.get(key);
    if (existing !== undefined) return existing;
    const name = this.#nameFor(wanted);
    const id = this.#draft.names.idFor(`${this.#owner.name}.${name}`);
    const isText = look.kind === 'text' || look.text === undefined || look.text === '';
    const label = isText ? null : this.#draft.names.idFor(`${this.#owner.name}.${name}.label`);
    const part: Part = { id, name, layer, look, label, owner, isFirst };
    this.#parts.set(key, part);
    return part;
  }

  /** The name of a participant, which an earlier text may have, and its first form: an object has one kind. */
  formOf({ id, label, isActor }: Participant): { readonly label: string; readonly isActor: boolean } {
    const existing = this.#forms.get(id);
    const form = {
      label: label ?? existing?.label ?? lettersOf(id),
      isActor: existing?.isActor ?? isActor ?? false,
    };
    this.#forms.set(id, form);
    return form;
  }

  /** The id of a part by its key. */
  idOf(key: string): string {
    return this.#parts.get(key)?.id ?? key;
  }

  /** The name of a part by its key: the next number of its type, over all texts. */
  numbered(type: string, key: string): string {
    const existing = this.#parts.get(key);
    if (existing !== undefined) return existing.name;
    const number = (this.#numbers.get(type) ?? 0) + 1;
    this.#numbers.set(type, number);
    return `${type}${number}`;
  }

  /** A message is there while both of its participants are. */
  join(message: string, edge: DraftEdge): void {
    this.#edges.set(message, edge);
  }

  /** Makes the objects: what is below others first. */
  make(
    readObject: ReadObject,
    place: Path,
  ): {
    readonly children: string[];
    readonly edges: ReadonlyMap<string, DraftEdge>;
    readonly nodes: ReadonlySet<string>;
  } {
    const draft = this.#draft;
    const { name: whole } = this.#owner;
    const all = [...this.#parts.values()];
    const group = { kind: 'row', gap: 0, padding: 0, children: [] };
    readObject(draft, { id: this.group, name: `${whole}.whole.participants`, value: group, path: place });
    for (const layer of layers) {
      for (const part of all) {
        if (part.layer !== layer) continue;
        const { id, name, look, label } = part;
        readObject(draft, { id, name: `${whole}.${name}`, value: look, path: place });
        const state = label === null ? undefined : draft.objects[label]?.state;
        // The layout of the sequence places it.
        for (const field of ['inside', 'on', 'upright'])
          if (state !== undefined) delete (state as Fields)[field];
      }
    }
    for (const { id, label, owner } of all) {
      const object = owner === null ? undefined : draft.objects[owner];
      if (object !== undefined) attach(draft, object, id, place);
      if (object !== undefined && label !== null) attach(draft, object, label, place);
    }
    const idsOf = (parts: readonly Part[]) =>
      parts.flatMap(({ id, label }) => (label === null ? [id] : [id, label]));
    const first = draft.objects[this.group];
    if (first !== undefined)
      first.children = draft.provenance.set(idsOf(all.filter(({ isFirst }) => isFirst)), place);
    return {
      children: [this.group, ...idsOf(all.filter(({ isFirst }) => !isFirst))],
      edges: this.#edges,
      nodes: new Set(all.filter(({ owner }) => owner === null).map(({ id }) => id)),
    };
  }

  /** The name of a part: the wanted one if that can be one, and no other has it. */
  #nameFor(wanted: string): string {
    const plain = wanted
      .split('.')
      .map((segment) => segment.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, ''))
      .join('.')
      .slice(0, 60);
    const isName = plain.split('.').every((segment) => idPattern.test(segment));
    const start = isName ? plain : `part-${this.#taken.size + 1}`;
    let name = start;
    for (let count = 2; this.#taken.has(name) || reserved.has(name); count++) name = `${start}-${count}`;
    this.#taken.add(name);
    return name;
  }
}
