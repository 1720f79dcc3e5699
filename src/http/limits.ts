const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** How much clients may have in progress at a time, and how slow they may be. `docs/operations.md` lists the numbers. */
export interface HttpLimits {
  /** Requests per connection that wait for their responses. The last of them closes the connection. */
  readonly waitingRequests: number;
  /** Request bodies being received at a time, and their bytes received so far. */
  readonly waitingBodies: number;
  readonly waitingBodyBytes: number;
  /** Responses that clients have not read yet, and their bytes, at which one must give way before further work starts. */
  readonly waitingResponses: number;
  readonly waitingResponseBytes: number;
  /** Milliseconds in which a new body or response does not give way to others. */
  readonly givingWayGraceMs: number;
  /** The minimum rate at which a client must send a body, on average over the window. */
  readonly sendingBytesPerSecond: number;
  readonly sendingWindowMs: number;
  /** The minimum rate at which a client must read its responses, on average over the window. */
  readonly readingBytesPerSecond: number;
  readonly readingWindowMs: number;
}

export const defaultLimits: HttpLimits = {
  waitingRequests: 10,
  waitingBodies: 16,
  waitingBodyBytes: 64 * mebibyte,
  waitingResponses: 16,
  waitingResponseBytes: 64 * mebibyte,
  givingWayGraceMs: 500,
  sendingBytesPerSecond: kibibyte,
  sendingWindowMs: 30_000,
  readingBytesPerSecond: 4 * kibibyte,
  // The kernel takes bytes for a slow reader in steps of more than a megabyte, minutes apart: a shorter window would
  // disconnect clients that read all the time.
  readingWindowMs: 480_000,
};

/**
 * Tells whether bytes move at a minimum rate, on average over a window. Each byte adds to a credit, which time uses up
 * at that rate. The credit starts full, at one window's worth, and never exceeds that, so that a fast start does not
 * earn a longer pause later. Times are milliseconds of any monotonic clock.
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
