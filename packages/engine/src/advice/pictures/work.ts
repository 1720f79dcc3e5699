/**
 * Counts the work that is left, so that advice on a project of any size takes a limited time. The unit is the check of
 * one object at one point, which takes about a microsecond.
 */
export class Work {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  get isDone(): boolean {
    return this.#left < 0;
  }

  /** Takes a part of the work. Returns false if less is left; nothing is left then. */
  take(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }
}
