import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpError } from './http-error.ts';
import './request-state.ts';

/** Milliseconds that a refused request may go on sending its body before it is cut off. */
const lingerMs = 30_000;

/** A large answer goes out in slices of this size, so that no copy of it all is made. */
const sliceBytes = 128 * 1024;

/** Answers with JSON. */
export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return sendBytes(reply, 'application/json', Buffer.from(JSON.stringify(value)));
}

/** Answers with the bytes of a document or file. */
export function sendBytes(reply: FastifyReply, mediaType: string, bytes: Uint8Array): FastifyReply {
  reply.type(mediaType);
  if (bytes.length <= sliceBytes) return reply.send(bytes);
  reply.header('content-length', bytes.length);
  return reply.send(Readable.from(inSlices(bytes), { objectMode: false }));
}

/** Each slice is asked for when those before it were taken off. */
function* inSlices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
  }
}

/** The JSON of an error's answer. */
export function errorBody({ message }: HttpError): Buffer {
  return Buffer.from(JSON.stringify({ error: message }));
}

/**
 * Answers with an error. While the request's body still arrives the connection stays open and what comes is thrown
 * away: a connection that is closed over unread data takes the answer with it.
 */
export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  const request = reply.request.raw;
  const body = errorBody(error);
  reply.code(error.status).headers(error.headers);
  if (!hasBody(request) || request.readableEnded) return sendBytes(reply, 'application/json', body);
  if (expectsContinue(request) && !reply.request.isBodyAsked) {
    // Unless it is asked for, the body may never come; the next request needs another connection.
    reply.header('connection', 'close');
    return sendBytes(reply, 'application/json', body);
  }
  reply.header('content-length', body.length);
  const lingering = Readable.from(answerThenDrain(body, reply.request), { objectMode: false });
  lingering.on('error', () => reply.raw.destroy());
  return reply.type('application/json').send(lingering);
}

async function* answerThenDrain(body: Buffer, request: FastifyRequest): AsyncGenerator<Buffer> {
  yield body;
  request.isAnswered = true;
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

/** Whether a request says that a body follows its head. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the client waits for a word before it sends its body. */
export function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';
}
