import { Buffer } from 'node:buffer';

/** Maximum length of a data URL's header, to avoid searching megabytes of payload for a missing comma. */
const maxHeaderLength = 1024;

const synonyms: ReadonlyMap<string, string> = new Map([
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['image/jpg', 'image/jpeg'],
]);

export interface DataUrl {
  /** In lower case, without parameters, with synonyms resolved; `text/plain` if the URL names no type. */
  readonly mime: string;
  readonly base64: boolean;
  /** Everything after the first comma, undecoded and unchecked. */
  readonly data: string;
}

/** Whether the string looks like a data URL, well-formed or not. */
export function isDataUrl(src: string): boolean {
  return src.slice(0, 5).toLowerCase() === 'data:';
}

/**
 * Splits a data URL (RFC 2397) without reading its payload, which may be megabytes. Returns null if the string is not a
 * data URL or has no comma within its first 1024 characters.
 */
export function parseDataUrl(src: string): DataUrl | null {
  if (!isDataUrl(src)) return null;
  const comma = src.slice(0, maxHeaderLength).indexOf(',');
  if (comma < 0) return null;
  const parts = src.slice(5, comma).toLowerCase().split(';');
  const named = parts[0]?.trim() || 'text/plain';
  return {
    mime: synonyms.get(named) ?? named,
    base64: parts.length > 1 && parts.at(-1)?.trim() === 'base64',
    data: src.slice(comma + 1),
  };
}

/** Returns the URL's parts if it is a base64 data URL of one of the types, otherwise null. */
export function parseEmbedded(src: string, mimes: readonly string[]): DataUrl | null {
  const url = parseDataUrl(src);
  return url?.base64 && mimes.includes(url.mime) ? url : null;
}

/** Decodes a base64 payload; null unless it is canonical: padded, without white space, with zero trailing bits. */
export function decodeBase64(data: string): Buffer | null {
  const bytes = Buffer.from(data, 'base64');
  return bytes.toString('base64') === data ? bytes : null;
}
