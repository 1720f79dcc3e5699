const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** How much clients may have under way at a time, and how slow they may be. `docs/operations.md` lists the numbers. */
export interface HttpLimits {
  /** Requests of one connection that wait for their responses. The last of them closes the connection. */
  readonly waitingRequests: number;
  /** Request bodies that arrive at a time, and bytes that have arrived of them. */
  readonly waitingBodies: number;
  readonly waitingBodyBytes: number;
  /** Responses on their way to their clients, and bytes of theirs, at which no further work begins. */
  readonly waitingResponses: number;
  readonly waitingResponseBytes: number;
  /** The least rate at which a body must arrive, on average over the window before. */
  readonly sendingBytesPerSecond: number;
  readonly sendingWindowMs: number;
  /** The least rate at which a client must take what it is sent, on average over the window before. */
  readonly readingBytesPerSecond: number;
  readonly readingWindowMs: number;
}

export const defaultLimits: HttpLimits = {
  waitingRequests: 10,
  waitingBodies: 16,
  waitingBodyBytes: 64 * mebibyte,
  waitingResponses: 16,
  waitingResponseBytes: 64 * mebibyte,
  sendingBytesPerSecond: kibibyte,
  sendingWindowMs: 30_000,
  readingBytesPerSecond: 4 * kibibyte,
  // The kernel takes bytes for a slow reader in steps of more than a megabyte, minutes apart: a shorter window would
  // cut off clients that read all the time.
  readingWindowMs: 480_000,
};
