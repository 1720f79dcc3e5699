import type { QueueConnection } from './connection.ts';

/** Priorities of batches, the highest first. All jobs of a higher priority go first. */
export const batchPriorities = ['high', 'normal', 'low'] as const;
export type BatchPriority = (typeof batchPriorities)[number];

/** Largest priority number of BullMQ; 1 is served first. */
const greatest = 2_097_151;

/** BullMQ sorts jobs by their priority times this, plus a counter. */
const scoreOfPriority = 0x100000000;

const bandWidth = Math.floor(greatest / batchPriorities.length);

/** Scores of each priority's jobs in BullMQ: from `least` to below `beyond`, the next job first. */
export function scoresOfPriorities(): readonly { readonly least: number; readonly beyond: number }[] {
  return batchPriorities.map((_, index) => scoresOfBand(index));
}

function scoresOfBand(index: number): { readonly least: number; readonly beyond: number } {
  const first = firstOf(index);
  return { least: first * scoreOfPriority, beyond: (first + bandWidth) * scoreOfPriority };
}

/** First number of a priority in BullMQ. */
function firstOf(index: number): number {
  return 1 + index * bandWidth;
}

/**
 * Assigns the jobs of a batch their places in the queue. Batches of the same priority take turns: the first job of a
 * batch gets the number that is served now, each further job the next number, and the lowest number is served first. A
 * few rows that are queued after many therefore do not wait for all of them.
 */
export class FairTurns {
  /** Returns BullMQ's priority for a job that goes behind all jobs of its own priority that wait now. */
  static async last({ redis, queue }: QueueConnection, priority: number): Promise<number> {
    const band = Math.min(batchPriorities.length - 1, Math.floor((priority - 1) / bandWidth));
    const { least, beyond } = scoresOfBand(band);
    const [, score] = await redis.zrevrangebyscore(
      ...([queue.toKey('prioritized'), `(${beyond}`, least, 'WITHSCORES', 'LIMIT', 0, 1] as const),
    );
    if (score === undefined) return priority;
    return Math.min(firstOf(band) + bandWidth - 1, Math.floor(Number(score) / scoreOfPriority) + 1);
  }

  readonly #connection: QueueConnection;
  readonly #band: number;
  readonly #first: number;
  #next: number;

  constructor(connection: QueueConnection, priority: BatchPriority) {
    this.#connection = connection;
    this.#band = batchPriorities.indexOf(priority);
    this.#first = firstOf(this.#band);
    this.#next = this.#first;
  }

  /** Returns BullMQ's priorities for the next `count` jobs of the batch. */
  async take(count: number): Promise<readonly number[]> {
    const served = await this.#served();
    // A late batch does not catch up on the turns that it missed.
    const start = Math.max(this.#next, served);
    this.#next = start + count;
    const last = this.#first + bandWidth - 1;
    return Array.from({ length: count }, (_, index) => Math.min(last, start + index));
  }

  /** The number of this priority that is served next, or its first number if no job waits. */
  async #served(): Promise<number> {
    const { redis, queue } = this.#connection;
    const { least, beyond } = scoresOfBand(this.#band);
    const [, score] = await redis.zrangebyscore(
      ...([queue.toKey('prioritized'), least, `(${beyond}`, 'WITHSCORES', 'LIMIT', 0, 1] as const),
    );
    return score === undefined ? this.#first : Math.floor(Number(score) / scoreOfPriority);
  }
}
