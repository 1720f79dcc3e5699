import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '@render-service/engine/files';
import { RenderCrash, RenderSupervisor, unexpectedCause } from '@render-service/engine/process';
import type { Job } from 'bullmq';
import { delayAfter, withJitter } from '../backoff.ts';
import type { ProcessPlan } from '../choose-processes.ts';
import type { StorePool } from '../outputs/store-pool.ts';
import { closed, describeRedisError, type QueueConnection } from './connection.ts';
import { DestinationRecords } from './destination-records.ts';
import { doJob } from './do-job.ts';
import { DocumentStore, releaseOwnDocument } from './document-store.ts';
import { readFailedReason } from './failed-reason.ts';
import { NameClaims, type NamedJob } from './name-claims.ts';
import {
  batchOf,
  jobResultSchema,
  outputName,
  ownDocumentOf,
  printable,
  type QueuedJob,
  type QueuedJobResult,
  readQueuedJob,
} from './queued-job.ts';
import { isPassingReply, QueueError } from './redis-health.ts';
import { retryJob } from './retry-job.ts';
import {
  causeOf,
  defaultWaits,
  type FailureCause,
  maxCrashes,
  maxStalls,
  RetryError,
  suspiciousCrashes,
  toleratedFailures,
  type WorkerWaits,
  waitBeforeRetry,
} from './retry-policy.ts';
import { rendersAtAll } from './test-film.ts';
import { WorkerWarnings } from './worker-warnings.ts';

/** Milliseconds before a worker asks Redis again after an error. */
const retryDelayMs = 1000;
const idleCheckMs = 100;
const sameNoticeMs = 60_000;
/** Most messages that are remembered to avoid repetition. */
const maxNotices = 100;

/** Result of a try of a job. */
export type JobEnd = {
  /** Id of the job in the queue. */
  readonly id: string;
  /** Number of its batch, if any. */
  readonly batch: number | undefined;
  readonly name: string;
} & (
  | { readonly outcome: 'done'; readonly result: QueuedJobResult }
  | {
      /** `retried` jobs are tried again later; so are `returned` jobs, whose try is not counted. */
      readonly outcome: 'failed' | 'retried' | 'returned';
      readonly problems: readonly string[];
    }
);

/** Receives the events of a worker. */
export interface WorkerObserver {
  /** Called before the renderer has a task. */
  rendererMade?(renderer: RenderSupervisor): void;
  jobStarted?(): void;
  jobEnded?(end: JobEnd): void;
  /** Called when the worker of a job was lost and the job went back into the queue. */
  jobStalled?(): void;
  /** Called with the reason for which the worker stops after its running jobs. */
  faulty?(reason: string): void;
  /** Receives messages about the queue that concern no single job. */
  notice?(message: string): void;
}

