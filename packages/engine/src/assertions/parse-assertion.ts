import {
  type Assertion,
  type Claim,
  type ColorOperand,
  type ColorProperty,
  colorProperties,
  type Motion,
  maxAssertionLength,
  type NumberProperty,
  type Operand,
  type Relation,
  type Subject,
  type Trend,
  type When,
} from './assertion.ts';
import { MomentReader, takeDuration } from './read-moments.ts';
import { takeMotion, takeRelation } from './read-motion.ts';
import { SubjectReader } from './read-subjects.ts';
import { AssertionError, type Replacement, show, TokenReader } from './token-reader.ts';
import type { Vocabulary } from './vocabulary.ts';
import { motionVerbs, relationVerbs, relationWords, trendVerbs } from './words.ts';

export type ParsedAssertion =
  | {
      readonly ok: true;
      readonly assertion: Assertion;
      /** The sentence with ids of objects in place of names, and times in place of spoken words. */
      readonly plain: string;
    }
  | { readonly ok: false; readonly message: string };

/** Reads a sentence of `expect`. Never throws; its time grows with the length of the sentence, which is limited. */
export function parseAssertion(sentence: string, vocabulary: Vocabulary): ParsedAssertion {
  if (sentence.length > maxAssertionLength) {
    const message = `has ${sentence.length} characters, but at most ${maxAssertionLength} are allowed; write several sentences`;
    return { ok: false, message };
  }
  const read = parseWith(sentence, vocabulary, false);
  if (read.ok || !read.isAmbiguous) return read;
  // "law.x is left of law.y" is about symbols of an equation, "law.x is 300" about its place.
  const ofWords = parseWith(sentence, vocabulary, true);
  return ofWords.ok || ofWords.place > read.place ? ofWords : read;
}

function parseWith(sentence: string, vocabulary: Vocabulary, prefersWords: boolean) {
  const reader = new TokenReader(sentence);
  const parser = new AssertionParser(reader, vocabulary, prefersWords);
  try {
    const assertion = parser.parse();
    return { ok: true, assertion, plain: replaced(sentence, reader.replacements) } as const;
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return {
      ok: false,
      message: error.message,
      isAmbiguous: parser.isAmbiguous,
      place: reader.place,
    } as const;
  }
}

function replaced(sentence: string, replacements: readonly Replacement[]): string {
  let plain = '';
  let end = 0;
  for (const part of replacements.toSorted((one, other) => one.start - other.start)) {
    if (part.start < end) continue;
    plain += sentence.slice(end, part.start) + part.text;
    end = part.end;
  }
  return plain + sentence.slice(end);
}

const comparisons = [
  ['more than', 'more'],
  ['less than', 'less'],
  ['at least', 'at-least'],
  ['at most', 'at-most'],
] as const;

class AssertionParser {
  readonly #reader: TokenReader;
  readonly #vocabulary: Vocabulary;
  readonly #subjects: SubjectReader;
  readonly #moments: MomentReader;

  constructor(reader: TokenReader, vocabulary: Vocabulary, prefersWords: boolean) {
    this.#reader = reader;
    this.#vocabulary = vocabulary;
    this.#subjects = new SubjectReader(reader, vocabulary, prefersWords);
    this.#moments = new MomentReader(reader, vocabulary);
  }

  get isAmbiguous(): boolean {
    return this.#subjects.isAmbiguous;
  }

  parse(): Assertion {
    const reader = this.#reader;
    if (reader.isDone)
      throw new AssertionError('is empty; write a sentence such as "title is inside frame always"');
    const { place } = reader;
    reader.takeWords('the');
    if (reader.takeWords('film lasts')) return this.#takeFilmLength();
    if (reader.takeWords('loudness is')) return this.#takeLoudness();
    for (const edge of ['first', 'last'] as const)
      if (reader.takeWords(`${edge} frame is`)) return this.#takeFrame(edge);
    reader.goTo(place);
    const quantity = this.#takeQuantity();
    const { subjects, property } = this.#subjects.takeAll();
    const asked = quantity ?? this.#takeQuantity();
    return property === null
      ? this.#takeObjects(subjects, asked)
      : this.#takeProperty(subjects, property, asked);
  }

