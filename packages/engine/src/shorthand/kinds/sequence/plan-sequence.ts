import type {
  LabelledBox,
  Message,
  Participant,
  ParticipantBox,
  PlannedBox,
  PlannedParticipant,
  SequenceDiagram,
  SequenceItem,
  SequenceNote,
  SequencePlan,
  SequenceStep,
} from './sequence.ts';
import type { SequenceParts } from './sequence-parts.ts';

/** What a sequence shows in one composition. */
export interface Shown {
  readonly plan: SequencePlan;
  /** The ids of all parts and labels. */
  readonly ids: ReadonlySet<string>;
  /** The texts that may change, by the ids of the parts. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the plan of a sequence diagram, whose parts are new unless an earlier diagram has them. */
export function planSequence(
  diagram: SequenceDiagram,
  parts: SequenceParts,
  letters: Pick<SequencePlan, 'fontSize' | 'growth'>,
): Shown {
  return new SequencePlanner(diagram, parts).plan(letters);
}

class SequencePlanner {
  readonly #diagram: SequenceDiagram;
  readonly #parts: SequenceParts;
  readonly #ids = new Set<string>();
  readonly #texts = new Map<string, string>();
  readonly #index: ReadonlyMap<string, number>;
  readonly #counts = new Map<string, number>();
  readonly #heads = new Map<string, string>();
  /** The names and keys of the open frames, and how many sections each has. */
  readonly #open: { readonly name: string; readonly key: string; readonly id: string; sections: number }[] =
    [];
  /** The last message: what begins after it enters with it. */
  #last: string | null = null;

  constructor(diagram: SequenceDiagram, parts: SequenceParts) {
    this.#diagram = diagram;
    this.#parts = parts;
    this.#index = new Map(diagram.participants.map(({ id }, index) => [id, index]));
  }

  plan({ fontSize, growth }: Pick<SequencePlan, 'fontSize' | 'growth'>): Shown {
    const { participants, boxes, items } = this.#diagram;
    const planned = new Map<string, PlannedParticipant>();
    const plannedBoxes = boxes.map((box, index) => this.#box(box, index));
    for (const participant of participants)
      if (!participant.isCreated) planned.set(participant.id, this.#participant(participant, null));
    const steps = items.flatMap((item): SequenceStep[] => {
      if (item.type === 'message' && item.creates !== null) {
        const created = participants.find(({ id }) => id === item.creates);
        // The participant enters with the message that creates it.
        const id = this.#messageId(item);
        if (created !== undefined) planned.set(created.id, this.#participant(created, id));
      }
      return this.#step(item);
    });
    const plan: SequencePlan = {
      ...{ fontSize, growth, group: this.#parts.group },
      participants: participants.flatMap(({ id }) => planned.get(id) ?? []),
      ...{ boxes: plannedBoxes, steps },
    };
    return { plan, ids: this.#ids, texts: this.#texts };
  }

  /** Takes a part into this composition; returns its id. */
  #take({ id, label }: { readonly id: string; readonly label: string | null }): string {
    this.#ids.add(id);
    if (label !== null) this.#ids.add(label);
    return id;
  }

  /** Counts what has the same key, so that a second one gets another. */
  #counted(key: string): string {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return `${key} ${count}`;
  }

  /** The number of the next part of a type that has no name of its own, over all texts. */
  #nameOf(type: string, key: string): string {
    return this.#parts.numbered(type, key);
  }

  #indexOf(participant: string): number {
    return this.#index.get(participant) ?? 0;
  }

  #participant(written: Participant, owner: string | null): PlannedParticipant {
    const { id } = written;
    const { label, isActor } = this.#parts.formOf(written);
    const looks = this.#parts.looks;
    const more = { owner, isFirst: owner === null };
    const key = `participant ${id}`;
    // What has digits only is a message.
    const wanted = /^\d+$/.test(id) ? `participant-${id}` : id;
    const line = (name: string) =>
      this.#take(this.#parts.part(`${key} line`, `${name}.line`, 'lifeline', looks.lifeline(), more));
    const head = this.#parts.part(key, wanted, 'participant', looks.participant(label, isActor), more);
    this.#take(head);
    this.#heads.set(id, head.name);
    this.#texts.set(head.id, label);
    const figure = isActor
      ? this.#take(
          this.#parts.part(`${key} figure`, `${head.name}.figure`, 'participant', looks.figure(), more),
        )
      : null;
    const isCreated = owner !== null;
    return { head: head.id, label: head.label ?? head.id, figure, line: line(head.name), isCreated };
  }

