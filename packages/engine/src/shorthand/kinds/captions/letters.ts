import { segmenterOf } from '../../../language/segmenters.ts';
import { type SpokenWord, wordsOf, zeroWidthSpace } from './cue.ts';

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60]/u;
const invisible = /[\p{M}\p{Cf}\u200b]/u;

/** The width of a text in letters: East Asian wide characters count twice, marks above letters not at all. */
export function lettersIn(text: string): number {
  let letters = 0;
  for (const character of text) {
    if (character < '\u0300') letters += 1;
    else if (!invisible.test(character)) letters += wide.test(character) && !/\d/.test(character) ? 2 : 1;
  }
  return letters;
}

/** Scripts that divide words by no spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff01-\uff60]/u;

/** Whether a text has a character of a script without spaces, or of its punctuation. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

const opening = /^[\p{Ps}\p{Pi}]+$/u;
const notLetters = /^[\p{P}\p{S}]+$/u;

/**
 * Divides the words of scripts without spaces as a dictionary does, and words that no line has room for. Their times are
 * shared out by their letters.
 */
export function divideWords(words: readonly SpokenWord[], maxLetters: number): SpokenWord[] {
  return words.flatMap((word) => {
    if (word.text.length <= 4) return word;
    const parts = isUnspaced(word.text) ? dictionaryWords(word.text) : [word.text];
    const short = parts.flatMap((part) => (lettersIn(part) > maxLetters ? piecesOf(part, maxLetters) : part));
    return short.length === 1 ? word : shareOut(word, short);
  });
}

/** Returns a text with zero-width spaces between the words of scripts that write no spaces. */
export function withWordBreaks(text: string): string {
  return wordsOf(text)
    .map(({ text: word, before }, index) => {
      const divided = isUnspaced(word) ? dictionaryWords(word).join(zeroWidthSpace) : word;
      return index === 0 ? divided : before + divided;
    })
    .join('');
}

/** The words of a text without spaces, each with the punctuation around it. */
function dictionaryWords(text: string): string[] {
  const words: string[] = [];
  let head = '';
  for (const { segment } of segmenterOf('word').segment(text)) {
    if (opening.test(segment)) head += segment;
    else if (notLetters.test(segment) && words.length > 0 && head === '') words.push(words.pop() + segment);
    else {
      words.push(head + segment);
      head = '';
    }
  }
  if (head !== '') words.push((words.pop() ?? '') + head);
  return words;
}

/** Divides a word between its characters. */
function piecesOf(word: string, maxLetters: number): string[] {
  const pieces: string[] = [];
  let letters = maxLetters;
  for (const { segment } of segmenterOf('grapheme').segment(word)) {
    const width = lettersIn(segment);
    if (letters + width > maxLetters) {
      pieces.push(segment);
      letters = width;
      continue;
    }
    pieces.push(pieces.pop() + segment);
    letters += width;
  }
  return pieces;
}

function shareOut({ startMs, endMs, before, text }: SpokenWord, parts: readonly string[]): SpokenWord[] {
  let done = 0;
  const timeAt = (length: number) => startMs + Math.round(((endMs - startMs) * length) / text.length);
  return parts.map((part, index) => {
    const start = timeAt(done);
    done += part.length;
    return { text: part, startMs: start, endMs: timeAt(done), before: index === 0 ? before : zeroWidthSpace };
  });
}
