import { decodeBase64, parseEmbedded } from '../../project/data-url.ts';
import { Problems } from '../../project/problems.ts';
import { measureSpeech } from '../../shorthand/narration/measure-speech.ts';
import { listedRecordings, listOfRecordings, type Recordings } from '../../shorthand/narration/speech.ts';
import type { Source } from '../../shorthand/sources.ts';
import type { Converter } from '../convert/conversion.ts';
import { embedFiles } from './embed-files.ts';

/** The times of a recording that cannot be read, which is reported when it is embedded. */
const unknownTimes = { durationMs: 1, heardFromMs: 0, heardToMs: 1 };

/**
 * Returns the list of recordings with the times that the files of these sentences have: somebody may have edited or replaced them.
 * Undefined for a text that is no such list. Rejects with the signal's reason.
 */
export async function measureRecordings(
  list: string,
  keys: ReadonlySet<string>,
  baseFolder: string,
  signal: AbortSignal,
  convert?: Converter,
): Promise<string | undefined> {
  const recordings = listedRecordings(list);
  if (recordings === undefined) return undefined;
  const used = [...recordings].filter(([key]) => keys.has(key));
  const owners = used.map(([, file]) => ({ src: file }));
  const sources = owners.map(
    (owner): Source => ({
      ...{ type: 'media', file: owner.src, column: undefined, path: [], owner, field: 'src', use: {} },
    }),
  );
  await embedFiles(sources, baseFolder, signal, new Problems(), convert);
  const measured: Recordings = new Map(
    used.map(([key, file], index) => [key, { file, ...(timesIn(owners[index]?.src ?? '') ?? unknownTimes) }]),
  );
  return listOfRecordings(measured);
}

function timesIn(src: string) {
  const bytes = decodeBase64(parseEmbedded(src, ['audio/wav'])?.data ?? '');
  const times = bytes && measureSpeech(bytes);
  return times?.ok ? times.value : undefined;
}
