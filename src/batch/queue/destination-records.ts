import type { Redis } from 'ioredis';

/** Seconds that it is remembered what became of a destination. */
const lifetimeSeconds = 24 * 3600;

/** Workers that stop because of a destination that none has used: more would mean that the batch is wrong. */
const mostStopped = 2;

/** What all workers know of the destinations of jobs, by the marks in them. */
export class DestinationRecords {
  readonly #redis: Redis;
  readonly #used = new Set<string>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** A worker has stored an output in a destination. */
  async used(token: string): Promise<void> {
    if (this.#used.has(token)) return;
    await this.#redis.set(`render-service:used:${token}`, '1', 'EX', lifetimeSeconds);
    this.#used.add(token);
  }

  /**
   * A worker cannot use a destination. Gives whether that is the worker's fault rather than the batch's: so it is if others
   * can. If none has so far, it is taken for the first workers' fault; otherwise a batch that names a folder which only its
   * own machine has would stop one worker after the other, and with them all other batches.
   */
  async isWorkersFault(token: string): Promise<boolean> {
    if ((await this.#redis.exists(`render-service:used:${token}`)) === 1) return true;
    const key = `render-service:refusals:${token}`;
    const refusals = await this.#redis.incr(key);
    await this.#redis.expire(key, lifetimeSeconds);
    return refusals <= mostStopped;
  }
}
