/** The names that sentences may use. */
export interface Vocabulary {
  /** The objects that a name means together; undefined if nothing has the name. */
  readonly objectsOf: (name: string) => readonly string[] | undefined;
  /** The parts of an object, for `name.*`: each on its own; undefined if it has none. */
  readonly partsOf: (name: string) => readonly (readonly string[])[] | undefined;
  /** The text or equation and the words of it that a name means; undefined if it begins with no such object. */
  readonly wordsOf: (name: string) => NamedWords | undefined;
  /** Names of objects and their parts, to offer the nearest. */
  readonly names: readonly string[];
  /** The scenes in order, with their compositions in order. */
  readonly scenes: readonly { readonly id: string; readonly compositions: readonly string[] }[];
  /** When words are spoken, in milliseconds of the film, or the reason why that is unknown. */
  readonly spokenAt: (words: string) => number | string;
  /** The hexadecimal form of a colour, or `none`; undefined for anything else. */
  readonly colorOf: (text: string) => string | undefined;
}

/** Words of a text or symbols of an equation, such as those of `title.ten times`. */
export interface NamedWords {
  /** As the sentence names the object. */
  readonly owner: string;
  readonly words: string;
  /** The id of the object with the words, as relations name them; undefined if it never has them. */
  readonly target: string | undefined;
  /** Words that it has. */
  readonly known: readonly string[];
}
