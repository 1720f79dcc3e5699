import { createHash } from 'node:crypto';
import { segmenterOf } from '../../language/segmenters.ts';
import { isMap } from '../../project/check.ts';
import { isItemNumber, isPointInside } from '../kinds/captions/abbreviations.ts';
import type { Cue } from '../kinds/captions/cue.ts';
import type { SpeechTimes } from './measure-speech.ts';
import { estimateSpeech, stretchSpeech } from './speech-rate.ts';

/** Silence between two sentences of one text, in milliseconds. */
const betweenSentencesMs = 350;

/** Names the recordings of sentences. Beside the film, like its other files. */
export const voiceFolder = 'voice';
export const voiceIndex = `${voiceFolder}/voice.json`;

/** A recorded sentence. */
export interface Recording {
  /** The file, until its content replaces it. */
  src: string;
  /** When it begins, from the start of its composition. */
  readonly startMs: number;
}

/** A sentence with the times of its words, from the start of its composition. */
export interface Sentence {
  readonly text: string;
  readonly cue: Cue;
  /** Undefined for a sentence without a recording, whose times are estimated. */
  readonly recording: Recording | undefined;
}

/** What is said in a composition. */
export interface Speech {
  readonly sentences: readonly Sentence[];
  /** From the start of its transition, in milliseconds. */
  readonly endMs: number;
}

interface MeasuredRecording extends SpeechTimes {
  readonly file: string;
}

/** Recordings by the key of their sentence. */
export type Recordings = ReadonlyMap<string, MeasuredRecording>;

/** The key of a sentence: equal texts have the same recording. */
export function sentenceKey(text: string): string {
  return createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);
}

/** Divides a text into the sentences that are spoken one at a time. */
export function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  // "2." begins a sentence in a list, and is one as an answer.
  const isList = isItemNumber(text.slice(0, text.indexOf('.') + 1));
  for (const { segment } of segmenterOf('sentence').segment(text.replace(/\s+/g, ' '))) {
    const last = sentences.at(-1);
    if (last !== undefined && ((isList && isItemNumber(last)) || isPointInside(last, segment)))
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter(hasLetters);
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * Returns the files of a list of recordings, by the keys of their sentences; what is no recording is left out. Undefined for a text
 * that is no such list.
 */
export function listedRecordings(list: string): ReadonlyMap<string, string> | undefined {
  const sentences = entriesOfRecordings(list);
  if (sentences === undefined) return undefined;
  const entries = Object.entries(sentences).flatMap(([key, one]): [string, string][] => {
    if (!isMap(one) || typeof one.file !== 'string' || !/^[\w.-]+\.wav$/.test(one.file)) return [];
    return [[key, `${voiceFolder}/${one.file}`]];
  });
  return new Map(entries);
}

/** Writes a list of recordings for `readRecordings`. */
export function listOfRecordings(recordings: Recordings): string {
  return JSON.stringify(Object.fromEntries(recordings));
}

/** Reads what `listOfRecordings` has written; without it, there are none. */
export function readRecordings(list = '{}'): Recordings {
  return new Map(Object.entries(JSON.parse(list) as Record<string, MeasuredRecording>));
}

/** Returns the entries of a list of recordings by the keys of their sentences; undefined for a text that is no such list. */
export function entriesOfRecordings(list: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(list);
    if (!isMap(data)) return undefined;
    const { sentences = {} } = data;
    return isMap(sentences) ? sentences : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the sentences of texts one after another, as long as their recordings or as estimated. */
export function speechOf(texts: readonly string[], recordings: Recordings, lang?: string): Speech {
  let time = 0;
  const sentences = texts.flatMap(sentencesIn).map((sentence): Sentence => {
    const recorded = recordings.get(sentenceKey(sentence));
    const estimated = estimateSpeech(sentence, lang);
    const startMs = time;
    const cue = moveCue(recorded ? stretchSpeech(estimated, recorded) : estimated, time);
    time += (recorded?.durationMs ?? estimated.endMs) + betweenSentencesMs;
    const recording = recorded && { src: recorded.file, startMs };
    return { text: sentence, cue, recording };
  });
  return { sentences, endMs: Math.max(0, time - betweenSentencesMs) };
}

/** Returns a cue that is spoken later, or earlier with a negative number of milliseconds. */
export function moveCue(cue: Cue, byMs: number): Cue {
  return mapCue(cue, (timeMs) => timeMs + byMs);
}

/** Returns a cue with other times. */
export function mapCue(cue: Cue, timeOf: (timeMs: number) => number): Cue {
  const words = cue.words?.map(([start, end]) => [timeOf(start), timeOf(end)] as const);
  return { ...cue, startMs: timeOf(cue.startMs), endMs: timeOf(cue.endMs), ...(words && { words }) };
}
