import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { errorBody, type HttpError } from '../web/errors.ts';
import { expectsContinue, hasBody } from '../web/request-head.ts';

/** Large responses are sent in slices of this size, so they are not copied as a whole. */
const sliceBytes = 128 * 1024;

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
 * Sends an error response. If the request's body is still arriving, the connection stays open and Node discards the
 * rest: closing a connection with unread data can lose the response.
 */
export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  const request = reply.request.raw;
  reply.code(error.status).headers(error.headers);
  if (hasBody(request) && !request.readableEnded) {
    // A client that waits to be asked for its body may never send it.
    reply.header('connection', expectsContinue(request) ? 'close' : 'keep-alive');
    request.resume();
  }
  return sendBytes(reply, 'application/json', errorBody(error));
}

/**
 * A signal that is aborted when a response was sent or can no longer be sent. A response queued behind others on its
 * connection emits no event when the connection closes, so this listens to both.
 */
export function endOf({ raw: response, request }: FastifyReply): AbortSignal {
  const ended = new AbortController();
  const { socket } = request.raw;
  const end = () => {
    socket.off('close', end);
    ended.abort();
  };
  if (socket.destroyed) end();
  response.once('close', end);
  // Many requests may be waiting on one connection.
  socket.setMaxListeners(0).once('close', end);
  return ended.signal;
}
