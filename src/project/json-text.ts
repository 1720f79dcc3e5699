import { type ExcessiveBracket, findExcessiveBracket } from './json-brackets.ts';
import { findJsonError, howToCorrect, placeOf } from './json-syntax.ts';
import { maxContainers, maxDepth } from './limits.ts';
import { nestedTooDeeply } from './problem-text.ts';
import type { Problems } from './problems.ts';

const byteOrderMark = 0xfeff;

/** Decodes UTF-8 with or without a byte order mark. Adds a problem with the offset of the first invalid byte. */
export function decodeUtf8(bytes: Uint8Array, problems: Problems): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    problems.add('project', `is not valid UTF-8 at byte offset ${findInvalidUtf8(bytes)}`);
    return undefined;
  }
}

/**
 * Parses JSON with or without a byte order mark. Adds a problem with line and column for a syntax error or for a bracket
 * that exceeds the limits on levels, objects and arrays, whichever comes first.
 */
export function parseJson(text: string, problems: Problems): unknown {
  const json = text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
  const excessive = findExcessiveBracket(json, maxDepth, maxContainers);
  if (excessive) {
    reportExcess(json, excessive, problems);
    return undefined;
  }
  try {
    return JSON.parse(json);
  } catch {
    reportSyntaxError(json, problems);
    return undefined;
  }
}

/**
 * Reports a syntax error before the bracket instead, because after a missing quote, brackets in text look like syntax.
 */
function reportExcess(json: string, { offset, of }: ExcessiveBracket, problems: Problems): void {
  const start = json.slice(0, offset + 1);
  if (findJsonError(start).offset < start.length) {
    reportSyntaxError(start, problems);
    return;
  }
  const { line, column } = placeOf(json, offset);
  const rule = of === 'levels' ? nestedTooDeeply : `must hold at most ${maxContainers} objects and arrays`;
  problems.add('project', `${rule}, but line ${line}, column ${column} opens one more`);
}

function reportSyntaxError(json: string, problems: Problems): void {
  const error = findJsonError(json);
  const { line, column, expected, found } = error;
  const remedy = howToCorrect(json, error);
  problems.add(
    'project',
    `is not valid JSON at line ${line}, column ${column}: expected ${expected}, but found ${found}${remedy && `; ${remedy}`}`,
  );
}

/** Returns the offset of the first byte that does not start a well-formed sequence (Unicode, table 3-7). */
function findInvalidUtf8(bytes: Uint8Array): number {
  let offset = 0;
  while (offset < bytes.length) {
    const length = sequenceLength(bytes, offset);
    if (length === 0) return offset;
    offset += length;
  }
  return offset;
}

function sequenceLength(bytes: Uint8Array, offset: number): number {
  const lead = bytes[offset] ?? 0;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  // No overlong forms, no surrogates, nothing above U+10FFFF.
  const second = bytes[offset + 1] ?? 0;
  if (second < (lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80)) return 0;
  if (second > (lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf)) return 0;
  for (let index = 2; index < length; index++) {
    if (((bytes[offset + index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
