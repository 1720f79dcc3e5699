import { isItemNumber, isPointInside } from '../kinds/captions/abbreviations.ts';
import { type Cue, type WordTime, wordsOf } from '../kinds/captions/cue.ts';
import { withWordBreaks } from '../kinds/captions/letters.ts';
import type { SpeechTimes } from './measure-speech.ts';

/**
 * Syllables per second of speakers who read aloud (Pellegrino, Coupé and Marsico, "A cross-language perspective on
 * speech information rate", Language 87, 2011), by the language that a film names. Narration is slower, by `narrationShare`.
 * Languages that the article does not have are spoken as fast as English.
 */
const syllablesPerSecond = { ja: 7.84, es: 7.82, fr: 7.18, it: 6.99, en: 6.19, de: 5.97, zh: 5.18 } as const;
type KnownLanguage = keyof typeof syllablesPerSecond;
const narrationShare = 0.72;

/** Milliseconds of silence after a clause and after a sentence that others follow. */
const clausePauseMs = 220;
const sentencePauseMs = 450;

/** Milliseconds that any word takes at least, and between two sentences of different compositions. */
const minWordMs = 120;
export const pauseBetweenMs = 400;

/** Syllables of a digit, which is read as a number word. */
const syllablesOfDigit = 1.5;

/**
 * Estimates how long a text takes to say: a cue from 0 with a time for each word, by the syllables of its words. `lang` is the
 * tag of its language, if that is known.
 */
export function estimateSpeech(text: string, lang?: string): Cue {
  const language = languageOf(lang);
  const divided = withWordBreaks(text.trim());
  const words = wordsOf(divided);
  let time = 0;
  let endMs = 0;
  const times = words.map(({ text: word }, index): WordTime => {
    const startMs = time;
    endMs = startMs + Math.round(Math.max(minWordMs, syllableMs(word, language)));
    const isOfItem = index === 0 && isItemNumber(word);
    time = endMs + (isOfItem ? 0 : pauseAfter(word, words[index + 1]?.text ?? ''));
    return [startMs, endMs];
  });
  return { startMs: 0, endMs, text: divided, words: times };
}

/** Stretches or shortens an estimate, so that the words take the time in which a recording is heard. */
export function stretchSpeech(cue: Cue, { durationMs, heardFromMs, heardToMs }: SpeechTimes): Cue {
  const share = cue.endMs === 0 ? 0 : (heardToMs - heardFromMs) / cue.endMs;
  const words = cue.words?.map(
    ([start, end]): WordTime => [
      Math.round(heardFromMs + start * share),
      Math.round(heardFromMs + end * share),
    ],
  );
  return { ...cue, endMs: Math.round(durationMs), ...(words && { words }) };
}

function pauseAfter(word: string, next: string): number {
  const end = word.replace(/["'’”»)\]]+$/u, '');
  if (/[.!?…。！？؟।]$/u.test(end)) return isPointInside(word, next) ? 0 : sentencePauseMs;
  return /[,;:、，；：،؛–—-]$/u.test(end) ? clausePauseMs : 0;
}

function languageOf(lang = ''): KnownLanguage {
  const [primary = ''] = lang.toLowerCase().split('-');
  return Object.hasOwn(syllablesPerSecond, primary) ? (primary as KnownLanguage) : 'en';
}

function syllableMs(word: string, language: KnownLanguage): number {
  const kana = count(word, /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu);
  const han = count(word, /\p{Script=Han}/gu);
  const hangul = count(word, /\p{Script=Hangul}/gu);
  const digits = count(word, /\p{Nd}/gu);
  const rate = (one: KnownLanguage) => 1000 / (syllablesPerSecond[one] * narrationShare);
  // A Chinese character in Japanese is about two syllables, which are as short as one in Mandarin is long.
  return (
    kana * rate('ja') +
    han * rate('zh') +
    (syllablesOf(word) + hangul + digits * syllablesOfDigit) * rate(language)
  );
}

/** Syllables of the letters of alphabets: groups of vowels; where scripts write none, every second letter. */
function syllablesOf(word: string): number {
  const bare = word.normalize('NFD').toLowerCase();
  const consonantal = count(bare, /[\p{Script=Arabic}\p{Script=Hebrew}]/gu);
  const alphasyllabic = count(
    bare,
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Thai}]/gu,
  );
  const letters = bare.replace(/[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/gu, '');
  const vowels = count(letters, /[aeiouyœæøаеёиоуыэюяіїєαεηιουω]+/gu);
  const isSilent = /[^aeiouy]e$/.test(letters) && !/le$/.test(letters) && vowels > 1;
  const spoken = letters === '' ? 0 : Math.max(1, vowels - (isSilent ? 1 : 0));
  // Without vowels, a word is spelled.
  const isSpelled = vowels === 0 && letters.length > 1;
  return (isSpelled ? letters.length : spoken) + consonantal / 2 + alphasyllabic / 2;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
