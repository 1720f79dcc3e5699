/** Maximum number of simultaneous pieces of work. Libraries do them in their own threads. */
const maxConcurrent = 4;

/** Does pieces of work at the same time, and passes on their results in the order in which they were added. */
export class OrderedWork<Result> {
  readonly #onResult: (result: Result) => void;
  readonly #running: Promise<Result>[] = [];

  constructor(onResult: (result: Result) => void) {
    this.#onResult = onResult;
  }

  /** Starts a piece of work. Resolves when more may be started; rejects if an earlier one failed. */
  async add(work: () => Promise<Result>): Promise<void> {
    const running = work();
    // It is awaited later, perhaps after a failure of another one.
    running.catch(() => {});
    this.#running.push(running);
    if (this.#running.length >= maxConcurrent) await this.#takeFirst();
  }

  /** Resolves when all work is done. */
  async finish(): Promise<void> {
    while (this.#running.length > 0) await this.#takeFirst();
  }

  async #takeFirst(): Promise<void> {
    const first = this.#running.shift();
    if (first) this.#onResult(await first);
  }
}
