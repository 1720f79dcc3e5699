/**
 * Checks whether bytes move at a minimum rate, on average over a window. Each byte adds to a credit, which time uses up
 * at that rate. The credit starts full, at one window's worth, and never exceeds that, so a fast start does not earn a
 * longer pause later. Times are milliseconds of any monotonic clock.
 */
export class MinimumRate {
  readonly #bytesPerMs: number;
  readonly #maxCredit: number;
  #credit: number;
  #countedAt: number;

  constructor(bytesPerSecond: number, windowMs: number, now: number) {
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#maxCredit = this.#bytesPerMs * windowMs;
    this.#credit = this.#maxCredit;
    this.#countedAt = now;
  }

  /** Counts bytes that have moved since the last call. */
  count(bytes: number, now: number): void {
    const left = this.#credit - this.#bytesPerMs * (now - this.#countedAt);
    this.#credit = Math.min(this.#maxCredit, left + bytes);
    this.#countedAt = now;
  }

  /** Milliseconds from `now` until the rate is too low if no more bytes move; 0 or less when it already is. */
  remainingMs(now: number): number {
    return this.#credit / this.#bytesPerMs - (now - this.#countedAt);
  }
}
