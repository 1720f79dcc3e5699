import { readMilliseconds } from '../language/written-times.ts';
import type { Moment, When } from './assertion.ts';
import { AssertionError, offer, show, type TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import { otherTimeWords, timeWords } from './words.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000 };
const shift = /^([+-])(\d+(?:\.\d+)?)(ms|s)$/;

/** Takes a length of time. */
export function takeDuration(reader: TokenReader): number {
  const word = reader.word();
  const ms = readMilliseconds(word);
  if (ms === undefined) {
    const wayOut = /^\d+(\.\d+)?$/.test(word) ? `; write ${word}s or ${word}ms` : ', such as 2s or 500ms';
    if (reader.isDone) throw new AssertionError('ends where a time is expected, such as 2s or 500ms');
    throw new AssertionError(`has ${show(reader.peek()?.text ?? '')} where a time is expected${wayOut}`);
  }
  reader.take('a time');
  return ms;
}

const start: Moment = { kind: 'time', shiftMs: 0 };
const end: Moment = { kind: 'before-end', shiftMs: 0 };

/** Reads times of the film: seconds, compositions, words that are spoken. */
export class MomentReader {
  readonly #reader: TokenReader;
  readonly #vocabulary: Vocabulary;

  constructor(reader: TokenReader, vocabulary: Vocabulary) {
    this.#reader = reader;
    this.#vocabulary = vocabulary;
  }

  /** Whether a token is a time, as after "from". */
  isTime(token: Token | undefined): boolean {
    if (token === undefined) return false;
    const { text, isQuoted } = token;
    const isNamed = /^(?:start|end)$/i.test(text) || this.#compositionsCalled(text).length > 0;
    return isQuoted || isNamed || readMilliseconds(text.toLowerCase()) !== undefined;
  }

  /** Reads the rest of a sentence, which says when it is expected to be true: `unsaid` unless it says how often. */
  takeWhen(quantity: When['quantity'] | undefined, unsaid: When['quantity'] = 'always'): When {
    const reader = this.#reader;
    let asked = quantity;
    let from: Moment | undefined;
    let to: Moment | undefined;
    const set = (begin: Moment | undefined, finish: Moment | undefined, word: string) => {
      if ((begin && from) || (finish && to))
        throw new AssertionError(`has a second time after "${word}"; keep one`);
      from = begin ?? from;
      to = finish ?? to;
    };
    while (!reader.isDone) {
      const word = reader.word();
      if (word === 'always' || word === 'never' || word === 'sometimes') {
        if (asked !== undefined) throw new AssertionError(`has "${word}" beside "${asked}"; keep one`);
        asked = word;
        reader.take(word);
      } else if (reader.takeWords('at')) {
        const moment = this.#takeMoment();
        set(moment, moment, word);
      } else if (reader.takeWords('from')) {
        set(this.#takeMoment(), reader.takeWords('to') ? this.#takeMoment() : undefined, word);
      } else if (reader.takeWords('after')) set(this.#takeMoment(), undefined, word);
      else if (reader.takeWords('until') || reader.takeWords('before') || reader.takeWords('to'))
        set(undefined, this.#takeMoment(), word);
      else if (reader.takeWords('during')) set(...this.#takeDuring(), word);
      else throw reader.unexpected('a time', timeWords, otherTimeWords);
    }
    return { quantity: asked ?? unsaid, from: from ?? start, to: to ?? end };
  }

  #takeDuring(): readonly [Moment, Moment] {
    const { scenes } = this.#vocabulary;
    const name = this.#reader.peek()?.text ?? '';
    const scene = scenes.find(({ id }) => id === name);
    if (scene !== undefined && this.#compositionsCalled(name).length === 0) {
      this.#reader.take('a scene');
      const edge = (composition: string | undefined, at: 'enters' | 'left'): Moment => ({
        ...{ kind: 'composition', scene: name, composition: composition ?? '', edge: at, shiftMs: 0 },
      });
      return [edge(scene.compositions[0], 'enters'), edge(scene.compositions.at(-1), 'left')];
    }
    const { scene: ofScene, composition } = this.#takeComposition();
    const momentHere = { kind: 'composition', scene: ofScene, composition, shiftMs: 0 } as const;
    return [
      { ...momentHere, edge: 'enters' },
      { ...momentHere, edge: 'left' },
    ];
  }

  #takeMoment(): Moment {
    const moment = this.#takePlainMoment();
    return { ...moment, shiftMs: moment.shiftMs + this.#takeShift() };
  }

  #takePlainMoment(): Moment {
    const reader = this.#reader;
    const token = reader.take('a time');
    const text = token.text.toLowerCase();
    const ms = token.isQuoted ? undefined : readMilliseconds(text);
    if (ms !== undefined) return { kind: 'time', shiftMs: ms };
    if (token.isQuoted) return this.#spokenMoment(token);
    reader.goTo(reader.place - 1);
    const isEdge = (text === 'start' || text === 'end') && this.#compositionsCalled(token.text).length === 0;
    if (!isEdge) return { kind: 'composition', ...this.#takeComposition(), edge: 'reached', shiftMs: 0 };
    reader.take(text);
    if (!reader.takeWords('of')) return text === 'start' ? start : end;
    const edge = text === 'start' ? 'enters' : 'left';
    return { kind: 'composition', ...this.#takeComposition(), edge, shiftMs: 0 };
  }

  #spokenMoment({ text, start: from, end: to }: { text: string; start: number; end: number }): Moment {
    const ms = this.#vocabulary.spokenAt(text);
    if (typeof ms === 'string') throw new AssertionError(`names the words ${show(text)}, ${ms}`);
    this.#reader.replacements.push({ start: from, end: to, text: `${Math.max(0, ms)}ms` });
    return { kind: 'time', shiftMs: Math.max(0, ms) };
  }

  /** Takes a shift such as "+ 0.5s" or "-200ms". */
  #takeShift(): number {
    const reader = this.#reader;
    const together = shift.exec(reader.word());
    const [, sign, number, unit = ''] = together ?? shift.exec(reader.word() + reader.word(1)) ?? [];
    if (number === undefined) return 0;
    for (let taken = together === null ? 2 : 1; taken > 0; taken--) reader.take('a time');
    return (sign === '-' ? -1 : 1) * Number(number) * (units[unit] ?? 1);
  }

  #compositionsCalled(name: string): { scene: string; composition: string }[] {
    const dot = name.indexOf('.');
    return this.#vocabulary.scenes.flatMap(({ id, compositions }) => {
      const wanted = dot > 0 && name.slice(0, dot) === id ? name.slice(dot + 1) : name;
      return compositions.includes(wanted) ? [{ scene: id, composition: wanted }] : [];
    });
  }

  #takeComposition(): { scene: string; composition: string } {
    const reader = this.#reader;
    const { text } = reader.take('a composition');
    const found = this.#compositionsCalled(text);
    const [first, second] = found;
    if (first === undefined) {
      const names = this.#vocabulary.scenes.flatMap(({ compositions }) => compositions);
      const wayOut = /^\d+(\.\d+)?$/.test(text)
        ? `write ${text}s for seconds`
        : offer(text, [...names, 'start', 'end'], '');
      throw new AssertionError(
        `has ${show(text)} where a time is expected, which is no composition; ${wayOut}`,
      );
    }
    if (second !== undefined)
      throw new AssertionError(
        `has ${show(text)}, which is a composition of several scenes; write ${first.scene}.${text} or ${second.scene}.${text}`,
      );
    return first;
  }
}
