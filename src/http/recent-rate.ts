/**
 * Milliseconds after which the weight of bytes has fallen to 1/e. The kernel takes a response in steps, seconds apart.
 */
const windowMs = 5_000;

/**
 * The rate at which bytes have moved recently: an exponentially weighted average, corrected for how long it has been
 * measured. Times are milliseconds of any monotonic clock.
 */
export class RecentRate {
  readonly #since: number;
  #weighted = 0;
  #countedAt: number;

  constructor(now: number) {
    this.#since = now;
    this.#countedAt = now;
  }

  /** Counts bytes that have moved since the last call. */
  count(bytes: number, now: number): void {
    this.#weighted = this.#at(now) + bytes;
    this.#countedAt = now;
  }

  /** Bytes per second. */
  perSecond(now: number): number {
    const measured = -Math.expm1((this.#since - now) / windowMs);
    return measured <= 0 ? 0 : (this.#at(now) / (windowMs * measured)) * 1000;
  }

  #at(now: number): number {
    return this.#weighted * Math.exp((this.#countedAt - now) / windowMs);
  }
}
