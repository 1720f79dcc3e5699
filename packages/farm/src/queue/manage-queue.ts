import { jobNameOf, removeJob } from './add-jobs.ts';
import { type Batch, listBatches, markCancelled } from './batches.ts';
import type { QueueConnection, VersionedQueue } from './connection.ts';
import { releaseAbandonedDocuments } from './document-store.ts';
import { readFailedReason } from './failed-reason.ts';
import { outputName } from './queued-job.ts';
import { retryJob } from './retry-job.ts';
import { WorkerWarnings } from './worker-warnings.ts';

/** Number of jobs in each state. */
export interface JobCounts {
  readonly waiting: number;
  /** Jobs that wait for another try. */
  readonly delayed: number;
  readonly running: number;
  /** Jobs that are done, as far as Redis still has them; the same applies to `failed`. */
  readonly done: number;
  readonly failed: number;
}

export interface QueueStatus extends JobCounts {
  /** Address of the queue without user name and password. */
  readonly queue: string;
  readonly paused: boolean;
  /** Connected workers; null if Redis does not list its clients. */
  readonly workers: number | null;
  /** The last failed jobs, latest first. */
  readonly failures: readonly JobFailure[];
  /**
   * Counts of each version that has workers or unfinished jobs, since workers only do the jobs of their own version.
   */
  readonly versions: readonly VersionStatus[];
}

export interface VersionStatus extends JobCounts {
  readonly version: string;
  readonly workers: number | null;
  /** The last reason why its workers take no jobs; null if they take jobs. */
  readonly warning: string | null;
}

export interface JobFailure {
  readonly name: string;
  readonly problems: readonly string[];
}

/** A batch with the counts of its jobs that Redis still has. */
export interface BatchStatus extends Batch, JobCounts {}

/** Maximum number of failures in a status. */
const shownFailures = 5;
/** Number of jobs in each read. */
const pageSize = 1000;

export async function queueStatus(connection: QueueConnection): Promise<QueueStatus> {
  const queues = await connection.queues();
  const all = await Promise.all(queues.map((each) => statusOf(connection, each)));
  const paused = await Promise.all(queues.map(({ queue }) => queue.isPaused()));
  const failures = await Promise.all(queues.map(({ queue }) => queue.getFailed(0, shownFailures - 1)));
  const latest = failures.flat().sort((a, b) => (b.finishedOn ?? 0) - (a.finishedOn ?? 0));
  const workers = all.map((each) => each.workers);
  return {
    queue: connection.address.shown,
    paused: paused.includes(true),
    workers: workers.includes(null) ? null : workers.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    ...sumOf(all),
    failures: latest.slice(0, shownFailures).map(describeFailed),
    versions: all.filter((each) => (each.workers ?? 0) + each.waiting + each.delayed + each.running > 0),
  };
}

/** Pauses or resumes the workers of all versions; running jobs continue. */
export async function setPaused(connection: QueueConnection, paused: boolean): Promise<void> {
  for (const { queue } of await connection.queues()) await (paused ? queue.pause() : queue.resume());
}

/** Removes the waiting jobs of one batch or of all from the queue; running jobs continue. */
export async function cancelJobs(
  connection: QueueConnection,
  batch?: number,
): Promise<{ cancelled: number; running: number }> {
  const { redis } = connection;
  const queues = await connection.queues();
  if (batch !== undefined) {
    await markCancelled(connection, batch);
    let cancelled = 0;
    let running = 0;
    for (const { queue } of queues) {
      for (const state of waitingStates) {
        const ids = await idsOf({ redis, queue }, state, jobNameOf(batch));
        const removed = await Promise.all(ids.map((id) => removeJob(connection, queue, id)));
        cancelled += removed.filter((isRemoved) => isRemoved).length;
      }
      running += (await idsOf({ redis, queue }, 'active', jobNameOf(batch))).length;
    }
    return { cancelled, running };
  }
  let cancelled = 0;
  let running = 0;
  for (const { queue } of queues) {
    // Counted before, since a batch that is followed may add others in the meantime.
    const counts = countsOf(await queue.getJobCounts());
    const films = await idsOf({ redis, queue }, 'waiting-children');
    await Promise.all(films.map((id) => removeJob(connection, queue, id)));
    await queue.drain(true);
    cancelled += counts.waiting + counts.delayed;
    running += await queue.getActiveCount();
  }
  await releaseAbandonedDocuments(connection);
  return { cancelled, running };
}

/** Puts the failed jobs of one batch or of all back into the queue, each with all of its tries. */
export async function retryJobs(connection: QueueConnection, batch?: number): Promise<{ retried: number }> {
  const { redis } = connection;
  let retried = 0;
  for (const { queue } of await connection.queues()) {
    // A snapshot, so jobs that fail again in the meantime are left alone.
    const ids = await idsOf({ redis, queue }, 'failed', batch === undefined ? undefined : jobNameOf(batch));
    for (const id of ids) {
      const job = await queue.getJob(id);
      if (job !== undefined && (await retryJob({ ...connection, queue }, job))) retried++;
    }
  }
  return { retried };
}

