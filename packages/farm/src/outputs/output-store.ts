/** State of the store under the name of an output. */
export type ExistingOutput =
  | { readonly kind: 'none' }
  /** A batch made it, from the job with this id. */
  | { readonly kind: 'made'; readonly id: string; readonly bytes: number }
  /** A batch made it, but its end is missing: it is rendered again. */
  | { readonly kind: 'damaged' }
  /** A file that no batch created. */
  | { readonly kind: 'foreign' };

export interface Publication {
  /** Id of the job that made the data. */
  readonly id: string;
  /** Whether to replace files that no batch created. */
  readonly force: boolean;
  readonly signal: AbortSignal;
  /** Called immediately before the output appears; `false` means that it is no longer needed. */
  readonly isWanted?: (() => Promise<boolean>) | undefined;
}

/** Destination of the outputs of a batch. */
export interface OutputStore {
  /** Returns an output's path or URL for messages. */
  describe(name: string): string;
  existing(name: string): Promise<ExistingOutput>;
  /** Lists all names in the store, page by page, if that is faster than looking up many names one by one. */
  pages?(signal: AbortSignal): AsyncIterable<readonly string[]>;
  /**
   * Publishes an output, complete or not at all. Resolves to `there` if another batch has made the same output in the
   * meantime. Rejects with an OutputInTheWayError, an OutputUnwantedError, a StoreError, or the signal's reason.
   */
  publish(name: string, data: Uint8Array, publication: Publication): Promise<'published' | 'there'>;
}

/** A store to which several machines write. Every method rejects with a StoreError. */
export interface SharedStore extends OutputStore {
  /** Writes a hidden mark, by which another machine can verify that it uses the same store. */
  mark(token: string): Promise<void>;
  isMarked(token: string): Promise<boolean>;
  /** Writes a small hidden file and reads it back. */
  probe(): Promise<void>;
}

/** A file that no batch created has the name of an output, and must not be replaced. */
export class OutputInTheWayError extends Error {
  constructor(place: string) {
    super(`${place} exists, and no batch created it; use --force to replace it, or choose another name`);
    this.name = 'OutputInTheWayError';
  }
}

/** An output is no longer needed. */
export class OutputUnwantedError extends Error {}
