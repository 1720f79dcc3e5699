import type { Film } from './film-file.ts';
import type { EncodedPiece } from './piece.ts';

/** Takes the pieces of a share, as a file takes those of a film. */
export class MadeShare {
  #frames = 0;
  #rasterizedFrames = 0;
  #paintMs = 0;
  #totalMs = 0;

  async add({ lengths, rasterizedFrames, paintMs, totalMs }: EncodedPiece): Promise<void> {
    this.#frames += lengths.length;
    this.#rasterizedFrames += rasterizedFrames;
    this.#paintMs += paintMs;
    this.#totalMs += totalMs;
  }

  /** A film without bytes. */
  async finish(): Promise<Film> {
    const paintShare = this.#paintMs / Math.max(this.#totalMs, Number.MIN_VALUE);
    return {
      bytes: new Uint8Array(0),
      frames: this.#frames,
      rasterizedFrames: this.#rasterizedFrames,
      paintShare,
    };
  }

  async close(): Promise<void> {}
}
