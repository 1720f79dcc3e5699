import type { Redis } from 'ioredis';

/** Seconds for which the use of a destination is remembered. */
const lifetimeSeconds = 24 * 3600;

/** Milliseconds after which a worker records the use of a destination again. */
const renewalMs = 3_600_000;

/**
 * Maximum number of workers that stop because of a destination that no worker has used. If more fail, the destination
 * itself is wrong.
 */
const maxStopped = 2;

/** Records, for each mark, whether workers could use its destination. */
export class DestinationRecords {
  readonly #redis: Redis;
  /** Time of this worker's last record for each destination. */
  readonly #used = new Map<string, number>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Records that a worker has stored an output in a destination. */
  async used(token: string): Promise<void> {
    const last = this.#used.get(token) ?? -Infinity;
    if (performance.now() - last < renewalMs) return;
    await this.#redis.set(`render-service:used:${token}`, '1', 'EX', lifetimeSeconds);
    this.#used.set(token, performance.now());
  }

  /**
   * Records that a worker cannot use a destination. Returns whether that is the worker's fault rather than the
   * batch's. It is if other workers have used the destination, and for the first workers if none has. Otherwise a
   * batch with a folder that only its own machine has would stop all workers one after the other, and with them all
   * other batches.
   */
  async isWorkersFault(token: string): Promise<boolean> {
    if ((await this.#redis.exists(`render-service:used:${token}`)) === 1) return true;
    const key = `render-service:refusals:${token}`;
    const refusals = await this.#redis.incr(key);
    await this.#redis.expire(key, lifetimeSeconds);
    return refusals <= maxStopped;
  }
}
