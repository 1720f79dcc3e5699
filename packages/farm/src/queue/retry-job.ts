import type { Job } from 'bullmq';
import type { QueueConnection } from './connection.ts';
import type { QueuedJob } from './queued-job.ts';

/** BullMQ's field of a job that counts how often the job stalled. */
const stalledField = 'stc';

/**
 * Puts an ended job back into the queue with all of its tries, and with other data if given. Resolves to false if
 * another program has put it back or removed it.
 */
export async function retryJob(
  { bullmq, queue, redis }: Pick<QueueConnection, 'bullmq' | 'queue' | 'redis'>,
  job: Job,
  data?: QueuedJob,
): Promise<boolean> {
  const state = await job.getState();
  if (job.id === undefined || (state !== 'completed' && state !== 'failed')) return false;
  try {
    if (data !== undefined) await job.updateData(data);
    // BullMQ keeps this count, and a job that stalled too often would fail at once.
    if (job.stalledCounter > 0) await redis.hdel(queue.toKey(job.id), stalledField);
    // Only one of two concurrent calls succeeds. Removing the job and adding it again would not ensure that.
    await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  } catch (error) {
    const { JobNotExist, JobNotInState } = bullmq.ErrorCode;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === JobNotExist || code === JobNotInState) return false;
    throw error;
  }
}
