/** What became of a piece of a film. */
export interface PieceReport {
  /** Project time in milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  readonly isKept: boolean;
  /** Milliseconds of work on it; 0 for a kept one. */
  readonly workMs: number;
}
