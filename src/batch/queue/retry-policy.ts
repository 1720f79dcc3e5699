import { RenderError } from '../../render/render-error.ts';
import { delayAfter } from '../backoff.ts';
import type { Outcome } from '../make-output.ts';
import type { OutputStore } from '../outputs/output-store.ts';
import { StoreError } from '../outputs/store-error.ts';
import { JobFailedError, lostProject } from './do-job.ts';
import { type FollowedEnd, outcomeOf } from './follow-jobs.ts';
import { hasMoreTime, InvalidJobError, type QueuedJob } from './queued-job.ts';

/** How often a job is begun that crashes render processes. */
export const mostCrashes = 3;

/** How often a job is begun whose output cannot be stored, though the store works for others: for half an hour. */
export const mostTries = 8;

/** A job that stalls more often, because its worker died or was cut off, fails: it is begun three times at most. */
export const mostStalls = 2;

/** Different jobs in a row whose render process crashes, after which the worker renders a film of its own. */
export const suspiciousCrashes = 3;

/** Jobs in a row that cannot be stored before a worker waits, apart from one for each render process: others may be fine. */
export const toleratedFailures = 2;

/** The name of this strategy in a job. */
export const backoffType = 'render-service';

/** Times of a worker, in milliseconds. */
export interface WorkerWaits {
  /** Until a job is tried again whose render process crashed; doubles with each try. */
  readonly afterCrash: number;
  /** Until a job is tried again whose output could not be stored; doubles with each try. */
  readonly afterStoreFailure: number;
  readonly longestAfterStoreFailure: number;
  /** Until a job is tried again while its store is down. */
  readonly storeDown: number;
  /** For which a worker takes no job after jobs of which none could be stored; doubles each time. */
  readonly pause: number;
  readonly longestPause: number;
}

export const defaultWaits: WorkerWaits = {
  afterCrash: 1000,
  afterStoreFailure: 30_000,
  longestAfterStoreFailure: 600_000,
  storeDown: 60_000,
  pause: 1000,
  longestPause: 60_000,
};

/**
 * Who is to blame for a job that has no output, which decides what becomes of it:
 *
 * | blame    | the job                                  | the worker                      |
 * |----------|------------------------------------------|---------------------------------|
 * | `job`    | fails for good                           | goes on                         |
 * | `crash`  | is tried again, three times in all       | goes on                         |
 * | `output` | is tried again, for half an hour         | goes on                         |
 * | `store`  | goes back, and waits; no try is counted  | waits if the next ones fail too |
 * | `worker` | goes back at once; no try is counted     | stops                           |
 */
export type Blame = 'job' | 'crash' | 'output' | 'store' | 'worker';

/** Whom an error of a job blames. An error of a store is the output's if the store works for others. */
export async function blameFor(error: unknown, storeWorks: () => Promise<boolean>): Promise<Blame> {
  if (error instanceof JobFailedError) return error.isTransient ? 'crash' : 'job';
  if (error instanceof InvalidJobError) return 'job';
  if (error instanceof StoreError) {
    if (error.fault === 'output') return 'job';
    if (error.fault === 'setup') return 'worker';
    return (await storeWorks()) ? 'output' : 'store';
  }
  // Redis is full, or a replica for now.
  if (error instanceof Error && error.name === 'ReplyError') return 'store';
  if (error instanceof RenderError && error.code === 'invalid-option') return 'job';
  return 'crash';
}

/** A job that is tried again. */
export class RetryError extends Error {
  readonly blame: Blame;

  constructor(message: string, blame: Blame) {
    super(message);
    this.blame = blame;
  }
}

/** Milliseconds until a job is tried again that was tried so often, the last time with this error. */
export function waitBeforeRetry(waits: WorkerWaits, attempt: number, error: Error | undefined): number {
  const { afterCrash, afterStoreFailure, longestAfterStoreFailure } = waits;
  return error instanceof RetryError && error.blame === 'output'
    ? delayAfter(attempt, afterStoreFailure, longestAfterStoreFailure)
    : delayAfter(attempt, afterCrash);
}

/**
 * How the job of an earlier run counts in a batch that is started again. Undefined if it is done again: its output is gone,
 * its project was lost, or it has more time now.
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
