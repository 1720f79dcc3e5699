import type { CueNode } from 'media-captions';
import { showValue } from '../../../project/problem-text.ts';
import { failure, type Result, success } from '../../../project/result.ts';
import { type Cue, spokenWords, timeOf, type WordTime, wordsOf } from './cue.ts';
import { plainText } from './plain-text.ts';

const secondMs = 1000;

/** Whether a text, without the space before it, is a WebVTT file. */
export function isWebVtt(text: string): boolean {
  return /^WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/** The start of a file that has to show what it is. */
const beginning = 2000;

/** Whether a text, without the space before it, has the times of cues as SRT writes them. */
export function isSubRip(text: string): boolean {
  const [first = '', second = ''] = text
    .slice(0, beginning)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  return timeLine.test(first) || (/^\s*\d+\s*$/.test(first) && timeLine.test(second));
}

/** Reads the cues of WebVTT. Styles, regions and tags are left out; times inside a cue become those of its words. */
export async function readWebVtt(text: string): Promise<Result<Cue[]>> {
  const lines = repairLines(text);
  if (!lines.ok) return lines;
  const { parseTextStream, tokenizeVTTCue } = await import('media-captions');
  const { cues } = await parseTextStream(streamOf(lines.value), { type: 'vtt' });
  const read = cues.flatMap((cue) => {
    const times = timesOf(cue);
    if (times === undefined) return [];
    // A sign that begins no tag would take the words after it along.
    cue.text = cue.text.replace(/<(?![a-z/\d])/gi, '&lt;');
    const pieces: Piece[] = [];
    collect(tokenizeVTTCue(cue), times.startMs, pieces);
    return [cueOfPieces(pieces, times)];
  });
  return success(read);
}

/** Reads the cues of SRT. Tags of HTML and of other subtitles are left out. */
export async function readSubRip(text: string): Promise<Result<Cue[]>> {
  const lines = repairLines(text);
  if (!lines.ok) return lines;
  const { parseTextStream } = await import('media-captions');
  const { cues } = await parseTextStream(streamOf(lines.value), { type: 'srt' });
  const read = cues.flatMap((cue) => {
    const times = timesOf(cue);
    if (times === undefined) return [];
    return [{ ...times, text: plainText(cue.text.replace(subRipTags, '')) }];
  });
  return success(read);
}

const subRipTags = /<\/?(?:[biusc]|font|ruby|rt|em|strong|span)\b[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}/gi;

const stamp = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,9}))?`;
/** The times of a cue, as people and programs write them. */
const timeLine = new RegExp(String.raw`^\s*${stamp}\s*-->\s*${stamp}(?!\S)`);
/** What is meant as such a line. */
const likeTimes = /^\s*\d+:\d\d[:.,]\d.*>\s*\d+:\d\d[:.,]\d/;

/** What begins a part of WebVTT that is not a cue. */
const otherBlock = /^(?:NOTE|REGION|STYLE)\b/;
const number = /^\s*\d+\s*$/;

/** Whether a line is the name of the cue whose times follow: a number, also with empty lines between, or any text. */
function isNameOfCue(lines: readonly string[], index: number): boolean {
  let next = index + 1;
  if (number.test(lines[index] ?? '')) while (lines[next]?.trim() === '') next++;
  return timeLine.test(lines[next] ?? '');
}

const maxShownProblems = 3;

/**
 * Returns the lines of a file with missing empty lines between its cues, and with times as the library reads them, without
 * positions. Times that cannot be shown are problems: the library would leave out their cues.
 */
function repairLines(text: string): Result<string[]> {
  const lines: string[] = [];
  const problems: string[] = [];
  const written = text.split(/\r\n|\n|\r/);
  let isInCue = false;
  for (const [index, line] of written.entries()) {
    const parts = timeLine.exec(line);
    const problem = (rule: string) =>
      problems.push(`in which line ${index + 1} is ${showValue(line.trim().slice(0, 80))}, ${rule}`);
    if (parts === null) {
      if (likeTimes.test(line)) problem('where times are expected; write "00:00:01,000 --> 00:00:02,000"');
      const isAfterGap = line.trim() !== '' && lines.at(-1)?.trim() === '';
      if (isAfterGap && otherBlock.test(line)) isInCue = false;
      // An empty line does not end the text of a cue, as the library would have it.
      if (isAfterGap && isInCue && !isNameOfCue(written, index))
        while (lines.at(-1)?.trim() === '') lines.pop();
      lines.push(line);
      continue;
    }
    isInCue = true;
    const [startMs, endMs] = [msOf(parts.slice(1, 5)), msOf(parts.slice(5, 9))];
    if (endMs < startMs) problem('which ends before it starts; correct the times');
    // The name of a cue, such as its number, stays with it.
    const [before, last = ''] = [lines.at(-2), lines.at(-1)];
    const isName =
      number.test(last) || (before?.trim() === '' && last.trim() !== '' && !otherBlock.test(last));
    lines.splice(isName ? -1 : lines.length, 0, '');
    lines.push(`${stampOf(startMs)} --> ${stampOf(endMs)}`);
  }
  if (problems.length === 0) return success(lines);
  const more = problems.length - maxShownProblems;
  const others = more > 0 ? [`which has ${more} more such lines`] : [];
  return failure(...problems.slice(0, maxShownProblems), ...others);
}

function msOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (string | undefined)[]) {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return timeOf((whole + Number(`0.${fraction}`)) * secondMs) ?? 0;
}

function stampOf(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const clock = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`;
}

