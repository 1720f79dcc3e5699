import { closestName } from '../names/closest-name.ts';
import {
  type ColorProperty,
  colorProperties,
  type NumberProperty,
  numberProperties,
  type Subject,
} from './assertion.ts';
import { AssertionError, listed, offer, show, type TokenReader } from './token-reader.ts';
import { quoted, type Token } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Objects that a sentence names, each on its own, and a property of theirs. */
export interface NamedSubjects {
  readonly subjects: readonly Subject[];
  readonly property: NumberProperty | ColorProperty | null;
}

/** What a name or a name with a property means. */
interface ReadName {
  readonly name: string;
  /** One list of ids for each subject. */
  readonly found: readonly (readonly string[])[] | 'frame';
  readonly property: NumberProperty | ColorProperty | null;
}

/** A name that begins with an object and ends with something that it does not have. */
interface UnknownEnd {
  readonly owner: string;
  readonly end: string;
  /** The parts of its text that can be named. */
  readonly known: readonly string[];
}

const properties: readonly string[] = [...numberProperties, ...colorProperties];

/** Words that begin a sentence about the film as a whole, with an example. */
const beginnings: Readonly<Record<string, string>> = {
  first: 'first frame is not empty',
  last: 'last frame is not empty',
  loudness: 'loudness is -16 to -14',
};

/** Maximum number of objects in a sentence, each counted as often as it is named. */
const maxObjects = 1000;

/** Reads the names of objects. */
export class SubjectReader {
  readonly #reader: TokenReader;
  readonly #vocabulary: Vocabulary;
  readonly #prefersWords: boolean;
  #objects = 0;
  #isAmbiguous = false;

  /** With `prefersWords`, `law.x` is the symbol x of the equation `law` and not its place. */
  constructor(reader: TokenReader, vocabulary: Vocabulary, prefersWords: boolean) {
    this.#reader = reader;
    this.#vocabulary = vocabulary;
    this.#prefersWords = prefersWords;
  }

  /** Whether a name so far was that of words as well as that of a property. */
  get isAmbiguous(): boolean {
    return this.#isAmbiguous;
  }

  /** Whether the next token names an object. */
  get isNext(): boolean {
    const token = this.#reader.peek();
    if (token === undefined) return false;
    return this.#read(token) !== undefined || this.#ownerOf(token.text) !== undefined;
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
      const read = this.#read(token);
      if (read === undefined) throw this.#unknown(token.text);
      const { name, found } = read;
      property = read.property;
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
      const written = found.map((ids) => ids.map(quoted).join(' + '));
      const suffix = property === null ? '' : `.${property}`;
      const separator = use === 'each' ? `${suffix} and ` : ' + ';
      const isPlain = found.length === 1 && found[0]?.length === 1 && found[0][0] === token.text;
      const end = token.isQuoted && property !== null ? (next?.end ?? token.end) : token.end;
      if (!isPlain)
        reader.replacements.push({ start: token.start, end, text: `${written.join(separator)}${suffix}` });
      if (reader.word() === '+' && /^[\d.]/.test(reader.word(1)))
        throw new AssertionError(
          `has "+ ${reader.word(1)}" after an object; sentences do not compute, so write the sum`,
        );
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

  /** Reads a name, or a name with a property. A name in quotes has its property outside of them. */
  #read({ text, isQuoted }: Token): ReadName | undefined {
    const objects = this.#find(text);
    if (objects !== undefined) return { name: text, found: objects, property: null };
    const words = this.#findWords(text);
    const withProperty = this.#split(text);
    const isAmbiguous = words !== undefined && withProperty !== undefined;
    if (isAmbiguous && !isQuoted) this.#isAmbiguous = true;
    const isOfWords = words !== undefined && (withProperty === undefined || isQuoted || this.#prefersWords);
    return isOfWords ? { name: text, found: words, property: null } : withProperty;
  }

  /** The objects that a name means: one list for each subject. */
  #find(name: string): ReadName['found'] | undefined {
    const objectIds = this.#vocabulary.objectsOf(name);
    if (objectIds !== undefined) return [objectIds];
    if (name === 'frame') return 'frame';
    return name.endsWith('.*') ? this.#vocabulary.partsOf(name.slice(0, -2)) : undefined;
  }

  #findWords(name: string): ReadName['found'] | undefined {
    const target = this.#vocabulary.wordsOf(name)?.target;
    return target === undefined ? undefined : [[target]];
  }

  /** Divides `ball.y` into a name and a property. */
  #split(text: string): ReadName | undefined {
    const dot = text.lastIndexOf('.');
    const [name, property] = [text.slice(0, dot), text.slice(dot + 1)];
    if (dot < 1 || !isProperty(property)) return undefined;
    const found = this.#find(name) ?? this.#findWords(name);
    return found && { name, found, property };
  }

  /** Divides a name that ends with neither a part nor a property of an object. */
  #ownerOf(text: string): UnknownEnd | undefined {
    const words = this.#vocabulary.wordsOf(text);
    if (words !== undefined) return { owner: words.owner, end: words.words, known: words.known };
    const dot = text.lastIndexOf('.');
    const owner = text.slice(0, dot);
    if (dot < 1 || this.#find(owner) === undefined) return undefined;
    // A part of it may be meant instead.
    const hasParts = this.#vocabulary.names.some((one) => one.startsWith(`${owner}.`));
    return hasParts ? undefined : { owner, end: text.slice(dot + 1), known: [] };
  }

  #property(property: string, name: string): NumberProperty | ColorProperty {
    if (isProperty(property)) return property;
    const wayOut = offer(property, properties, '');
    throw new AssertionError(`names ${show(property)}, which is no property of ${show(name)}; ${wayOut}`);
  }

  #unknown(name: string): AssertionError {
    if (name === 'film')
      return new AssertionError(
        'says something else of the film than "film lasts 12s to 15s"; of its pictures, it may be "first frame is not empty"',
      );
    const unknownEnd = this.#ownerOf(name);
    if (unknownEnd !== undefined) return this.#unknownEnd(unknownEnd);
    const { names } = this.#vocabulary;
    const isFirst = this.#reader.place <= 2;
    const begins = isFirst && closestName(name, [...names, ...Object.keys(beginnings)]);
    if (begins && Object.hasOwn(beginnings, begins))
      return new AssertionError(
        `names ${show(name)}, which is no object; did you mean a sentence such as "${beginnings[begins]}"?`,
      );
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
  #unknownEnd({ owner, end, known }: UnknownEnd): AssertionError {
    const closest = closestName(end, [...known, ...properties]);
    const what =
      known.length === 0
        ? `is no property of ${show(owner)}`
        : `is neither a property of ${show(owner)} nor in its text`;
    const wayOut =
      closest === undefined && known.length > 0
        ? `its parts are ${listed(known)}`
        : offer(end, [...known, ...properties], '');
    return new AssertionError(`names ${show(end)}, which ${what}; ${wayOut}`);
  }
}

function isProperty(name: string): name is NumberProperty | ColorProperty {
  return properties.includes(name);
}
