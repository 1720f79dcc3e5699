import { Buffer } from 'node:buffer';

/** The longest header of a data URL, so that a missing comma is not searched for in megabytes of payload. */
const longestHeader = 1024;

const synonyms: ReadonlyMap<string, string> = new Map([
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['image/jpg', 'image/jpeg'],
]);

export interface DataUrl {
  /** Lower case, without parameters, synonyms resolved; `text/plain` when the URL names none. */
  readonly mime: string;
  readonly base64: boolean;
  /** Everything after the first comma, neither decoded nor checked. */
  readonly data: string;
}

/** Whether the string is meant to be a data URL, well-formed or not. */
export function isDataUrl(src: string): boolean {
  return src.slice(0, 5).toLowerCase() === 'data:';
}

/**
 * Splits a data URL (RFC 2397) without reading its payload, which may be megabytes. Null when the string is not a
 * data URL or has no comma within its first 1024 characters.
 */
export function parseDataUrl(src: string): DataUrl | null {
  if (!isDataUrl(src)) return null;
  const comma = src.slice(0, longestHeader).indexOf(',');
  if (comma < 0) return null;
  const parts = src.slice(5, comma).toLowerCase().split(';');
  const named = parts[0]?.trim() || 'text/plain';
  return {
    mime: synonyms.get(named) ?? named,
    base64: parts.length > 1 && parts.at(-1)?.trim() === 'base64',
    data: src.slice(comma + 1),
  };
}

/** The URL's parts if it is a base64 data URL of one of the types, else null. */
export function parseEmbedded(src: string, mimes: readonly string[]): DataUrl | null {
  const url = parseDataUrl(src);
  return url?.base64 && mimes.includes(url.mime) ? url : null;
}

/** The bytes of a base64 payload; null unless it is canonical: padded, without white space, zero trailing bits. */
export function decodeBase64(data: string): Buffer | null {
  const bytes = Buffer.from(data, 'base64');
  return bytes.toString('base64') === data ? bytes : null;
}
