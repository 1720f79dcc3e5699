import type { FlowJob } from 'bullmq';
import { closed, type QueueConnection } from './connection.ts';
import type { QueuedJob, QueuedShare } from './queued-job.ts';
import { untilPrimary } from './until-primary.ts';

/** A film whose pieces are made in shares. */
export interface FilmToAdd {
  readonly id: string;
  readonly queued: QueuedJob;
  readonly shares: readonly QueuedShare[];
  /** BullMQ's priorities of its jobs, one for the film and one for each share. */
  readonly priorities: readonly number[];
}

/** Options of BullMQ that all jobs of a batch have. */
export interface FilmJobs {
  /** BullMQ's name of the jobs. */
  readonly name: string;
  readonly options: FlowJob['opts'];
}

/**
 * Adds a film to the queue, and a job for each of its shares. The film's job starts when all shares are made, or at once
 * when one fails for good. Does nothing if the film is in the queue.
 */
export async function addFilm(
  { bullmq, queue, queueName, redis }: QueueConnection,
  { id, queued, shares, priorities }: FilmToAdd,
  { name, options }: FilmJobs,
): Promise<void> {
  // Its shares would be added once more.
  if ((await queue.getJobState(id)) !== 'unknown') return;
  const producer = new bullmq.FlowProducer({ connection: redis });
  producer.on('error', () => {});
  try {
    await untilPrimary(redis, () =>
      producer.add({
        ...{ name, queueName, data: queued },
        opts: { ...options, jobId: id, priority: priorities[0] },
        children: shares.map((share, index) => ({
          ...{ name, queueName, data: { ...queued, share } },
          opts: { ...options, priority: priorities[index + 1], continueParentOnFailure: true },
        })),
      }),
    );
  } finally {
    await closed(producer.close());
  }
}
