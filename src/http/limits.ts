import { type ConnectionLimits, defaultConnectionLimits } from '../web/connections.ts';

// See docs/decisions.md, "The slowest client gives way".

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/**
 * Limits on what clients may have in progress at the same time, and on how slow they may be. `docs/guides/service.md`
 * lists the numbers.
 */
export interface HttpLimits extends ConnectionLimits {
  /** Request bodies being received at the same time, and their bytes received so far. */
  readonly waitingBodies: number;
  readonly waitingBodyBytes: number;
  /** Unread responses, and their bytes, at which one must give way before further work starts. */
  readonly waitingResponses: number;
  readonly waitingResponseBytes: number;
  /** Milliseconds in which a new body or response does not give way to others. */
  readonly givingWayGraceMs: number;
  /** The minimum rate at which a client must send a body, on average over the window. */
  readonly sendingBytesPerSecond: number;
  readonly sendingWindowMs: number;
}

export const defaultLimits: HttpLimits = {
  ...defaultConnectionLimits,
  waitingBodies: 16,
  waitingBodyBytes: 64 * mebibyte,
  waitingResponses: 16,
  waitingResponseBytes: 64 * mebibyte,
  givingWayGraceMs: 500,
  sendingBytesPerSecond: kibibyte,
  sendingWindowMs: 30_000,
};
