import { showValue } from '../../../project/problem-text.ts';
import { failure, type Result, success } from '../../../project/result.ts';
import { type Cue, timeOf } from './cue.ts';
import { plainText } from './plain-text.ts';

// SubStation Alpha: https://github.com/libass/libass/wiki/ASS-File-Format-Guide

/** Whether a text, without the space before it, is a file of SubStation Alpha (SSA or ASS). */
export function isSubStation(text: string): boolean {
  return /^\[script info\]/i.test(text) || /^\[events\]/im.test(text);
}

/** The columns of a file without a line that names them. */
const usualColumns = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/** Reads the words and the times of SubStation Alpha. Styles, places, effects and drawings are left out. */
export function readSubStation(text: string): Result<Cue[]> {
  let columns = columnsOf(usualColumns);
  const cues: Cue[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, name = '', content = ''] = /^\s*(format|dialogue):\s*(.*)$/i.exec(line) ?? [];
    if (name.toLowerCase() === 'format' && /\btext\b/i.test(content)) columns = columnsOf(content);
    if (name.toLowerCase() !== 'dialogue') continue;
    const fields = fieldsOf(content, columns);
    const [startMs, endMs] = [msOf(fields.get('start')), msOf(fields.get('end'))];
    const problem =
      startMs === undefined || endMs === undefined
        ? 'where the times are not written as 0:00:01.00'
        : endMs < startMs
          ? 'which ends before it starts; correct the times'
          : undefined;
    if (startMs === undefined || endMs === undefined || problem !== undefined) {
      const seen = showValue(line.trim().slice(0, 80));
      return failure(`in which line ${index + 1} is ${seen}, ${problem}`);
    }
    cues.push({ startMs, endMs, text: wordsIn(fields.get('text') ?? '') });
  }
  return success(cues);
}

function columnsOf(line: string): readonly string[] {
  return line.split(',').map((column) => column.trim().toLowerCase());
}

/** The fields of a line by their columns. The last one, the text, may contain commas. */
function fieldsOf(line: string, columns: readonly string[]): ReadonlyMap<string, string> {
  const parts = line.split(',');
  const last = columns.length - 1;
  const values = [...parts.slice(0, last), parts.slice(last).join(',')];
  return new Map(columns.map((column, index) => [column, values[index] ?? '']));
}

function msOf(time = ''): number | undefined {
  const [all, hours, minutes, seconds] = /^\s*(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\s*$/.exec(time) ?? [];
  if (all === undefined) return undefined;
  return timeOf(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}

/** The words of a text without its tags in braces, and without what these draw. */
function wordsIn(text: string): string {
  let isDrawing = false;
  const words = text.split(/(\{[^{}]*\})/).map((part) => {
    if (!part.startsWith('{')) return isDrawing ? '' : part;
    const mode = /\\p(\d+)/.exec(part);
    if (mode) isDrawing = Number(mode[1]) > 0;
    return '';
  });
  return plainText(words.join('').replace(/\\n/gi, '\n').replace(/\\h/g, ' '));
}
