import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, QueueEvents } from 'bullmq';
import type { Outcome, ProblemCode } from '../make-output.ts';
import { closed, type QueueConnection } from './connection.ts';
import { keepDocument } from './document-store.ts';
import { readFailedReason } from './failed-reason.ts';
import { jobResultSchema, outputName, ownDocumentOf, type QueuedJobResult, sharesOf } from './queued-job.ts';
import { retryJob } from './retry-job.ts';
import { WorkerWarnings } from './worker-warnings.ts';

/** End of a row's job. */
export type FollowedEnd = { /** Duration of the last try. */ readonly seconds: number } & (
  | { readonly outcome: 'done'; readonly result: QueuedJobResult }
  | { readonly outcome: 'failed'; readonly code: ProblemCode; readonly problems: readonly string[] }
);

export interface FollowListener<Row> {
  ended(row: Row, end: FollowedEnd): void | Promise<void>;
  /** Receives which fraction of a film's jobs are done, from 0 to 1. */
  progress(row: Row, fraction: number): void;
  /** Receives the reason why jobs wait, such as that no worker is connected. */
  notice(message: string): void;
  /** Looks for the output of a completed job; `unknown` if the store cannot be read now. */
  findOutput(row: Row, job: Job): Promise<'found' | 'missing' | 'unknown'>;
  /** Whether a later batch makes the output of a row's name from another job than this one. */
  isDisplaced(row: Row, id: string): Promise<boolean>;
}

export interface FollowOptions {
  /** Milliseconds for which a rendered output may be missing, since other machines may see it later. */
  readonly missingMs?: number | undefined;
}

const defaultMissingMs = 30_000;

/** Milliseconds between two checks of jobs whose events may have been lost. */
const sweepIntervalMs = 1000;
/** Number of jobs in each of these checks; more when the queue is empty. */
const sweepJobs = 250;
/** Jobs that are read from Redis at once. */
const readAtOnce = 250;
/** Milliseconds between two checks for workers and for a pause. */
const watchIntervalMs = 5000;
const firstWatchMs = 1000;

/**
 * Follows jobs to their end. Events report at once which job ended. Since events may be lost with a connection, every
 * job is also checked from time to time. A job that has disappeared is reported as failed, so no command waits for it
 * forever.
 */
export class JobFollower<Row> implements AsyncDisposable {
  readonly #connection: QueueConnection;
  readonly #listener: FollowListener<Row>;
  readonly #events: QueueEvents;
  readonly #warnings: WorkerWarnings;
  /** Row of each job that has not ended, by the job's id; those that were checked longest ago come first. */
  readonly #open = new Map<string, Row>();
  readonly #adding = new Set<string>();
  /** Start of the time for which the output of a done job has been missing. */
  readonly #missing = new Map<string, number>();
  /** Jobs that were put back because their outputs were missing. */
  readonly #remade = new Set<string>();
  readonly #missingMs: number;
  readonly #changed = new Set<string>();
  #wake: () => void = () => {};
  #lastNotice = '';

