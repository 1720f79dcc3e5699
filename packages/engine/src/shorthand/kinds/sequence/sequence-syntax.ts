import { isPlainColor } from '../../themes/theme-colors.ts';
import type { Message } from './sequence.ts';

type Arrow = Pick<Message, 'line' | 'heads' | 'isLost'>;

/** The longer arrows first. */
const arrows: Readonly<Record<string, Arrow>> = {
  '<<-->>': { line: 'dotted', heads: 'both', isLost: false },
  '<<->>': { line: 'solid', heads: 'both', isLost: false },
  '-->>': { line: 'dotted', heads: 'end', isLost: false },
  '->>': { line: 'solid', heads: 'end', isLost: false },
  '-->': { line: 'dotted', heads: 'none', isLost: false },
  '->': { line: 'solid', heads: 'none', isLost: false },
  '--x': { line: 'dotted', heads: 'end', isLost: true },
  '-x': { line: 'solid', heads: 'end', isLost: true },
  '--)': { line: 'dotted', heads: 'end', isLost: false },
  '-)': { line: 'solid', heads: 'end', isLost: false },
};
const arrowPattern = /<<-->>|<<->>|-->>|->>|-->|->|--x|-x|--\)|-\)/g;
export const arrowList = Object.keys(arrows).reverse().join(' ');

/** What is before the first colon: the participants of a message or a note. */
export function headOf(text: string): string {
  const colon = text.indexOf(':');
  return colon < 0 ? text : text.slice(0, colon);
}

/** The arrow of a message: the last one that has a name before it, as names may have hyphens. */
export function arrowIn(
  head: string,
): { readonly at: number; readonly sign: string; readonly drawn: Arrow } | null {
  for (const { index, 0: sign } of head.matchAll(arrowPattern)) {
    const after = head.slice(index + sign.length);
    const isLast = after.search(arrowPattern) < 0;
    const drawn = arrows[sign];
    const isNamed = head.slice(0, index).trim() !== '' && after.replace(/^\s*[+-]/, '').trim() !== '';
    if (isLast && isNamed && drawn !== undefined) return { at: index, sign, drawn };
  }
  return null;
}

export function splitWord(text: string): readonly [word: string, rest: string] {
  const end = text.search(/\s/);
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end).trim()];
}

/** Reads the colour at the beginning of a text; null without one. */
export function takeColor(written: string): { readonly fill: string | null; readonly rest: string } {
  const [color = ''] = /^(?:(?:rgb|hsl)a?\([^)]*\)|#?\w+)/i.exec(written.trim()) ?? [];
  const isClear = /^transparent$/i.test(color);
  if (!isClear && !isPlainColor(color.toLowerCase())) return { fill: null, rest: written.trim() };
  return {
    fill: isClear ? 'none' : color.toLowerCase(),
    rest: written.trim().slice(color.length).trim(),
  };
}

/** Divides a line at semicolons, except those of characters by their number or name such as `#35;`. */
export function splitStatements(line: string): string[] {
  if (line.trimStart().startsWith('%%')) return [line];
  return line.split(/(?<![#&]\w{1,12});/);
}

/** Blanks front matter, and what directives and descriptions have on further lines. */
export function withoutDescriptions(lines: readonly string[]): readonly string[] {
  let end: RegExp | null = null;
  const first = lines.findIndex((line) => line.trim() !== '');
  return lines.map((line, index) => {
    if (end !== null) {
      if (end.test(line)) end = null;
      return '';
    }
    if (index === first && line.trim() === '---') end = /^\s*---\s*$/;
    else if (/^\s*%%\{/.test(line) && !line.includes('}%%')) end = /\}%%/;
    else if (/^\s*accDescr\s*\{[^}]*$/.test(line)) end = /\}/;
    return index === first && end !== null && line.trim() === '---' ? '' : line;
  });
}

/** The beginning of a text, for a message. */
export function shown(text: string): string {
  const short = text.trim().slice(0, 24);
  return short === '' ? 'nothing' : `"${short}${text.trim().length > 24 ? '…' : ''}"`;
}
