import { untilAborted } from '@render-service/engine/files';
import { RenderCrash, RenderSupervisor, unexpectedCause } from '@render-service/engine/process';
import type { Job, Worker } from 'bullmq';
import type { ProcessPlan } from '../choose-processes.ts';
import type { StorePool } from '../outputs/store-pool.ts';
import { PiecePlaces } from '../pieces/piece-places.ts';
import { closed, describeRedisError, type QueueConnection } from './connection.ts';
import { releaseOwnDocument } from './document-store.ts';
import { readFailedReason } from './failed-reason.ts';
import { JobProcessor } from './job-processor.ts';
import { jobResultSchema, ownDocumentOf, printable } from './queued-job.ts';
import { isPassingReply, QueueError } from './redis-health.ts';
import { defaultWaits, maxStalls, type WorkerWaits, waitBeforeRetry } from './retry-policy.ts';
import { identify, WorkerEvents, type WorkerObserver } from './worker-events.ts';
import { WorkerFault } from './worker-fault.ts';
import { StoreFailures, WorkerPause } from './worker-pause.ts';
import { WorkerWarnings } from './worker-warnings.ts';

/** Milliseconds before a worker asks Redis again after an error. */
const retryDelayMs = 1000;

export interface WorkerSettings {
  /** The number of render processes, which do one job at a time, and the processors for each process. */
  readonly plan: ProcessPlan;
  /** Milliseconds without a sign of life after which a worker counts as lost and another one gets its jobs. */
  readonly stalledAfterMs: number;
  readonly stores: StorePool;
  /** Where pieces of films are kept; by default, beside the outputs of films in shares. */
  readonly pieces?: PiecePlaces | undefined;
  readonly observers: readonly WorkerObserver[];
  readonly waits?: WorkerWaits | undefined;
}

/**
 * Does jobs of the queue until the signal is aborted and the running jobs are done. Rejects with a QueueError if Redis
 * is unavailable for too long, or if the worker itself makes jobs fail. Jobs that this process cannot finish go to
 * another worker.
 */
export async function work(
  connection: QueueConnection,
  settings: WorkerSettings,
  signal: AbortSignal,
): Promise<void> {
  const { plan, stores, pieces = new PiecePlaces(), observers, waits = defaultWaits } = settings;
  const events = new WorkerEvents(observers);
  const warnings = new WorkerWarnings(connection.redis, connection.version);
  const fault = new WorkerFault(events, warnings);
  const renderers = startRenderers(plan, events, fault);
  await connection.register();
  const worker = createWorker(connection, settings, (job, token, cancelled) =>
    processor.process(job, token, cancelled),
  );
  const pause = new WorkerPause(worker);
  const { processes } = plan;
  const storeFailures = new StoreFailures({ processes, waits, pause, warnings, events });
  const common = { connection, stores, pieces, waits, renderers };
  const processor = new JobProcessor({ ...common, events, fault, pause, storeFailures });
  reportJobs(worker, connection, events, () => processor.jobDone());
  handleErrors(worker, connection, events, pause);
  try {
    await Promise.race([connection.lost, fault.found, untilAborted(signal)]);
    const closing = worker.close();
    const finished = processor.untilIdle().then(() => closed(closing));
    await Promise.race([connection.lost, closing, finished]);
    if (fault.reason !== undefined) throw new QueueError(`this worker stops because it ${fault.reason}`);
  } finally {
    pause[Symbol.dispose]();
    worker.close(true).catch(() => {});
    await Promise.all(renderers.map((renderer) => renderer.close()));
  }
}

/** Starts the render processes, without waiting for them. */
function startRenderers(
  { processes, processorsEach }: ProcessPlan,
  events: WorkerEvents,
  fault: WorkerFault,
): RenderSupervisor[] {
  const renderers = Array.from(
    { length: processes },
    () => new RenderSupervisor({ startsAhead: true, processors: processorsEach }),
  );
  for (const renderer of renderers) {
    events.rendererMade(renderer);
    renderer.start().catch((error: unknown) => {
      // A process that was killed may start the next time; otherwise the first job fails.
      if (!(error instanceof RenderCrash) || error.wasKilled) return;
      fault.report(`cannot render: ${describeFailure(error)}`);
    });
  }
  return renderers;
}

/** Describes how a render process ended, without its stack trace. */
function describeFailure(error: RenderCrash): string {
  return (unexpectedCause(error) ?? error.message).split('\n', 1)[0] ?? '';
}

function createWorker(
  { bullmq, queueName, redis }: QueueConnection,
  { plan, stalledAfterMs, waits = defaultWaits }: WorkerSettings,
  process: (job: Job, token: string, cancelled: AbortSignal) => Promise<unknown>,
): Worker {
  // BullMQ passes a signal only to a processor with three parameters.
  return new bullmq.Worker(
    queueName,
    (job: Job, token?: string, cancelled?: AbortSignal) =>
      process(job, token ?? '', cancelled ?? new AbortController().signal),
    {
      connection: redis,
      concurrency: plan.processes,
      lockDuration: stalledAfterMs,
      stalledInterval: stalledAfterMs,
      maxStalledCount: maxStalls,
      runRetryDelay: retryDelayMs,
      settings: {
        backoffStrategy: (attempt: number, _type?: string, error?: Error) =>
          waitBeforeRetry(waits, attempt, error),
      },
    },
  );
}

function reportJobs(
  worker: Worker,
  { redis }: QueueConnection,
  events: WorkerEvents,
  jobDone: () => void,
): void {
  worker.on('completed', (job, result) => {
    jobDone();
    const ownedDocument = ownDocumentOf(job.data, job.id ?? '');
    // Documents that are not released now are released when the next batch starts.
    if (ownedDocument !== undefined) releaseOwnDocument(redis, ownedDocument).catch(() => {});
    events.jobEnded({ outcome: 'done', ...identify(job), result: jobResultSchema.parse(result) });
  });
  worker.on('failed', (job, error) => {
    const outcome = job?.finishedOn === undefined ? 'retried' : 'failed';
    events.jobEnded({ outcome, ...identify(job), ...readFailedReason(error.message) });
  });
  worker.on('stalled', (id) => {
    events.jobStalled();
    events.notice(`a worker was lost; its job ${printable(id)} is done again`);
  });
}

function handleErrors(
  worker: Worker,
  connection: QueueConnection,
  events: WorkerEvents,
  pause: WorkerPause,
): void {
  // Another worker has the job now, or will get it.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'another worker took the job over');
  });
  worker.on('error', (error) => {
    // A lost connection is reported elsewhere.
    if (!connection.bullmq.isNotConnectionError(error)) return;
    if (isPassingReply(error)) pause.startUntilRedisWorks(connection, error);
    else
      events.noticeSeldom(
        error.name === 'ReplyError' ? `Redis: ${describeRedisError(error)}` : error.message,
      );
  });
}
