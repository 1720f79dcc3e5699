// Apart from what checks them: public types must not lead to names that only some programs have.

/** A sentence of `expect`, and whether it is true of the film. */
export interface AssertionResult {
  /** As its author wrote it. */
  readonly sentence: string;
  /** `unchecked` if the film cannot be drawn, or has too much to measure. */
  readonly status: 'passes' | 'fails' | 'unchecked';
  /** The first moment at which it fails, in milliseconds; missing if it fails as a whole. */
  readonly atMs?: number;
  /** What the film has instead. */
  readonly message?: string;
}
