import { segmenterOf } from '../../../language/segmenters.ts';
import { fieldsOf, isMap } from '../../../project/check.ts';
import { showValue } from '../../../project/problem-text.ts';
import { failure, type Result, success } from '../../../project/result.ts';
import { type Cue, timeOf, type WordTime, wordsOf } from './cue.ts';
import { lettersIn } from './letters.ts';
import { plainText } from './plain-text.ts';
import { sentencesOf, type WrittenWord } from './sentences.ts';
import { transcriptsOf } from './speech-services.ts';

const secondMs = 1000;
/** Azure counts in units of 100 nanoseconds. */
const ticksPerMs = 10_000;

const shownFields = 8;

/** The shapes that are read, for messages. */
const understood =
  'the words of Whisper (segments), WhisperX (word_segments), OpenAI (words), ElevenLabs (alignment), Azure (NBest, AudioOffset), Deepgram (channels), AWS (items), Google (alternatives) and transformers.js (chunks), and a list of { "text", "startMs", "endMs" }';

/** Reads words with their times from JSON, which is recognised by its shape. Problems are clauses about the file. */
export function readWordFile(text: string): Result<Cue[]> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(`which cannot be read as JSON: ${reason.slice(0, 200)}`);
  }
  for (const shape of shapes) {
    const cues = shape(data);
    if (cues !== undefined) return cues;
  }
  return failure(`which is JSON with ${describeShape(data)}; these are understood: ${understood}`);
}

/** Returns undefined for data of another shape. */
type Shape = (data: unknown) => Result<Cue[]> | undefined;

const shapes: readonly Shape[] = [
  ofWhisper,
  ofWhisperInC,
  ofOpenAi,
  ofElevenLabs,
  ofAzure,
  ofAzureBatch,
  ofServices,
  ofLists,
];

/** Whisper and WhisperX, with words in the segments or only sentences. */
function ofWhisper(data: unknown): Result<Cue[]> | undefined {
  if (!isMap(data)) return undefined;
  const { segments, word_segments: wordSegments, words } = data;
  if (!Array.isArray(segments))
    return Array.isArray(wordSegments) ? sentencesIn(wordSegments, 'word_segments') : undefined;
  const hasWords = segments.some((one) => isMap(one) && Array.isArray(one.words) && one.words.length > 0);
  if (hasWords) {
    const all = segments.flatMap((one): readonly unknown[] =>
      isMap(one) && Array.isArray(one.words) ? one.words : [],
    );
    return sentencesIn(all, 'segments: words');
  }
  if (Array.isArray(words)) return ofOpenAi(data);
  if (Array.isArray(wordSegments)) return sentencesIn(wordSegments, 'word_segments');
  return cuesIn(segments, 'segments');
}

/** Whisper written in C++: its parts are sentences, or words if it was asked for them. */
function ofWhisperInC(data: unknown): Result<Cue[]> | undefined {
  if (!isMap(data) || !Array.isArray(data.transcription)) return undefined;
  const parts = data.transcription.map((part) => {
    const offsets = isMap(part) && isMap(part.offsets) ? part.offsets : {};
    return { text: isMap(part) ? part.text : undefined, startMs: offsets.from, endMs: offsets.to };
  });
  return areWords(parts) ? sentencesIn(parts, 'transcription') : cuesIn(parts, 'transcription');
}

/** A list of words beside their text, which has the punctuation. */
function ofOpenAi(data: unknown): Result<Cue[]> | undefined {
  if (!isMap(data) || !Array.isArray(data.words)) return undefined;
  const words = data.words.filter(
    (one) => !isMap(one) || !['spacing', 'audio_event'].includes(String(one.type)),
  );
  return sentencesIn(words, 'words', data.text);
}

/** ElevenLabs: a time for each character. */
function ofElevenLabs(data: unknown): Result<Cue[]> | undefined {
  if (!isMap(data)) return undefined;
  const found = [data.alignment, data.normalized_alignment, data].find(
    (one) => isMap(one) && Array.isArray(one.characters),
  );
  if (!isMap(found) || !Array.isArray(found.characters)) return undefined;
  const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = found;
  const isWhole = [starts, ends].every((one) => Array.isArray(one) && one.length === characters.length);
  if (!Array.isArray(starts) || !Array.isArray(ends) || !isWhole) {
    const lists = 'characters, character_start_times_seconds and character_end_times_seconds';
    return failure(`in which ${lists} must be lists of the same length`);
  }
  const indexes = characters.flatMap((one, index) => Array<number>(String(one).length).fill(index));
  const whole = characters.map(String).join('');
  const words = [...segmenterOf('word').segment(whole)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({
      word: segment,
      start: starts[indexes[index] ?? 0],
      end: ends[indexes[index + segment.length - 1] ?? 0],
    }));
  return sentencesIn(words, 'characters', whole);
}

