/** The place of a word in a text, in UTF-16 units. */
export interface WordPlace {
  readonly start: number;
  readonly end: number;
}

/** Words are divided by spaces, line breaks and zero-width spaces, which let lines break in scripts without spaces. */
const word = /[^\s\u200b]+/gu;

/** Returns the places of the words of a cue's text, in order. */
export function wordsOfCue(text: string): readonly WordPlace[] {
  return [...text.matchAll(word)].map(({ index, 0: letters }) => ({
    start: index,
    end: index + letters.length,
  }));
}
