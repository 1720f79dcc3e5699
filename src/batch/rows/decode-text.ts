import { DataError } from './data-error.ts';

/**
 * Decodes UTF-8 as it arrives, without its byte order mark. Throws a DataError for anything else; of UTF-16, which
 * spreadsheets write as well, it says so.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, name: string): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let offset = 0;
  let isFirst = true;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new DataError(name, `is not valid UTF-8 after byte ${offset}; save it as UTF-8`);
    }
  };
  for await (const chunk of chunks) {
    if (isFirst && chunk.length > 1) {
      const [first, second] = chunk;
      if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
        throw new DataError(name, 'is UTF-16, but must be UTF-8; save it as UTF-8');
      }
    }
    isFirst = false;
    yield decode(chunk);
    offset += chunk.length;
  }
  yield decode();
}
