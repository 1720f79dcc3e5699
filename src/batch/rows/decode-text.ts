import { DataError } from './data-error.ts';

/**
 * Decodes UTF-8 as it arrives, without its byte order mark. Throws a DataError for anything else; of UTF-16, which
 * spreadsheets write as well, it says so.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, name: string): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let isFirst = true;
  const decode = (chunk?: Uint8Array): string => {
    try {
      const text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
      line += lineEnds(text);
      return text;
    } catch {
      const place = line + lineEnds(validStart(chunk));
      throw new DataError(name, `is not valid UTF-8 in line ${place}; save it as UTF-8`);
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
  }
  yield decode();
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** What can be read of a chunk that is not valid as a whole; a character that began in the one before is left out. */
function validStart(chunk: Uint8Array = new Uint8Array()): string {
  const start = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const [valid = ''] = new TextDecoder('utf-8').decode(chunk.subarray(Math.max(0, start))).split('\ufffd', 1);
  return valid;
}
