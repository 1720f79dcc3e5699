import { LRUCache } from 'lru-cache';
import type { KeptPiece, PieceStore } from './piece-store.ts';

/** Keeps pieces in memory, up to a number of bytes; the least recently used are removed first. */
export class MemoryStore implements PieceStore {
  readonly problem = undefined;
  readonly #pieces: LRUCache<string, KeptPiece>;

  constructor(maxBytes: number) {
    this.#pieces = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ stream, lengths }) => stream.length + lengths.length * 8 + 256,
    });
  }

  async get(key: string): Promise<KeptPiece | undefined> {
    return this.#pieces.get(key);
  }

  async put(key: string, piece: KeptPiece): Promise<void> {
    this.#pieces.set(key, piece);
  }
}
