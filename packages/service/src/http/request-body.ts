import { Buffer } from 'node:buffer';
import { maxInputBytes } from '@render-service/engine/files';
import type { FastifyReply } from 'fastify';
import { HttpError, tooManyRequests } from '../web/errors.ts';
import { expectsContinue } from '../web/request-head.ts';
import type { Reservation } from './client-memory.ts';
import { requireRate } from './connections.ts';
import type { HttpLimits } from './limits.ts';

type BodyLimits = Pick<HttpLimits, 'sendingBytesPerSecond' | 'sendingWindowMs' | 'waitingBodyBytes'>;

/**
 * Reads the whole body of a request, and counts it in `reservation` as it arrives. Rejects with an HttpError: 413 when
 * the body is larger than a project may be (at once if its declared length is); 429 when all bodies together exceed
 * their limit and this client is the slowest. The rest of the body is then left unread. A client that sends too slowly
 * is disconnected.
 */
export async function readBody(
  reply: FastifyReply,
  reservation: Reservation,
  { sendingBytesPerSecond, sendingWindowMs, waitingBodyBytes }: BodyLimits,
): Promise<Buffer> {
  const request = reply.request.raw;
  if (Number(request.headers['content-length'] ?? 0) > maxInputBytes) throw tooLarge();
  if (expectsContinue(request)) {
    reply.raw.writeContinue();
    delete request.headers.expect;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const stop = requireRate(request.socket, sendingBytesPerSecond, sendingWindowMs, () => length);
  try {
    // A destroyed request could not be answered.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      reservation.countMoved(chunk.length);
      if (length > maxInputBytes) throw tooLarge();
      if (!reservation.add(chunk.length)) {
        throw tooManyRequests(
          `request bodies that arrive at the same time must total at most ${waitingBodyBytes} bytes; retry in a moment`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    stop();
  }
}

function tooLarge(): HttpError {
  return new HttpError(413, `the body must be at most 32 MiB (${maxInputBytes} bytes)`);
}
