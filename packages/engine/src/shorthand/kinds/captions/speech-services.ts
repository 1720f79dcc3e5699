import { fieldsOf, isMap } from '../../../project/check.ts';

/** The words of a transcript in the fields that other programs use, with times in seconds. */
export interface Transcript {
  readonly words: readonly unknown[];
  /** Where they are, for messages. */
  readonly place: string;
  /** The text with its punctuation, if it is apart. */
  readonly whole?: unknown;
}

/** Returns the transcripts in a result of Deepgram, AWS, Google or transformers.js; undefined for other data. */
export function transcriptsOf(data: unknown): readonly Transcript[] | undefined {
  if (!isMap(data)) return undefined;
  const { results, chunks } = data;
  if (Array.isArray(chunks)) return [ofTransformers(chunks)];
  if (Array.isArray(results)) return ofGoogle(results);
  if (!isMap(results)) return undefined;
  if (Array.isArray(results.channels)) return ofDeepgram(results.channels);
  return Array.isArray(results.items) ? [ofAws(results.items)] : undefined;
}

function ofTransformers(chunks: readonly unknown[]): Transcript {
  const words = chunks.map((chunk) => {
    const { text, timestamp } = fieldsOf(chunk);
    const [start, end] = Array.isArray(timestamp) ? timestamp : [];
    // The last end is missing if the sound stops within the word.
    return { text, start, end: end ?? start };
  });
  return { words, place: 'chunks' };
}

/** The best alternative of each of the first channel's parts. */
function ofDeepgram([first]: readonly unknown[]): readonly Transcript[] | undefined {
  const [best] = listIn(first, 'alternatives');
  const words = listIn(best, 'words');
  return words.length > 0 ? [{ words, place: 'alternatives: words' }] : undefined;
}

/** Times are texts, and punctuation is a part of its own without times. */
function ofAws(items: readonly unknown[]): Transcript {
  const words: { text: string; readonly start: unknown; readonly end: unknown }[] = [];
  for (const item of items) {
    const [best] = listIn(item, 'alternatives');
    const text = isMap(best) && typeof best.content === 'string' ? best.content : '';
    const { type, start_time: start, end_time: end } = fieldsOf(item);
    const last = words.at(-1);
    if (type === 'punctuation' && last) last.text += text;
    else if (type !== 'punctuation') words.push({ text, start: secondsOf(start), end: secondsOf(end) });
  }
  return { words, place: 'items' };
}

/** Each result has its own words, but the last one has all of them again if speakers are told apart. */
function ofGoogle(results: readonly unknown[]): readonly Transcript[] | undefined {
  const transcripts = results.flatMap((result): Transcript[] => {
    const [best] = listIn(result, 'alternatives');
    const words = listIn(best, 'words').map((word) => {
      const { word: text, startTime, startOffset, endTime, endOffset } = fieldsOf(word);
      return { text, start: secondsOf(startTime ?? startOffset ?? 0), end: secondsOf(endTime ?? endOffset) };
    });
    const whole = isMap(best) ? best.transcript : undefined;
    return words.length > 0 ? [{ words, place: 'alternatives: words', whole }] : [];
  });
  const last = transcripts.at(-1);
  const before = transcripts.slice(0, -1).reduce((sum, { words }) => sum + words.length, 0);
  const isRepeated = last !== undefined && before > 0 && last.words.length === before;
  const once = isRepeated ? transcripts.slice(0, -1) : transcripts;
  return once.length > 0 ? once : undefined;
}

function listIn(value: unknown, field: string): readonly unknown[] {
  const list = isMap(value) ? value[field] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Seconds as a number, as "1.2" or "1.2s", or as whole seconds with nanoseconds. */
function secondsOf(time: unknown): unknown {
  if (isMap(time)) return Number(time.seconds ?? 0) + Number(time.nanos ?? 0) / 1e9;
  return typeof time === 'string' && /^\d+(?:\.\d+)?s?$/.test(time) ? Number.parseFloat(time) : time;
}
