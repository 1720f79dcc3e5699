import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Project } from '../../../project/schema.ts';
import type { VideoSettings } from '../piece-encoder.ts';
import { firstDifference, type PieceLooks } from './piece-looks.ts';
import { programDigest } from './program-digest.ts';

/** Objects in the record of a film; pieces after them have none. */
const maxObjects = 20_000;

/** The record of the last film of a project, which explains why the next one needs other pieces. */
export interface FilmRecord {
  readonly program: string;
  /** Of size, rate and quality. */
  readonly settings: number;
  readonly pieces: readonly RecordedPiece[];
}

export interface RecordedPiece {
  readonly key: string;
  readonly looks: PieceLooks;
}

const recordPrefix = 'film ';

export function isRecordKey(key: string): boolean {
  return key.startsWith(recordPrefix);
}

/** The key of a project's record: projects with another name, or other scenes, have another one. */
export function recordKey({ name, sceneOrder }: Project): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([name, sceneOrder]))
    .digest('hex');
  return `${recordPrefix}${digest}`;
}

export function filmRecord(
  { size, framesPerSecond, quality }: VideoSettings,
  pieces: readonly RecordedPiece[],
): FilmRecord {
  return {
    program: programDigest,
    settings: crc32(JSON.stringify([size, framesPerSecond, quality])),
    pieces,
  };
}

/** Returns a record as bytes for a file. */
export function packRecord({ program, settings, pieces }: FilmRecord): Buffer {
  let left = maxObjects;
  const packed = pieces.map(({ key, looks: { frames, times, background, objects } }) => {
    const kept = [...objects].slice(0, left);
    left -= kept.length;
    return [key, frames, times, background, kept.flat()];
  });
  return Buffer.from(JSON.stringify([program, settings, packed]));
}

/** Reads a record that `packRecord` wrote; undefined for anything else. */
export function unpackRecord(bytes: Uint8Array): FilmRecord | undefined {
  try {
    const [program, settings, packed] = JSON.parse(Buffer.from(bytes).toString('utf8'));
    const pieces = packed.map(
      ([key, frames, times, background, flat]: [string, number, number, number, number[]]) => {
        const objects = new Map<number, number>();
        for (let at = 0; at < flat.length; at += 2) objects.set(flat[at], flat[at + 1]);
        return { key, looks: { frames, times, background, objects } };
      },
    );
    return { program, settings, pieces };
  } catch {
    // Whatever else is there, a film does not depend on it.
    return undefined;
  }
}

/**
 * Says why a piece of a film had to be made, as the film's last record has none like it, or had: a sentence without a
 * full stop. `idOf` knows the ids of objects by their numbers.
 */
export function whyMade(
  index: number,
  now: FilmRecord,
  then: FilmRecord | undefined,
  idOf: (number: number) => string | undefined,
): string {
  if (then === undefined) return 'the cache knows no earlier film of this project';
  if (now.program !== then.program) return 'another version of this program made the earlier film';
  if (now.settings !== then.settings) return 'the size, the rate or the quality differs';
  const { key, looks } = now.pieces[index];
  if (then.pieces.some((piece) => piece.key === key)) {
    return 'the piece of the earlier film is no longer in the cache, or has another size in bytes than this film allows';
  }
  const before = pieceInItsPlace(index, now, then);
  return before === undefined
    ? 'the earlier film had nothing in its place'
    : firstDifference(looks, before.looks, idOf);
}

/** The piece of an earlier film that was where a piece is now, next to the nearest piece that both films have. */
function pieceInItsPlace(index: number, now: FilmRecord, then: FilmRecord): RecordedPiece | undefined {
  const places = new Map(then.pieces.map(({ key }, place) => [key, place]));
  const placeOf = (other: number): number | undefined => {
    const key = now.pieces[other]?.key;
    return key === undefined ? undefined : places.get(key);
  };
  const isUsed = new Set(now.pieces.map(({ key }) => key));
  for (let distance = 1; distance < now.pieces.length; distance++) {
    for (const [other, sign] of [
      [index - distance, 1],
      [index + distance, -1],
    ] as const) {
      const position = placeOf(other);
      if (position === undefined) continue;
      const piece = then.pieces[position + sign * distance];
      if (piece !== undefined && !isUsed.has(piece.key)) return piece;
    }
  }
  const same = then.pieces[index];
  return same === undefined || isUsed.has(same.key) ? undefined : same;
}
