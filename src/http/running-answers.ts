import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { onceOver } from './answer-over.ts';

/** The answers that a server still owes, so that it can end without cutting one off. */
export class RunningAnswers {
  readonly #server: Server;
  readonly #running = new Set<FastifyReply>();
  #whenEmpty: () => void = () => {};

  constructor(server: Server) {
    this.#server = server;
  }

  add(reply: FastifyReply): void {
    this.#running.add(reply);
    onceOver(reply, () => {
      this.#running.delete(reply);
      if (this.#running.size === 0) this.#whenEmpty();
    });
  }

  /** Whether an answer has begun to go out on a connection and is not out yet. */
  isAnswering(connection: Socket): boolean {
    return [...this.#running].some(
      ({ raw, request }) => raw.headersSent && request.raw.socket === connection,
    );
  }

  /** Stops listening, waits for what is owed, at most `graceMs` milliseconds, and closes every connection. */
  async end(graceMs: number): Promise<void> {
    this.#server.close();
    if (this.#running.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenEmpty = resolve;
        setTimeout(resolve, graceMs);
      });
    }
    this.#server.closeAllConnections();
  }
}