/** Results of Azure: one, or a list of them. */
function ofAzure(data: unknown): Result<Cue[]> | undefined {
  const results = (Array.isArray(data) ? data : [data]).filter(isMap);
  if (!results.some(({ NBest }) => Array.isArray(NBest))) return undefined;
  return together(
    results.map(({ NBest }, index) => {
      const best = Array.isArray(NBest) ? NBest.find(isMap) : undefined;
      const { Words, Display } = best ?? {};
      if (!Array.isArray(Words)) return failure(`in which NBest of result ${index} has no Words`);
      return sentencesIn(Words, 'NBest: Words', Display);
    }),
  );
}

function ofAzureBatch(data: unknown): Result<Cue[]> | undefined {
  if (!isMap(data) || !Array.isArray(data.recognizedPhrases)) return undefined;
  return together(
    data.recognizedPhrases.map((phrase, index) => {
      const best = isMap(phrase) && Array.isArray(phrase.nBest) ? phrase.nBest.find(isMap) : undefined;
      const { words, display } = best ?? {};
      if (!Array.isArray(words)) return failure(`in which nBest of phrase ${index} has no words`);
      return sentencesIn(words, 'nBest: words', display);
    }),
  );
}

/** Results of other services, with words or, from transformers.js, sentences. */
function ofServices(data: unknown): Result<Cue[]> | undefined {
  const transcripts = transcriptsOf(data);
  return (
    transcripts &&
    together(
      transcripts.map(({ words, place, whole }) =>
        areWords(words) ? sentencesIn(words, place, whole) : cuesIn(words, place),
      ),
    )
  );
}

/** A list of words or of cues, itself or in a field of its own. */
function ofLists(data: unknown): Result<Cue[]> | undefined {
  if (isMap(data)) {
    const name = ['captions', 'cues', 'wordBoundaries', 'boundaries'].find((one) => Array.isArray(data[one]));
    return name === undefined ? undefined : ofLists(data[name]);
  }
  if (!Array.isArray(data) || data.length === 0) return undefined;
  const first = data[0];
  if (!isMap(first) || textIn(first) === undefined || timesIn(first) === undefined) return undefined;
  return areWords(data) ? sentencesIn(data, '') : cuesIn(data, '');
}

function together(results: readonly Result<Cue[]>[]): Result<Cue[]> {
  const wrong = results.find((one) => !one.ok);
  if (wrong !== undefined) return wrong;
  return success(results.flatMap((one) => (one.ok ? one.value : [])));
}

/** Whether the items of a list are words and not sentences. */
function areWords(items: readonly unknown[]): boolean {
  const texts = items.map((item) => textIn(item)?.trim() ?? '');
  if (items.some((item) => isMap(item) && Array.isArray(item.words))) return false;
  const letters = texts.reduce((sum, text) => sum + text.length, 0);
  const sentences = texts.filter((text) => /\s/.test(text)).length;
  return sentences * 10 <= texts.length && letters <= texts.length * 12;
}

function sentencesIn(items: readonly unknown[], place: string, whole?: unknown): Result<Cue[]> {
  const texts = items.map(textIn);
  const broken = texts.indexOf(undefined);
  if (broken !== -1) return failure(`in which ${placeOf(place, broken)} ${needs('a text', items[broken])}`);
  const times = timesOf(items);
  if (items.length > 0 && times.every((one) => one === undefined))
    return failure(`in which ${placeOf(place, 0)} ${needs('a time such as "start" and "end"', items[0])}`);
  // WhisperX gives no times to what it cannot hear, such as digits: they take the time between their neighbors.
  let nextMs: number | undefined;
  const after = times.toReversed().map((one) => {
    const next = nextMs;
    nextMs = one?.startMs ?? nextMs;
    return next;
  });
  after.reverse();
  let lastMs = 0;
  const words = texts.map((text = '', index): WrittenWord => {
    const { startMs, endMs } = times[index] ?? { startMs: lastMs, endMs: after[index] ?? lastMs };
    lastMs = endMs;
    return { text, startMs, endMs };
  });
  return success(sentencesOf(words, typeof whole === 'string' ? whole : undefined));
}

function cuesIn(items: readonly unknown[], place: string): Result<Cue[]> {
  const cues: Cue[] = [];
  const allTimes = timesOf(items);
  for (const [index, item] of items.entries()) {
    const written = textIn(item);
    if (written === undefined) return failure(`in which ${placeOf(place, index)} ${needs('a text', item)}`);
    const times = allTimes[index];
    if (times === undefined)
      return failure(
        `in which ${placeOf(place, index)} ${needs('a time such as "startMs" and "endMs"', item)}`,
      );
    if (times.endMs < times.startMs) {
      const seen = `begins at ${times.startMs} ms and ends at ${times.endMs}`;
      return failure(`in which ${placeOf(place, index)} ${seen}, before it begins; correct its times`);
    }
    const text = plainText(written);
    const words = isMap(item) && Array.isArray(item.words) ? inOrder(item.words.flatMap(wordTimeIn)) : [];
    cues.push({
      ...times,
      text,
      ...(words.length === wordsOf(text).length && words.length > 0 && { words }),
    });
  }
  return success(cues);
}

