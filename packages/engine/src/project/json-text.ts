import { checkJson, findNumberedKeys, JsonFault, markOf } from './json-syntax.ts';
import { keepKeyOrder } from './key-order.ts';
import type { Problems } from './problems.ts';

/** Decodes UTF-8 with or without a byte order mark. Adds a problem with the offset of the first invalid byte. */
export function decodeUtf8(bytes: Uint8Array, problems: Problems): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    problems.add([], 'syntax', `is not valid UTF-8 at byte offset ${findInvalidUtf8(bytes)}`);
    return undefined;
  }
}

/**
 * Parses JSON with or without a byte order mark. `orderedKeys` has the keys of its objects as they are written. Adds a
 * problem for text that is not JSON within the limits.
 */
export function parseJson(text: string, problems: Problems): unknown {
  const json = text.slice(markOf(text).length);
  try {
    checkJson(json);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    problems.add([], error.rule, error.message);
    return undefined;
  }
  const data: unknown = JSON.parse(json);
  for (const { path, names } of findNumberedKeys(json)) {
    const object = path.reduce<unknown>((value, key) => Object(value)[key], data);
    // Of equal names, only the last value is left, which may be something else.
    if (typeof object === 'object' && object !== null && !Array.isArray(object)) keepKeyOrder(object, names);
  }
  return data;
}

/** Returns the offset of the first byte that a decoder replaces, where the replaced text begins to differ. */
function findInvalidUtf8(bytes: Uint8Array): number {
  const replaced = Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  let offset = replaced.findIndex((byte, index) => byte !== bytes[index]);
  // A replacement character may begin with the same bytes.
  while (((replaced[offset] ?? 0) & 0xc0) === 0x80) offset--;
  return offset;
}
