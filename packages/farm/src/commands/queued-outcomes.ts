import { printNotice } from '@render-service/service/command-line';
import type { Job } from 'bullmq';
import type { BatchSource } from '../batch-source.ts';
import type { Outcome } from '../make-output.ts';
import type { SharedStore } from '../outputs/output-store.ts';
import { StoreError } from '../outputs/store-error.ts';
import type { QueueConnection } from '../queue/connection.ts';
import { type FollowedEnd, type FollowListener, outcomeOf } from '../queue/follow-jobs.ts';
import { NameClaims } from '../queue/name-claims.ts';
import type { FollowedEntry } from '../queue/rows-to-add.ts';
import { type Report, reportLine } from '../report.ts';
import type { BatchProgress } from './batch-progress.ts';
import { describeEntry } from './batch-summary.ts';

export interface QueuedOutcomesSettings {
  readonly source: BatchSource;
  readonly destination: string;
  readonly store: SharedStore;
  readonly progress: BatchProgress;
  readonly report: Report | undefined;
}

/** Prints and reports the outcomes of a batch's jobs, and looks for their outputs. */
export class QueuedOutcomes implements FollowListener<FollowedEntry> {
  readonly #settings: QueuedOutcomesSettings;
  readonly #claims: NameClaims;
  /** Whether the last lookup in the store failed. */
  #isStoreDown = false;

  constructor({ redis }: QueueConnection, settings: QueuedOutcomesSettings) {
    this.#settings = settings;
    this.#claims = new NameClaims(redis);
  }

  add(row: FollowedEntry, outcome: Outcome, seconds: number): void {
    const { progress, report, source } = this.#settings;
    progress.done(row.number, outcome, () => describeEntry(row, source));
    report?.write(reportLine(row, outcome, seconds));
  }

  ended(row: FollowedEntry, end: FollowedEnd): void {
    this.add(row, outcomeOf(end), end.seconds);
  }

  progress({ number }: FollowedEntry, fraction: number): void {
    this.#settings.progress.progress(number, fraction);
  }

  notice(message: string): void {
    this.#settings.progress.clear();
    printNotice(message);
  }

  isDisplaced({ name = '' }: FollowedEntry, id: string): Promise<boolean> {
    return this.#claims.isDisplaced(this.#settings.destination, { id, name });
  }

  async findOutput(row: FollowedEntry, job: Job): Promise<'found' | 'missing' | 'unknown'> {
    const found = await findOutput(this.#settings.store, job).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      if (!this.#isStoreDown) this.notice(`${error.message}; the batch waits and tries again`);
      return 'unknown' as const;
    });
    this.#isStoreDown = found === 'unknown';
    return found === 'missing' && (await this.isDisplaced(row, job.id ?? '')) ? 'found' : found;
  }
}

/** Checks that an output exists as the worker stored it. Rejects with a StoreError. */
async function findOutput(store: SharedStore, { data, returnvalue }: Job): Promise<'found' | 'missing'> {
  const { id, name } = data.job;
  const there = await store.existing(name);
  const isIts = there.kind === 'made' && there.id === id && there.bytes === returnvalue.bytes;
  return isIts ? 'found' : 'missing';
}