  #box({ title, fill, participants }: ParticipantBox, index: number): PlannedBox {
    const looks = this.#parts.looks;
    const name = `box-${index + 1}`;
    const id = this.#take(
      this.#parts.part(`box ${index} ${fill}`, name, 'ground', looks.ground(fill), { isFirst: true }),
    );
    const places = participants.map((one) => this.#indexOf(one));
    const titleId = this.#title(`box ${index}`, `${name}.title`, title, { isFirst: true });
    return { id, title: titleId, first: Math.min(...places), last: Math.max(...places) };
  }

  #title(
    key: string,
    name: string,
    text: string,
    more: { readonly owner?: string | null; readonly isFirst?: boolean },
  ): string | null {
    if (text === '') return null;
    const id = this.#take(
      this.#parts.part(`title ${key}`, name, 'message', this.#parts.looks.title(text), more),
    );
    this.#texts.set(id, text);
    return id;
  }

  #step(item: SequenceItem): SequenceStep[] {
    switch (item.type) {
      case 'message':
        return [this.#message(item)];
      case 'note':
        return [this.#note(item)];
      case 'activate':
        return [this.#activation(item.participant)];
      case 'deactivate':
        return [{ type: 'deactivate', participant: this.#indexOf(item.participant) }];
      case 'frame':
        return [this.#frame(item)];
      case 'section':
        return this.#section(item.word, item.text);
      case 'end':
        this.#open.pop();
        return [{ type: 'end' }];
    }
  }

  /** The key of a message: the same message of another text has the same. */
  #messageKey({ from, to, line, heads, isLost, text }: Message): string {
    return `message ${JSON.stringify([from, to, line, heads, isLost, text])}`;
  }

  /** The id of a message that follows. */
  #messageId(message: Message): string {
    const base = this.#messageKey(message);
    const key = `${base} ${(this.#counts.get(base) ?? 0) + 1}`;
    const look = this.#parts.looks.message(message);
    return this.#parts.part(key, this.#nameOf('', key), 'message', look).id;
  }

  #message(message: Message): SequenceStep {
    const { from, to, isLost, number, creates, destroys } = message;
    const key = this.#counted(this.#messageKey(message));
    const looks = this.#parts.looks;
    const part = this.#parts.part(key, this.#nameOf('', key), 'message', looks.message(message));
    this.#take(part);
    const { id, label, name } = part;
    this.#last = id;
    // A participant that the message creates is there with the message itself.
    this.#parts.join(id, { from: this.#headOf(from), to: this.#headOf(creates === null ? to : from) });
    let badge: LabelledBox | null = null;
    if (number !== null) {
      const made = this.#parts.part(`badge ${key}`, `${name}.number`, 'badge', looks.badge(number), {
        owner: id,
      });
      badge = { id: this.#take(made), label: made.label ?? made.id };
      this.#texts.set(made.id, String(number));
    }
    const indexOf = (one: string | null) => (one === null ? null : this.#indexOf(one));
    return {
      ...{ type: 'message', id, label, badge, from: this.#indexOf(from), to: this.#indexOf(to), isLost },
      ...{ creates: indexOf(creates), destroys: indexOf(destroys) },
    };
  }

  #headOf(participant: string): string {
    return this.#parts.idOf(`participant ${participant}`);
  }

  #note({ side, first, last, text }: SequenceNote): SequenceStep {
    const key = this.#counted(`note ${JSON.stringify([side, first, last, text])}`);
    const part = this.#parts.part(key, this.#nameOf('note-', key), 'note', this.#parts.looks.note(text));
    const places = [this.#indexOf(first), this.#indexOf(last)];
    const id = this.#take(part);
    return {
      type: 'note',
      id,
      label: part.label,
      side,
      first: Math.min(...places),
      last: Math.max(...places),
    };
  }

  #activation(participant: string): SequenceStep {
    const key = this.#counted(`active ${participant}`);
    const name = `${this.#heads.get(participant) ?? 'part'}.active-${key.slice(key.lastIndexOf(' ') + 1)}`;
    const look = this.#parts.looks.activation();
    const id = this.#take(this.#parts.part(key, name, 'activation', look, { owner: this.#last }));
    return { type: 'activate', id, participant: this.#indexOf(participant) };
  }

  #frame({ word, text, fill }: Extract<SequenceItem, { type: 'frame' }>): SequenceStep {
    const looks = this.#parts.looks;
    const key = this.#counted(`frame ${word} ${fill}`);
    const isRect = fill !== null;
    const look = isRect ? looks.ground(fill) : looks.frame();
    const { id, name, label } = this.#parts.part(
      ...([key, this.#nameOf(`${word}-`, key), isRect ? 'ground' : 'frame', look] as const),
    );
    this.#take({ id, label });
    this.#open.push({ name, key, id, sections: 0 });
    if (isRect) return { type: 'frame', id, tab: null, title: null };
    const tab = this.#parts.part(`tab ${key}`, `${name}.tab`, 'note', looks.tab(word), { owner: id });
    this.#take(tab);
    const title = this.#title(key, `${name}.title`, text, { owner: id });
    return { type: 'frame', id, tab: { id: tab.id, label: tab.label ?? tab.id }, title };
  }

  #section(word: string, text: string): SequenceStep[] {
    const frame = this.#open.at(-1);
    if (frame === undefined) return [];
    const key = `section ${frame.key} ${++frame.sections}`;
    const name = `${frame.name}.${word}-${frame.sections}`;
    const id = this.#take(this.#parts.part(key, name, 'frame', this.#parts.looks.section()));
    return [{ type: 'section', id, title: this.#title(key, `${name}.title`, text, { owner: id }) }];
  }
}
