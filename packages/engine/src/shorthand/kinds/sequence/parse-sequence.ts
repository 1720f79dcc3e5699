import { foreignHeader } from '../diagram-headers.ts';
import { lettersOf } from '../graph/flow-scanner.ts';
import type { FlowNote } from '../graph/graph.ts';
import {
  type FrameWord,
  frameWords,
  maxItems,
  maxMessages,
  maxNestedFrames,
  maxParticipants,
  maxPartText,
  type Participant,
  type ParticipantBox,
  type SequenceDiagram,
  type SequenceItem,
} from './sequence.ts';
import {
  arrowIn,
  arrowList,
  headOf,
  shown,
  splitStatements,
  splitWord,
  takeColor,
  withoutDescriptions,
} from './sequence-syntax.ts';

/** The words of sections, and the frames that have them. */
const sectionsOf: Readonly<Record<string, FrameWord>> = { else: 'alt', and: 'par', option: 'critical' };

const statements =
  'participant, actor, create, destroy, activate, deactivate, Note, loop, alt, opt, par, critical, break, rect, box, autonumber';

/** Words at the beginning of statements that are not drawn. */
const undrawnWords = /^(accTitle|accDescr|links?|properties|details|title)\b/;

/** Maximum number of letters of a statement, which bounds the time to read it. */
const maxStatement = 1000;

/** Thrown for a statement that cannot be read. */
class SequenceError extends Error {}

