/** What became of a piece of a film. */
export interface PieceReport {
  /** Project time in milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  readonly isKept: boolean;
  /** Of its pictures in the file. */
  readonly bytes: number;
  /** Milliseconds of work on it; 0 for a kept one. */
  readonly workMs: number;
  /** Why it was made, a sentence without a full stop, where the cache remembers the film before. */
  readonly why?: string | undefined;
}

/** What became of the pieces of a film that was made with a cache. Stills and sheets have no pieces. */
export interface BuildReport {
  readonly pieces: readonly PieceReport[];
  /** The reason why pieces could not be kept; undefined if all were. */
  readonly problem: string | undefined;
}

/** How many pieces of a film were kept from films before it, and how many were made. */
export interface CountedPieces {
  readonly kept: number;
  readonly made: number;
}

export function countPieces(pieces: readonly PieceReport[]): CountedPieces {
  const kept = pieces.filter(({ isKept }) => isKept).length;
  return { kept, made: pieces.length - kept };
}
