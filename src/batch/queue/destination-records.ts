import type { Redis } from 'ioredis';

/** Seconds that it is remembered what became of a destination. */
const lifetimeSeconds = 24 * 3600;

/** Milliseconds after which a worker that uses a destination says so again. */
const renewalMs = 3_600_000;

/** Workers that stop because of a destination that none has used: more would mean that the batch is wrong. */
const mostStopped = 2;

/** What all workers know of the destinations of jobs, by the marks in them. */
export class DestinationRecords {
  readonly #redis: Redis;
  /** When this worker last said so of a destination. */
  readonly #used = new Map<string, number>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** A worker has stored an output in a destination. */
  async used(token: string): Promise<void> {
    const last = this.#used.get(token) ?? -Infinity;
    if (performance.now() - last < renewalMs) return;
    await this.#redis.set(`render-service:used:${token}`, '1', 'EX', lifetimeSeconds);
    this.#used.set(token, performance.now());
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
