import { Buffer } from 'node:buffer';
import type { FastifyReply } from 'fastify';
import { maxInputBytes } from '../project/limits.ts';
import { expectsContinue } from './answer.ts';
import { HttpError, tooManyRequests } from './http-error.ts';
import type { HttpLimits } from './limits.ts';
import { MinimumRate } from './minimum-rate.ts';
import type { Place } from './waiting-room.ts';
import './request-state.ts';

type BodyLimits = Pick<HttpLimits, 'sendingBytesPerSecond' | 'sendingWindowMs' | 'waitingBodyBytes'>;

/**
 * The whole body of a request, counted in its place while it arrives. Rejects with an HttpError: 413 when it is larger
 * than a project may be, by its declared length at once; 429 when the place has no room for it; what still arrives
 * then is left unread. A client that sends too slowly is disconnected.
 */
export function readBody(reply: FastifyReply, place: Place, limits: BodyLimits): Promise<Buffer> {
  const request = reply.request.raw;
  if (Number(request.headers['content-length'] ?? 0) > maxInputBytes) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(clientGone());
  if (expectsContinue(request)) reply.raw.writeContinue();
  reply.request.isBodyAsked = true;
  const rate = new MinimumRate(limits.sendingBytesPerSecond, limits.sendingWindowMs, performance.now());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const check = () => {
      const remainingMs = rate.remainingMs(performance.now());
      if (remainingMs <= 0) request.destroy();
      else checking = setTimeout(check, Math.ceil(remainingMs));
    };
    let checking = setTimeout(check, limits.sendingWindowMs);
    const finish = (settle: () => void) => {
      clearTimeout(checking);
      // The request may live on; what was read of it must not.
      request.off('data', take).off('end', whole).off('close', gone).off('error', gone);
      settle();
    };
    const take = (chunk: Buffer) => {
      rate.count(chunk.length, performance.now());
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxInputBytes) finish(() => reject(tooLarge()));
      else if (!place.add(chunk.length)) finish(() => reject(tooMuchAtOnce(limits)));
    };
    const whole = () => finish(() => resolve(Buffer.concat(chunks)));
    const gone = () => finish(() => reject(clientGone()));
    request.on('data', take).on('end', whole).on('close', gone).on('error', gone);
  });
}

function tooLarge(): HttpError {
  return new HttpError(413, `the body must be at most 32 MiB (${maxInputBytes} bytes)`);
}

function tooMuchAtOnce({ waitingBodyBytes }: BodyLimits): HttpError {
  return tooManyRequests(
    `the bodies of all requests that arrive at a time must be at most ${waitingBodyBytes} bytes together; retry in a moment`,
  );
}

function clientGone(): Error {
  return new Error('the client went away');
}
