import { showValue } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { maxCues } from '../../project/schema.ts';
import { type Cue, maxCueFileBytes, maxSpokenWords, orderedCues, wordsOf } from './cue.ts';
import { isSubRip, isWebVtt, readSubRip, readWebVtt } from './subtitles.ts';
import { readWordFile } from './word-files.ts';

const shownLetters = 40;

/**
 * Reads what is spoken and when, from SRT, WebVTT, or JSON with the times of words; the content decides which. The cues
 * are in order, and may overlap. A cue of words has the time of each. Problems are clauses about the file, such as
 * "which has no cues".
 */
export async function readSpokenText(bytes: Uint8Array): Promise<Result<readonly Cue[]>> {
  if (bytes.length > maxCueFileBytes)
    return failure(`which has ${bytes.length} bytes; divide it into files of at most ${maxCueFileBytes}`);
  const read = await readCues(decodeSpokenText(bytes));
  if (!read.ok) return read;
  const cues = orderedCues(read.value);
  if (cues.length === 0) return failure('which has no cue with a text that ends after it starts');
  if (cues.length > maxCues)
    return failure(`which has ${cues.length} cues; divide it into files of at most ${maxCues}`);
  const words = cues.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  if (words > maxSpokenWords)
    return failure(`which has ${words} words; divide it into files of at most ${maxSpokenWords}`);
  return success(cues);
}

async function readCues(text: string): Promise<Result<readonly Cue[]>> {
  const start = text.trimStart();
  if (start === '') return failure('which is empty; it needs cues with their times');
  if (isWebVtt(text)) return readWebVtt(text);
  if (isSubRip(start)) return readSubRip(start);
  if (/^[[{]/.test(start)) return readWordFile(start);
  const seen = showValue(start.slice(0, shownLetters));
  return failure(
    `which begins with ${seen}; write SRT ("00:00:01,000 --> 00:00:02,000"), WebVTT ("WEBVTT") or JSON with the times of words`,
  );
}

/**
 * Decodes UTF-8, UTF-16 with or without a byte order mark, and Latin letters as Windows writes them. The mark is
 * removed.
 */
export function decodeSpokenText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0))
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
