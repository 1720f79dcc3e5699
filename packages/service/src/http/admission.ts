import { onAbort } from '@render-service/engine/files';
import type { FastifyRequest } from 'fastify';
import { tooManyRequests } from '../web/errors.ts';
import { ClientMemory, type Reservation } from './client-memory.ts';
import { disconnect } from './connections.ts';
import type { HttpLimits } from './limits.ts';

/**
 * Decides which requests the service works on. Only one request holds the slot, from the moment its body is complete
 * until its response is in memory. Bodies that are still arriving and responses that are still being read do not hold
 * the slot; their number and bytes are limited instead, and their slowest clients are disconnected when others need the
 * room.
 */
export class Admission {
  readonly #limits: HttpLimits;
  readonly #bodies: ClientMemory;
  readonly #responses: ClientMemory;
  /** The work that holds the slot. */
  #work: symbol | undefined;

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
  async admitBody({ raw }: FastifyRequest): Promise<Reservation> {
    this.#checkSlot();
    if (!(await this.#bodies.makeRoom())) {
      throw tooManyRequests(
        `at most ${this.#limits.waitingBodies} request bodies may arrive at the same time; retry in a moment`,
      );
    }
    return this.#bodies.reserve(() => disconnect(raw.socket, 'gave way'));
  }

  /** Starts work on a complete body; call the returned function to end it. Rejects with an HttpError 429 as above. */
  async startWork(): Promise<() => void> {
    if (!(await this.#responses.makeRoom())) {
      throw tooManyRequests('too many clients have not read their responses yet; retry in a moment');
    }
    this.#checkSlot();
    const work = Symbol('work');
    this.#work = work;
    return () => {
      // Another request may hold the slot by now.
      if (this.#work === work) this.#work = undefined;
    };
  }

  /**
   * Counts a response until its client has read it or disconnected. Call the returned function when some bytes were
   * read.
   */
  countResponse({ raw, ended }: FastifyRequest, bytes: number): (bytesRead: number) => void {
    const { countMoved, release } = this.#responses.reserve(() => disconnect(raw.socket, 'gave way'), bytes);
    onAbort(ended, release);
    return countMoved;
  }

  #checkSlot(): void {
    if (this.#work === undefined) return;
    throw tooManyRequests('another inspect or render request is running; retry after it finishes');
  }
}
