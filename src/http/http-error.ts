import type { ErrorStatus } from '../contract/statuses.ts';

/** A request that is answered with an error: the message is for the client. */
export class HttpError extends Error {
  readonly status: ErrorStatus | 404 | 405 | 408 | 431;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: HttpError['status'], message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Refuses a request for which there is no room at the moment. */
export function tooManyRequests(message: string): HttpError {
  return new HttpError(429, message, { 'retry-after': '1' });
}
