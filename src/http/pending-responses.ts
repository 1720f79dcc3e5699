import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { onceResponseEnds } from './response.ts';

/** The responses that a server has yet to finish, so that it can shut down without cutting one off. */
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

  /** Stops listening, waits at most `graceMs` milliseconds for pending responses, and closes all connections. */
  async end(graceMs: number): Promise<void> {
    this.#server.close();
    if (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenEmpty = resolve;
        setTimeout(resolve, graceMs);
      });
    }
    this.#server.closeAllConnections();
  }
}
