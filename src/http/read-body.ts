import { Buffer } from 'node:buffer';
import type { FastifyReply } from 'fastify';
import { maxInputBytes } from '../project/limits.ts';
import { expectsContinue } from './answer.ts';
import { HttpError } from './http-error.ts';
import './request-state.ts';

/** Milliseconds without bytes after which a client that still owes a part of its body is cut off. */
const silenceMs = 30_000;

/**
 * The whole body of a request. Rejects with an HttpError 413 when it is larger than a project may be, by its
 * declared length at once; what still arrives then is left unread. A client that stops sending is disconnected.
 */
export function readBody(reply: FastifyReply): Promise<Buffer> {
  const request = reply.request.raw;
  if (Number(request.headers['content-length'] ?? 0) > maxInputBytes) return Promise.reject(tooLarge());
  if (expectsContinue(request)) reply.raw.writeContinue();
  reply.request.isBodyAsked = true;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const silence = setTimeout(() => request.destroy(), silenceMs);
    const finish = (settle: () => void) => {
      clearTimeout(silence);
      // The request may live on; what was read of it must not.
      request.off('data', take).off('end', whole).off('close', gone).off('error', gone);
      settle();
    };
    const take = (chunk: Buffer) => {
      silence.refresh();
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxInputBytes) finish(() => reject(tooLarge()));
    };
    const whole = () => finish(() => resolve(Buffer.concat(chunks)));
    const gone = () => finish(() => reject(new Error('the client went away')));
    request.on('data', take).on('end', whole).on('close', gone).on('error', gone);
  });
}

function tooLarge(): HttpError {
  return new HttpError(413, `the body must be at most 32 MiB (${maxInputBytes} bytes)`);
}
