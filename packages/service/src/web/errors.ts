import { Buffer } from 'node:buffer';
import { RenderError, type RenderErrorCode } from '@render-service/engine';
import { describeUnexpected, unexpectedCause } from '@render-service/engine/process';
import type { ErrorStatus } from '../contract/operations.ts';

// See docs/decisions.md, "One table of errors".

/** A request that gets an error response; the message is for the client. */
export class HttpError extends Error {
  readonly status: ErrorStatus | 404 | 405 | 408 | 409 | 431;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: HttpError['status'], message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The statuses of failed renders; their own messages are for the client. */
const renderStatuses = {
  'invalid-project': 422,
  'invalid-option': 422,
  unsupported: 422,
  failed: 422,
  'too-large': 413,
  timeout: 504,
  // No client receives this response, because the client has disconnected.
  aborted: 500,
} as const satisfies Readonly<Record<RenderErrorCode, HttpError['status']>>;

/** The responses to errors of Fastify and of Node's HTTP parser, by their codes. */
const transportErrors: ReadonlyMap<unknown, HttpError> = new Map(
  Object.entries({
    FST_ERR_CTP_INVALID_MEDIA_TYPE: new HttpError(415, 'the Content-Type must be application/json'),
    FST_ERR_CTP_BODY_TOO_LARGE: new HttpError(413, 'the body of the request is too large'),
    FST_ERR_CTP_EMPTY_JSON_BODY: new HttpError(400, 'the body of the request must be JSON, but is empty'),
    FST_ERR_CTP_INVALID_JSON_BODY: new HttpError(400, 'the body of the request must be valid JSON'),
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: new HttpError(
      400,
      'the body of the request must be as long as its Content-Length',
    ),
    HPE_HEADER_OVERFLOW: new HttpError(431, 'the request line and headers must be at most 16 KiB together'),
    ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'the request took too long to arrive'),
  }),
);

/** An error with its parts for the client and for the log. */
export interface Failure {
  readonly error: HttpError;
  /** For the log only. */
  readonly details: string | undefined;
}

/** Maps anything thrown while a request was handled. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof HttpError) return { error: thrown, details: undefined };
  if (thrown instanceof RenderError) {
    const error = new HttpError(renderStatuses[thrown.code], thrown.message);
    return { error, details: unexpectedCause(thrown) };
  }
  const failure = transportErrors.get(thrown instanceof Error && 'code' in thrown ? thrown.code : undefined);
  if (failure) return { error: failure, details: undefined };
  const error = new HttpError(500, "unexpected failure; the service's log has the details");
  return { error, details: describeUnexpected(thrown) };
}

/** The error for a request that Node could not read, by the code of Node's error. */
export function toProtocolError(code: string | undefined): HttpError {
  return transportErrors.get(code) ?? new HttpError(400, 'the request is not valid HTTP/1.1');
}

/** Refuses a request because the service is at its limits. */
export function tooManyRequests(message: string): HttpError {
  return new HttpError(429, message, { 'retry-after': '1' });
}

/** The JSON body of an error response. */
export function errorBody({ message }: HttpError): Buffer {
  return Buffer.from(JSON.stringify({ error: message }));
}
