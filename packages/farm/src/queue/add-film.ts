import type { FlowJob } from 'bullmq';
import { closed, type QueueConnection } from './connection.ts';
import type { QueuedJob } from './queued-job.ts';
import { untilPrimary } from './until-primary.ts';

/** A film whose pieces are made in shares. */
export interface FilmToAdd {
  readonly id: string;
  readonly queued: QueuedJob;
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
  { id, queued, priorities }: FilmToAdd,
  { name, options }: FilmJobs,
): Promise<void> {
  const { shares = 0 } = queued;
  // Its shares would be added once more.
  if ((await queue.getJobState(id)) !== 'unknown') return;
  const producer = new bullmq.FlowProducer({ connection: redis });
  producer.on('error', () => {});
  try {
    await untilPrimary(redis, () =>
      producer.add({
        ...{ name, queueName, data: queued },
        opts: { ...options, jobId: id, priority: priorities[0] },
        children: Array.from({ length: shares }, (_, share) => ({
          ...{ name, queueName, data: { ...queued, share } },
          opts: { ...options, priority: priorities[share + 1], continueParentOnFailure: true },
        })),
      }),
    );
  } finally {
    await closed(producer.close());
  }
}
