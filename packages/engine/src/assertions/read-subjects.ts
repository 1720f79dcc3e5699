import {
  type ColorProperty,
  colorProperties,
  type NumberProperty,
  numberProperties,
  type Subject,
} from './assertion.ts';
import { AssertionError, offer, show, type TokenReader } from './token-reader.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Objects that a sentence names, each on its own, and a property of theirs. */
export interface NamedSubjects {
  readonly subjects: readonly Subject[];
  readonly property: NumberProperty | ColorProperty | null;
}

const properties: readonly string[] = [...numberProperties, ...colorProperties];

/** Maximum number of objects in a sentence, each counted as often as it is named. */
const maxObjects = 1000;

/** Reads the names of objects. */
export class SubjectReader {
  readonly #reader: TokenReader;
  readonly #vocabulary: Vocabulary;
  #objects = 0;

  constructor(reader: TokenReader, vocabulary: Vocabulary) {
    this.#reader = reader;
    this.#vocabulary = vocabulary;
  }

  /** Whether the next token names an object. */
  get isNext(): boolean {
    const token = this.#reader.peek();
    if (token === undefined) return false;
    return this.#find(token.text) !== undefined || this.#split(token.text) !== undefined;
  }

  /** Takes "a", "a and b", "row.*" or "a + b", with or without a property of each. */
  takeAll(): NamedSubjects {
    const first = this.#takeNamed('each');
    const subjects = [...first.subjects];
    while (this.#reader.takeWords('and') || this.#reader.takeWords(',')) {
      const next = this.#takeNamed('each');
      if (next.property !== first.property)
        throw new AssertionError('names different properties; write a sentence for each');
      subjects.push(...next.subjects);
    }
    return { subjects, property: first.property };
  }

  /** Takes one object or the box around several. */
  takeOne(): { readonly subject: Subject; readonly property: NamedSubjects['property'] } {
    const { subjects, property } = this.#takeNamed('together');
    return { subject: subjects[0] as Subject, property };
  }

  #takeNamed(use: 'each' | 'together'): NamedSubjects {
    const reader = this.#reader;
    const names: string[] = [];
    let lists: (readonly string[])[] = [];
    let property: NamedSubjects['property'] = null;
    let isFrame = false;
    do {
      if (this.#find('the') === undefined) reader.takeWords('the');
      const token = reader.take('an object');
      const split = this.#find(token.text) === undefined ? this.#split(token.text) : undefined;
      const name = split?.name ?? token.text;
      property = split?.property ?? null;
      const found = this.#find(name);
      if (found === undefined) throw this.#unknown(name);
      isFrame ||= found === 'frame';
      const next = reader.peek();
      // A quoted name has its property outside of the quotes.
      if (token.isQuoted && next?.start === token.end && next.text.startsWith('.')) {
        property = this.#property(next.text.slice(1), name);
        reader.take('a property');
      }
      names.push(name);
      this.#objects += found === 'frame' ? 1 : found.flat().length;
      if (this.#objects > maxObjects)
        throw new AssertionError(`names over ${maxObjects} objects; write several sentences`);
      if (found === 'frame') continue;
      lists.push(...found);
      const written = found.map((ids) => ids.join(' + '));
      const suffix = property === null ? '' : `.${property}`;
      const separator = use === 'each' ? `${suffix} and ` : ' + ';
      const isPlain = found.length === 1 && found[0]?.length === 1 && found[0][0] === token.text;
      const end = token.isQuoted && property !== null ? (next?.end ?? token.end) : token.end;
      if (!isPlain)
        reader.replacements.push({ start: token.start, end, text: `${written.join(separator)}${suffix}` });
    } while (reader.takeWords('+'));
    const name = names.join(' + ');
    if (isFrame && names.length > 1)
      throw new AssertionError('joins the frame with objects; name the frame alone');
    if (isFrame) return { subjects: [{ name: 'frame', ids: [], isFrame: true }], property };
    if (use === 'together' || names.length > 1) lists = [lists.flat()];
    const subjects = lists.map((ids) => ({
      name: lists.length === 1 ? name : ids.join(' + '),
      ids,
      isFrame: false,
    }));
    return { subjects, property };
  }

  /** The objects that a name means: one list for each subject. */
  #find(name: string): readonly (readonly string[])[] | 'frame' | undefined {
    const known = this.#vocabulary.objectsOf(name);
    if (known !== undefined) return [known];
    if (name === 'frame') return 'frame';
    return name.endsWith('.*') ? this.#vocabulary.partsOf(name.slice(0, -2)) : undefined;
  }

  /** Divides `ball.y` into a name and a property. */
  #split(
    text: string,
  ): { readonly name: string; readonly property: NumberProperty | ColorProperty } | undefined {
    const dot = text.lastIndexOf('.');
    const property = text.slice(dot + 1);
    const name = text.slice(0, dot);
    if (dot < 1 || this.#find(name) === undefined) return undefined;
    if (properties.includes(property)) return { name, property: property as NumberProperty };
    // A part of it may be meant instead.
    const parts = this.#vocabulary.names.filter((one) => one.startsWith(`${name}.`));
    if (parts.length > 0) return undefined;
    return { name, property: this.#property(property, name) };
  }

  #property(property: string, name: string): NumberProperty | ColorProperty {
    if (properties.includes(property)) return property as NumberProperty;
    const wayOut = offer(property, properties, '');
    throw new AssertionError(`names ${show(property)}, which is no property of ${show(name)}; ${wayOut}`);
  }

  #unknown(name: string): AssertionError {
    if (name === 'film')
      return new AssertionError(
        'says something else of the film than "film lasts 12s to 15s"; of its pictures, it may be "first frame is not empty"',
      );
    const { names } = this.#vocabulary;
    const [, inner, property] = /^(.*?)(\.\w+)?$/.exec(name) ?? [];
    const whole =
      names.find((one) => one.endsWith(`.${name}`)) ??
      names.find((one) => one.endsWith(`.${inner}`)) ??
      undefined;
    if (whole !== undefined) {
      const meant = whole.endsWith(`.${name}`) ? whole : `${whole}${property ?? ''}`;
      return new AssertionError(`names ${show(name)}, which is no object; did you mean ${meant}?`);
    }
    const wayOut = offer(name, [...names, 'frame'], '');
    return new AssertionError(`names ${show(name)}, which is no object; ${wayOut}`);
  }
}
