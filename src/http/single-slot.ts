import { tooManyRequests } from './http-error.ts';

/** Who holds the slot, as far as others must know. */
interface Holder {
  /** While it is not known whether the holder is still there: resolves once it is. */
  readonly doubt: Promise<void> | undefined;
}

/** The one inspect or render that may run at a time. */
export class SingleSlot {
  #holder: Holder | undefined;

  /** Rejects with an HttpError 429 while the slot is taken by somebody who is certainly there. */
  async untilFree(): Promise<void> {
    await this.#holder?.doubt;
    this.#check();
  }

  /** Takes the slot until the function that is returned is called. Throws an HttpError 429 while it is taken. */
  take(holder: Holder): () => void {
    this.#check();
    this.#holder = holder;
    return () => {
      // The slot may be another's by now.
      if (this.#holder === holder) this.#holder = undefined;
    };
  }

  #check(): void {
    if (!this.#holder) return;
    throw tooManyRequests('another inspect or render request is running; retry after it finishes');
  }
}
