import type { FastifyReply } from 'fastify';
import { disconnect } from '../web/connections.ts';
import { tooManyRequests } from '../web/errors.ts';
import type { Client } from './client.ts';
import { ClientMemory, type Reservation } from './client-memory.ts';
import { ExclusiveSlot } from './exclusive-slot.ts';
import type { HttpLimits } from './limits.ts';
import { onceResponseEnds } from './response.ts';

/**
 * Decides which requests the service works on. Only one request holds the slot, from the moment its body is complete
 * until its response is in memory. Bodies that are still arriving and responses that are still being read do not hold
 * the slot; their number and bytes are limited instead, and their slowest clients are disconnected when others need the
 * room.
 */
export class Admission {
  readonly #limits: HttpLimits;
  readonly #slot = new ExclusiveSlot(() =>
    tooManyRequests('another inspect or render request is running; retry after it finishes'),
  );
  readonly #bodies: ClientMemory;
  readonly #responses: ClientMemory;

  constructor(limits: HttpLimits) {
    const graceMs = limits.givingWayGraceMs;
    this.#limits = limits;
    this.#bodies = new ClientMemory({
      maxCount: limits.waitingBodies,
      maxBytes: limits.waitingBodyBytes,
      graceMs,
    });
    this.#responses = new ClientMemory({
      maxCount: limits.waitingResponses,
      maxBytes: limits.waitingResponseBytes,
      graceMs,
    });
  }

  /** Admits a body that is about to arrive. Rejects with an HttpError 429 if the service could not work on it. */
  async admitBody(reply: FastifyReply): Promise<Reservation> {
    await this.#slot.untilFree();
    if (!(await this.#bodies.makeRoom())) {
      throw tooManyRequests(
        `at most ${this.#limits.waitingBodies} request bodies may arrive at the same time; retry in a moment`,
      );
    }
    return this.#bodies.reserve(() => disconnect(reply.request.raw.socket, 'gave way'));
  }

  /** Starts work on a complete body; call the returned function to end it. Rejects with an HttpError 429 as above. */
  async startWork(client: Client): Promise<() => void> {
    if (!(await this.#responses.makeRoom())) {
      throw tooManyRequests('too many clients have not read their responses yet; retry in a moment');
    }
    await this.#slot.untilFree();
    return this.#slot.take(client);
  }

  /**
   * Counts a response until its client has read it or disconnected. Call the returned function when some bytes were
   * read.
   */
  countResponse(reply: FastifyReply, bytes: number): (bytesRead: number) => void {
    const { socket } = reply.request.raw;
    const { countMoved, release } = this.#responses.reserve(() => disconnect(socket, 'gave way'), bytes);
    onceResponseEnds(reply, release);
    return countMoved;
  }
}
