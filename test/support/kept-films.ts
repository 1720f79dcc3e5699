import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Project } from '../../packages/engine/src/project/schema.ts';
import type { KeptPiece, PieceStore } from '../../packages/engine/src/render/film/kept/piece-store.ts';
import { anyAxesFilm } from './any-axes-film.ts';
import { type AnyEdit, anyEdit } from './any-edit.ts';
import { anyKineticFilm, anyLayeredFilm, anyPaintedFilm } from './any-film.ts';
import { project } from './project-parts.ts';
import { filmOf } from './write-film.ts';

/** Keeps everything, and counts. */
export class CountingStore implements PieceStore {
  readonly problem = undefined;
  readonly pieces = new Map<string, KeptPiece>();
  hits = 0;
  puts = 0;

  async get(key: string): Promise<KeptPiece | undefined> {
    const piece = this.pieces.get(key);
    if (piece) this.hits++;
    return piece;
  }

  async put(key: string, piece: KeptPiece): Promise<void> {
    this.puts++;
    this.pieces.set(key, piece);
  }
}

const anyPart = fc.oneof(anyPaintedFilm, anyLayeredFilm, anyKineticFilm, anyAxesFilm);

/** A film of two scenes with several pieces, and how it was edited one step after the other. */
export const anyEditedFilm: fc.Arbitrary<{ film: Project; edits: AnyEdit[] }> = fc
  .record({
    parts: fc.tuple(anyPart, anyPart),
    holdMs: fc.constantFrom(50, 700),
    edits: fc.array(anyEdit, { minLength: 1, maxLength: 3 }),
  })
  .map(({ parts, holdMs, edits }) => {
    const scenes = parts.map((part, index) => {
      const [scene] = Object.values(structuredClone(part.scenes));
      for (const composition of Object.values(scene.compositions)) composition.duration = holdMs;
      return { ...scene, id: `scene${index}` };
    });
    return { film: project(...scenes), edits };
  });

/** Makes a film and its edited versions from kept pieces and anew, and expects the same bytes. */
export async function expectSameFilms(film: Project, edits: readonly AnyEdit[]): Promise<CountingStore> {
  const store = new CountingStore();
  const made = structuredClone(film);
  await filmOf(structuredClone(made), { store, threads: 0, isChecked: false });
  let settings = {};
  for (const edit of edits) {
    edit.change(made);
    settings = { ...settings, ...edit.settings };
    const options = { ...settings, threads: 0, isChecked: false };
    const kept = await filmOrProblem(made, { ...options, store });
    const anew = await filmOrProblem(made, options);
    if (typeof kept === 'string' || typeof anew === 'string') expect(kept).toBe(anew);
    else {
      expect(kept.rasterizedFrames).toBe(anew.rasterizedFrames);
      expect(Buffer.compare(kept.bytes, anew.bytes)).toBe(0);
    }
  }
  return store;
}

async function filmOrProblem(made: Project, options: Parameters<typeof filmOf>[1]) {
  try {
    return await filmOf(structuredClone(made), options);
  } catch (error) {
    return String(error);
  }
}