export interface WorkerSettings {
  /** Render processes, each of which does one job at a time, and the processors for each process. */
  readonly plan: ProcessPlan;
  /** Milliseconds without a sign of life after which a worker counts as lost and another one gets its jobs. */
  readonly stalledAfterMs: number;
  readonly stores: StorePool;
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
  { plan, stalledAfterMs, stores, observers, waits = defaultWaits }: WorkerSettings,
  signal: AbortSignal,
): Promise<void> {
  const { bullmq, redis, queueName } = connection;
  const documents = new DocumentStore(redis);
  const claims = new NameClaims(redis);
  const warnings = new WorkerWarnings(redis, connection.version);
  const destinations = new DestinationRecords(redis);
  const { processes, processorsEach } = plan;
  const renderers = Array.from(
    { length: processes },
    () => new RenderSupervisor({ startsAhead: true, processors: processorsEach }),
  );
  const idle = [...renderers];
  const tell = (say: (observer: WorkerObserver) => void) => {
    for (const observer of observers) say(observer);
  };
  const notice = (message: string) => tell((observer) => observer.notice?.(message));
  const lastTold = new Map<string, number>();
  /** Prints the same message only once a minute. */
  const seldom = (message: string) => {
    const last = lastTold.get(message) ?? -Infinity;
    if (performance.now() - last < sameNoticeMs) return;
    if (lastTold.size >= maxNotices) lastTold.clear();
    lastTold.set(message, performance.now());
    notice(message);
  };
  const stopped = new AbortController();
  let fault: string | undefined;
  let giveUp: (reason: string) => void = () => {};
  const faulty = new Promise<void>((resolve) => {
    giveUp = (reason) => {
      fault = reason;
      warnings.set(`a worker stopped because it ${reason}`);
      tell((observer) => observer.faulty?.(reason));
      resolve();
    };
  });
  /** Jobs whose render process crashed since a job was last done. */
  const crashed = new Set<string>();
  /** Jobs that went back because of their store since a job was last done. */
  let storeFailures = 0;
  let pauses = 0;

  async function process(job: Job, token: string, cancelled: AbortSignal): Promise<QueuedJobResult> {
    const renderer = idle.pop();
    if (renderer === undefined) throw new Error('every render process is busy');
    tell((observer) => observer.jobStarted?.());
    let queued: QueuedJob | undefined;
    try {
      queued = readQueuedJob(job.data, connection.version);
      const read = queued;
      const named = { id: job.id ?? '', name: read.job.name };
      const isDisplaced = () => claims.isDisplaced(read.destination, named);
      const tools = { renderer, documents, isDisplaced, signal: cancelled };
      const result = await stores.use(read, (store) => doJob(read, { ...tools, store }));
      if (result.outcome === 'made') {
        await remakeDisplacing(read.destination, named);
        await destinations.used(read.token);
      }
      return result;
    } catch (error) {
      if (cancelled.aborted) throw new Error(String(cancelled.reason));
      const isWorking = async () => queued !== undefined && (await stores.works(queued));
      let cause = await causeOf(error, isWorking);
      if (cause === 'crash' && (await isOwnCrash(job, renderer))) cause = 'worker';
      else if (cause === 'worker' && queued !== undefined) {
        if (!(await destinations.isWorkersFault(queued.token))) cause = 'store';
      }
      return await settle(cause, asError(error), job, token);
    } finally {
      idle.push(renderer);
    }
  }

  /** A displaced job that ended late may have replaced the output of the job that displaced it. */
  async function remakeDisplacing(destination: string, named: NamedJob): Promise<void> {
    const holder = await claims.holder(destination, named.name);
    if (holder === undefined || holder === named.id) return;
    const displacing = await connection.queue.getJob(holder);
    if (displacing?.returnvalue !== undefined) await retryJob(connection, displacing);
  }

  /** Several crashes in a row may be due to the jobs or to this machine. A film that renders everywhere decides. */
  async function isOwnCrash({ id = '' }: Job, renderer: RenderSupervisor): Promise<boolean> {
    crashed.add(id);
    if (crashed.size < suspiciousCrashes) return false;
    crashed.clear();
    return !(await rendersAtAll(renderer));
  }

  /** Makes BullMQ treat a failed job according to the cause, by throwing the matching error. */
  async function settle(cause: FailureCause, error: Error, job: Job, token: string): Promise<never> {
    const { message } = error;
    const isLastCrash = cause === 'crash' && job.attemptsMade + 1 >= maxCrashes;
    if (cause === 'job' || isLastCrash) throw new bullmq.UnrecoverableError(message);
    if (cause === 'crash' || cause === 'output') throw new RetryError(message, cause);
    const back = { outcome: 'returned', ...describe(job), ...readFailedReason(message) } as const;
    tell((observer) => observer.jobEnded?.(back));
    if (cause === 'store') {
      pauseAfterStoreFailure(message);
      await job.moveToDelayed(Date.now() + withJitter(waits.storeDown), token);
      throw new bullmq.DelayedError();
    }
    void worker.pause(true);
    giveUp(`cannot do its jobs: ${back.problems.join('; ')}`);
    await job.moveToWait(token);
    throw new bullmq.WaitingError();
  }

  function pauseAfterStoreFailure(message: string): void {
    storeFailures++;
    if (storeFailures < processes + toleratedFailures || worker.isPaused()) return;
    storeFailures = 0;
    const ms = delayAfter(++pauses, waits.pause, waits.maxDelay);
    const warning = `outputs cannot be stored, so jobs wait: ${readFailedReason(message).problems.join('; ')}`;
    warnings.set(warning);
    if (pauses === 1) notice(warning);
    void worker.pause(true);
    sleep(ms, undefined, { signal: stopped.signal }).then(resume, () => {});
  }

  function done(): void {
    if (pauses > 0) {
      warnings.clear();
      notice('outputs can be stored again');
    }
    crashed.clear();
    storeFailures = 0;
    pauses = 0;
  }

  for (const renderer of renderers) {
    tell((observer) => observer.rendererMade?.(renderer));
    renderer.start().catch((error: unknown) => {
      // A process that was killed may start the next time; otherwise the first job fails.
      if (!(error instanceof RenderCrash) || error.wasKilled) return;
      giveUp(`cannot render: ${describeFailure(error)}`);
    });
  }

  await connection.register();
  // BullMQ passes a signal only to a processor with three parameters.
  const worker = new bullmq.Worker(
    queueName,
    (job: Job, token?: string, cancelled?: AbortSignal) =>
      process(job, token ?? '', cancelled ?? new AbortController().signal),
    {
      connection: redis,
      concurrency: processes,
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
  // Another worker has the job now, or will get it.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'another worker took the job over');
  });
  worker.on('completed', (job, result) => {
    done();
    const own = ownDocumentOf(job.data, job.id ?? '');
    // Documents that are not released now are released when the next batch starts.
    if (own !== undefined) releaseOwnDocument(redis, own).catch(() => {});
    const checked = jobResultSchema.parse(result);
    tell((observer) => observer.jobEnded?.({ outcome: 'done', ...describe(job), result: checked }));
  });
  worker.on('failed', (job, error) => {
    const outcome = job?.finishedOn === undefined ? 'retried' : 'failed';
    const end = { outcome, ...describe(job), ...readFailedReason(error.message) } as const;
    tell((observer) => observer.jobEnded?.(end));
  });
  worker.on('stalled', (id) => {
    tell((observer) => observer.jobStalled?.());
    notice(`a worker was lost; its job ${printable(id)} is done again`);
  });
  worker.on('error', (error) => {
    // A lost connection is reported elsewhere.
    if (!bullmq.isNotConnectionError(error)) return;
    if (isPassingReply(error)) pauseUntilRedisWorks(error);
    else seldom(error.name === 'ReplyError' ? `Redis: ${describeRedisError(error)}` : error.message);
  });

  /** Pauses, since BullMQ would ask Redis again at once, thousands of times a second. */
  function pauseUntilRedisWorks(error: Error): void {
    const reason = describeRedisError(error);
    connection.health.failed(
      `cannot use ${connection.address.shown}: ${reason}; waiting`,
      `used (${reason})`,
    );
    if (worker.isPaused()) return;
    void worker.pause(true);
    connection.health.untilWorking().then(() => resume());
  }

  function resume(): void {
    if (!stopped.signal.aborted) void worker.resume();
  }

  try {
    await Promise.race([connection.lost, faulty, untilAborted(signal)]);
    const closing = worker.close();
    const finished = untilIdle(isIdle).then(() => closed(closing));
    await Promise.race([connection.lost, closing, finished]);
    if (fault !== undefined) throw new QueueError(`this worker stops because it ${fault}`);
  } finally {
    stopped.abort();
    worker.close(true).catch(() => {});
    await Promise.all(renderers.map((renderer) => renderer.close()));
  }

  function isIdle(): boolean {
    return idle.length === renderers.length;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Describes how a render process ended, without its stack trace. */
function describeFailure(error: RenderCrash): string {
  return (unexpectedCause(error) ?? error.message).split('\n', 1)[0] ?? '';
}

/** Identifies a job in the log, whoever wrote its data. */
function describe(job: Job | undefined): Pick<JobEnd, 'id' | 'batch' | 'name'> {
  return { id: printable(job?.id ?? ''), batch: batchOf(job?.data), name: outputName(job?.data) };
}

async function untilIdle(isIdle: () => boolean): Promise<void> {
  while (!isIdle()) await sleep(idleCheckMs, undefined, { ref: false });
}
