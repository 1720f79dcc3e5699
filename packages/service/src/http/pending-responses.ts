import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { disconnect } from './connections.ts';

/** Milliseconds between two checks whether all responses have ended. */
const checkIntervalMs = 20;

/** The responses that have not ended. */
export class PendingResponses {
  readonly #replies = new Set<FastifyReply>();

  add(reply: FastifyReply): void {
    this.#replies.add(reply);
  }

  delete(reply: FastifyReply): void {
    this.#replies.delete(reply);
  }

  /** Whether a response is being sent on a connection. */
  isSendingOn(socket: Socket): boolean {
    return [...this.#replies].some(({ raw, request }) => raw.headersSent && request.raw.socket === socket);
  }

  /** Waits until all responses have ended, for at most `ms` milliseconds. Returns whether they have ended. */
  async endWithin(ms: number): Promise<boolean> {
    const limit = performance.now() + ms;
    while (this.#replies.size > 0 && performance.now() < limit) await sleep(checkIntervalMs);
    return this.#replies.size === 0;
  }

  /** Closes the connections of all responses. */
  disconnect(): void {
    for (const { request } of this.#replies) disconnect(request.raw.socket, 'shutting down');
  }
}
