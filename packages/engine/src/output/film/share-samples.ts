import { Buffer } from 'node:buffer';
import { box, boxHeaderLength, changeBoxes, readBoxes } from './movie-box.ts';

/**
 * Returns a QuickTime file in which each picture that is held for several frames is as many samples of one frame, so
 * that programs see a constant rate. The samples share the bytes of the picture: their chunks begin at the same place.
 * The movie box must be at the end of the file, and pictures must not depend on each other.
 */
export function shareSamples(file: Uint8Array, framesPerSecond: number): Uint8Array {
  const movie = readBoxes(file, 0, file.length).at(-1);
  if (movie?.type !== 'moov') throw new Error('the film has no movie box at its end');
  const changed = changeBoxes(Buffer.from(file.subarray(movie.start, movie.end)), (type, body) =>
    type === 'mdia' && isOfPictures(body) ? box(type, shareInMedia(body, framesPerSecond)) : undefined,
  );
  return Buffer.concat([file.subarray(0, movie.start), changed]);
}

function bodyOf(parent: Buffer, type: string): Buffer {
  const found = readBoxes(parent, 0, parent.length).find((one) => one.type === type);
  if (!found) throw new Error(`the film has no box ${type} where it needs one`);
  return parent.subarray(found.start + boxHeaderLength, found.end);
}

function isOfPictures(media: Buffer): boolean {
  return bodyOf(media, 'hdlr').toString('latin1', 8, 12) === 'vide';
}

function shareInMedia(media: Buffer, framesPerSecond: number): Buffer {
  const header = bodyOf(media, 'mdhd');
  const ticksPerFrame = header.readUInt32BE(header[0] === 1 ? 20 : 12) / framesPerSecond;
  const table = bodyOf(bodyOf(media, 'minf'), 'stbl');
  const samples = samplesOf(table).flatMap(({ ticks, size, offset }) =>
    Array.from({ length: Math.round(ticks / ticksPerFrame) }, () => ({ size, offset })),
  );
  const tables: Readonly<Record<string, Buffer>> = {
    stts: fullBox('stts', [1, samples.length, ticksPerFrame]),
    stsz: fullBox('stsz', [0, samples.length, ...samples.map(({ size }) => size)]),
    stsc: fullBox('stsc', [1, 1, 1, 1]),
    stco: fullBox('stco', [samples.length, ...samples.map(({ offset }) => offset)]),
  };
  return changeBoxes(media, (type) => tables[type]);
}

/** A sample with its duration in ticks, and the place of its bytes. */
interface Sample {
  readonly ticks: number;
  readonly size: number;
  readonly offset: number;
}

/** Reads the tables of times, sizes and chunks (ISO/IEC 14496-12, 8.6 and 8.7). */
function samplesOf(table: Buffer): Sample[] {
  const durations = entriesOf(bodyOf(table, 'stts'), 2).flatMap(([count = 0, ticks = 0]) =>
    new Array<number>(count).fill(ticks),
  );
  const sizes = bodyOf(table, 'stsz');
  const commonSize = sizes.readUInt32BE(4);
  const sizeOf = (index: number) => commonSize || sizes.readUInt32BE(12 + 4 * index);
  const chunks = entriesOf(bodyOf(table, 'stco'), 1).map(([offset = 0]) => offset);
  const runs = entriesOf(bodyOf(table, 'stsc'), 3);
  const samples: Sample[] = [];
  let run = 0;
  for (const [index, start] of chunks.entries()) {
    while (run + 1 < runs.length && (runs[run + 1]?.[0] ?? 0) <= index + 1) run++;
    let offset = start;
    for (let count = runs[run]?.[1] ?? 0; count > 0; count--) {
      const size = sizeOf(samples.length);
      samples.push({ ticks: durations[samples.length] ?? 0, size, offset });
      offset += size;
    }
  }
  return samples;
}

/** The entries of a table, each with the same number of numbers. */
function entriesOf(body: Buffer, numbers: number): number[][] {
  return Array.from({ length: body.readUInt32BE(4) }, (_entry, index) =>
    Array.from({ length: numbers }, (_number, at) => body.readUInt32BE(8 + 4 * (index * numbers + at))),
  );
}

/** A box with version and flags of 0, and these numbers. */
function fullBox(type: string, numbers: readonly number[]): Buffer {
  const body = Buffer.alloc(4 + 4 * numbers.length);
  for (const [index, number] of numbers.entries()) body.writeUInt32BE(number, 4 + 4 * index);
  return box(type, body);
}
