import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, QueueEvents } from 'bullmq';
import type { ProblemCode } from '../make-output.ts';
import { closed, type QueueConnection } from './connection.ts';
import { readFailedReason } from './failed-reason.ts';
import { jobResultSchema, type QueuedJobResult } from './queued-job.ts';

/** How the job of a row ended. */
export type FollowedEnd = { /** What the last try took. */ readonly seconds: number } & (
  | { readonly outcome: 'done'; readonly result: QueuedJobResult }
  | { readonly outcome: 'failed'; readonly code: ProblemCode; readonly problems: readonly string[] }
);

export interface FollowListener<Row> {
  ended(row: Row, end: FollowedEnd): void | Promise<void>;
  /** Why nothing happens, such as that no worker is there. */
  notice(message: string): void;
}

/** Milliseconds between two looks at jobs whose events may have been lost. */
const sweepIntervalMs = 1000;
/** Jobs that are looked at in one of them; more, when the queue has nothing to do. */
const sweepJobs = 250;
/** Jobs that are read from Redis at once. */
const readAtOnce = 250;
/** Milliseconds between two looks at workers and the pause. */
const watchIntervalMs = 5000;
const firstWatchMs = 1000;

/**
 * Follows jobs to their end. Events tell at once which job ended; since events may be lost with a connection, every job is
 * also looked at from time to time. A job that has disappeared is reported as failed, so that nobody waits for it.
 */
export class JobFollower<Row> implements AsyncDisposable {
  readonly #connection: QueueConnection;
  readonly #listener: FollowListener<Row>;
  readonly #events: QueueEvents;
  /** Row of each job that has not ended, by the job's id; the first were looked at longest ago. */
  readonly #open = new Map<string, Row>();
  readonly #adding = new Set<string>();
  readonly #changed = new Set<string>();
  #wake: () => void = () => {};
  #lastNotice = '';

  private constructor(connection: QueueConnection, listener: FollowListener<Row>) {
    this.#connection = connection;
    this.#listener = listener;
    this.#events = connection.openEvents();
    const changed = ({ jobId }: { jobId: string }) => {
      if (!this.#open.has(jobId)) return;
      this.#changed.add(jobId);
      this.#wake();
    };
    for (const name of ['completed', 'failed', 'removed'] as const) this.#events.on(name, changed);
  }

  /** Listens from now on. */
  static async open<Row>(
    connection: QueueConnection,
    listener: FollowListener<Row>,
  ): Promise<JobFollower<Row>> {
    const follower = new JobFollower(connection, listener);
    await Promise.race([connection.lost, follower.#events.waitUntilReady()]);
    return follower;
  }

  /** Jobs that have not ended. */
  get openJobs(): number {
    return this.#open.size;
  }

  /** Jobs that are about to be added. */
  adding(jobs: readonly { readonly id: string; readonly row: Row }[]): void {
    for (const { id, row } of jobs) {
      this.#open.set(id, row);
      this.#adding.add(id);
    }
  }

  added(jobs: readonly { readonly id: string }[]): void {
    for (const { id } of jobs) this.#adding.delete(id);
  }

  /** Reports jobs as they end. Resolves when `adding` is over and all have ended; rejects as it does, or with the signal's reason. */
  async follow(adding: Promise<unknown>, signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    let isAdding = true;
    const added = adding.then(() => {
      isAdding = false;
      this.#wake();
    });
    const follow = async () => {
      let watchAt = performance.now() + firstWatchMs;
      let sweepAt = performance.now() + sweepIntervalMs;
      while (isAdding || this.#open.size > 0) {
        if (this.#changed.size === 0) await this.#changeOr(sweepAt - performance.now(), stop.signal);
        if (stop.signal.aborted) return;
        const changed = first(this.#changed, readAtOnce);
        for (const id of changed) this.#changed.delete(id);
        await this.#look(changed);
        if (performance.now() >= sweepAt) {
          await this.#sweep();
          sweepAt = performance.now() + sweepIntervalMs;
        }
        if (performance.now() >= watchAt) {
          await this.#watch();
          watchAt = performance.now() + watchIntervalMs;
        }
      }
    };
    const following = follow();
    following.catch(() => {});
    try {
      await Promise.race([Promise.all([added, following]), this.#connection.lost, aborted(signal)]);
    } finally {
      stop.abort();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closed(this.#events.close());
  }

  async #changeOr(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await sleep(Math.max(0, ms), undefined, { signal: AbortSignal.any([woken.signal, signal]) }).catch(
      () => {},
    );
  }

  async #look(ids: readonly string[]): Promise<void> {
    const open = ids.filter((id) => this.#open.has(id));
    const jobs = await Promise.all(open.map((id) => this.#connection.queue.getJob(id)));
    for (const [index, id] of open.entries()) {
      const row = this.#open.get(id);
      const job: Job | undefined = jobs[index];
      if (row === undefined || (job === undefined && this.#adding.has(id))) continue;
      const end = job === undefined ? disappeared : endOf(job);
      this.#open.delete(id);
      if (end === undefined) this.#open.set(id, row);
      else await this.#listener.ended(row, end);
    }
  }

  async #sweep(): Promise<void> {
    const counts = await this.#connection.queue.getJobCounts();
    const { completed: _, failed: __, ...left } = counts;
    const isIdle = Object.values(left).every((count) => count === 0);
    let looks = isIdle ? this.#open.size : Math.min(sweepJobs, this.#open.size);
    for (; looks > 0; looks -= readAtOnce)
      await this.#look(first(this.#open.keys(), Math.min(looks, readAtOnce)));
  }

  /** Says why jobs wait, once for each reason. */
  async #watch(): Promise<void> {
    const { queue, address } = this.#connection;
    let notice = '';
    if (await queue.isPaused()) {
      notice = `the queue is paused; to go on: render-service queue resume --queue ${address.shown}`;
    } else if (await isWithoutWorkers(queue)) {
      notice = `no worker is connected; start one: render-service work --queue ${address.shown}`;
    }
    if (notice !== this.#lastNotice && notice !== '') this.#listener.notice(notice);
    this.#lastNotice = notice;
  }
}

const disappeared: FollowedEnd = {
  seconds: 0,
  outcome: 'failed',
  code: 'failed',
  problems: [
    'its job is no longer in the queue: it was cancelled, or Redis lost it; start the batch again to add it',
  ],
};

/** How a job ended; undefined if it has not. */
export function endOf({ finishedOn, processedOn, returnvalue, failedReason }: Job): FollowedEnd | undefined {
  if (finishedOn === undefined || finishedOn === null) return undefined;
  const seconds = Math.max(0, finishedOn - (processedOn ?? finishedOn)) / 1000;
  const result = jobResultSchema.safeParse(returnvalue);
  if (result.success) return { seconds, outcome: 'done', result: result.data };
  return { seconds, outcome: 'failed', ...readFailedReason(failedReason ?? '') };
}

/** False also where Redis does not tell who is connected. */
async function isWithoutWorkers(queue: QueueConnection['queue']): Promise<boolean> {
  try {
    return (await queue.getWorkersCount()) === 0;
  } catch {
    return false;
  }
}

function first<Value>(values: Iterable<Value>, count: number): Value[] {
  const taken: Value[] = [];
  for (const value of values) {
    if (taken.length === count) break;
    taken.push(value);
  }
  return taken;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
