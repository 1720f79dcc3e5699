import { Buffer } from 'node:buffer';
import type { ErrorStatus } from '../contract/operations.ts';
import {
  describeUnexpected,
  RenderError,
  type RenderErrorCode,
  unexpectedCause,
} from '../render/render-error.ts';

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

interface TableRow {
  readonly status: HttpError['status'];
  /** Omitted if the error's own message is for the client. */
  readonly message?: string;
}

/** The responses to errors other than an HttpError, by the error's code. */
const errorTable = {
  // Renders. No client sees `aborted`, because it has disconnected.
  'invalid-project': { status: 422 },
  'invalid-option': { status: 422 },
  unsupported: { status: 422 },
  failed: { status: 422 },
  'too-large': { status: 413 },
  timeout: { status: 504 },
  aborted: { status: 500 },

  // Fastify.
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'the Content-Type must be application/json' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'the body of the request is too large' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, message: 'the body of the request must be JSON, but is empty' },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, message: 'the body of the request must be valid JSON' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    message: 'the body of the request must be as long as its Content-Length',
  },

  // Node's HTTP parser.
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'the request line and headers must be at most 16 KiB together',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request took too long to arrive' },
} as const satisfies Readonly<Record<RenderErrorCode, TableRow> & Record<string, TableRow>>;

const unexpectedFailure = {
  status: 500,
  message: "unexpected failure; the service's log has the details",
} as const satisfies TableRow;

const unreadableRequest = {
  status: 400,
  message: 'the request is not valid HTTP/1.1',
} as const satisfies TableRow;

/** An error as the client and the log see it. */
export interface Failure {
  readonly error: HttpError;
  /** For the log only. */
  readonly details: string | undefined;
}

/** Maps anything thrown while a request was handled. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof HttpError) return { error: thrown, details: undefined };
  if (thrown instanceof RenderError) {
    const { status } = errorTable[thrown.code];
    return { error: new HttpError(status, thrown.message), details: unexpectedCause(thrown) };
  }
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (isFastifyCode(code)) return { error: fromRow(errorTable[code]), details: undefined };
  return { error: fromRow(unexpectedFailure), details: describeUnexpected(thrown) };
}

/** The error for a request that Node could not read, by the code of Node's error. */
export function toProtocolError(code: string | undefined): HttpError {
  const isKnown = code === 'HPE_HEADER_OVERFLOW' || code === 'ERR_HTTP_REQUEST_TIMEOUT';
  return fromRow(isKnown ? errorTable[code] : unreadableRequest);
}

/** Refuses a request that the service has no room for at the moment. */
export function tooManyRequests(message: string): HttpError {
  return new HttpError(429, message, { 'retry-after': '1' });
}

/** The JSON body of an error response. */
export function errorBody({ message }: HttpError): Buffer {
  return Buffer.from(JSON.stringify({ error: message }));
}

function isFastifyCode(code: unknown): code is Extract<keyof typeof errorTable, `FST_${string}`> {
  return typeof code === 'string' && code.startsWith('FST_') && Object.hasOwn(errorTable, code);
}

function fromRow({ status, message }: Required<TableRow>): HttpError {
  return new HttpError(status, message);
}
