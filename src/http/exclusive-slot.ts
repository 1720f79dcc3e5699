/** The state of the slot's holder, for requests that would take the slot. */
export interface SlotHolder {
  /** Pending while it is unclear whether the holder will release the slot. Otherwise undefined. */
  readonly mayRelease: Promise<void> | undefined;
}

/** Lets one inspection or render run at a time. */
export class ExclusiveSlot {
  readonly #refusal: () => Error;
  #holder: SlotHolder | undefined;
  #freed = Promise.resolve();

  /** `refusal` creates the error that is thrown while the slot is taken. */
  constructor(refusal: () => Error) {
    this.#refusal = refusal;
  }

  get isTaken(): boolean {
    return this.#holder !== undefined;
  }

  /** Resolves when the slot is free. Rejects with the refusal if it is taken and its holder will keep it. */
  async untilFree(): Promise<void> {
    let asked: SlotHolder | undefined;
    while (this.#holder && this.#holder !== asked) {
      asked = this.#holder;
      await asked.mayRelease;
    }
    this.#check();
  }

  /** Takes the slot until the returned function is called. Throws the refusal if the slot is taken. */
  take(holder: SlotHolder): () => void {
    this.#check();
    this.#holder = holder;
    let markFreed = () => {};
    this.#freed = new Promise((resolve) => {
      markFreed = resolve;
    });
    return () => {
      // Another request may hold the slot by now.
      if (this.#holder === holder) this.#holder = undefined;
      markFreed();
    };
  }

  /** Resolves when the current holder releases the slot; immediately if there is none. */
  async freed(): Promise<void> {
    await this.#freed;
  }

  #check(): void {
    if (this.#holder) throw this.#refusal();
  }
}
