import { isItemNumber, isPointInside } from './abbreviations.ts';
import type { SpokenWord } from './cue.ts';
import { isUnspaced, lettersIn } from './letters.ts';

/** The room of a cue. */
export interface LineRoom {
  readonly maxLines: number;
  readonly maxLetters: number;
}

/** The room that subtitles usually have. */
export const usualRoom: LineRoom = { maxLines: 2, maxLetters: 42 };

/** What speaks against a break, from 0 to 1 and more. */
const cost = { sentence: 0, clause: 0.15, word: 0.6, short: 1.1, leftOver: 1.2 } as const;
/** Each further cue of a sentence costs more than an uneven one. */
const costOfCue = 1.5;
/** Words of a clause that a cue has alone, at its end or its beginning; what is said against as many. */
const strandedWords = 2;
const costOfStranded = 1.8;
/** A silence in milliseconds at which a sentence may well be divided. */
const pauseMs = 250;

const sentenceEnd = /[.!?…。！？؟।።]["'”’»」』)\]]*$/u;
const clauseEnd = /[,;:—–、，；：،؛]["'”’»」』)\]]*$/u;
/** Particles that belong to the word before them. */
const particle = /^(?:\p{Script=Hiragana}{1,2}|[的了吗呢吧啊着过们])[\p{P}]*$/u;

/** Says how much speaks against a break after a word. */
function costOfBreak(word: SpokenWord, next: SpokenWord): number {
  if (sentenceEnd.test(word.text)) {
    const goesOn = isItemNumber(word.text) || isPointInside(word.text, next.text);
    return goesOn ? cost.short : cost.sentence;
  }
  if (clauseEnd.test(word.text)) return cost.clause;
  if (isUnspaced(next.text)) return particle.test(next.text) ? cost.short : cost.word * 0.6;
  // Articles and prepositions are short, and belong to the next word.
  return lettersIn(word.text) <= 3 ? cost.short : cost.word;
}

/** The width of words in a row. */
class Widths {
  readonly #ends: number[] = [0];
  readonly #gaps: number[] = [];

  constructor(words: readonly SpokenWord[]) {
    for (const { text, before } of words) {
      const gap = before === ' ' || before === '\n' ? 1 : 0;
      this.#gaps.push(gap);
      // A word of invisible characters takes a letter, so that lines have an end.
      this.#ends.push((this.#ends.at(-1) ?? 0) + gap + Math.max(1, lettersIn(text)));
    }
  }

  /** Of the words from `first` to before `end`. */
  of(first: number, end: number): number {
    return (this.#ends[end] ?? 0) - (this.#ends[first] ?? 0) - (this.#gaps[first] ?? 0);
  }
}

/** Divides words into cues that have room in their lines, at the places where a reader would divide them. */
export function divideIntoCues(words: readonly SpokenWord[], room: LineRoom): SpokenWord[][] {
  const widths = new Widths(words);
  const best: { readonly cost: number; readonly first: number }[] = [{ cost: 0, first: 0 }];
  const capacity = room.maxLines * room.maxLetters;
  for (let end = 1; end <= words.length; end++) {
    let found = { cost: Number.POSITIVE_INFINITY, first: end - 1 };
    const ofEnd = costOfEnd(words, end);
    for (let first = end - 1; first >= 0; first--) {
      if (first < end - 1 && !fits(widths, first, end, room)) break;
      const emptiness = 1 - Math.min(1, widths.of(first, end) / capacity);
      const isLeftOver = end - first === 1 && words.length > 1;
      const costHere = costOfCue + emptiness ** 2 + (isLeftOver ? cost.leftOver : 0);
      const total = (best[first]?.cost ?? 0) + costHere + ofEnd;
      if (total < found.cost) found = { cost: total, first };
    }
    best.push(found);
  }
  const cues: SpokenWord[][] = [];
  for (let end = words.length; end > 0; end = best[end]?.first ?? 0)
    cues.push(words.slice(best[end]?.first ?? 0, end));
  return cues.reverse();
}

function costOfEnd(words: readonly SpokenWord[], end: number): number {
  const [word, next] = [words[end - 1], words[end]];
  if (word === undefined || next === undefined) return 0;
  return (isStranded(words, end) ? costOfStranded : 0) + breakAfter(word, next);
}

/** Whether only a word or two of a clause are before the end of a cue, or after it. */
function isStranded(words: readonly SpokenWord[], end: number): boolean {
  const closes = (index: number) => clauseEnd.test(words[index]?.text ?? '');
  const isBreak = closes(end - 1) || sentenceEnd.test(words[end - 1]?.text ?? '');
  if (isBreak || isUnspaced(words[end]?.text ?? '')) return false;
  const near = Array.from({ length: strandedWords }, (_, index) => index + 1);
  return near.some((distance) => closes(end - 1 - distance) || closes(end - 1 + distance));
}

function breakAfter(word: SpokenWord, next: SpokenWord): number {
  return costOfBreak(word, next) * (next.startMs - word.endMs >= pauseMs ? 0.5 : 1);
}

/** Whether words have room in the lines of a cue. */
function fits(widths: Widths, first: number, end: number, { maxLines, maxLetters }: LineRoom): boolean {
  let lines = 1;
  let start = first;
  for (let word = first + 1; word <= end; word++) {
    if (widths.of(start, word) <= maxLetters || word - start === 1) continue;
    lines += 1;
    start = word - 1;
    if (lines > maxLines) return false;
  }
  return true;
}

/**
 * Divides the words of a cue into as few lines as have room for them, of about the same length. Returns the words with
 * line breaks before those that begin a line.
 */
export function breakLines(words: readonly SpokenWord[], room: LineRoom): SpokenWord[] {
  const plain = words.map((word) => (word.before === '\n' ? { ...word, before: ' ' } : word));
  const widths = new Widths(plain);
  let count = 1;
  while (count < room.maxLines && !fits(widths, 0, plain.length, { ...room, maxLines: count })) count += 1;
  if (count === 1) return plain;
  const starts = new Set(lineStarts(plain, widths, count, room.maxLetters));
  return plain.map((word, index) => (starts.has(index) ? { ...word, before: '\n' } : word));
}

/** The indexes of the words that begin lines after the first. */
function lineStarts(
  words: readonly SpokenWord[],
  widths: Widths,
  count: number,
  maxLetters: number,
): number[] {
  const target = widths.of(0, words.length) / count;
  const breaks = words.map((word, index) => {
    const next = words[index + 1];
    return next === undefined ? 0 : costOfBreak(word, next);
  });
  const costOfLine = (first: number, end: number) => {
    const width = widths.of(first, end);
    const isTooWide = width > maxLetters && end - first > 1;
    const isLeftOver = end - first === 1 && end === words.length && !isUnspaced(words[first]?.text ?? '');
    const ofBreak = breaks[end - 1] ?? 0;
    const uneven = ((width - target) / target) ** 2;
    return (isTooWide ? 1e6 + width : 0) + 2.5 * uneven + (isLeftOver ? cost.leftOver : 0) + ofBreak;
  };
  // The best way to divide the first words into each number of lines.
  type Way = { readonly cost: number; readonly starts: readonly number[] };
  let ways: readonly (Way | undefined)[] = words.map((_, index) => ({
    cost: costOfLine(0, index + 1),
    starts: [],
  }));
  for (let line = 2; line <= count; line++) {
    ways = words.map((_, index): Way | undefined => {
      let best: Way | undefined;
      for (let first = line - 1; first <= index; first++) {
        const before = ways[first - 1];
        if (before === undefined) continue;
        const total = before.cost + costOfLine(first, index + 1);
        if (best === undefined || total < best.cost)
          best = { cost: total, starts: [...before.starts, first] };
      }
      return best;
    });
  }
  return [...(ways.at(-1)?.starts ?? [])];
}