  private constructor(
    connection: QueueConnection,
    listener: FollowListener<Row>,
    { missingMs = defaultMissingMs }: FollowOptions,
  ) {
    this.#missingMs = missingMs;
    this.#connection = connection;
    this.#listener = listener;
    this.#warnings = new WorkerWarnings(connection.redis, connection.version);
    this.#events = connection.openEvents();
    const changed = ({ jobId }: { jobId: string }) => {
      if (!this.#open.has(jobId)) return;
      this.#changed.add(jobId);
      this.#wake();
    };
    for (const name of ['completed', 'failed', 'removed'] as const) this.#events.on(name, changed);
  }

  /** Opens a follower that receives events from now on. */
  static async open<Row>(
    connection: QueueConnection,
    listener: FollowListener<Row>,
    options: FollowOptions = {},
  ): Promise<JobFollower<Row>> {
    const follower = new JobFollower(connection, listener, options);
    await Promise.race([connection.lost, follower.#events.waitUntilReady()]);
    return follower;
  }

  /** Number of jobs that have not ended. */
  get openJobs(): number {
    return this.#open.size;
  }

  /** Registers jobs that are about to be added. */
  adding(jobs: readonly { readonly id: string; readonly row: Row }[]): void {
    for (const { id, row } of jobs) {
      this.#open.set(id, row);
      this.#adding.add(id);
    }
  }

  added(jobs: readonly { readonly id: string }[]): void {
    for (const { id } of jobs) this.#adding.delete(id);
  }

  /**
   * Reports jobs as they end. Resolves when `adding` is over and all have ended; rejects with the error of `adding`, or
   * with the signal's reason.
   */
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
    const ends = await Promise.all(open.map((id) => this.#endOf(id)));
    for (const [index, id] of open.entries()) {
      const row = this.#open.get(id);
      if (row === undefined) continue;
      const end = ends[index];
      this.#open.delete(id);
      if (end === undefined) this.#open.set(id, row);
      else await this.#listener.ended(row, end);
    }
  }

  /** Returns how a job ended; undefined if it has not, or if its output is still missing. */
  async #endOf(id: string): Promise<FollowedEnd | undefined> {
    const job: Job | undefined = await this.#connection.queue.getJob(id);
    const row = this.#open.get(id);
    if (row === undefined) return undefined;
    if (job === undefined) {
      if (this.#adding.has(id)) return undefined;
      return (await this.#listener.isDisplaced(row, id)) ? displaced : disappeared;
    }
    const end = endOf(job);
    if (end === undefined) await this.#reportProgress(row, job);
    if (end?.outcome !== 'done') return end;
    if (end.result.outcome === 'displaced') return displaced;
    const found = await this.#listener.findOutput(row, job);
    if (found === 'found') {
      this.#missing.delete(id);
      return end;
    }
    return found === 'unknown' ? undefined : await this.#endOfMissing(id, job, end.seconds);
  }

  async #reportProgress(row: Row, job: Job): Promise<void> {
    const shares = sharesOf(job.data);
    if (shares === undefined) return;
    const { processed = 0 } = await job.getDependenciesCount({ processed: true });
    this.#listener.progress(row, processed / (shares + 1));
  }

  /** Waits for an output that a worker has made; if it does not appear, it is rendered once more. */
  async #endOfMissing(id: string, job: Job, seconds: number): Promise<FollowedEnd | undefined> {
    const ownedDocument = ownDocumentOf(job.data, id);
    if (ownedDocument !== undefined) await keepDocument(this.#connection.redis, ownedDocument.digest);
    const since = this.#missing.get(id) ?? performance.now();
    this.#missing.set(id, since);
    if (performance.now() - since < this.#missingMs) return undefined;
    this.#missing.delete(id);
    if (this.#remade.has(id)) {
      const problem =
        'workers have rendered it twice, but it is missing; check that all workers use the same folder';
      return { seconds, outcome: 'failed', code: 'failed', problems: [problem] };
    }
    this.#remade.add(id);
    this.#listener.notice(
      `${outputName(job.data)} is missing, although a worker has rendered it; it is rendered again`,
    );
    await retryJob(this.#connection, job);
    return undefined;
  }

  async #sweep(): Promise<void> {
    const counts = await this.#connection.queue.getJobCounts();
    const { completed: _, failed: __, ...left } = counts;
    const isIdle = Object.values(left).every((count) => count === 0);
    let looks = isIdle ? this.#open.size : Math.min(sweepJobs, this.#open.size);
    for (; looks > 0; looks -= readAtOnce)
      await this.#look(first(this.#open.keys(), Math.min(looks, readAtOnce)));
  }

  /** Reports why jobs wait, once for each reason. */
  async #watch(): Promise<void> {
    const { queue, address, version } = this.#connection;
    let notice = '';
    if (await queue.isPaused()) {
      notice = `the queue is paused; to resume it: render-service queue resume --queue ${address.shown}`;
    } else if (await isWithoutWorkers(queue)) {
      const others = await workingVersions(this.#connection);
      notice =
        others.length === 0
          ? `no worker is connected; start one: render-service work --queue ${address.shown}`
          : `no worker of this version (${version}) is connected, only workers of ${others.join(', ')}; start one of this version: render-service work --queue ${address.shown}`;
    }
    const warning = await this.#warnings.last();
    if (warning !== undefined)
      notice = notice === '' ? `a worker reports: ${warning}` : `${notice}; ${warning}`;
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

/** End of a job whose output a later batch makes. */
export const displaced: FollowedEnd = {
  seconds: 0,
  outcome: 'failed',
  code: 'displaced',
  problems: ['a batch that was started later makes the output with this name'],
};

/** Returns how a job ended; undefined if it has not. */
export function endOf({ finishedOn, processedOn, returnvalue, failedReason }: Job): FollowedEnd | undefined {
  if (finishedOn === undefined || finishedOn === null) return undefined;
  const seconds = Math.max(0, finishedOn - (processedOn ?? finishedOn)) / 1000;
  const result = jobResultSchema.safeParse(returnvalue);
  if (result.success) return { seconds, outcome: 'done', result: result.data };
  return { seconds, outcome: 'failed', ...readFailedReason(failedReason ?? '') };
}

/** Converts the end of a job to the outcome of a batch. */
export function outcomeOf(end: FollowedEnd): Outcome {
  if (end.outcome === 'failed') return { kind: 'failed', code: end.code, problems: end.problems };
  const { outcome, bytes, pieces, warnings } = end.result;
  return { kind: outcome === 'made' ? 'made' : 'skipped', bytes, pieces, warnings };
}

/** Also false if Redis does not list its clients. */
async function isWithoutWorkers(queue: QueueConnection['queue']): Promise<boolean> {
  try {
    return (await queue.getWorkersCount()) === 0;
  } catch {
    return false;
  }
}

/** Other versions that have workers. */
async function workingVersions(connection: QueueConnection): Promise<readonly string[]> {
  const [, ...others] = await connection.queues();
  const without = await Promise.all(others.map(({ queue }) => isWithoutWorkers(queue)));
  return others.filter((_, index) => without[index] === false).map(({ version }) => version);
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