/** Lines as they are asked for: the library's own stream of a text takes a time that grows with its square. */
function streamOf(lines: readonly string[]): ReadableStream<string> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const line = lines[next++];
      if (line === undefined) controller.close();
      else controller.enqueue(line);
    },
  });
}

function timesOf(cue: { readonly startTime: number; readonly endTime: number }): TimeSpan | undefined {
  const startMs = timeOf(cue.startTime * secondMs);
  const endMs = timeOf(cue.endTime * secondMs);
  return startMs === undefined || endMs === undefined ? undefined : { startMs, endMs };
}

type TimeSpan = Pick<Cue, 'startMs' | 'endMs'>;

/** A part of a cue's text, and when it begins to be spoken. */
interface Piece {
  readonly text: string;
  readonly startMs: number;
}

/** Without recursion: tags may be nested as deep as the file is long. */
function collect(nodes: readonly CueNode[], startMs: number, pieces: Piece[]): void {
  const left = nodes.toReversed().map((node) => ({ node, startMs }));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node } = next;
    // Letters above other letters are not a part of the line.
    if (node.type === 'rt') continue;
    if (node.type === 'text') {
      pieces.push({ text: node.data, startMs: next.startMs });
      continue;
    }
    const timestamp = node.type === 'timestamp' ? timeOf(node.time * secondMs) : undefined;
    for (const child of node.children.toReversed())
      left.push({ node: child, startMs: timestamp ?? next.startMs });
  }
}

/** The cue of some parts: the words of each share the time until the next one begins. */
function cueOfPieces(pieces: readonly Piece[], times: TimeSpan): Cue {
  const text = plainText(pieces.map((piece) => piece.text).join(''));
  if (pieces.every(({ startMs }) => startMs === times.startMs)) return { ...times, text };
  const words: WordTime[] = [];
  const together = new Map<number, string>();
  for (const piece of pieces) together.set(piece.startMs, (together.get(piece.startMs) ?? '') + piece.text);
  const starts = [...together.keys()];
  for (const [index, startMs] of starts.entries()) {
    const endMs = Math.max(startMs, starts[index + 1] ?? times.endMs);
    const part = { startMs, endMs, text: plainText(together.get(startMs) ?? '') };
    for (const word of spokenWords(part)) words.push([word.startMs, word.endMs]);
  }
  // A time in the middle of a word divides it into two, for which there is only one word.
  return words.length === wordsOf(text).length ? { ...times, text, words } : { ...times, text };
}
