/** What is there under the name of an output. */
export type ExistingOutput =
  | { readonly kind: 'none' }
  /** A batch made it, from the job with this id. */
  | { readonly kind: 'made'; readonly id: string; readonly bytes: number }
  /** A batch made it, but it has lost its end: it is made again. */
  | { readonly kind: 'damaged' }
  /** Something else. */
  | { readonly kind: 'foreign' };

export interface Publication {
  /** The id of the job that the data is the output of. */
  readonly id: string;
  /** Whether to replace what no batch made. */
  readonly force: boolean;
  readonly signal: AbortSignal;
  /** Is asked at the last moment whether the output is still wanted. */
  readonly isWanted?: (() => Promise<boolean>) | undefined;
}

/** Where the outputs of a batch go. */
export interface OutputStore {
  /** An output's place for messages: a path or a URL. */
  describe(name: string): string;
  existing(name: string): Promise<ExistingOutput>;
  /** All names in the store, page by page, where that is quicker than a look at each of many names. */
  pages?(signal: AbortSignal): AsyncIterable<readonly string[]>;
  /**
   * Makes an output appear, whole or not at all. Another batch may have made it meanwhile, which is as good: gives
   * whether this call made it. Rejects with an OutputInTheWayError, with an OutputUnwantedError, with a
   * StoreError, or with the signal's reason.
   */
  publish(name: string, data: Uint8Array, publication: Publication): Promise<'published' | 'there'>;
}

/** A store that several machines write to. Every method rejects with a StoreError. */
export interface SharedStore extends OutputStore {
  /** Leaves a hidden mark in the store, by which another machine can tell that it sees the same one. */
  mark(token: string): Promise<void>;
  isMarked(token: string): Promise<boolean>;
  /** Writes something small and hidden, and reads it back. */
  probe(): Promise<void>;
}

/** Something is there that no batch made, and is not to be replaced. */
export class OutputInTheWayError extends Error {
  constructor(place: string) {
    super(`${place} is there and was not made by a batch; use --force to replace it, or choose another name`);
    this.name = 'OutputInTheWayError';
  }
}

/** Nobody wants an output any more that was to appear. */
export class OutputUnwantedError extends Error {}
