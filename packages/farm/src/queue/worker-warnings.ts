import type { Redis } from 'ioredis';
import { printable } from './queued-job.ts';

/** Seconds for which a warning is valid; a worker that still waits repeats it. */
const lifetimeSeconds = 120;
const maxWarningLength = 1000;

const keyOf = (version: string) => `render-service:warning:${version}`;

/** The last reason why workers of a version take no jobs, for the commands that wait for them. */
export class WorkerWarnings {
  readonly #redis: Redis;
  readonly #version: string;

  constructor(redis: Redis, version: string) {
    this.#redis = redis;
    this.#version = version;
  }

  /** Does not wait for Redis, and ignores its failures. */
  set(message: string): void {
    this.#redis.set(keyOf(this.#version), message, 'EX', lifetimeSeconds).catch(() => {});
  }

  /** Does not wait for Redis, and ignores its failures. */
  clear(): void {
    this.#redis.del(keyOf(this.#version)).catch(() => {});
  }

  /** Undefined if there is no warning. The text is safe to print even if another program wrote it. */
  async last(): Promise<string | undefined> {
    const message = await this.#redis.get(keyOf(this.#version));
    return message === null ? undefined : printable(message, maxWarningLength);
  }
}
