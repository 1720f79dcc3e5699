import type { FastifyReply } from 'fastify';
import { ExclusiveSlot } from '../render/exclusive-slot.ts';
import { onceOver } from './answer-over.ts';
import type { Client } from './client.ts';
import { tooManyRequests } from './http-error.ts';
import type { HttpLimits } from './limits.ts';
import { type Place, WaitingRoom } from './waiting-room.ts';

/**
 * Decides which requests are worked on. One works at a time, and the slot is its own only while it does: clients that
 * send or read slowly wait in two rooms instead, before and behind it, which are bounded in number and bytes.
 */
export class Admission {
  readonly #limits: HttpLimits;
  readonly #slot = new ExclusiveSlot(() =>
    tooManyRequests('another inspect or render request is running; retry after it finishes'),
  );
  readonly #bodies: WaitingRoom;
  readonly #responses: WaitingRoom;

  constructor(limits: HttpLimits) {
    this.#limits = limits;
    this.#bodies = new WaitingRoom(limits.waitingBodies, limits.waitingBodyBytes);
    this.#responses = new WaitingRoom(limits.waitingResponses, limits.waitingResponseBytes);
  }

  /** A place for a body that is about to arrive. Rejects with an HttpError 429 when nothing could be done with it. */
  async enter(): Promise<Place> {
    await this.#slot.untilFree();
    this.#checkResponses();
    if (this.#bodies.isFull) {
      throw tooManyRequests(
        `at most ${this.#limits.waitingBodies} requests may send their bodies at a time; retry in a moment`,
      );
    }
    return this.#bodies.enter();
  }

  /** Begins the work on a body that is whole; what is returned ends it. Rejects with an HttpError 429 as above. */
  async begin(client: Client): Promise<() => void> {
    await this.#slot.untilFree();
    this.#checkResponses();
    return this.#slot.take(client);
  }

  /** Counts a response until its client has it, or is gone. */
  deliver(reply: FastifyReply, bytes: number): void {
    const place = this.#responses.enter(bytes);
    onceOver(reply, place.leave);
  }

  #checkResponses(): void {
    if (!this.#responses.isFull) return;
    throw tooManyRequests('too many responses wait for their clients to read them; retry in a moment');
  }
}