/** Reads the syntax of Mermaid's sequence diagrams, line by line. Never throws; a line with an error has no effect. */
export function parseSequence(lines: readonly string[]): SequenceDiagram {
  return new SequenceParser().parse(lines);
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

class SequenceParser {
  readonly #participants = new Map<string, Mutable<Participant>>();
  readonly #boxes: (Mutable<ParticipantBox> & { participants: string[] })[] = [];
  readonly #items: SequenceItem[] = [];
  readonly #errors: FlowNote[] = [];
  /** By their messages: the same is named once, where it is first. */
  readonly #undrawn = new Map<string, FlowNote>();
  /** The open frames and boxes. */
  readonly #open: (FrameWord | 'box')[] = [];
  readonly #active = new Map<string, number>();
  readonly #destroyed = new Set<string>();
  #numbers: { next: number; step: number } | null = null;
  /** Participants that the next message has to create or destroy. */
  #creating: string | null = null;
  #destroying: string | null = null;
  #hasStatements = false;
  #place = { line: 0, letter: 0 };

  parse(lines: readonly string[]): SequenceDiagram {
    for (const [line, written] of withoutDescriptions(lines).entries()) {
      let letter = 0;
      for (const statement of splitStatements(written)) {
        this.#place = { line, letter: letter + statement.length - statement.trimStart().length };
        letter += statement.length + 1;
        try {
          this.#statement(statement.trim().replace(/\s+/g, ' '), letter > statement.length + 1);
        } catch (error) {
          if (!(error instanceof SequenceError)) throw error;
          this.#errors.push({ ...this.#place, message: error.message });
        }
      }
    }
    this.#finish(lines);
    const boxes = this.#boxes.filter(({ participants }) => participants.length > 0);
    return {
      ...{ participants: this.#inBoxes(boxes), boxes, items: this.#items, errors: this.#errors },
      undrawn: [...this.#undrawn.values()],
    };
  }

  /** Reports what a text leaves open, and what it has too many of. */
  #finish(lines: readonly string[]): void {
    const line = Math.max(0, lines.length - 1);
    const letter = lines[line]?.length ?? 0;
    const fail = (message: string) => this.#errors.push({ line, letter, message });
    const [open] = this.#open.slice(-1);
    if (open !== undefined) fail(`needs "end" after what is in ${open}`);
    if (this.#creating !== null) fail(`creates ${this.#creating}, but no message to it follows; write one`);
    if (this.#destroying !== null)
      fail(`destroys ${this.#destroying}, but no message from or to it follows; write one`);
    const counts = [
      [this.#participants.size, maxParticipants, 'participants'],
      [this.#items.filter(({ type }) => type === 'message').length, maxMessages, 'messages'],
      [this.#items.filter(({ type }) => type !== 'end' && type !== 'deactivate').length, maxItems, 'parts'],
    ] as const;
    for (const [count, most, what] of counts)
      if (count > most) fail(`must have at most ${most} ${what}, but has ${count}`);
  }

  /** The participants from left to right: those of a box are beside each other. */
  #inBoxes(boxes: readonly ParticipantBox[]): readonly Participant[] {
    const boxOf = new Map(boxes.flatMap((box) => box.participants.map((id) => [id, box] as const)));
    const ordered = [...this.#participants.keys()].flatMap((id) => boxOf.get(id)?.participants ?? [id]);
    return [...new Set(ordered)].flatMap((id) => this.#participants.get(id) ?? []);
  }

  #note(message: string): void {
    if (!this.#undrawn.has(message)) this.#undrawn.set(message, { ...this.#place, message });
  }

  #statement(text: string, isAfterSemicolon: boolean): void {
    if (text === '') return;
    if (text.startsWith('%%')) {
      if (text.startsWith('%%{'))
        this.#note('the directive %%{ … }%% is not drawn; write fields of the sequence');
      return;
    }
    if (text.length > maxStatement)
      throw new SequenceError(`has ${text.length} letters in a statement, of at most ${maxStatement}`);
    const isFirst = !this.#hasStatements;
    this.#hasStatements = true;
    if (isFirst && /^sequenceDiagram\s*$/.test(text)) return;
    const other = isFirst && !this.#isMessage(text) ? foreignHeader(text, 'sequence') : null;
    if (other !== null) throw new SequenceError(other);
    const [word = '', rest = ''] = splitWord(text);
    if (this.#keyword(word, rest)) return;
    if (this.#isMessage(text)) this.#message(text);
    else this.#unknown(text, word, isAfterSemicolon);
  }

  #unknown(text: string, word: string, isAfterSemicolon: boolean): void {
    if (undrawnWords.test(text)) {
      this.#note(`${word.replace(/:.*/, '')} is not drawn; write a text beside the sequence`);
      return;
    }
    const isArrow = /--|->|<-|-[|\\/]/.test(text);
    const wayOut = isAfterSemicolon
      ? 'a semicolon ends a statement; write #59; for one in a text'
      : isArrow
        ? `the arrows are ${arrowList}`
        : `write a message such as Client->>Server: SYN, or one of ${statements}, end`;
    throw new SequenceError(`cannot read ${shown(text)}; ${wayOut}`);
  }

  /** Whether a statement has an arrow before its text. */
  #isMessage(text: string): boolean {
    return arrowIn(headOf(text)) !== null;
  }

  /** Reads a statement that begins with a word of the language; false if it has none. */
  #keyword(word: string, rest: string): boolean {
    const lower = word.toLowerCase();
    // A participant may have the name of a word: it is followed by an arrow.
    if (rest === '' ? /[-<]/.test(word) : /^(<<)?--?[>x)]/.test(rest)) return false;
    if (lower === 'participant' || lower === 'actor') this.#declare(lower, rest, false);
    else if (lower === 'create') {
      const [kind = '', name = ''] = splitWord(rest);
      const isKind = kind === 'participant' || kind === 'actor';
      this.#creating = this.#declare(isKind ? kind : 'participant', isKind ? name : rest, true);
    } else if (lower === 'destroy') this.#destroying = this.#known(rest, 'destroy');
    else if (lower === 'activate') this.#activate(this.#known(rest, 'activate'));
    else if (lower === 'deactivate') this.#deactivate(this.#known(rest, 'deactivate'));
    else if (lower === 'note') this.#readNote(rest);
    else if (lower === 'autonumber') this.#autonumber(rest);
    else if (lower === 'box') this.#box(rest);
    else if (frameWords.some((one) => one === lower)) this.#frame(lower as FrameWord, rest);
    else if (Object.hasOwn(sectionsOf, lower)) this.#section(lower, rest);
    else if (lower === 'end' && rest === '') this.#end();
    else return false;
    return true;
  }

  #add(item: SequenceItem): void {
    if (this.#items.length < 4 * maxItems) this.#items.push(item);
  }

  #text(written: string): string {
    const text = lettersOf(written.replace(/^\s*(?:no)?wrap:/i, ''));
    if (text.length > maxPartText)
      throw new SequenceError(`must have at most ${maxPartText} letters in a text, but has ${text.length}`);
    return text;
  }

  /** Returns the id of a participant, which is new unless it was named before. */
  #participant(written: string, fields: Partial<Participant> = {}): string {
    const id = written.trim();
    if (id === '') throw new SequenceError('needs the name of a participant');
    if (/[:;,@{}]|^\(\)|\(\)$/.test(id) || id.length > maxPartText)
      throw new SequenceError(`cannot read the name ${shown(id)}; a name has no : ; , @ { } or ()`);
    if (this.#destroyed.has(id))
      throw new SequenceError(`names ${id}, which an earlier message destroyed; give it another name`);
    const participant = this.#participants.get(id) ?? { id, label: null, isActor: null, isCreated: false };
    this.#participants.set(id, Object.assign(participant, fields));
    if (this.#open.at(-1) === 'box') {
      const box = this.#boxes.at(-1)?.participants;
      const isBoxed = this.#boxes.some(({ participants }) => participants.includes(id));
      if (!isBoxed) box?.push(id);
    }
    return id;
  }

  /** Returns a participant that a statement speaks of. */
  #known(written: string, word: string): string {
    const id = written.trim();
    if (this.#participants.has(id)) return id;
    const names = [...this.#participants.keys()].slice(0, 8).join(', ');
    const wayOut = names === '' ? 'write participants first' : `there are ${names}`;
    throw new SequenceError(`has ${word} for ${shown(id)}, which is no participant; ${wayOut}`);
  }

  #declare(kind: 'participant' | 'actor', written: string, isCreated: boolean): string {
    const [, name = '', fields, alias] = /^(.*?)\s*(@\{.*\})?\s*(?:\sas\s+(.*))?$/i.exec(written) ?? [];
    const type = /["']?type["']?\s*:\s*["']?(\w+)/.exec(fields ?? '')?.[1];
    const isActor = kind === 'actor' || type === 'actor';
    if (type !== undefined && type !== 'actor' && type !== 'participant')
      this.#note(`a participant of type ${type} is drawn as a box`);
    if (isCreated && this.#participants.has(name.trim()))
      throw new SequenceError(`creates ${name.trim()}, which is there already; remove "create"`);
    const inner = /["']?alias["']?\s*:\s*["']([^"']*)/.exec(fields ?? '')?.[1];
    const label = alias === undefined && inner === undefined ? undefined : this.#text(alias ?? inner ?? '');
    return this.#participant(name, { isActor, ...(isCreated && { isCreated }), ...(label && { label }) });
  }

  #message(text: string): void {
    const head = headOf(text);
    const arrow = arrowIn(head);
    if (arrow === null) throw new SequenceError(`cannot read ${shown(text)}`);
    const { at, sign } = arrow;
    const written = head.slice(at + sign.length).trim();
    const mark = /^[+-]/.exec(written)?.[0];
    const from = this.#participant(head.slice(0, at));
    const to = this.#participant(mark === undefined ? written : written.slice(1));
    const [creates, destroys] = [this.#creating, this.#destroying];
    [this.#creating, this.#destroying] = [null, null];
    if (creates !== null && creates !== to)
      throw new SequenceError(
        `follows "create", but does not lead to ${creates}; write the message that creates it`,
      );
    if (destroys !== null && destroys !== to && destroys !== from)
      throw new SequenceError(`follows "destroy", but is not from or to ${destroys}; write its last message`);
    if (creates !== null && from === to)
      throw new SequenceError(`leads from ${from} to itself, which it creates`);
    const number = this.#numbers?.next ?? null;
    if (this.#numbers !== null) this.#numbers.next += this.#numbers.step;
    const label = text.length > head.length ? this.#text(text.slice(head.length + 1)) : '';
    this.#add({ type: 'message', from, to, ...arrow.drawn, text: label, number, creates, destroys });
    if (mark === '+') this.#activate(to);
    if (mark === '-') this.#deactivate(from);
    if (destroys !== null) this.#destroyed.add(destroys);
  }

  #activate(participant: string): void {
    this.#active.set(participant, (this.#active.get(participant) ?? 0) + 1);
    this.#add({ type: 'activate', participant });
  }

  #deactivate(participant: string): void {
    const count = this.#active.get(participant) ?? 0;
    if (count === 0)
      throw new SequenceError(
        `deactivates ${participant}, which is not active; write "activate ${participant}" before it`,
      );
    this.#active.set(participant, count - 1);
    this.#add({ type: 'deactivate', participant });
  }

  #readNote(written: string): void {
    const head = headOf(written);
    const found = /^(left of|right of|over)\s+(.*)$/i.exec(head);
    const isTexted = written.length > head.length;
    if (found === null || !isTexted)
      throw new SequenceError(
        'cannot read a note; write "Note over A,B: text", "Note left of A: text" or "Note right of A: text"',
      );
    const side = (found[1]?.toLowerCase().split(' ')[0] ?? 'over') as 'left' | 'right' | 'over';
    const names = (found[2] ?? '').split(',');
    if (names.length > (side === 'over' ? 2 : 1))
      throw new SequenceError(
        `has a note ${found[1]} ${names.length} participants; name ${side === 'over' ? 'one or two' : 'one'}`,
      );
    const [first = '', last = first] = names.map((name) => this.#participant(name));
    this.#add({ type: 'note', side, first, last, text: this.#text(written.slice(head.length + 1)) });
  }

  #autonumber(written: string): void {
    const found = /^(?:(off)|(\d{1,6})(?:\s+(\d{1,6}))?)?$/.exec(written.trim());
    if (found === null)
      throw new SequenceError(
        `cannot read autonumber ${shown(written)}; write "autonumber", "autonumber 10 5" or "autonumber off"`,
      );
    const [, off, start = '1', step = '1'] = found;
    this.#numbers = off === undefined ? { next: Number(start), step: Number(step) } : null;
  }

  #box(written: string): void {
    if (this.#open.length > 0)
      throw new SequenceError(`begins a box in ${this.#open.at(-1)}; write "end" before it`);
    const { fill, rest } = takeColor(written);
    this.#boxes.push({ title: this.#text(rest), fill, participants: [] });
    this.#open.push('box');
  }

  #frame(word: FrameWord, written: string): void {
    if (this.#open.at(-1) === 'box')
      throw new SequenceError(
        `begins a ${word} in a box, which has only participants; write "end" before it`,
      );
    if (this.#open.length >= maxNestedFrames)
      throw new SequenceError(`is inside ${maxNestedFrames} other frames, the most that a sequence has`);
    this.#open.push(word);
    if (word !== 'rect') {
      this.#add({ type: 'frame', word, text: this.#text(written), fill: null });
      return;
    }
    const { fill, rest } = takeColor(written);
    if (fill === null || rest !== '')
      throw new SequenceError(
        `needs a colour after rect, such as "rect rgb(200, 220, 255)", but has ${shown(written)}`,
      );
    this.#add({ type: 'frame', word, text: '', fill });
  }

  #section(word: string, written: string): void {
    const frame = sectionsOf[word];
    if (this.#open.at(-1) !== frame)
      throw new SequenceError(`has "${word}" outside of ${frame}; write it between ${frame} and its end`);
    this.#add({ type: 'section', word, text: this.#text(written) });
  }

  #end(): void {
    const open = this.#open.pop();
    if (open === undefined) throw new SequenceError('has "end", but nothing is open; remove it');
    if (open !== 'box') this.#add({ type: 'end' });
  }
}
