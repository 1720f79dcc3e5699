import type { Job } from 'bullmq';
import type { QueueConnection } from './connection.ts';
import { storeDocument } from './document-store.ts';
import { type QueuedJob, queuedJobId } from './queued-job.ts';
import { retryJob } from './retry-job.ts';

/** A row of a batch that is to be put into the queue. */
export interface RowToAdd<Row> {
  readonly row: Row;
  readonly queued: QueuedJob;
  /** What `queued.document` is the digest of. */
  readonly document: Uint8Array;
}

/** A row with the id of its job. Its document is in Redis. */
export interface AddedRow<Row> extends Omit<RowToAdd<Row>, 'document'> {
  readonly id: string;
}

export interface AddJobsListener<Row> {
  /** Before these rows are added. */
  adding(rows: readonly AddedRow<Row>[]): void;
  /** They are in the queue now, or were there before. No more are added until a promise that it returns resolves. */
  added(rows: readonly AddedRow<Row>[]): void | Promise<void>;
  /** The job of a row was done before, by another run; resolves to whether it is to be done again. */
  doneBefore(row: AddedRow<Row>, job: Job): Promise<boolean>;
}

/** Rows that are added at once, and the characters of their variables from which on there are fewer. */
const chunkRows = 500;
const chunkCharacters = 4_000_000;

/** How a job is tried again after a crash, and how long it is kept: in seconds. */
const jobOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: { age: 24 * 3600, limit: 1000 },
  removeOnFail: { age: 7 * 24 * 3600, limit: 1000 },
  stackTraceLimit: 0,
} as const;

/**
 * Puts rows into the queue, as fast as they come and Redis takes them; only some rows and one document are in memory at a
 * time. A row whose job is in the queue already is not added again. Rejects with the signal's reason.
 */
export async function addJobs<Row>(
  connection: QueueConnection,
  rows: AsyncIterable<RowToAdd<Row>>,
  listener: AddJobsListener<Row>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, redis } = connection;
  let chunk: AddedRow<Row>[] = [];
  let characters = 0;
  let storedDocument = '';
  const { completed = 0, failed = 0 } = await queue.getJobCounts('completed', 'failed');
  const mayBeDone = completed + failed > 0;

  async function flush(): Promise<void> {
    const all = chunk;
    chunk = [];
    characters = 0;
    signal.throwIfAborted();
    const undone = mayBeDone ? await withoutDone(all) : all;
    listener.adding(undone);
    await queue.addBulk(
      undone.map(({ id, queued }) => ({ name: 'render', data: queued, opts: { ...jobOptions, jobId: id } })),
    );
    await listener.added(undone);
  }

  async function withoutDone(all: readonly AddedRow<Row>[]): Promise<AddedRow<Row>[]> {
    const jobs = await Promise.all(all.map(({ id }) => queue.getJob(id)));
    const undone: AddedRow<Row>[] = [];
    for (const [index, row] of all.entries()) {
      const job = jobs[index];
      if (job?.finishedOn === undefined) undone.push(row);
      else if (await listener.doneBefore(row, job)) {
        // If somebody else was faster, it is their job that is followed.
        await retryJob(connection, job, row.queued);
        undone.push(row);
      }
    }
    return undone;
  }

  for await (const { row, queued, document } of rows) {
    signal.throwIfAborted();
    // At once, so that no row holds a document of its own in memory while it waits for others.
    if (queued.document !== storedDocument) await storeDocument(redis, queued.document, document);
    storedDocument = queued.document;
    chunk.push({ row, queued, id: queuedJobId(queued) });
    characters += sizeOf(queued);
    if (chunk.length >= chunkRows || characters >= chunkCharacters) await flush();
  }
  if (chunk.length > 0) await flush();
}

/** Characters of a job's variables, names and values. */
function sizeOf({ job }: QueuedJob): number {
  let size = 0;
  for (const [name, value] of Object.entries(job.variables)) size += name.length + String(value).length;
  return size;
}
