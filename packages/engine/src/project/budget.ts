/** Counts what is left of bounded work, such as comparisons, so that a project of any size takes a limited time. */
export class Budget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** What is left; negative once more was asked for. */
  get left(): number {
    return this.#left;
  }

  get isUsedUp(): boolean {
    return this.#left < 0;
  }

  /** Takes an amount. Returns false if less is left; nothing is left then. */
  take(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }

  /** Gives back what was taken, also if the rest is used up. */
  giveBack(amount: number): void {
    this.#left = Math.max(0, this.#left) + amount;
  }
}
