import type { QueueConnection } from './connection.ts';
import { readFailedReason } from './failed-reason.ts';
import { outputName } from './queued-job.ts';
import { retryJob } from './retry-job.ts';

export interface QueueStatus {
  /** Its address without user name and password. */
  readonly queue: string;
  readonly paused: boolean;
  /** Connected workers; null where Redis does not tell. */
  readonly workers: number | null;
  readonly waiting: number;
  /** Jobs that are tried again after a while. */
  readonly delayed: number;
  readonly running: number;
  /** Jobs done and failed that Redis still remembers. */
  readonly done: number;
  readonly failed: number;
  /** The last jobs that failed, latest first. */
  readonly failures: readonly { readonly name: string; readonly problems: readonly string[] }[];
}

/** Failures that a status shows. */
const shownFailures = 5;
/** Failed jobs that are read at once. */
const pageSize = 200;

export async function queueStatus({ queue, address }: QueueConnection): Promise<QueueStatus> {
  const [counts, paused, workers, failures] = await Promise.all([
    queue.getJobCounts(),
    queue.isPaused(),
    queue.getWorkersCount().catch(() => null),
    queue.getFailed(0, shownFailures - 1),
  ]);
  const { active = 0, delayed = 0, completed = 0, failed = 0 } = counts;
  return {
    queue: address.shown,
    ...{ paused, workers, waiting: waiting(counts), delayed, running: active, done: completed, failed },
    failures: failures.map((job) => ({
      name: outputName(job.data),
      problems: readFailedReason(job.failedReason).problems,
    })),
  };
}

/** Takes the jobs that wait out of the queue; those that run go on. */
export async function cancelJobs({
  queue,
}: QueueConnection): Promise<{ cancelled: number; running: number }> {
  const before = await queue.getJobCounts();
  await queue.drain(true);
  const after = await queue.getJobCounts();
  const cancelled = waiting(before) + (before.delayed ?? 0) - waiting(after) - (after.delayed ?? 0);
  return { cancelled: Math.max(0, cancelled), running: after.active ?? 0 };
}

/** Puts the jobs that failed back into the queue, each with all its tries. */
export async function retryJobs(connection: QueueConnection): Promise<{ retried: number }> {
  const { queue } = connection;
  const all = await queue.getFailedCount();
  let seen = 0;
  let retried = 0;
  while (seen < all) {
    // What was put back is gone from the list; the oldest come first, so that what fails again meanwhile is left alone.
    const failed = await queue.getJobs('failed', 0, Math.min(pageSize, all - seen) - 1, true);
    if (failed.length === 0) break;
    seen += failed.length;
    for (const job of failed) if (await retryJob(connection, job)) retried++;
  }
  return { retried };
}

function waiting({ waiting = 0, prioritized = 0, paused = 0 }: Readonly<Record<string, number>>): number {
  return waiting + prioritized + paused;
}
