import type { FastifyReply } from 'fastify';
import { ExclusiveSlot } from '../render/exclusive-slot.ts';
import { tooManyRequests } from '../web/errors.ts';
import type { Client } from './client.ts';
import { type HttpLimits, MemoryBudget, type Reservation } from './limits.ts';
import { onceResponseEnds } from './response.ts';

/**
 * Decides which requests are worked on. Only one holds the slot at a time, and only from when its body is complete
 * until its response is in memory. Bodies that are still arriving and responses that are still being read do not hold
 * it; their number and bytes are limited instead.
 */
export class Admission {
  readonly #limits: HttpLimits;
  readonly #slot = new ExclusiveSlot(() =>
    tooManyRequests('another inspect or render request is running; retry after it finishes'),
  );
  readonly #bodies: MemoryBudget;
  readonly #responses: MemoryBudget;

  constructor(limits: HttpLimits) {
    this.#limits = limits;
    this.#bodies = new MemoryBudget(limits.waitingBodies, limits.waitingBodyBytes);
    this.#responses = new MemoryBudget(limits.waitingResponses, limits.waitingResponseBytes);
  }

  /** Admits a body that is about to arrive. Rejects with an HttpError 429 when it could not be worked on. */
  async admitBody(): Promise<Reservation> {
    await this.#slot.untilFree();
    this.#checkResponses();
    if (this.#bodies.isFull) {
      throw tooManyRequests(
        `at most ${this.#limits.waitingBodies} request bodies may arrive at a time; retry in a moment`,
      );
    }
    return this.#bodies.reserve();
  }

  /** Starts work on a complete body; call the returned function to end it. Rejects with an HttpError 429 as above. */
  async startWork(client: Client): Promise<() => void> {
    await this.#slot.untilFree();
    this.#checkResponses();
    return this.#slot.take(client);
  }

  /** Counts a response until its client has read it or has left. */
  countResponse(reply: FastifyReply, bytes: number): void {
    const { release } = this.#responses.reserve(bytes);
    onceResponseEnds(reply, release);
  }

  #checkResponses(): void {
    if (!this.#responses.isFull) return;
    throw tooManyRequests('too many responses have not been read by their clients yet; retry in a moment');
  }
}
