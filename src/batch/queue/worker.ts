import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from 'bullmq';
import { untilAborted } from '../../render/on-abort.ts';
import { ProcessRenderer } from '../../render/process/renderer.ts';
import { RenderError } from '../../render/render-error.ts';
import type { ProcessPlan } from '../choose-processes.ts';
import type { StorePool } from '../outputs/store-pool.ts';
import { closed, describeRedisError, type QueueConnection, queueName } from './connection.ts';
import { doJob, JobFailedError } from './do-job.ts';
import { DocumentStore } from './document-store.ts';
import { readFailedReason } from './failed-reason.ts';
import {
  InvalidJobError,
  jobResultSchema,
  outputName,
  printable,
  type QueuedJobResult,
  readQueuedJob,
} from './queued-job.ts';

/** A job that stalls more often, because its worker died or was cut off, fails: it is begun three times at most. */
const maxStalledCount = 2;

/** Milliseconds until a worker asks Redis again after an error. */
const retryDelayMs = 1000;
const idleCheckMs = 100;

export type JobEnd =
  | { readonly outcome: 'done'; readonly result: QueuedJobResult }
  | { readonly outcome: 'failed'; readonly name: string; readonly problems: readonly string[] }
  /** Tried again later. */
  | { readonly outcome: 'retried'; readonly name: string; readonly problems: readonly string[] };

/** Is told what a worker does. */
export interface WorkerObserver {
  /** Before the renderer has anything to do. */
  rendererMade?(renderer: ProcessRenderer): void;
  jobStarted?(): void;
  jobEnded?(end: JobEnd): void;
  /** Something about the queue that concerns no single job. */
  notice?(message: string): void;
}

export interface WorkerSettings {
  /** Render processes, each of which does one job at a time, and the processors for each. */
  readonly plan: ProcessPlan;
  /** Milliseconds without a sign of life after which a worker is taken for lost, and another one gets its jobs. */
  readonly stalledAfterMs: number;
  readonly stores: StorePool;
  readonly observers: readonly WorkerObserver[];
}

/**
 * Does jobs of the queue until the signal is aborted and the jobs that run then are done. Rejects with a QueueError when
 * Redis is away for too long. Jobs that this process cannot finish go to another worker.
 */
export async function work(
  connection: QueueConnection,
  { plan, stalledAfterMs, stores, observers }: WorkerSettings,
  signal: AbortSignal,
): Promise<void> {
  const { bullmq, redis } = connection;
  const documents = new DocumentStore(redis);
  const { processes, processorsEach } = plan;
  const renderers = Array.from(
    { length: processes },
    () => new ProcessRenderer({ startsAhead: true, processors: processorsEach }),
  );
  const idle = [...renderers];
  const tell = (say: (observer: WorkerObserver) => void) => {
    for (const observer of observers) say(observer);
  };
  for (const renderer of renderers) {
    tell((observer) => observer.rendererMade?.(renderer));
    // A failure reaches the first job.
    renderer.start().catch(() => {});
  }

  async function process(job: Job, cancelled: AbortSignal): Promise<QueuedJobResult> {
    const renderer = idle.pop();
    if (renderer === undefined) throw new Error('every render process is busy');
    tell((observer) => observer.jobStarted?.());
    try {
      const queued = readQueuedJob(job.data);
      return await stores.use(queued.destination, (store) =>
        doJob(queued, { renderer, documents, store, signal: cancelled }),
      );
    } catch (error) {
      if (cancelled.aborted) throw new Error(String(cancelled.reason));
      if (isFinal(error)) throw new bullmq.UnrecoverableError(error.message);
      throw error;
    } finally {
      idle.push(renderer);
    }
  }

  // BullMQ gives a signal to a processor of three parameters.
  const worker = new bullmq.Worker(
    queueName,
    (job: Job, _token?: string, cancelled?: AbortSignal) =>
      process(job, cancelled ?? new AbortController().signal),
    {
      connection: redis,
      concurrency: processes,
      lockDuration: stalledAfterMs,
      stalledInterval: stalledAfterMs,
      maxStalledCount,
      runRetryDelay: retryDelayMs,
    },
  );
  // Another worker has the job now, or will have it.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'another worker took the job over');
  });
  worker.on('completed', (_, result) => {
    const checked = jobResultSchema.parse(result);
    tell((observer) => observer.jobEnded?.({ outcome: 'done', result: checked }));
  });
  worker.on('failed', (job, error) => {
    const outcome = job?.finishedOn === undefined ? 'retried' : 'failed';
    const end = {
      outcome,
      name: outputName(job?.data),
      ...readFailedReason(error.message),
    } as const;
    tell((observer) => observer.jobEnded?.(end));
  });
  worker.on('stalled', (id) =>
    tell((observer) => observer.notice?.(`a worker was lost; its job ${printable(id)} is done again`)),
  );
  worker.on('error', (error) => {
    // A lost connection is noticed by itself.
    if (!bullmq.isNotConnectionError(error)) return;
    const message = error.name === 'ReplyError' ? `Redis: ${describeRedisError(error)}` : error.message;
    tell((observer) => observer.notice?.(message));
  });
  try {
    await Promise.race([connection.lost, untilAborted(signal)]);
    const closing = worker.close();
    const finished = untilIdle(() => idle.length === renderers.length).then(() => closed(closing));
    await Promise.race([connection.lost, closing, finished]);
  } finally {
    worker.close(true).catch(() => {});
    await Promise.all(renderers.map((renderer) => renderer.close()));
  }
}

/** Whether another try would fail too. */
function isFinal(error: unknown): error is Error {
  if (error instanceof JobFailedError) return !error.isTransient;
  return (
    error instanceof InvalidJobError || (error instanceof RenderError && error.code === 'invalid-option')
  );
}

async function untilIdle(isIdle: () => boolean): Promise<void> {
  while (!isIdle()) await sleep(idleCheckMs, undefined, { ref: false });
}
