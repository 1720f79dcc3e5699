import { jobNameOf, removeJob } from './add-jobs.ts';
import { type Batch, listBatches, markCancelled } from './batches.ts';
import { Complaints } from './complaints.ts';
import type { QueueConnection, VersionedQueue } from './connection.ts';
import { releaseAbandonedDocuments } from './document-store.ts';
import { readFailedReason } from './failed-reason.ts';
import { outputName } from './queued-job.ts';
import { retryJob } from './retry-job.ts';

/** How many jobs are in which state. */
export interface JobCounts {
  readonly waiting: number;
  /** Jobs that are tried again after a while. */
  readonly delayed: number;
  readonly running: number;
  /** Jobs done and failed that Redis still remembers. */
  readonly done: number;
  readonly failed: number;
}

export interface QueueStatus extends JobCounts {
  /** Its address without user name and password. */
  readonly queue: string;
  readonly paused: boolean;
  /** Connected workers; null where Redis does not tell. */
  readonly workers: number | null;
  /** The last jobs that failed, latest first. */
  readonly failures: readonly JobFailure[];
  /** The same of each version that has workers or jobs to do, since workers do only the jobs of their own. */
  readonly versions: readonly VersionStatus[];
}

export interface VersionStatus extends JobCounts {
  readonly version: string;
  readonly workers: number | null;
  /** Why its workers do no jobs, as one of them said last; null if they do. */
  readonly complaint: string | null;
}

export interface JobFailure {
  readonly name: string;
  readonly problems: readonly string[];
}

/** A batch with the jobs that Redis still has of it. */
export interface BatchStatus extends Batch, JobCounts {}

/** Failures that a status shows. */
const shownFailures = 5;
/** Jobs that are read at once. */
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

/** Has workers of all versions take nothing new, or go on. */
export async function setPaused(connection: QueueConnection, paused: boolean): Promise<void> {
  for (const { queue } of await connection.queues()) await (paused ? queue.pause() : queue.resume());
}

/** Takes the jobs that wait out of the queue, of one batch or of all; those that run go on. */
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
    // Counted before, since a batch that is followed may be adding others meanwhile.
    const counts = countsOf(await queue.getJobCounts());
    await queue.drain(true);
    cancelled += counts.waiting + counts.delayed;
    running += await queue.getActiveCount();
  }
  await releaseAbandonedDocuments(connection);
  return { cancelled, running };
}

/** Puts the jobs that failed back into the queue, of one batch or of all, each with all its tries. */
export async function retryJobs(connection: QueueConnection, batch?: number): Promise<{ retried: number }> {
  const { redis } = connection;
  let retried = 0;
  for (const { queue } of await connection.queues()) {
    // The list as it is now, so that what fails again meanwhile is left alone.
    const ids = await idsOf({ redis, queue }, 'failed', batch === undefined ? undefined : jobNameOf(batch));
    for (const id of ids) {
      const job = await queue.getJob(id);
      if (job !== undefined && (await retryJob({ ...connection, queue }, job))) retried++;
    }
  }
  return { retried };
}

/** The batches that are remembered, each with its jobs, the first one first. */
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

/** The last failures of a batch. */
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

/** BullMQ's states, each a list or a sorted set of ids. */
const keysOfStates = {
  wait: 'list',
  paused: 'list',
  prioritized: 'set',
  delayed: 'set',
  active: 'list',
  completed: 'set',
  failed: 'set',
} as const;
type State = keyof typeof keysOfStates;

const waitingStates: readonly State[] = ['wait', 'paused', 'prioritized', 'delayed'];
const countOfState = {
  ...({ wait: 'waiting', paused: 'waiting', prioritized: 'waiting', delayed: 'delayed' } as const),
  ...({ active: 'running', completed: 'done', failed: 'failed' } as const),
} satisfies Record<State, keyof JobCounts>;

/** The ids of the jobs in a state, of one name if it is given. */
async function idsOf(redisQueue: RedisQueue, state: State, name?: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const job of namesOf(redisQueue, state))
    if (name === undefined || job.name === name) ids.push(job.id);
  return ids;
}

/** The ids and BullMQ's names of the jobs in a state, without their data. Those that move meanwhile may be left out. */
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
  const [counts, workers, complaint] = await Promise.all([
    queue.getJobCounts(),
    queue.getWorkersCount().catch(() => null),
    new Complaints(redis, version).last(),
  ]);
  return { version, workers, ...countsOf(counts), complaint: complaint ?? null };
}

/** BullMQ's counts in the words of this program. */
export function countsOf(counts: Readonly<Record<string, number>>): JobCounts {
  const { waiting = 0, prioritized = 0, paused = 0, delayed = 0 } = counts;
  const { active = 0, completed = 0, failed = 0 } = counts;
  return { waiting: waiting + prioritized + paused, delayed, running: active, done: completed, failed };
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
