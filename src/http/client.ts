import type { FastifyReply } from 'fastify';
import { onceOver } from './answer-over.ts';

/** Milliseconds from the end of what a client sends to the first question whether it is still there. */
const firstQuestionMs = 50;

/** The longest pause between two such questions, in milliseconds; each is twice as long as the one before. */
const longestPauseMs = 1000;

/** A client that is gone refuses the first question, and then the second one cannot be sent. */
const questionsUntilSure = 2;

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
    this.#doubt = new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = () => {
        this.#doubt = undefined;
        resolve();
      };
      const ask = (questions: number, pauseMs: number) => {
        if (questions === questionsUntilSure) settle();
        // Once a response goes out, it does the same, be it this one or one before it on the connection.
        if (response.headersSent) return;
        if (response.socket) response.writeContinue();
        timer = setTimeout(ask, pauseMs, questions + 1, Math.min(2 * pauseMs, longestPauseMs));
      };
      timer = setTimeout(ask, firstQuestionMs, 0, firstQuestionMs);
      onceOver(this.#reply, () => {
        clearTimeout(timer);
        settle();
      });
    });
  }
}
