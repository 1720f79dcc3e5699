import type { FastifyReply } from 'fastify';
import { onceResponseEnds } from './response.ts';

/** Milliseconds from the end of a client's data to the first probe. */
const firstProbeMs = 50;

/** The longest pause between two probes, in milliseconds; each pause is twice as long as the one before. */
const maxPauseMs = 1000;

/** A disconnected client rejects the first probe, so the second cannot be sent. */
const probesUntilSure = 2;

/**
 * The client that waits for a response. When it ends its side of the connection, it has either disconnected, or sent
 * everything and waits for the response; TCP does not distinguish the two. Both must work: a client that disconnects
 * frees the service within 500 ms, and `nc -N`, shell scripts and Node's `socket.end(request)` end their side after the
 * request. So the client is sent `100 Continue` as a probe: a disconnected client rejects it, any other ignores it.
 */
export class Client {
  readonly #gone = new AbortController();
  readonly #reply: FastifyReply;
  #mayRelease: Promise<void> | undefined;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
    const { socket, httpVersion } = reply.request.raw;
    const ended = () => {
      // HTTP/1.0 has no 100 Continue.
      if (httpVersion === '1.0') socket.destroy();
      else this.#probe();
    };
    onceResponseEnds(reply, () => {
      socket.off('end', ended);
      if (!reply.raw.writableFinished) this.#gone.abort();
    });
    if (socket.readableEnded) ended();
    else socket.once('end', ended);
  }

  /** Aborted when the client disconnects. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Pending while it is unclear whether the client has disconnected, in which case it will release the slot. */
  get mayRelease(): Promise<void> | undefined {
    return this.#mayRelease;
  }

  #probe(): void {
    const response = this.#reply.raw;
    this.#mayRelease = new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = () => {
        this.#mayRelease = undefined;
        resolve();
      };
      const probe = (sent: number, pauseMs: number) => {
        if (sent === probesUntilSure) settle();
        // From here on, the response itself shows whether the client is still connected.
        if (response.headersSent) return;
        // Without a socket, the response is queued behind another one on the connection, which shows the same.
        if (response.socket) response.writeContinue();
        timer = setTimeout(probe, pauseMs, sent + 1, Math.min(2 * pauseMs, maxPauseMs));
      };
      timer = setTimeout(probe, firstProbeMs, 0, firstProbeMs);
      onceResponseEnds(this.#reply, () => {
        clearTimeout(timer);
        settle();
      });
    });
  }
}