function wordTimeIn(word: unknown): WordTime[] {
  if (!Array.isArray(word)) return [];
  const [start, end] = word.map(timeOf);
  return start === undefined || end === undefined ? [] : [[start, Math.max(start, end)]];
}

/** Times that neither go back nor overlap. */
function inOrder(words: readonly WordTime[]): WordTime[] {
  let begunMs = 0;
  const starts = words.map(([startMs]) => {
    begunMs = Math.max(begunMs, startMs);
    return begunMs;
  });
  return words.map(([, endMs], index): WordTime => {
    const startMs = starts[index] ?? 0;
    const nextMs = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return [startMs, Math.max(startMs, Math.min(endMs, nextMs))];
  });
}

function textIn(item: unknown): string | undefined {
  if (!isMap(item)) return undefined;
  const names = ['punctuated_word', 'word', 'text', 'Word', 'Text', 'displayText'];
  const text = names.map((name) => item[name]).find((one) => typeof one === 'string');
  return typeof text === 'string' ? text : undefined;
}

/** Times up to this many seconds are never taken for milliseconds: 17 minutes. */
const surelySeconds = 1000;

/** Milliseconds in which somebody may say a letter. */
const msPerLetter = { least: 20, most: 600 };

/** The times of items in milliseconds; undefined for those without. */
function timesOf(items: readonly unknown[]): (Pick<Cue, 'startMs' | 'endMs'> | undefined)[] {
  const unitMs = areMilliseconds(items) ? 1 : secondMs;
  return items.map((item) => timesIn(item, unitMs));
}

/**
 * Whether "start" and "end", which are seconds in all formats, are milliseconds here: as seconds, the items would last for hours,
 * at over 20 seconds a letter, and as milliseconds as long as somebody takes to say them.
 */
function areMilliseconds(items: readonly unknown[]): boolean {
  const timed = items.flatMap((item) => {
    const { start, end } = fieldsOf(item);
    return typeof start === 'number' && typeof end === 'number'
      ? [{ start, end, text: textIn(item) ?? '' }]
      : [];
  });
  const last = timed.reduce((latest, { end }) => Math.max(latest, end), 0);
  if (last <= surelySeconds) return false;
  const letters = timed.reduce((sum, { text }) => sum + lettersIn(text.trim()), 0);
  const spoken = timed.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  const each = (spoken || last) / letters;
  return each >= msPerLetter.least && each <= msPerLetter.most;
}

/** The times of an item in milliseconds, whatever it counts in. */
function timesIn(item: unknown, unitMs = secondMs): Pick<Cue, 'startMs' | 'endMs'> | undefined {
  if (!isMap(item)) return undefined;
  const offset = item.Offset ?? item.AudioOffset ?? item.audioOffset ?? item.offsetInTicks;
  const duration = item.Duration ?? item.duration ?? item.durationInTicks ?? 0;
  const times: readonly (readonly [unknown, unknown, number])[] = [
    [item.startMs, item.endMs, 1],
    [item.start, item.end, unitMs],
    [offset, sum(offset, duration), 1 / ticksPerMs],
  ];
  for (const [from, to, factor] of times) {
    const startMs = typeof from === 'number' ? timeOf(from * factor) : undefined;
    const endMs = typeof to === 'number' ? timeOf(to * factor) : undefined;
    if (startMs !== undefined && endMs !== undefined) return { startMs, endMs };
  }
  return undefined;
}

function sum(one: unknown, other: unknown): unknown {
  return typeof one === 'number' && typeof other === 'number' ? one + other : undefined;
}

function placeOf(place: string, index: number): string {
  return place === '' ? `item ${index}` : `item ${index} of ${place}`;
}

function needs(what: string, item: unknown): string {
  return `must have ${what}, but ${isMap(item) ? `has ${describeShape(item)}` : `is ${showValue(item)}`}`;
}

function describeFirst(item: unknown): string {
  // A list in a list adds nothing, and lists may be nested deeply.
  return Array.isArray(item) ? 'is a list' : `has ${describeShape(item)}`;
}

function describeShape(data: unknown): string {
  if (Array.isArray(data))
    return data.length === 0 ? 'an empty list' : `a list whose first item ${describeFirst(data[0])}`;
  if (!isMap(data)) return `the value ${showValue(data)}`;
  const names = Object.keys(data);
  if (names.length === 0) return 'no fields';
  const more = names.length > shownFields ? ', …' : '';
  return `the fields ${names
    .slice(0, shownFields)
    .map((name) => showValue(name))
    .join(', ')}${more}`;
}
