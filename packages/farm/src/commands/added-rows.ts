import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { SharedStore } from '../outputs/output-store.ts';
import type { AddedRow, AddJobsListener } from '../queue/add-jobs.ts';
import { displaced, endOf, type JobFollower, outcomeOf } from '../queue/follow-jobs.ts';
import { OpenJobsLimit } from '../queue/open-jobs-limit.ts';
import type { QueueAddress } from '../queue/queue-address.ts';
import { outcomeOfEarlier } from '../queue/retry-policy.ts';
import type { FollowedEntry } from '../queue/rows-to-add.ts';
import type { Report } from '../report.ts';
import type { QueuedOutcomes } from './queued-outcomes.ts';

/** Milliseconds between two checks whether the queue has room for further jobs. */
const roomCheckMs = 100;

export interface AddedRowsSettings {
  readonly outcomes: QueuedOutcomes;
  /** Undefined if nobody waits for the jobs. */
  readonly follower: JobFollower<FollowedEntry> | undefined;
  readonly store: SharedStore;
  readonly report: Report | undefined;
  readonly signal: AbortSignal;
}

/** Counts and follows the rows of a batch that are added to the queue, and limits how many are open. */
export class AddedRows implements AddJobsListener<FollowedEntry> {
  readonly #settings: AddedRowsSettings;
  readonly #limit = new OpenJobsLimit();
  #count = 0;
  /** Rows that failed in an earlier run and are not tried again. */
  #failedBefore = 0;
  /** Rows that exceeded their time limit in an earlier run and do not have a longer limit now. */
  #timedOutBefore = 0;

  constructor(settings: AddedRowsSettings) {
    this.#settings = settings;
  }

  /** Number of rows in the queue, whether added now or earlier. */
  get count(): number {
    return this.#count;
  }

  adding(rows: readonly AddedRow<FollowedEntry>[]): void {
    this.#settings.follower?.adding(rows);
  }

  async added(rows: readonly AddedRow<FollowedEntry>[]): Promise<void> {
    const { follower, report, signal } = this.#settings;
    this.#count += rows.length;
    follower?.added(rows);
    for (const { ownBytes } of rows) this.#limit.add(ownBytes);
    while (follower !== undefined && follower.openJobs >= this.#limit.jobs)
      await sleep(roomCheckMs, undefined, { signal });
    await report?.ready();
  }

  displaced({ row }: AddedRow<FollowedEntry>): void {
    this.#settings.outcomes.add(row, outcomeOf(displaced), 0);
  }

  async doneBefore({ row, queued }: AddedRow<FollowedEntry>, job: Job): Promise<boolean> {
    const { outcomes, store } = this.#settings;
    const end = endOf(job);
    if (end === undefined) return false;
    const outcome = await outcomeOfEarlier(end, queued, job, store);
    if (outcome === undefined) return true;
    const isFailed = outcome.kind === 'failed';
    if (isFailed && outcome.code === 'timeout') this.#timedOutBefore++;
    else if (isFailed) this.#failedBefore++;
    outcomes.add(row, outcome, isFailed ? end.seconds : 0);
    return false;
  }

  /** Explains how to retry the rows that failed in an earlier run. */
  noticesOfEarlierFailures({ shown }: QueueAddress): string[] {
    const failed = `${this.#failedBefore} failed in an earlier run and were not tried again; to retry them: render-service queue retry --queue ${shown}`;
    const timedOut = `${this.#timedOutBefore} took too long in an earlier run and were not tried again; to retry them, repeat the command with a larger --timeout-ms`;
    return [...(this.#failedBefore > 0 ? [failed] : []), ...(this.#timedOutBefore > 0 ? [timedOut] : [])];
  }
}
