import type { FastifyReply } from 'fastify';
import { onceOver } from './answer-over.ts';

/** Milliseconds from the end of what a client sends to the first question whether it is still there. */
const firstQuestionMs = 60;

/** The longest pause between two such questions, in milliseconds; each is twice the one before. */
const longestPauseMs = 1000;

/** Milliseconds after which a client that has closed the connection for good must have been found out. */
const doubtMs = 200;

/**
 * The client that waits for a response. One that ends its side of the connection may be gone, or may have sent all it
 * wants to send and wait for the response; TCP tells both in the same way. A client that is gone refuses what it is
 * sent, so it is sent 100 Continue, which the others skip.
 */
export class Client {
  readonly #gone = new AbortController();
  readonly #reply: FastifyReply;
  #doubt: Promise<void> | undefined;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
    const { socket, httpVersion } = reply.request.raw;
    const ended = () => {
      // HTTP/1.0 knows no 100 Continue.
      if (httpVersion === '1.0') socket.destroy();
      else this.#askUntilOver();
    };
    onceOver(reply, () => {
      socket.off('end', ended);
      if (!reply.raw.writableFinished) this.#gone.abort();
    });
    if (socket.readableEnded) ended();
    else socket.once('end', ended);
  }

  /** Aborted when the client is gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** While it is not known whether the client is gone: resolves once it is. */
  get doubt(): Promise<void> | undefined {
    return this.#doubt;
  }

  #askUntilOver(): void {
    const response = this.#reply.raw;
    const timers = new Set<NodeJS.Timeout>();
    const after = (ms: number, act: () => void) => timers.add(setTimeout(act, ms));
    const ask = (pauseMs: number) => {
      // Once a response goes out, it does the same.
      if (response.headersSent) return;
      // Behind another response, that one does.
      if (response.socket) response.writeContinue();
      // Only what is sent after the client's refusal has arrived fails.
      after(pauseMs, () => ask(Math.min(2 * pauseMs, longestPauseMs)));
    };
    after(firstQuestionMs, () => ask(firstQuestionMs));
    this.#doubt = new Promise((resolve) => {
      const settle = () => {
        this.#doubt = undefined;
        resolve();
      };
      after(doubtMs, settle);
      onceOver(this.#reply, () => {
        for (const timer of timers) clearTimeout(timer);
        settle();
      });
    });
  }
}
