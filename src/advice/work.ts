/** How much work is left, in any unit, so that advice on a project of any size takes a limited time. */
export class Work {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Takes a part of the work. Returns false if less is left; nothing is left then. */
  take(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }
}
