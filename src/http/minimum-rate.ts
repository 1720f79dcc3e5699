/**
 * Judges whether bytes move at a least rate, on average over a window. Each byte adds to a credit, which time uses up
 * at that rate. The credit starts at the window's worth and never exceeds it, so that a fast start allows no longer
 * pause later. Times are milliseconds of any clock that only goes forward.
 */
export class MinimumRate {
  readonly #bytesPerMs: number;
  readonly #mostCredit: number;
  #credit: number;
  #countedAt: number;

  constructor(bytesPerSecond: number, windowMs: number, now: number) {
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#mostCredit = this.#bytesPerMs * windowMs;
    this.#credit = this.#mostCredit;
    this.#countedAt = now;
  }

  /** Counts bytes that have moved since the last time. */
  count(bytes: number, now: number): void {
    const left = this.#credit - this.#bytesPerMs * (now - this.#countedAt);
    this.#credit = Math.min(this.#mostCredit, left + bytes);
    this.#countedAt = now;
  }

  /** Milliseconds from `now` for which the rate is kept if no further bytes move; 0 or less once it is not. */
  remainingMs(now: number): number {
    return this.#credit / this.#bytesPerMs - (now - this.#countedAt);
  }
}
