import { isItemNumber, isPointInside } from './abbreviations.ts';
import { type Cue, cueOfWords, type SpokenWord, zeroWidthSpace } from './cue.ts';
import { isUnspaced } from './letters.ts';
import { plainText } from './plain-text.ts';

/** A word as a program for speech writes it, with the spaces that it has there. */
export interface WrittenWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** How far after the word before it a word is searched in the whole text. */
const searchedLetters = 80;

/** A silence after which another sentence begins. */
const pauseMs = 700;

/** The length at which a sentence is divided at its longest silence. */
const longestSentence = 400;

/** Returns the sentences of words in order. `whole` is their text with its punctuation, if a file has it. */
export function sentencesOf(written: readonly WrittenWord[], whole?: string): Cue[] {
  const words = inOrder(
    whole === undefined ? joined(written) : (alignedTo(whole, written) ?? joined(written)),
  );
  const sentences: SpokenWord[][] = [];
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1];
    if (previous === undefined || endsSentence(previous, word, words[index - 2])) sentences.push([word]);
    else sentences.at(-1)?.push(word);
  }
  return sentences.flatMap(divided).map(cueOfWords);
}

/** The time that a word takes for which a file has no duration. */
const usualWordMs = 200;

/** Times that neither go back nor overlap. Words that begin together share the time until the next one. */
function inOrder(words: readonly SpokenWord[]): SpokenWord[] {
  let time = 0;
  const starts = words.map((word) => {
    time = Math.max(word.startMs, time);
    return time;
  });
  for (let first = 0; first < starts.length; ) {
    const startMs = starts[first] ?? 0;
    let end = first + 1;
    while (starts[end] === startMs) end++;
    const share = Math.min(((starts[end] ?? Infinity) - startMs) / (end - first), usualWordMs);
    for (let index = first; index < end; index++)
      starts[index] = Math.round(startMs + share * (index - first));
    first = end;
  }
  return words.map((word, index) => {
    const startMs = starts[index] ?? 0;
    const nextMs = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const endMs = word.endMs > startMs ? word.endMs : startMs + usualWordMs;
    return { ...word, startMs, endMs: Math.min(endMs, nextMs) };
  });
}

/** Words without a text of them: a piece without a space before it belongs to the word before, if others have one. */
function joined(written: readonly WrittenWord[]): SpokenWord[] {
  const hasSpaces = written.some(({ text }, index) => index > 0 && /^\s/.test(text));
  const words: SpokenWord[] = [];
  let spaceBefore = false;
  for (const { text: own, startMs, endMs } of written) {
    const text = plainText(own);
    if (text === '') {
      spaceBefore = true;
      continue;
    }
    const last = words.at(-1);
    const isApart = spaceBefore || /^\s/.test(own);
    spaceBefore = /\s$/.test(own);
    const isJoined =
      last !== undefined &&
      !isApart &&
      (onlyPunctuation(text) || (hasSpaces && !meetsUnspaced(last.text, text)));
    if (isJoined) words[words.length - 1] = { ...last, text: last.text + text, endMs };
    else {
      const before = last !== undefined && !isApart && meetsUnspaced(last.text, text) ? zeroWidthSpace : ' ';
      words.push(...dividedAtSpaces({ text, startMs, endMs, before }));
    }
  }
  return words;
}

/** A piece of several words, such as "New York", shares its time out among them. */
function dividedAtSpaces(word: SpokenWord): SpokenWord[] {
  const parts = word.text.split(/[ \n\u200b]+/);
  const share = (word.endMs - word.startMs) / parts.length;
  return parts.map((text, index) => ({
    text,
    startMs: Math.round(word.startMs + share * index),
    endMs: Math.round(word.startMs + share * (index + 1)),
    before: index === 0 ? word.before : ' ',
  }));
}

function onlyPunctuation(text: string): boolean {
  return /^[\p{P}\p{S}]+$/u.test(text) && !/^[\p{Ps}\p{Pi}&+=#@]/u.test(text);
}

function meetsUnspaced(before: string, after: string): boolean {
  return isUnspaced([...before.slice(-2)].at(-1) ?? '') && isUnspaced([...after.slice(0, 2)][0] ?? '');
}

/** The words as the whole text writes them; undefined if they are not found there. */
function alignedTo(whole: string, written: readonly WrittenWord[]): SpokenWord[] | undefined {
  const text = plainText(whole);
  const lower = text.toLowerCase();
  // Some letters change their number when they become small.
  if (lower.length !== text.length) return undefined;
  const found: { readonly word: WrittenWord; readonly start: number; readonly end: number }[] = [];
  let offset = 0;
  for (const word of written) {
    const searched = plainText(word.text).toLowerCase();
    if (searched === '') continue;
    const start = lower.slice(offset, offset + searched.length + searchedLetters).indexOf(searched);
    if (start < 0) return undefined;
    found.push({ word, start: offset + start, end: offset + start + searched.length });
    offset += start + searched.length;
  }
  const words: SpokenWord[] = [];
  for (const [index, { word, start, end }] of found.entries()) {
    const gap = text.slice(found[index - 1]?.end ?? 0, start);
    const next = text.slice(end, found[index + 1]?.start ?? text.length);
    // Signs before a space end the word before it, the others begin the next one.
    const head = index === 0 ? gap.trim() : (/\s(\S*)$/.exec(gap)?.[1] ?? '');
    const tail = /^\S*/.exec(next)?.[0] ?? '';
    const aligned = head + text.slice(start, end) + tail;
    const last = words.at(-1);
    if (last !== undefined && !/\s/.test(gap) && !meetsUnspaced(last.text, aligned)) {
      words[words.length - 1] = { ...last, text: last.text + aligned, endMs: word.endMs };
      continue;
    }
    const before = /\s/.test(gap) ? ' ' : zeroWidthSpace;
    words.push(...dividedAtSpaces({ text: aligned, startMs: word.startMs, endMs: word.endMs, before }));
  }
  return words;
}

const sentenceEnd = /[.!?…。！？؟।։۔]["'”’»」』)\]]*$/u;

function endsSentence(word: SpokenWord, next: SpokenWord, before: SpokenWord | undefined): boolean {
  if (next.startMs - word.endMs >= pauseMs) return true;
  if (!sentenceEnd.test(word.text)) return false;
  if (before === undefined && isItemNumber(word.text)) return false;
  if (isPointInside(`${before?.text ?? ''} ${word.text}`, next.text)) return false;
  return !/^\p{Ll}/u.test(next.text);
}

/** Divides a sentence without an end at its longest silences. */
function divided(words: SpokenWord[]): SpokenWord[][] {
  const done: SpokenWord[][] = [];
  const open = [words];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const length = part.reduce((sum, { text }) => sum + text.length + 1, 0);
    if (length <= longestSentence || part.length < 2) {
      done.push(part);
      continue;
    }
    const third = Math.ceil(part.length / 3);
    const middle = part.slice(third, Math.max(third + 1, part.length - third));
    const silence = (index: number) => (part[index]?.startMs ?? 0) - (part[index - 1]?.endMs ?? 0);
    const best = middle.reduce(
      (longest, _, index) => (silence(third + index) > silence(longest) ? third + index : longest),
      Math.min(third, part.length - 1),
    );
    open.push(part.slice(best), part.slice(0, best));
  }
  return done;
}
