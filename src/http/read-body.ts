import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxInputBytes } from '../project/limits.ts';
import { expectsContinue } from './answer.ts';
import { HttpError } from './http-error.ts';

/** Milliseconds without bytes after which a client that still owes a part of its body is cut off. */
const silenceMs = 30_000;

/**
 * The whole body of a request. Rejects with an HttpError 413 when it is larger than a project may be, by its
 * declared length at once; what still arrives then is left unread. A client that stops sending is disconnected.
 */
export function readBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxInputBytes) return Promise.reject(tooLarge());
  if (expectsContinue(request)) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const silence = setTimeout(() => request.destroy(), silenceMs);
    const finish = (settle: () => void) => {
      clearTimeout(silence);
      request.off('data', take);
      settle();
    };
    const take = (chunk: Buffer) => {
      silence.refresh();
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxInputBytes) finish(() => reject(tooLarge()));
    };
    request.on('data', take);
    request.once('end', () => finish(() => resolve(Buffer.concat(chunks))));
    // After the end this changes nothing any more.
    request.once('close', () => finish(() => reject(new Error('the client went away'))));
    request.once('error', () => finish(() => reject(new Error('the client went away'))));
  });
}

function tooLarge(): HttpError {
  return new HttpError(413, `the body must be at most 32 MiB (${maxInputBytes} bytes)`);
}
