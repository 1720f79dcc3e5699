import { findJsonError } from './json-syntax.ts';
import type { Problems } from './problems.ts';

const byteOrderMark = 0xfeff;

/**
 * Decodes UTF-8, a byte order mark allowed. Bytes that are no UTF-8 are a problem that names the offset of the
 * first one.
 */
export function decodeUtf8(bytes: Uint8Array, problems: Problems): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    problems.add('project', `is not valid UTF-8 at byte offset ${findInvalidUtf8(bytes)}`);
    return undefined;
  }
}

/** Parses JSON, a byte order mark allowed. A syntax error is a problem that names its line and column. */
export function parseJson(text: string, problems: Problems): unknown {
  const json = text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch {
    const { line, column, expected, found } = findJsonError(json);
    problems.add(
      'project',
      `is not valid JSON at line ${line}, column ${column}: expected ${expected}, but found ${found}`,
    );
    return undefined;
  }
}

/** The offset of the first byte that starts no well-formed sequence (Unicode, table 3-7). */
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
