import type { Redis } from 'ioredis';
import { printable } from './queued-job.ts';

/** Seconds that a complaint counts; a worker that still waits repeats it. */
const lifetimeSeconds = 120;
const longestComplaint = 1000;

const keyOf = (version: string) => `render-service:complaint:${version}`;

/** Why workers of a version do no jobs, for those who wait for them: what a worker said last, as long as it holds. */
export class Complaints {
  readonly #redis: Redis;
  readonly #version: string;

  constructor(redis: Redis, version: string) {
    this.#redis = redis;
    this.#version = version;
  }

  /** Does not wait for Redis, and does nothing if that fails. */
  make(message: string): void {
    this.#redis.set(keyOf(this.#version), message, 'EX', lifetimeSeconds).catch(() => {});
  }

  /** As `make`. */
  withdraw(): void {
    this.#redis.del(keyOf(this.#version)).catch(() => {});
  }

  /** Undefined if there is none. Text that a terminal takes for nothing else, whoever wrote it. */
  async last(): Promise<string | undefined> {
    const message = await this.#redis.get(keyOf(this.#version));
    return message === null ? undefined : printable(message, longestComplaint);
  }
}
