/** The holder of the slot, as far as others must know. */
export interface SlotHolder {
  /** Set while the holder may be leaving: resolves once that is known. */
  readonly doubt: Promise<void> | undefined;
}

/** The place of the one inspection or render that may run at a time. */
export class ExclusiveSlot {
  readonly #refusal: () => Error;
  #holder: SlotHolder | undefined;
  #freed = Promise.resolve();

  /** `refusal` makes the error that is thrown while the slot is taken. */
  constructor(refusal: () => Error) {
    this.#refusal = refusal;
  }

  get isTaken(): boolean {
    return this.#holder !== undefined;
  }

  /** Rejects with the refusal while the slot is taken and its holder is not leaving. */
  async untilFree(): Promise<void> {
    let asked: SlotHolder | undefined;
    while (this.#holder && this.#holder !== asked) {
      asked = this.#holder;
      await asked.doubt;
    }
    this.#check();
  }

  /** Takes the slot until the function that is returned is called. Throws the refusal while it is taken. */
  take(holder: SlotHolder): () => void {
    this.#check();
    this.#holder = holder;
    let markFreed = () => {};
    this.#freed = new Promise((resolve) => {
      markFreed = resolve;
    });
    return () => {
      // The slot may be another's by now.
      if (this.#holder === holder) this.#holder = undefined;
      markFreed();
    };
  }

  /** Resolves when the present holder has given the slot back; at once if there is none. */
  async freed(): Promise<void> {
    await this.#freed;
  }

  #check(): void {
    if (this.#holder) throw this.#refusal();
  }
}
