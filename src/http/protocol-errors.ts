import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { errorBody } from './answer.ts';
import { isUnread } from './connections.ts';
import { toProtocolError } from './errors.ts';
import type { HttpError } from './http-error.ts';
import { logRequest, type RequestRecord } from './request-log.ts';

/** Milliseconds that a client has to take the answer before its connection is closed, whatever it still sends. */
const lingerMs = 2_000;

/** Codes of errors that say only that the client closed the connection. */
const clientGoneCodes: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'HPE_INVALID_EOF_STATE']);

/** Connections that have their last answer. */
const ending = new WeakSet<Socket>();

/**
 * Answers what Node could not read as a request, or not in time, and ends the connection. With `isAnswering` another
 * answer is on its way there, in whose midst nothing may stand: then the connection just ends.
 */
export function answerProtocolError(
  error: Error & { code?: string },
  socket: Socket,
  { log, isAnswering }: { log: FastifyBaseLogger; isAnswering: boolean },
): void {
  // What follows the unreadable is unreadable too.
  if (ending.has(socket) || isUnread(socket)) return;
  if (clientGoneCodes.has(error.code) || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  endWithError(socket, toProtocolError(error.code), log, { method: null, path: null });
}

/** Sends an answer that no request of the router has, as the last one of its connection. */
export function endWithError(
  socket: Socket,
  answer: HttpError,
  log: FastifyBaseLogger,
  request: Pick<RequestRecord, 'method' | 'path'>,
): void {
  ending.add(socket);
  const body = errorBody(answer);
  logRequest(log, { ...request, status: answer.status, ms: 0, bytes: body.length });
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body.toString()}`,
  );
  // Closed over unread data, the connection would take the answer with it.
  socket.resume();
  const limit = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(limit));
}
