import { RenderError } from '@render-service/engine';
import { delayAfter } from '../backoff.ts';
import type { Outcome } from '../make-output.ts';
import type { OutputStore } from '../outputs/output-store.ts';
import { StoreError } from '../outputs/store-error.ts';
import { JobFailedError, lostProject } from './do-job.ts';
import { type FollowedEnd, outcomeOf } from './follow-jobs.ts';
import { hasMoreTime, InvalidJobError, type QueuedJob } from './queued-job.ts';

// See docs/decisions.md, "Every failure of a job has one cause".

/** Maximum starts of a job that crashes render processes. */
export const maxCrashes = 3;

/**
 * Maximum starts of a job whose output cannot be stored although the store works for others; together about half an
 * hour.
 */
export const maxTries = 8;

/**
 * A job that stalls more often, because its worker died or lost its connection, fails. It is started at most three
 * times.
 */
export const maxStalls = 2;

/** Different jobs in a row whose render process crashes before the worker renders a test film. */
export const suspiciousCrashes = 3;

/**
 * Jobs in a row that cannot be stored before a worker waits, in addition to one for each render process, since other
 * jobs may succeed.
 */
export const toleratedFailures = 2;

/** Name of this strategy in a job. */
export const backoffType = 'render-service';

/** Times of a worker, in milliseconds. */
export interface WorkerWaits {
  /** Wait before a job whose render process crashed is tried again; doubles with each try. */
  readonly afterCrash: number;
  /** Wait before a job whose output could not be stored is tried again; doubles with each try. */
  readonly afterStoreFailure: number;
  readonly maxAfterStoreFailure: number;
  /** Wait before a job is tried again while its store is down. */
  readonly storeDown: number;
  /** Time for which a worker takes no jobs after it could not store several; doubles each time. */
  readonly pause: number;
  readonly maxDelay: number;
}

export const defaultWaits: WorkerWaits = {
  afterCrash: 1000,
  afterStoreFailure: 30_000,
  maxAfterStoreFailure: 600_000,
  storeDown: 60_000,
  pause: 1000,
  maxDelay: 60_000,
};

/**
 * Cause of a job's failure, which decides about the job and the worker:
 *
 * | cause    | the job                                  | the worker                      |
 * |----------|------------------------------------------|---------------------------------|
 * | `job`    | fails for good                           | continues                       |
 * | `crash`  | is tried again, three times in all       | continues                       |
 * | `output` | is tried again, for half an hour         | continues                       |
 * | `store`  | waits, then goes last; no try is counted | waits if the next ones fail too |
 * | `worker` | goes back at once; no try is counted     | stops                           |
 */
export type FailureCause = 'job' | 'crash' | 'output' | 'store' | 'worker';

/**
 * Returns the cause of a job's error. An error of the store concerns the output alone if the store works for others.
 */
export async function causeOf(error: unknown, storeWorks: () => Promise<boolean>): Promise<FailureCause> {
  if (error instanceof JobFailedError) return error.isTransient ? 'crash' : 'job';
  if (error instanceof InvalidJobError) return 'job';
  if (error instanceof StoreError) {
    if (error.fault === 'output') return 'job';
    if (error.fault === 'setup') return 'worker';
    // A store that failed for every output may work again by now.
    return error.concernsAll || !(await storeWorks()) ? 'store' : 'output';
  }
  // Redis is full, or temporarily a replica.
  if (error instanceof Error && error.name === 'ReplyError') return 'store';
  if (error instanceof RenderError && error.code === 'invalid-option') return 'job';
  return 'crash';
}

/** Whether a failed job ends, is tried again, or goes back into the queue without a counted try, at once or later. */
export type NextStep = 'fail' | 'retry' | 'hand back' | 'hand back later';

/** Returns what happens to a job that failed with this cause, after this number of earlier tries. */
export function nextStep(cause: FailureCause, earlierTries: number): NextStep {
  switch (cause) {
    case 'job':
      return 'fail';
    case 'crash':
      return earlierTries + 1 >= maxCrashes ? 'fail' : 'retry';
    case 'output':
      return 'retry';
    case 'store':
      return 'hand back later';
    case 'worker':
      return 'hand back';
  }
}

/** A failure after which the job is tried again. */
export class RetryError extends Error {
  readonly failureCause: FailureCause;

  constructor(message: string, cause: FailureCause) {
    super(message);
    this.failureCause = cause;
  }
}

/** Milliseconds before the next try of a job, after this number of tries and this error of the last one. */
export function waitBeforeRetry(waits: WorkerWaits, attempt: number, error: Error | undefined): number {
  const { afterCrash, afterStoreFailure, maxAfterStoreFailure } = waits;
  return error instanceof RetryError && error.failureCause === 'output'
    ? delayAfter(attempt, afterStoreFailure, maxAfterStoreFailure)
    : delayAfter(attempt, afterCrash);
}

/**
 * Outcome of an earlier run's job in a batch that is started again. Undefined if the job must be done again: its
 * output is gone, its project was lost, or it has more time now.
 */
export async function outcomeOfEarlier(
  end: FollowedEnd,
  queued: QueuedJob,
  { data }: { readonly data: unknown },
  store: OutputStore,
): Promise<Outcome | undefined> {
  if (end.outcome === 'done') {
    const there = await store.existing(queued.job.name);
    const isThere = there.kind === 'made' && there.id === queued.job.id;
    return isThere ? { kind: 'skipped', bytes: there.bytes } : undefined;
  }
  if (end.problems.includes(lostProject)) return undefined;
  return end.code === 'timeout' && hasMoreTime(queued, data) ? undefined : outcomeOf(end);
}
