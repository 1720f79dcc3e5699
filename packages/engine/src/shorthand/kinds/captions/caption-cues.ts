import { breakLines, divideIntoCues, type LineRoom } from './break-lines.ts';
import { type Cue, cueOfWords, orderedCues, type SpokenWord, spokenWords, zeroWidthSpace } from './cue.ts';
import { divideWords, lettersIn } from './letters.ts';
import { closeMs, stackCues } from './stack-cues.ts';

export const captionModes = ['lines', 'karaoke', 'word'] as const;
export type CaptionMode = (typeof captionModes)[number];

export interface CaptionStyle extends LineRoom {
  readonly mode: CaptionMode;
}

/** The shortest time that a cue can be read in, and the most letters that are read in a second. */
export const shortestCueMs = 800;
export const lettersPerSecond = 20;

/** Sentences that are spoken without a pause may share a line. */
const sharedLineMs = 400;

/** Particles that nobody reads as a word of their own. */
const particle = /^(?:\p{Script=Hiragana}|から|まで|より|です|ます|でも|では|には)\p{P}*$/u;

/**
 * Returns what captions show: cues with their lines, and in karaoke with the times of their words. Cues start when their
 * first word is spoken, and stay longer than it if there is time until the next one.
 */
export function captionCues(spoken: readonly Cue[], style: CaptionStyle): Cue[] {
  const parts = shareLines(spoken, style)
    .flatMap((cue) => (style.mode === 'word' ? singleWords(cue) : dividedCue(cue, style)))
    .sort((one, other) => one.startMs - other.startMs);
  const cues = parts.map((part, index) => {
    const next = parts[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const cue = { ...part, endMs: endOf(part, next, style.mode) };
    return style.mode === 'karaoke' ? cue : withoutWords(cue);
  });
  return stackCues(orderedCues(cues));
}

function withoutWords({ words: _, text, ...times }: Cue): Cue {
  return { ...times, text: text.replaceAll(zeroWidthSpace, '') };
}

/** Puts short sentences that follow each other into one line. Cues whose words have no times are as their author divided them. */
function shareLines(cues: readonly Cue[], { maxLetters, mode }: CaptionStyle): Cue[] {
  const shared: Cue[] = [];
  for (const cue of cues) {
    const last = shared.at(-1);
    const isShared =
      mode !== 'word' &&
      last?.words !== undefined &&
      cue.words !== undefined &&
      !`${last.text}${cue.text}`.includes('\n') &&
      cue.startMs >= last.endMs &&
      cue.startMs - last.endMs < sharedLineMs &&
      Math.min(last.endMs - last.startMs, cue.endMs - cue.startMs) < shortestCueMs &&
      lettersIn(last.text) + 1 + lettersIn(cue.text) <= maxLetters;
    if (!isShared) {
      shared.push(cue);
      continue;
    }
    const [first, ...rest] = spokenWords(cue);
    const words = [...spokenWords(last), ...(first ? [{ ...first, before: ' ' }] : []), ...rest];
    shared[shared.length - 1] = cueOfWords(words);
  }
  return shared;
}

function dividedCue(cue: Cue, style: CaptionStyle): Cue[] {
  const words = divideWords(spokenWords(cue), style.maxLetters);
  if (isDividedWell(cue, words, style)) return [timed(cue, words)];
  const parts = divideIntoCues(words, style).map((part) => cueOfWords(breakLines(part, style)));
  return parts.map((part, index) => {
    const startMs = index === 0 ? cue.startMs : part.startMs;
    const next = parts[index + 1];
    return { ...part, startMs, endMs: next === undefined ? cue.endMs : Math.min(part.endMs, next.startMs) };
  });
}

/** Whether the lines of an author have room. */
function isDividedWell({ text }: Cue, words: readonly SpokenWord[], { maxLines, maxLetters }: CaptionStyle) {
  const lines = text.split('\n');
  const isOwn = lines.length > 1 || lettersIn(text) <= maxLetters;
  return (
    isOwn &&
    words.length > 0 &&
    lines.length <= maxLines &&
    lines.every((line) => lettersIn(line) <= maxLetters)
  );
}

function timed({ startMs, endMs }: Cue, words: readonly SpokenWord[]): Cue {
  return { ...cueOfWords(words), startMs, endMs };
}

function singleWords(cue: Cue): Cue[] {
  const words: SpokenWord[] = [];
  for (const word of divideWords(spokenWords(cue), Number.POSITIVE_INFINITY)) {
    const last = words.at(-1);
    const isJoined = last !== undefined && word.before !== ' ' && particle.test(word.text);
    if (isJoined) words[words.length - 1] = { ...last, text: last.text + word.text, endMs: word.endMs };
    else words.push(word);
  }
  return words.map((word, index) => {
    const nextMs = words[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const endMs = nextMs > word.startMs ? Math.min(word.endMs, nextMs) : word.endMs;
    return cueOfWords([{ ...word, endMs }]);
  });
}

/** When a cue is gone: as soon as it is spoken and can be read, but not later than the next one begins if it is spoken by then. */
function endOf({ startMs, endMs, text }: Cue, next: number, mode: CaptionMode): number {
  const readMs = Math.max(shortestCueMs, Math.ceil((lettersIn(text) / lettersPerSecond) * 1000));
  if (next < endMs) return endMs;
  const wanted = Math.max(endMs, mode === 'word' ? startMs : startMs + readMs);
  return next - wanted < closeMs ? next : wanted;
}
