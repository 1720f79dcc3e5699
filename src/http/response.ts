import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, type HttpError } from '../web/errors.ts';
import { expectsContinue, hasBody } from '../web/request-head.ts';

/** Milliseconds for which the rest of a refused request's body is read and discarded. */
const lingerMs = 30_000;

/** Large responses are sent in slices of this size, so they are not copied as a whole. */
const sliceBytes = 128 * 1024;

/** Sends JSON. */
export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return sendBytes(reply, 'application/json', Buffer.from(JSON.stringify(value)));
}

/**
 * Sends the bytes of a document or file. `countRead` is called with the number of bytes that the client has just read.
 */
export function sendBytes(
  reply: FastifyReply,
  mediaType: string,
  bytes: Uint8Array,
  countRead: (bytes: number) => void = () => {},
): FastifyReply {
  reply.type(mediaType);
  if (bytes.length <= sliceBytes) return reply.send(bytes);
  reply.header('content-length', bytes.length);
  return reply.send(Readable.from(inSlices(bytes, countRead), { objectMode: false }));
}

/** The stream takes the next slice only when the client has read the previous ones. */
function* inSlices(bytes: Uint8Array, countRead: (bytes: number) => void): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
    countRead(sliceBytes);
  }
}

/**
 * Sends an error response. If the request's body is still arriving, the connection stays open and the body is
 * discarded: closing a connection with unread data can lose the response.
 */
export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  const request = reply.request.raw;
  const body = errorBody(error);
  reply.code(error.status).headers(error.headers);
  if (!hasBody(request) || request.readableEnded) return sendBytes(reply, 'application/json', body);
  if (expectsContinue(request) && !reply.request.isBodyRequested) {
    // The client may never send the body, so the connection cannot be used for another request.
    reply.header('connection', 'close');
    return sendBytes(reply, 'application/json', body);
  }
  reply.header('content-length', body.length);
  const lingering = Readable.from(sendThenDrain(body, reply.request), { objectMode: false });
  lingering.on('error', () => reply.raw.destroy());
  return reply.type('application/json').send(lingering);
}

async function* sendThenDrain(body: Buffer, request: FastifyRequest): AsyncGenerator<Buffer> {
  yield body;
  request.isResponseSent = true;
  const { raw } = request;
  if (raw.destroyed || raw.readableEnded) return;
  const limit = setTimeout(() => raw.destroy(), lingerMs);
  await new Promise<void>((resolve) => {
    raw.once('end', resolve);
    raw.once('close', resolve);
    raw.resume();
  });
  clearTimeout(limit);
}

/**
 * Calls back once, when a response was sent or can no longer be sent; at once if its connection is already closed. A
 * response queued behind others on its connection emits no event when the connection closes, so this listens to both.
 */
export function onceResponseEnds(reply: FastifyReply, callback: () => void): void {
  const response = reply.raw;
  const { socket } = reply.request.raw;
  if (socket.destroyed) {
    callback();
    return;
  }
  let hasEnded = false;
  const end = () => {
    // A closing connection may emit both events before a listener can be removed.
    if (hasEnded) return;
    hasEnded = true;
    response.off('close', end);
    socket.off('close', end);
    callback();
  };
  response.on('close', end);
  // Many requests may be waiting on one connection.
  socket.setMaxListeners(0);
  socket.on('close', end);
}
