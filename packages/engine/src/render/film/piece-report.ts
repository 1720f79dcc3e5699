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
