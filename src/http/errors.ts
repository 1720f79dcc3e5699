import {
  describeUnexpected,
  RenderError,
  type RenderErrorCode,
  unexpectedCause,
} from '../render/render-error.ts';
import { HttpError } from './http-error.ts';

/** The status of every way in which a render can fail. Nobody hears of `aborted`: its client is gone. */
const renderErrorStatuses: Readonly<Record<RenderErrorCode, HttpError['status']>> = {
  'invalid-project': 422,
  'invalid-option': 422,
  unsupported: 422,
  failed: 422,
  'too-large': 413,
  timeout: 504,
  aborted: 500,
};

/** What a failure is for the client, and for the log. */
export interface Failure {
  readonly answer: HttpError;
  /** What only the log may tell. */
  readonly details: string | undefined;
}

/** Maps whatever was thrown while a request was handled. */
export function toFailure(error: unknown): Failure {
  if (error instanceof HttpError) return { answer: error, details: undefined };
  if (error instanceof RenderError) {
    const answer = new HttpError(renderErrorStatuses[error.code], error.message);
    return { answer, details: unexpectedCause(error) };
  }
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return { answer: new HttpError(415, 'the Content-Type must be application/json'), details: undefined };
  }
  return {
    answer: new HttpError(500, 'the service failed unexpectedly; its log has the details'),
    details: describeUnexpected(error),
  };
}

/** What is said of a request that is not HTTP, by the code of Node's error. */
export function toProtocolError(code: string | undefined): HttpError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'the request line and headers must be at most 16 KiB together');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'the request took too long to arrive');
    default:
      return new HttpError(400, 'the request is not valid HTTP/1.1');
  }
}
