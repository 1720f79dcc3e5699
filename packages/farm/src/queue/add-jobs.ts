import type { FlowJob, Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { isCancelled } from './batches.ts';
import { closed, type QueueConnection } from './connection.ts';
import { releaseOwnDocument, storeDocument, storeOwnDocument } from './document-store.ts';
import { type BatchPriority, FairTurns } from './fair-turns.ts';
import { NameClaims } from './name-claims.ts';
import { ownDocumentOf, type QueuedJob, type QueuedShare, queuedJobId, sharesOf } from './queued-job.ts';
import { QueueError } from './redis-health.ts';
import { retryJob } from './retry-job.ts';
import { backoffType, maxTries } from './retry-policy.ts';

/** A row of a batch to put into the queue. */
export interface RowToAdd<Row> {
  readonly row: Row;
  readonly queued: QueuedJob;
  /** The document whose digest is `queued.document`. */
  readonly document: Uint8Array;
  /** Of a film whose shares are jobs of their own. */
  readonly shares?: readonly QueuedShare[] | undefined;
}

/** A row with the id of its job. Its document is in Redis. */
export interface AddedRow<Row> extends Omit<RowToAdd<Row>, 'document'> {
  readonly id: string;
  /** Bytes of the row's own document; 0 if it shares one with other rows. */
  readonly ownBytes: number;
}

export interface AddJobsListener<Row> {
  /** Called before these rows are added. */
  adding(rows: readonly AddedRow<Row>[]): void;
  /** Called when the rows are in the queue, whether added now or earlier. Adding waits for the returned promise. */
  added(rows: readonly AddedRow<Row>[]): void | Promise<void>;
  /** Called for a job that an earlier run has done; resolves to whether it must be done again. */
  doneBefore(row: AddedRow<Row>, job: Job): Promise<boolean>;
  /** Called if a batch that was started later makes the output with this row's name. */
  displaced(row: AddedRow<Row>): void;
}

export interface AddJobsOptions {
  /** Number of the batch. */
  readonly batch: number;
  readonly priority: BatchPriority;
  readonly destination: string;
  readonly signal: AbortSignal;
}

/** Maximum rows that are added at once, and maximum characters of their variables. */
const chunkRows = 500;
const chunkCharacters = 4_000_000;
/** Maximum rows with their own documents that are added at once. */
const chunkDocuments = 20;

/** Retries of a job, and how long it is kept, in seconds. */
const jobOptions = {
  attempts: maxTries,
  backoff: { type: backoffType },
  removeOnComplete: { age: 24 * 3600, limit: 1000 },
  removeOnFail: { age: 7 * 24 * 3600, limit: 1000 },
  stackTraceLimit: 0,
} as const;

/** Name of a job in BullMQ, which identifies the jobs of a batch. */
export function jobNameOf(batch: number): string {
  return `batch-${batch}`;
}

/**
 * Puts rows into the queue as fast as they arrive and Redis accepts them; only some rows and one document are in
 * memory at the same time. A row whose job is already in the queue is not added again, and an earlier batch's job for
 * the same output is removed. Rejects with a QueueError if the batch is cancelled in the meantime, or with the
 * signal's reason.
 */
export async function addJobs<Row>(
  connection: QueueConnection,
  rows: AsyncIterable<RowToAdd<Row>>,
  listener: AddJobsListener<Row>,
  options: AddJobsOptions,
): Promise<void> {
  const filler = await QueueFiller.create(connection, listener, options);
  for await (const chunk of chunksOf(rows, connection, options.signal)) await filler.add(chunk);
}

/** Groups rows into chunks, and stores their documents in Redis. */
async function* chunksOf<Row>(
  rows: AsyncIterable<RowToAdd<Row>>,
  { redis }: QueueConnection,
  signal: AbortSignal,
): AsyncIterable<AddedRow<Row>[]> {
  let chunk: AddedRow<Row>[] = [];
  let characters = 0;
  let documents = 0;
  let storedDocument = '';
  for await (const { row, queued, document, shares } of rows) {
    signal.throwIfAborted();
    const id = queuedJobId(queued);
    const ownedDocument = ownDocumentOf(queued, id);
    // Stored at once, so no row keeps its own document in memory while it waits for others.
    if (ownedDocument !== undefined) await storeOwnDocument(redis, ownedDocument, document);
    else if (queued.document !== storedDocument) await storeDocument(redis, queued.document, document);
    storedDocument = queued.document;
    const ownBytes = ownedDocument === undefined ? 0 : document.length;
    chunk.push({ row, queued, shares, id, ownBytes });
    characters += sizeOf(queued);
    documents += Math.sign(ownBytes);
    const isFull = chunk.length >= chunkRows || documents >= chunkDocuments || characters >= chunkCharacters;
    if (!isFull) continue;
    yield chunk;
    chunk = [];
    characters = 0;
    documents = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** Adds chunks of a batch to the queue. */
class QueueFiller<Row> {
  readonly #connection: QueueConnection;
  readonly #listener: AddJobsListener<Row>;
  readonly #options: AddJobsOptions;
  readonly #claims: NameClaims;
  readonly #turns: FairTurns;
  /** The batch's place in the order in which batches claim names. */
  readonly #order: number;
  /** Whether a job of the batch may have been done in an earlier run. */
  readonly #mayBeDone: boolean;

  private constructor(
    connection: QueueConnection,
    listener: AddJobsListener<Row>,
    options: AddJobsOptions,
    start: { readonly claims: NameClaims; readonly order: number; readonly mayBeDone: boolean },
  ) {
    this.#connection = connection;
    this.#listener = listener;
    this.#options = options;
    this.#claims = start.claims;
    this.#order = start.order;
    this.#mayBeDone = start.mayBeDone;
    this.#turns = new FairTurns(connection, options.priority);
  }

  static async create<Row>(
    connection: QueueConnection,
    listener: AddJobsListener<Row>,
    options: AddJobsOptions,
  ): Promise<QueueFiller<Row>> {
    const claims = new NameClaims(connection.redis);
    const order = await claims.nextOrder();
    const { completed = 0, failed = 0 } = await connection.queue.getJobCounts('completed', 'failed');
    const mayBeDone = completed + failed > 0;
    return new QueueFiller(connection, listener, options, { claims, order, mayBeDone });
  }

  /** Adds the rows that this batch makes and that are not done. */
  async add(rows: readonly AddedRow<Row>[]): Promise<void> {
    const { batch, signal } = this.#options;
    signal.throwIfAborted();
    if (await isCancelled(this.#connection, batch)) throw new QueueError(`batch ${batch} was cancelled`);
    const ours = await this.#claim(rows);
    const undone = this.#mayBeDone ? await this.#withoutDone(ours) : ours;
    this.#listener.adding(undone);
    const name = jobNameOf(batch);
    const single = undone.filter(({ shares }) => shares === undefined);
    const priorities = await this.#turns.take(single.length);
    const jobs = single.map(({ id, queued }, index) => ({
      name,
      data: queued,
      opts: { ...jobOptions, priority: priorities[index], jobId: id },
    }));
    await addAll(this.#connection, jobs);
    for (const { id, queued, shares } of undone) {
      if (shares === undefined) continue;
      const priorities = await this.#turns.take(shares.length + 1);
      await addFilm(this.#connection, { id, queued, shares, priorities }, { name, options: jobOptions });
    }
    await this.#listener.added(undone);
  }

  /**
   * Returns the rows that no later batch makes. Jobs of earlier batches for the same names are removed from the queue.
   */
  async #claim(all: readonly AddedRow<Row>[]): Promise<AddedRow<Row>[]> {
    const named = all.map(({ id, queued }) => ({ id, name: queued.job.name }));
    const results = await this.#claims.claim(this.#options.destination, this.#order, named);
    const earlier: string[] = [];
    const unneeded: AddedRow<Row>[] = [];
    const ours = all.filter((row, index) => {
      const result = results[index];
      if (result?.isOurs === true) {
        if (result.earlier !== undefined) earlier.push(result.earlier);
        return true;
      }
      unneeded.push(row);
      this.#listener.displaced(row);
      return false;
    });
    for (const row of unneeded) await this.#release(row);
    if (earlier.length > 0) await removeWaiting(this.#connection, earlier);
    return ours;
  }

  async #withoutDone(all: readonly AddedRow<Row>[]): Promise<AddedRow<Row>[]> {
    const jobs = await Promise.all(all.map(({ id }) => this.#connection.queue.getJob(id)));
    const undone: AddedRow<Row>[] = [];
    for (const [index, row] of all.entries()) {
      const job = jobs[index];
      if (job?.finishedOn === undefined) undone.push(row);
      else if (await this.#listener.doneBefore(row, job)) {
        // If another batch has added the job first, this batch follows it. The shares of a film are added again, too.
        if (row.queued.shares === undefined) await retryJob(this.#connection, job, row.queued);
        else await removeJob(this.#connection, this.#connection.queue, row.id);
        undone.push(row);
      } else await this.#release(row);
    }
    return undone;
  }

  async #release({ id, queued }: AddedRow<Row>): Promise<void> {
    const ownedDocument = ownDocumentOf(queued, id);
    if (ownedDocument !== undefined) await releaseOwnDocument(this.#connection.redis, ownedDocument);
  }
}

/** Adds jobs in one transaction. */
async function addAll(
  { queue, redis }: QueueConnection,
  jobs: Parameters<typeof queue.addBulk>[0],
): Promise<void> {
  if (jobs.length > 0) await untilPrimary(redis, () => queue.addBulk(jobs));
}

/** Removes a job that no worker has, and its own document, but not its shares. Returns whether the job existed. */
export async function removeJob(
  { redis }: QueueConnection,
  queue: QueueConnection['queue'],
  id: string,
): Promise<boolean> {
  const ownedDocument = ownDocumentOf((await queue.getJob(id))?.data, id);
  const isRemoved = (await queue.remove(id, { removeChildren: false })) === 1;
  if (isRemoved && ownedDocument !== undefined) await releaseOwnDocument(redis, ownedDocument);
  return isRemoved;
}

/**
 * Removes jobs that have not ended from the queues of all versions. The output of a running job is discarded before it
 * appears.
 */
async function removeWaiting(connection: QueueConnection, ids: readonly string[]): Promise<void> {
  for (const { queue } of await connection.queues()) {
    const jobs = await Promise.all(ids.map((id) => queue.getJob(id)));
    const waiting = ids.filter(
      (_, index) => jobs[index] !== undefined && jobs[index]?.finishedOn === undefined,
    );
    const films = jobs.filter((job) => job?.finishedOn === undefined && sharesOf(job?.data) !== undefined);
    await Promise.all(films.map((job) => job?.removeUnprocessedChildren()));
    await Promise.all(waiting.map((id) => removeJob(connection, queue, id)));
  }
}

/** Characters in the names and values of a job's variables. */
function sizeOf({ job }: QueuedJob): number {
  let size = 0;
  for (const [name, value] of Object.entries(job.variables)) size += name.length + String(value).length;
  return size;
}

/** A film whose pieces are made in shares. */
interface FilmToAdd {
  readonly id: string;
  readonly queued: QueuedJob;
  readonly shares: readonly QueuedShare[];
  /** BullMQ's priorities of its jobs, one for the film and one for each share. */
  readonly priorities: readonly number[];
}

/** Options of BullMQ that all jobs of a batch have. */
interface FilmJobs {
  /** BullMQ's name of the jobs. */
  readonly name: string;
  readonly options: FlowJob['opts'];
}

/**
 * Adds a film to the queue, and a job for each of its shares. The film's job starts when all shares are made, or at once
 * when one fails for good. Does nothing if the film is in the queue.
 */
async function addFilm(
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

/** Adds jobs in a transaction, again if a replica refuses it, which ioredis does not notice. */
async function untilPrimary(redis: Redis, add: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await add();
      return;
    } catch (error) {
      if (!(error instanceof Error) || !/^READONLY/.test(error.message)) throw error;
      // This command waits for a primary.
      await redis.set('render-service:probe', '1', 'PX', 1);
    }
  }
}