  #takeQuantity(): When['quantity'] | undefined {
    for (const word of ['always', 'never', 'sometimes'] as const)
      if (this.#reader.takeWords(word)) return word;
    return undefined;
  }

  #takeFilmLength(): Assertion {
    const min = takeDuration(this.#reader);
    const max = this.#reader.takeWords('to') ? takeDuration(this.#reader) : min;
    return this.#alone({ kind: 'duration', ...inOrder(min, max) });
  }

  #takeLoudness(): Assertion {
    const min = this.#takeNumber();
    const max = this.#reader.takeWords('to') ? this.#takeNumber() : min;
    this.#reader.takeWords('lufs');
    return this.#alone({ kind: 'loudness', ...inOrder(min, max) });
  }

  #takeFrame(edge: 'first' | 'last'): Assertion {
    const isNegated = this.#reader.takeWords('not');
    this.#reader.expectWords('empty');
    return this.#alone({ kind: 'frame', edge, isEmpty: !isNegated });
  }

  /** An assertion about the whole film, after which nothing follows. */
  #alone(assertion: Assertion): Assertion {
    const { kind } = assertion;
    if (!this.#reader.isDone) {
      const rest = show(this.#reader.peek()?.text ?? '');
      throw new AssertionError(`has ${rest} after the ${kind}, where the sentence ends; remove it`);
    }
    return assertion;
  }

  #takeNumber(): number {
    const { text } = this.#reader.take('a number');
    if (!/^[-+]?\d+(\.\d+)?$/.test(text))
      throw new AssertionError(`has ${show(text)} where a number is expected`);
    return Number(text);
  }

  #takeObjects(subjects: readonly Subject[], quantity: When['quantity'] | undefined): Assertion {
    const reader = this.#reader;
    const motion = reader.takeFrom(motionVerbs);
    if (motion !== undefined) return this.#takeMotions(subjects, motion, quantity);
    const verb = reader.takeFrom(relationVerbs);
    if (verb !== undefined) {
      const isPair = subjects.length > 1 && !this.#subjects.isNext;
      const claims = isPair ? pairs(subjects, verb) : this.#toTarget(subjects, verb);
      return { kind: 'claims', claims, isNegated: false, when: this.#moments.takeWhen(quantity) };
    }
    if (!reader.takeWords('is') && !reader.takeWords('are')) {
      const trend = Object.hasOwn(trendVerbs, reader.word());
      const [one] = subjects;
      if (trend)
        throw new AssertionError(
          `has "${reader.word()}" after an object; name its property, such as ${one?.name}.y`,
        );
      throw reader.unexpected('a verb', [
        'is',
        'moves',
        'rotates',
        'scales',
        'grows',
        'shrinks',
        'touches',
        'overlaps',
        'borders',
        'never',
        'always',
        'sometimes',
      ]);
    }
    const asked = quantity ?? this.#takeQuantity();
    const isNegated = reader.takeWords('not');
    const rest = { isNegated, asked: asked ?? this.#takeQuantity() };
    const isVisible = reader.takeWords('visible');
    if (isVisible || reader.takeWords('hidden')) {
      const claims = subjects.map((subject): Claim => ({ kind: 'visible', subject, isVisible }));
      return { kind: 'claims', claims, isNegated, when: this.#moments.takeWhen(rest.asked) };
    }
    if (!Object.hasOwn(relationWords, reader.word()) && !Object.hasOwn(relationVerbs, reader.word()))
      throw reader.unexpected('a relation', [
        ...Object.keys(relationWords),
        'visible',
        'hidden',
        'touching',
        'overlapping',
        'bordering',
      ]);
    const claims = this.#toTarget(subjects, takeRelation(reader));
    return { kind: 'claims', claims, isNegated, when: this.#moments.takeWhen(rest.asked) };
  }

  #toTarget(subjects: readonly Subject[], relation: Relation): Claim[] {
    const { subject: target, property } = this.#subjects.takeOne();
    if (property !== null)
      throw new AssertionError(`names the property ${property} after "${relation}"; name an object`);
    return subjects.map((subject) => ({ kind: 'relation', relation, subject, target }));
  }

  #takeProperty(
    subjects: readonly Subject[],
    property: NumberProperty | ColorProperty,
    quantity: When['quantity'] | undefined,
  ): Assertion {
    const reader = this.#reader;
    if (isColor(property)) return this.#takeColor(subjects, property, quantity);
    const trend = reader.takeFrom(trendVerbs);
    if (trend !== undefined) {
      const by = trend === 'changes' ? this.#takeChange() : 0;
      const trends = subjects.map((subject): Trend => ({ kind: 'trend', subject, property, trend, by }));
      const when = this.#moments.takeWhen(quantity);
      if (when.quantity !== 'always')
        throw new AssertionError(
          `has "${when.quantity}" with "${trend}"; say what the property does instead`,
        );
      if (when.from === when.to)
        throw new AssertionError(`has one moment with "${trend}"; name a span, such as "from 1s to 2s"`);
      return { kind: 'trends', trends, when };
    }
    if (!reader.takeWords('is') && !reader.takeWords('are'))
      throw reader.unexpected('a verb', ['is', 'increases', 'decreases', 'stays', 'changes']);
    const isNegated = reader.takeWords('not');
    const asked = quantity ?? this.#takeQuantity();
    const comparison = comparisons.find(([words]) => reader.takeWords(words))?.[1] ?? 'equal';
    const value = this.#takeOperand();
    const isRange = comparison === 'equal' && reader.takeWords('to');
    const end = isRange ? this.#takeOperand() : value;
    const claims = subjects.map(
      (subject): Claim => ({
        ...{ kind: 'compare', subject, property, value, end },
        comparison: isRange ? 'range' : comparison,
      }),
    );
    return { kind: 'claims', claims, isNegated, when: this.#moments.takeWhen(asked) };
  }

  #takeChange(): number {
    this.#reader.expectWords('by');
    const operand = this.#takeOperand();
    if (operand.kind === 'property')
      throw new AssertionError('has a property after "changes by"; write a number');
    return operand.value;
  }

  #takeOperand(): Operand {
    const token = this.#reader.peek();
    const [, number, unit = ''] = /^([-+]?\d+(?:\.\d+)?)(px|%|deg|°)?$/.exec(token?.text ?? '') ?? [];
    if (number !== undefined && token?.isQuoted === false) {
      this.#reader.take('a number');
      return { kind: 'number', value: Number(number) * (unit === '%' ? 0.01 : 1) };
    }
    if (!this.#subjects.isNext) {
      if (token === undefined) throw new AssertionError('ends where a number is expected');
      throw new AssertionError(
        `has ${show(token.text)} where a number is expected, or a property such as title.y`,
      );
    }
    const { subject, property } = this.#subjects.takeOne();
    if (property === null || isColor(property))
      throw new AssertionError(
        `compares with ${show(subject.name)}; name its property, such as ${subject.name}.y`,
      );
    return { kind: 'property', subject, property };
  }

  #takeColor(
    subjects: readonly Subject[],
    property: ColorProperty,
    quantity: When['quantity'] | undefined,
  ): Assertion {
    const reader = this.#reader;
    if (!reader.takeWords('is') && !reader.takeWords('are')) throw reader.unexpected('"is"', ['is']);
    const isNegated = reader.takeWords('not');
    const value = this.#takeColorOperand();
    const claims = subjects.map((subject): Claim => ({ kind: 'color', subject, property, value }));
    return { kind: 'claims', claims, isNegated, when: this.#moments.takeWhen(quantity) };
  }

  #takeColorOperand(): ColorOperand {
    const reader = this.#reader;
    if (this.#subjects.isNext) {
      const { subject, property } = this.#subjects.takeOne();
      if (property === null || !isColor(property))
        throw new AssertionError(
          `compares a colour with ${show(subject.name)}; name its fill, such as ${subject.name}.fill`,
        );
      return { kind: 'property', subject, property };
    }
    const first = reader.take('a colour');
    let { text, end } = first;
    if (reader.word() === '(') {
      while (!reader.isDone && !text.endsWith(')')) {
        const token = reader.take('")"');
        text += token.text;
        end = token.end;
      }
    }
    const color = this.#vocabulary.colorOf(text);
    if (color === undefined)
      throw new AssertionError(
        `has ${show(text)} where a colour is expected, such as tomato, #ff6347 or title.fill`,
      );
    reader.replacements.push({ start: first.start, end, text: color });
    return { kind: 'color', color };
  }

  #takeMotions(
    subjects: readonly Subject[],
    verb: (typeof motionVerbs)[string],
    quantity: When['quantity'] | undefined,
  ): Assertion {
    const motion = this.#takeMotion(subjects, verb);
    const order = this.#takeOrder();
    if (order !== null) return this.#motion(motion, order, quantity);
    return this.#motion(motion, null, quantity);
  }

  #motion(
    motion: Motion,
    order: Extract<Assertion, { kind: 'motion' }>['order'],
    quantity: When['quantity'] | undefined,
  ): Assertion {
    const when = this.#moments.takeWhen(quantity, 'sometimes');
    if (when.quantity === 'always')
      throw new AssertionError('has "always" with a motion; a motion happens once, or never');
    return { kind: 'motion', motion, order, when };
  }

  /** Takes "before b moves" and the like; null if a time follows instead. */
  #takeOrder(): Extract<Assertion, { kind: 'motion' }>['order'] {
    const reader = this.#reader;
    const { place } = reader;
    const relation = reader.word();
    if (relation !== 'before' && relation !== 'while' && relation !== 'after') return null;
    reader.take(relation);
    if (this.#subjects.isNext && (Object.hasOwn(motionVerbs, reader.word(1)) || relation === 'while')) {
      const { subjects } = this.#subjects.takeAll();
      const verb = reader.takeFrom(motionVerbs);
      if (verb === undefined) throw reader.unexpected('a motion', Object.keys(motionVerbs));
      return { relation, motion: this.#takeMotion(subjects, verb) };
    }
    if (relation === 'while')
      throw new AssertionError('has "while" without a motion; write one such as "while ball moves"');
    reader.goTo(place);
    return null;
  }

  #takeMotion(subjects: readonly Subject[], verb: (typeof motionVerbs)[string]): Motion {
    const [subject, ...others] = subjects;
    if (subject === undefined || others.length > 0)
      throw new AssertionError('has a motion of several objects; write a sentence for each');
    if (subject.isFrame) throw new AssertionError('has a motion of the frame, which does not move');
    return takeMotion(this.#reader, this.#subjects, this.#moments, subject, verb);
  }
}

function isColor(property: string): property is ColorProperty {
  return (colorProperties as readonly string[]).includes(property);
}

function inOrder(one: number, other: number): { readonly min: number; readonly max: number } {
  return { min: Math.min(one, other), max: Math.max(one, other) };
}

/** Makes 780 pairs. */
const maxPaired = 40;

function pairs(subjects: readonly Subject[], relation: Relation): Claim[] {
  if (subjects.length > maxPaired)
    throw new AssertionError(
      `compares ${subjects.length} objects with each other, but at most ${maxPaired} are allowed; write several sentences`,
    );
  return subjects.flatMap((subject, index) =>
    subjects.slice(index + 1).map((target): Claim => ({ kind: 'relation', relation, subject, target })),
  );
}
