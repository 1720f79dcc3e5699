// See docs/decisions.md, "The slowest client gives way".

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/**
 * Limits on what clients may have in progress at the same time, and on how slow they may be. `docs/guides/service.md`
 * lists the numbers.
 */
export interface HttpLimits {
  /** Maximum connections; further ones are closed at once. */
  readonly connections: number;
  /** Maximum requests of one connection that wait for their responses; one more closes the connection. */
  readonly waitingRequests: number;
  /** Request bodies being received at the same time, and their bytes received so far. */
  readonly waitingBodies: number;
  readonly waitingBodyBytes: number;
  /** Unread responses, and their bytes, at which one must give way before further work starts. */
  readonly waitingResponses: number;
  readonly waitingResponseBytes: number;
  /** Milliseconds in which a new body or response does not give way to others. */
  readonly givingWayGraceMs: number;
  /** The minimum rates at which a client must send a body and read a response, in each window. */
  readonly sendingBytesPerSecond: number;
  readonly sendingWindowMs: number;
  readonly readingBytesPerSecond: number;
  readonly readingWindowMs: number;
}

export const defaultLimits: HttpLimits = {
  connections: 256,
  waitingRequests: 10,
  waitingBodies: 16,
  waitingBodyBytes: 64 * mebibyte,
  waitingResponses: 16,
  waitingResponseBytes: 64 * mebibyte,
  givingWayGraceMs: 500,
  sendingBytesPerSecond: kibibyte,
  sendingWindowMs: 30_000,
  readingBytesPerSecond: kibibyte,
  // The kernel takes bytes for a slow reader in steps of more than a megabyte, minutes apart: a shorter window would
  // disconnect clients that read all the time.
  readingWindowMs: 480_000,
};
