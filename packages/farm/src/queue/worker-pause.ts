import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import { delayAfter } from '../backoff.ts';
import { describeRedisError, type QueueConnection } from './connection.ts';
import { readFailedReason } from './failed-reason.ts';
import { toleratedFailures, type WorkerWaits } from './retry-policy.ts';
import type { WorkerEvents } from './worker-events.ts';
import type { WorkerWarnings } from './worker-warnings.ts';

/** Pauses of a BullMQ worker: it finishes its running jobs, and takes no others until it is resumed. */
export class WorkerPause implements Disposable {
  readonly #worker: Worker;
  readonly #stopped = new AbortController();

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  get isPaused(): boolean {
    return this.#worker.isPaused();
  }

  start(): void {
    void this.#worker.pause(true);
  }

  /** Pauses the worker for a number of milliseconds. */
  startFor(ms: number): void {
    this.start();
    sleep(ms, undefined, { signal: this.#stopped.signal }).then(
      () => this.#end(),
      () => {},
    );
  }

  /** Pauses, since BullMQ would ask Redis again at once, thousands of times a second. */
  startUntilRedisWorks({ health, address }: QueueConnection, error: Error): void {
    const reason = describeRedisError(error);
    health.failed(`cannot use ${address.shown}: ${reason}; waiting`, `used (${reason})`);
    if (this.isPaused) return;
    this.start();
    health.untilWorking().then(() => this.#end());
  }

  /** The worker is not resumed any more. */
  [Symbol.dispose](): void {
    this.#stopped.abort();
  }

  #end(): void {
    if (!this.#stopped.signal.aborted) void this.#worker.resume();
  }
}

export interface StoreFailuresSettings {
  /** Jobs that the worker does at the same time. */
  readonly processes: number;
  readonly waits: WorkerWaits;
  readonly pause: WorkerPause;
  readonly warnings: WorkerWarnings;
  readonly events: WorkerEvents;
}

/** Pauses a worker when it cannot store several outputs in a row. */
export class StoreFailures {
  readonly #settings: StoreFailuresSettings;
  /** Jobs that went back because of their store since a job was last done or the worker paused. */
  #count = 0;
  /** Pauses since a job was last done. */
  #pauses = 0;

  constructor(settings: StoreFailuresSettings) {
    this.#settings = settings;
  }

  /** Records that a job went back because of its store. */
  add(message: string): void {
    const { processes, waits, pause, warnings, events } = this.#settings;
    this.#count++;
    if (this.#count < processes + toleratedFailures || pause.isPaused) return;
    this.#count = 0;
    this.#pauses++;
    const warning = `outputs cannot be stored, so jobs wait: ${readFailedReason(message).problems.join('; ')}`;
    warnings.set(warning);
    if (this.#pauses === 1) events.notice(warning);
    pause.startFor(delayAfter(this.#pauses, waits.pause, waits.maxDelay));
  }

  /** Records that a job was done. */
  jobDone(): void {
    const { warnings, events } = this.#settings;
    if (this.#pauses > 0) {
      warnings.clear();
      events.notice('outputs can be stored again');
    }
    this.#count = 0;
    this.#pauses = 0;
  }
}