/** Lists the stored batches with the counts of their jobs, oldest first. */
export async function batchStatuses(connection: QueueConnection): Promise<readonly BatchStatus[]> {
  const { redis } = connection;
  const counts = new Map<string, Record<keyof JobCounts, number>>();
  for (const { queue } of await connection.queues()) {
    for (const state of Object.keys(keysOfStates) as State[]) {
      for await (const { name } of namesOf({ redis, queue }, state)) {
        const count = counts.get(name) ?? noJobs();
        count[countOfState[state]]++;
        counts.set(name, count);
      }
    }
  }
  const batches = await listBatches(connection);
  return batches.map((batch) => ({ ...batch, ...(counts.get(jobNameOf(batch.number)) ?? noJobs()) }));
}

/** Returns the last failures of a batch. */
export async function failuresOf(connection: QueueConnection, batch: number): Promise<readonly JobFailure[]> {
  const { redis } = connection;
  const failures: JobFailure[] = [];
  for (const { queue } of await connection.queues()) {
    const ids = await idsOf({ redis, queue }, 'failed', jobNameOf(batch));
    const jobs = await Promise.all(ids.slice(-shownFailures).map((id) => queue.getJob(id)));
    for (const job of jobs.reverse()) if (job !== undefined) failures.push(describeFailed(job));
  }
  return failures.slice(0, shownFailures);
}

type RedisQueue = Pick<QueueConnection, 'redis' | 'queue'>;

/** Keys of BullMQ's states, each a list or a sorted set of ids. Films wait for their shares in the first. */
const keysOfStates = {
  'waiting-children': 'set',
  wait: 'list',
  paused: 'list',
  prioritized: 'set',
  delayed: 'set',
  active: 'list',
  completed: 'set',
  failed: 'set',
} as const;
type State = keyof typeof keysOfStates;

/** Films come first: without its shares, one would start. */
const waitingStates: readonly State[] = ['waiting-children', 'wait', 'paused', 'prioritized', 'delayed'];
const countOfState = {
  ...({ wait: 'waiting', paused: 'waiting', prioritized: 'waiting', delayed: 'delayed' } as const),
  ...({ 'waiting-children': 'waiting' } as const),
  ...({ active: 'running', completed: 'done', failed: 'failed' } as const),
} satisfies Record<State, keyof JobCounts>;

/** Returns the ids of the jobs in a state, only those with `name` if it is given. */
async function idsOf(redisQueue: RedisQueue, state: State, name?: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const job of namesOf(redisQueue, state))
    if (name === undefined || job.name === name) ids.push(job.id);
  return ids;
}

/**
 * Iterates over the ids and BullMQ's names of the jobs in a state, without their data. Jobs that move in the meantime
 * may be missing.
 */
async function* namesOf(
  { redis, queue }: RedisQueue,
  state: State,
): AsyncIterable<{ id: string; name: string }> {
  const key = queue.toKey(state);
  for (let start = 0; ; start += pageSize) {
    const end = start + pageSize - 1;
    const ids: string[] =
      keysOfStates[state] === 'list'
        ? await redis.lrange(key, start, end)
        : await redis.zrange(key, start, end);
    const names = await Promise.all(ids.map((id) => redis.hget(queue.toKey(id), 'name')));
    for (const [index, id] of ids.entries()) yield { id, name: names[index] ?? '' };
    if (ids.length < pageSize) return;
  }
}

async function statusOf(
  { redis }: QueueConnection,
  { version, queue }: VersionedQueue,
): Promise<VersionStatus> {
  const [counts, workers, warning] = await Promise.all([
    queue.getJobCounts(),
    queue.getWorkersCount().catch(() => null),
    new WorkerWarnings(redis, version).last(),
  ]);
  return { version, workers, ...countsOf(counts), warning: warning ?? null };
}

/** Converts BullMQ's counts. */
export function countsOf(counts: Readonly<Record<string, number>>): JobCounts {
  const { waiting = 0, prioritized = 0, paused = 0, delayed = 0, 'waiting-children': films = 0 } = counts;
  const { active = 0, completed = 0, failed = 0 } = counts;
  return {
    waiting: waiting + prioritized + paused + films,
    delayed,
    running: active,
    done: completed,
    failed,
  };
}

function noJobs(): Record<keyof JobCounts, number> {
  return { waiting: 0, delayed: 0, running: 0, done: 0, failed: 0 };
}

function sumOf(all: readonly JobCounts[]): JobCounts {
  const sum = noJobs();
  for (const counts of all) {
    for (const state of Object.keys(sum) as (keyof JobCounts)[]) sum[state] += counts[state];
  }
  return sum;
}

function describeFailed(job: { readonly data: unknown; readonly failedReason: string }): JobFailure {
  return { name: outputName(job.data), problems: readFailedReason(job.failedReason).problems };
}
