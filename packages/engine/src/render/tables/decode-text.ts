import { DataError } from './row.ts';

type Decoder = InstanceType<typeof TextDecoder>;
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Decodes text as it arrives, and removes the byte order mark: UTF-8, or UTF-16 with or without a mark, as
 * spreadsheets write it. Throws a DataError for any other encoding.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, name: string): AsyncIterable<string> {
  let decoder: Decoder | undefined;
  let line = 1;
  const decode = (known: Decoder, chunk?: Uint8Array): string => {
    try {
      const text = chunk === undefined ? known.decode() : known.decode(chunk, { stream: true });
      line += lineEnds(text);
      return text;
    } catch {
      if (known.encoding !== 'utf-8') {
        throw new DataError(name, `is not valid UTF-16 after line ${line}; save it as UTF-8`);
      }
      const badLine = line + lineEnds(validStart(chunk));
      throw new DataError(name, `is not valid UTF-8 in line ${badLine}; save it as UTF-8`);
    }
  };
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    yield decode(decoder, chunk);
  }
  if (decoder) yield decode(decoder);
}

/** Detects UTF-16 by its mark, or by the zero bytes of ASCII characters: no table starts with a null character. */
function encodingOf([first, second]: Uint8Array): Encoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0))
    return 'utf-16be';
  return 'utf-8';
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** The readable part of an invalid chunk, without a character that began in the previous chunk. */
function validStart(chunk: Uint8Array = new Uint8Array()): string {
  const start = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80);
  const [valid = ''] = new TextDecoder('utf-8').decode(chunk.subarray(Math.max(0, start))).split('\ufffd', 1);
  return valid;
}
