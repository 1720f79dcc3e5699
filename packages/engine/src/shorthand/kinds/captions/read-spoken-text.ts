import { maxCues } from '../../../project/object-schemas.ts';
import { showValue } from '../../../project/problem-text.ts';
import { failure, type Result, success } from '../../../project/result.ts';
import { type Cue, maxCueFileBytes, maxSpokenWords, orderedCues, wordsOf } from './cue.ts';
import { isSubStation, readSubStation } from './substation.ts';
import { isSubRip, isWebVtt, readSubRip, readWebVtt } from './subtitles.ts';
import { readWordFile } from './word-files.ts';

const shownLetters = 40;

/**
 * Reads spoken words with their times, from SRT, WebVTT, SSA, ASS, or JSON with the times of words; the content decides which. The cues
 * are in order, and may overlap. A cue of words has the time of each. Problems are clauses about the file, such as
 * "which has no cues".
 */
export async function readSpokenText(bytes: Uint8Array): Promise<Result<SpokenText>> {
  if (bytes.length > maxCueFileBytes)
    return failure(`which has ${bytes.length} bytes; divide it into files of at most ${maxCueFileBytes}`);
  const { text, encoding } = await decodeSpokenText(bytes);
  const read = await readCues(text);
  if (!read.ok) return read;
  const cues = orderedCues(read.value);
  if (cues.length === 0) return failure('which has no cue with a text that ends after it starts');
  if (cues.length > maxCues)
    return failure(`which has ${cues.length} cues; divide it into files of at most ${maxCues}`);
  const words = cues.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  if (words > maxSpokenWords)
    return failure(`which has ${words} words; divide it into files of at most ${maxSpokenWords}`);
  return success({ cues, encoding });
}

/** The spoken text of a file. */
export interface SpokenText {
  readonly cues: readonly Cue[];
  /** The encoding that its letters are taken for; undefined for UTF-8 and UTF-16, which are certain. */
  readonly encoding: string | undefined;
}

async function readCues(text: string): Promise<Result<readonly Cue[]>> {
  const start = text.trimStart();
  if (start === '') return failure('which is empty; it needs cues with their times');
  if (isWebVtt(start)) return readWebVtt(start);
  if (isSubRip(start)) return readSubRip(start);
  if (isSubStation(start)) return readSubStation(start);
  if (/^[[{]/.test(start)) return readWordFile(start);
  const seen = showValue(start.slice(0, shownLetters));
  return failure(
    `which begins with ${seen}; write SRT ("00:00:01,000 --> 00:00:02,000"), WebVTT ("WEBVTT"), ASS ("[Script Info]") or JSON with the times of words`,
  );
}

/** Below this, a guess of an encoding is none: the text is taken for Western letters, as most are. */
const leastConfidence = 25;
const westernEncoding = 'windows-1252';

/**
 * Decodes UTF-8 and UTF-16 with or without a byte order mark, which is removed, and other encodings by how frequent their
 * letters are.
 */
async function decodeSpokenText(
  bytes: Uint8Array,
): Promise<{ readonly text: string; readonly encoding: string | undefined }> {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: undefined };
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0))
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: undefined };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: undefined };
  } catch {
    const encoding = await guessEncoding(bytes);
    return { text: decodeWith(new TextDecoder(encoding), bytes), encoding };
  }
}

async function guessEncoding(bytes: Uint8Array): Promise<string> {
  const { default: chardet } = await import('chardet');
  for (const { name, confidence } of chardet.analyse(bytes)) {
    if (confidence < leastConfidence) break;
    try {
      const decoder = new TextDecoder(name, { fatal: true });
      decodeWith(decoder, bytes);
      return decoder.encoding;
    } catch {
      // The bytes are no text in it, or Node has no decoder for it.
    }
  }
  return westernEncoding;
}

/** Decodes a whole text as the only part of a stream: otherwise, Node reads the quotes of windows-1252 as controls. */
function decodeWith(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
