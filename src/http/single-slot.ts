import { tooManyRequests } from './errors.ts';

/** Who holds the slot. */
interface Holder {
  /** Set while it is unknown whether the holder is still there; resolves once it is known. */
  readonly doubt: Promise<void> | undefined;
}

/** The one inspect or render that may run at a time. */
export class SingleSlot {
  #holder: Holder | undefined;

  /** Rejects with an HttpError 429 while a holder that is certainly there has the slot. */
  async untilFree(): Promise<void> {
    await this.#holder?.doubt;
    this.#check();
  }

  /** Takes the slot until the returned function is called. Throws an HttpError 429 while it is taken. */
  take(holder: Holder): () => void {
    this.#check();
    this.#holder = holder;
    return () => {
      // Another holder may have the slot by now.
      if (this.#holder === holder) this.#holder = undefined;
    };
  }

  #check(): void {
    if (!this.#holder) return;
    throw tooManyRequests('another inspect or render request is running; retry after it finishes');
  }
}
