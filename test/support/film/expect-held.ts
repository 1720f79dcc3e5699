import { expect } from 'vitest';
import { frameHashes } from '../ffmpeg.ts';
import { checkFilm } from './check-film.ts';

/** Checks every held frame except key frames, which are encoded anew, and returns the number of frames checked. */
export async function expectHeld(film: Uint8Array, held: readonly number[]): Promise<number> {
  const { syncSamples } = await checkFilm(film);
  const keys = new Set(syncSamples);
  const hashes = await frameHashes(film);
  const checked = held.filter((frame) => !keys.has(frame));
  const different = checked.filter((frame) => hashes[frame] !== hashes[frame - 1]);
  expect(different).toEqual([]);
  return checked.length;
}
