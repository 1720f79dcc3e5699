import type { CueNode } from 'media-captions';
import { type Cue, spokenWords, timeOf, type WordTime, wordsOf } from './cue.ts';
import { plainText } from './plain-text.ts';

const secondMs = 1000;

/** Whether a text is a WebVTT file. */
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
export async function readWebVtt(text: string): Promise<Cue[]> {
  const { parseTextStream, tokenizeVTTCue } = await import('media-captions');
  const { cues } = await parseTextStream(linesOf(repairLines(text)), { type: 'vtt' });
  return cues.flatMap((cue) => {
    const times = timesOf(cue);
    if (times === undefined) return [];
    // A sign that begins no tag would take the words after it along.
    cue.text = cue.text.replace(/<(?![a-z/\d])/gi, '&lt;');
    const pieces: Piece[] = [];
    collect(tokenizeVTTCue(cue), times.startMs, pieces);
    return [cueOfPieces(pieces, times)];
  });
}

/** Reads the cues of SRT. Tags of HTML and of other subtitles are left out. */
export async function readSubRip(text: string): Promise<Cue[]> {
  const { parseTextStream } = await import('media-captions');
  const { cues } = await parseTextStream(linesOf(repairLines(text)), { type: 'srt' });
  return cues.flatMap((cue) => {
    const times = timesOf(cue);
    if (times === undefined) return [];
    return [{ ...times, text: plainText(cue.text.replace(subRipTags, '')) }];
  });
}

const subRipTags = /<\/?(?:[biusc]|font|ruby|rt|em|strong|span)\b[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}/gi;
const timeLine = /^\s*\d+:\d\d(?::\d\d)?[,.]\d+\s*-->\s*\S+/;

/** Adds missing empty lines between cues, and removes positions after the times. */
function repairLines(text: string): string {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const times = timeLine.exec(line)?.[0];
    if (times === undefined) {
      lines.push(line);
      continue;
    }
    // The name of a cue, such as its number, stays with it.
    const [before, last = ''] = [lines.at(-2), lines.at(-1)];
    const isName =
      /^\s*\d+\s*$/.test(last) || (before?.trim() === '' && /^(?!NOTE|REGION|STYLE)\s*\S/.test(last));
    lines.splice(isName ? -1 : lines.length, 0, '');
    lines.push(times);
  }
  return lines.join('\n');
}

/** The lines of a text as they are asked for: the library's own stream of a text takes a time that grows with its square. */
function linesOf(text: string): ReadableStream<string> {
  const lines = text.split(/\r\n|\n|\r/);
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
    // What stands above other letters is not a part of the line.
    if (node.type === 'rt') continue;
    if (node.type === 'text') {
      pieces.push({ text: node.data, startMs: next.startMs });
      continue;
    }
    const own = node.type === 'timestamp' ? timeOf(node.time * secondMs) : undefined;
    for (const child of node.children.toReversed()) left.push({ node: child, startMs: own ?? next.startMs });
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
