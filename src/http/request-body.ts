import { Buffer } from 'node:buffer';
import type { FastifyReply } from 'fastify';
import { maxInputBytes } from '../project/limits.ts';
import { disconnect } from '../web/connections.ts';
import { HttpError, tooManyRequests } from '../web/errors.ts';
import { MinimumRate } from '../web/minimum-rate.ts';
import { expectsContinue } from '../web/request-head.ts';
import type { Reservation } from './client-memory.ts';
import type { HttpLimits } from './limits.ts';

type BodyLimits = Pick<HttpLimits, 'sendingBytesPerSecond' | 'sendingWindowMs' | 'waitingBodyBytes'>;

/**
 * Reads the whole body of a request, and counts it in `reservation` as it arrives. Rejects with an HttpError: 413 when
 * the body is larger than a project may be (at once if its declared length is); 429 when all bodies together exceed
 * their limit and this client is the slowest. The rest of the body is then left unread. A client that sends too slowly
 * is disconnected.
 */
export function readBody(reply: FastifyReply, reservation: Reservation, limits: BodyLimits): Promise<Buffer> {
  const request = reply.request.raw;
  if (Number(request.headers['content-length'] ?? 0) > maxInputBytes) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(clientLeft());
  if (expectsContinue(request)) reply.raw.writeContinue();
  reply.request.isBodyRequested = true;
  const rate = new MinimumRate(limits.sendingBytesPerSecond, limits.sendingWindowMs, performance.now());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const check = () => {
      const remainingMs = rate.remainingMs(performance.now());
      if (remainingMs <= 0) disconnect(request.socket, 'too slow');
      else checking = setTimeout(check, Math.ceil(remainingMs));
    };
    let checking = setTimeout(check, limits.sendingWindowMs);
    const finish = (settle: () => void) => {
      clearTimeout(checking);
      // The request may stay open; these listeners would keep its chunks in memory.
      request.off('data', take).off('end', complete).off('close', gone).off('error', gone);
      settle();
    };
    const take = (chunk: Buffer) => {
      rate.count(chunk.length, performance.now());
      reservation.countMoved(chunk.length);
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxInputBytes) finish(() => reject(tooLarge()));
      else if (!reservation.add(chunk.length)) finish(() => reject(tooMuchAtOnce(limits)));
    };
    const complete = () => finish(() => resolve(Buffer.concat(chunks)));
    const gone = () => finish(() => reject(clientLeft()));
    request.on('data', take).on('end', complete).on('close', gone).on('error', gone);
  });
}

function tooLarge(): HttpError {
  return new HttpError(413, `the body must be at most 32 MiB (${maxInputBytes} bytes)`);
}

function tooMuchAtOnce({ waitingBodyBytes }: BodyLimits): HttpError {
  return tooManyRequests(
    `request bodies that arrive at the same time must total at most ${waitingBodyBytes} bytes; retry in a moment`,
  );
}

function clientLeft(): Error {
  return new Error('the client disconnected');
}
