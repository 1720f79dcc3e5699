import { usualRoom } from './break-lines.ts';
import { captionCues, shortestCueMs } from './caption-cues.ts';
import { type Cue, wordsOf } from './cue.ts';
import { sentencesOf } from './sentences.ts';

/**
 * Returns the phrases of cues that show one spoken word at a time, which players would let flash, as captions of lines. Other cues
 * stay as they are.
 */
export function joinSingleWords(cues: readonly Cue[]): readonly Cue[] {
  const shownMs = cues.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  // Single words that stay, such as those of a countdown, are no speech.
  const isSpeech = cues.length > 1 && shownMs < cues.length * shortestCueMs;
  if (!isSpeech || cues.some(({ text }) => wordsOf(text).length !== 1)) return cues;
  return captionCues(sentencesOf(cues), { mode: 'lines', ...usualRoom });
}
