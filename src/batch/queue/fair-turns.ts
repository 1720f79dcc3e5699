import type { QueueConnection } from './connection.ts';

/** How batches go before others: all of a higher one first. */
export const batchPriorities = ['high', 'normal', 'low'] as const;
export type BatchPriority = (typeof batchPriorities)[number];

/** BullMQ's greatest priority; 1 is served first. */
const greatest = 2_097_151;

/** BullMQ keeps jobs by their priority times this, plus a count. */
const scoreOfPriority = 0x100000000;

const bandWidth = Math.floor(greatest / batchPriorities.length);

/** The scores that the jobs of each priority have in BullMQ: from `least` to below `beyond`, the next one first. */
export function scoresOfPriorities(): readonly { readonly least: number; readonly beyond: number }[] {
  return batchPriorities.map((_, index) => {
    const first = firstOf(index);
    return { least: first * scoreOfPriority, beyond: (first + bandWidth) * scoreOfPriority };
  });
}

/** The number in BullMQ that a priority begins with. */
function firstOf(index: number): number {
  return 1 + index * bandWidth;
}

/**
 * Gives the jobs of a batch their places in the queue. Batches of the same priority take turns: each job has a number that
 * is one more than that of the job before it in its batch, the first of a batch has the number that is served now, and the
 * lowest number is served first. So a few rows that are queued after many do not wait for all of them.
 */
export class FairTurns {
  readonly #connection: QueueConnection;
  readonly #first: number;
  #next: number;

  constructor(connection: QueueConnection, priority: BatchPriority) {
    this.#connection = connection;
    this.#first = firstOf(batchPriorities.indexOf(priority));
    this.#next = this.#first;
  }

  /** BullMQ's priorities for the next so many jobs of the batch. */
  async take(count: number): Promise<readonly number[]> {
    const served = await this.#served();
    // A batch that comes late has no claim to the turns that it missed.
    const start = Math.max(this.#next, served);
    this.#next = start + count;
    const last = this.#first + bandWidth - 1;
    return Array.from({ length: count }, (_, index) => Math.min(last, start + index));
  }

  /** The number of this priority that is served next; the first one if no job waits. */
  async #served(): Promise<number> {
    const { redis, queue } = this.#connection;
    const least = this.#first * scoreOfPriority;
    const beyond = (this.#first + bandWidth) * scoreOfPriority;
    const [, score] = await redis.zrangebyscore(
      ...([queue.toKey('prioritized'), least, `(${beyond}`, 'WITHSCORES', 'LIMIT', 0, 1] as const),
    );
    return score === undefined ? this.#first : Math.floor(Number(score) / scoreOfPriority);
  }
}
