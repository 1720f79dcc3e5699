import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { disconnect } from '../web/connections.ts';
import { onceResponseEnds } from './response.ts';

/** Milliseconds for the responses to requests whose work was stopped by the shutdown. */
const lastResponsesMs = 2_000;

/** The responses that a server has not finished, so it can shut down without cutting one off. */
export class PendingResponses {
  readonly #server: Server;
  readonly #pending = new Set<FastifyReply>();
  #whenEmpty: () => void = () => {};

  constructor(server: Server) {
    this.#server = server;
  }

  add(reply: FastifyReply): void {
    this.#pending.add(reply);
    onceResponseEnds(reply, () => {
      this.#pending.delete(reply);
      if (this.#pending.size === 0) this.#whenEmpty();
    });
  }

  /** Whether a response on this connection has started but not finished. */
  isSendingOn(connection: Socket): boolean {
    return [...this.#pending].some(
      ({ raw, request }) => raw.headersSent && request.raw.socket === connection,
    );
  }

  /**
   * Stops listening and waits at most `graceMs` milliseconds for pending responses. Then calls `onLimit`, which should
   * make the rest respond, waits a moment for that, and closes all connections.
   */
  async end(graceMs: number, onLimit: () => void): Promise<void> {
    this.#server.close();
    if (!(await this.#isEmptyWithin(graceMs))) {
      onLimit();
      await this.#isEmptyWithin(lastResponsesMs);
    }
    for (const { request } of this.#pending) disconnect(request.raw.socket, 'shutting down');
    this.#server.closeAllConnections();
  }

  async #isEmptyWithin(ms: number): Promise<boolean> {
    if (this.#pending.size === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    return this.#pending.size === 0;
  }
}
