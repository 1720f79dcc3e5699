import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Project } from '../../project/schema.ts';
import {
  filmRecord,
  packRecord,
  type RecordedPiece,
  recordKey,
  unpackRecord,
  whyMade,
} from './kept/film-record.ts';
import { isAsMadeAnew } from './kept/kept-piece.ts';
import type { PieceKeys } from './kept/piece-key.ts';
import { LooksCollector, objectNumber } from './kept/piece-looks.ts';
import type { KeptPiece, PieceStore } from './kept/piece-store.ts';
import type { EncodedPiece, Piece } from './piece.ts';
import type { VideoSettings } from './piece-encoder.ts';
import type { PieceReport } from './piece-report.ts';

/** Pieces that are looked up at the same time. */
const lookUpsAtOnce = 8;

export interface FilmBuildOptions {
  readonly project: Project;
  /** Of the whole film. */
  readonly pieces: readonly Piece[];
  /** Those that are found or made. */
  readonly wanted: readonly Piece[];
  readonly settings: VideoSettings;
  readonly keys: PieceKeys;
  readonly store: PieceStore;
  /** Called with a piece that need not be made. */
  readonly onKept: (piece: EncodedPiece) => void;
  /** Called with the index of a piece that must be made. */
  readonly onMissing: (index: number) => void;
  readonly signal: AbortSignal;
}

/** Equal pieces of a film. */
interface EqualPieces {
  readonly key: string;
  readonly indices: number[];
  /** Held only while others may be found. */
  kept?: KeptPiece | undefined;
}

/** Finds the pieces of a film that were made before, and keeps those that are made. */
export class FilmBuild {
  readonly #options: FilmBuildOptions;
  readonly #byKey = new Map<string, EqualPieces>();
  readonly #byIndex = new Map<number, EqualPieces>();
  /** Pieces whose first frame differs from the frame before it. */
  readonly #isNew: boolean[] = [];
  #isSearching = true;
  /** Work on the pieces that were made, by index, in milliseconds. */
  readonly #workMs = new Map<number, number>();
  readonly #bytes: number[] = [];
  /** By index, if the store remembers films. */
  readonly #recorded: RecordedPiece[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: FilmBuildOptions) {
    this.#options = options;
  }

  /** Looks for all pieces. Rejects with the signal's reason if it is aborted. */
  async find(): Promise<void> {
    const { wanted, keys, store, signal } = this.#options;
    const running = new Set<Promise<void>>();
    for (const piece of wanted) {
      signal.throwIfAborted();
      this.#isNew[piece.index] = keys.isNew(piece.first);
      const looks = store.records && new LooksCollector(piece.end - piece.first);
      const key = keys.keyOf(piece, looks);
      if (looks) this.#recorded[piece.index] = { key, looks };
      const lookUp = this.#lookUp(key, piece).finally(() => running.delete(lookUp));
      running.add(lookUp);
      if (running.size >= lookUpsAtOnce) await Promise.race(running);
      await nextTurn();
    }
    await Promise.all(running);
    this.#isSearching = false;
    for (const equal of this.#byKey.values()) equal.kept = undefined;
  }

  /** Keeps a piece that was made, and uses it for others that are equal. */
  made(piece: EncodedPiece): void {
    this.#workMs.set(piece.index, piece.totalMs);
    this.#bytes[piece.index] = piece.stream.length;
    const equal = this.#byIndex.get(piece.index);
    if (equal === undefined) return;
    const { pieces, store } = this.#options;
    const { stream, lengths, attempt } = piece;
    const changes = piece.rasterizedFrames - (this.#isNew[piece.index] ? 1 : 0);
    const { maximumBytes } = pieces[piece.index];
    const kept = { stream, lengths, attempt, changes, maximumBytes };
    if (this.#isSearching) equal.kept = kept;
    this.#writing = Promise.all([this.#writing, store.put(equal.key, kept)]);
    for (const index of equal.indices) if (index !== piece.index) this.#use(kept, index);
  }

  /** Waits until all pieces are kept, and reports on them. */
  async finish(): Promise<PieceReport[]> {
    const { wanted, settings } = this.#options;
    await this.#writing;
    const why = await this.#remember();
    const { startMs, framesPerSecond } = settings;
    const timeOf = (frame: number) => startMs + (frame * 1000) / framesPerSecond;
    return wanted.map(({ index, first, end }) => {
      const workMs = this.#workMs.get(index);
      return {
        ...{ startMs: timeOf(first), endMs: timeOf(end) },
        ...{ isKept: workMs === undefined, workMs: workMs ?? 0, bytes: this.#bytes[index] },
        why: workMs === undefined ? undefined : why?.(index),
      };
    });
  }

  /** Remembers the film, and returns why its pieces were made. */
  async #remember(): Promise<((index: number) => string) | undefined> {
    const { project, pieces, wanted, settings, store } = this.#options;
    const { records } = store;
    if (records === undefined || wanted.length < pieces.length) return undefined;
    const key = recordKey(project);
    const bytes = await records.get(key);
    const before = bytes && unpackRecord(bytes);
    const film = filmRecord(settings, this.#recorded);
    const packed = packRecord(film);
    if (bytes === undefined || !packed.equals(bytes)) await records.put(key, packed);
    const idOf = (number: number) =>
      Object.values(project.scenes)
        .flatMap(({ objects }) => Object.keys(objects))
        .find((id) => objectNumber(id) === number);
    return (index) => whyMade(index, film, before, idOf);
  }

  async #lookUp(key: string, piece: Piece): Promise<void> {
    const { store, settings, onMissing, signal } = this.#options;
    const cached = this.#byKey.get(key);
    if (cached) {
      cached.indices.push(piece.index);
      if (cached.kept) this.#use(cached.kept, piece.index);
      return;
    }
    const equal: EqualPieces = { key, indices: [piece.index] };
    this.#byKey.set(key, equal);
    this.#byIndex.set(piece.index, equal);
    const kept = await store.get(key);
    // A film that has failed makes no more pieces.
    if (signal.aborted) return;
    if (kept === undefined || !isAsMadeAnew(kept, piece, settings)) return onMissing(piece.index);
    equal.kept = kept;
    for (const index of equal.indices) this.#use(kept, index);
  }

  #use({ stream, lengths, attempt, changes }: KeptPiece, index: number): void {
    // A film that has failed takes no more pieces.
    if (this.#options.signal.aborted) return;
    this.#bytes[index] = stream.length;
    const rasterizedFrames = changes + (this.#isNew[index] ? 1 : 0);
    this.#options.onKept({ index, stream, lengths, attempt, rasterizedFrames, paintMs: 0, totalMs: 0 });
  }
}
