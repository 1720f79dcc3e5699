import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFile } from '@render-service/engine/tables';
import { printLine, printNotice } from '@render-service/service/command-line';
import type { Job } from 'bullmq';
import { type BatchCall, refuseReportAsInput, reportIn } from '../batch-call.ts';
import { sha256 } from '../batch-job.ts';
import { checkBatch } from '../check-batch.ts';
import type { Outcome } from '../make-output.ts';
import { openSource } from '../open-source.ts';
import { normalDestination, openOutputStore } from '../outputs/open-output-store.ts';
import type { SharedStore } from '../outputs/output-store.ts';
import { isS3Url } from '../outputs/s3-store.ts';
import { StoreError } from '../outputs/store-error.ts';
import { type AddJobsListener, addJobs } from '../queue/add-jobs.ts';
import { markFor, openBatch } from '../queue/batches.ts';
import { asQueueError, type QueueConnection } from '../queue/connection.ts';
import { releaseAbandonedDocuments } from '../queue/document-store.ts';
import type { BatchPriority } from '../queue/fair-turns.ts';
import {
  displaced,
  endOf,
  type FollowListener,
  type FollowOptions,
  JobFollower,
  outcomeOf,
} from '../queue/follow-jobs.ts';
import { NameClaims } from '../queue/name-claims.ts';
import { OpenJobsLimit } from '../queue/open-jobs-limit.ts';
import { outcomeOfEarlier } from '../queue/retry-policy.ts';
import { type FollowedEntry, rowsToAdd } from '../queue/rows-to-add.ts';
import { Report, reportLine } from '../report.ts';
import { BatchProgress } from './batch-progress.ts';
import { describeEntry, summarize } from './batch-summary.ts';
import { openQueue } from './queue-arguments.ts';

const exitCodes = { done: 0, failed: 1 } as const;

export interface QueueCall extends FollowOptions {
  /** The address of the queue. */
  readonly queue: string;
  readonly detach: boolean;
  readonly priority: BatchPriority;
}

/**
 * Puts a batch into a queue and, without `detach`, prints the workers' progress until all jobs are done. Returns the
 * exit code; rejects with a RenderError, or with the signal's reason.
 */
export async function batchToQueue(
  call: BatchCall,
  { queue, detach, priority, missingMs }: QueueCall,
  signal: AbortSignal,
): Promise<number> {
  const { force, timeoutMs } = call;
  await refuseReportAsInput(call);
  await using connection = await openQueue('batch', queue);
  await using data =
    call.data === undefined ? undefined : await DataFile.open(call.data, process.stdin, signal);
  const source = await openSource(call, data, signal);
  // The destination is part of each job's id, so another spelling would make another job.
  const destination = normalDestination(call.folder);
  await using store = await openOutputStore(destination);
  // Asking a bucket about each name would take longer than filling the queue; workers ask before they render.
  const { total } = await checkBatch(source, store, {
    force: force || isS3Url(destination),
    signal,
    report: reportIn(call.folder, call.report),
  });
  for (const warning of source.warnings) printLine(process.stderr, warning);
  const { token, batch } = await open(connection, call, { destination, total, priority, store }).catch(
    (error) => {
      throw asQueueError(error, connection.address);
    },
  );
  using report = call.report === undefined ? undefined : await Report.open(call.report, { force, signal });
  const progress = new BatchProgress(process.stderr, total);
  let failedBefore = 0;
  let outOfTimeBefore = 0;
  const ended = (row: FollowedEntry, outcome: Outcome, seconds: number) => {
    progress.done(row.number, outcome, () => describeEntry(row, source));
    report?.write(reportLine(row, outcome, seconds));
  };
  const claims = new NameClaims(connection.redis);
  const isDisplaced = ({ name = '' }: FollowedEntry, id: string) =>
    claims.isDisplaced(destination, { id, name });
  /** Why the store cannot be asked for outputs at the moment. */
  let blindness: string | undefined;
  const followed: FollowListener<FollowedEntry> = {
    ended: (row, end) => ended(row, outcomeOf(end), end.seconds),
    notice(message) {
      progress.clear();
      printNotice(message);
    },
    isDisplaced,
    async findOutput(row, job) {
      const found = await findOutput(store, job).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error;
        if (blindness === undefined) followed.notice(`${error.message}; the batch waits and tries again`);
        blindness = error.message;
        return 'unknown' as const;
      });
      if (found !== 'unknown') blindness = undefined;
      return found === 'missing' && (await isDisplaced(row, job.id ?? '')) ? 'found' : found;
    },
  };
  await using follower = detach ? undefined : await JobFollower.open(connection, followed, { missingMs });
  if (!detach) printNotice(`batch ${batch} in ${connection.address.shown}`);
  let added = 0;
  const limit = new OpenJobsLimit();
  const listener: AddJobsListener<FollowedEntry> = {
    adding: (rows) => follower?.adding(rows),
    async added(rows) {
      added += rows.length;
      follower?.added(rows);
      for (const { ownBytes } of rows) limit.add(ownBytes);
      while (follower !== undefined && follower.openJobs >= limit.jobs)
        await sleep(100, undefined, { signal });
      await report?.ready();
    },
    displaced: ({ row }) => ended(row, outcomeOf(displaced), 0),
    async doneBefore({ row, queued }, job) {
      const end = endOf(job);
      if (end === undefined) return false;
      const outcome = await outcomeOfEarlier(end, queued, job, store);
      if (outcome === undefined) return true;
      const isFailed = outcome.kind === 'failed';
      if (isFailed && outcome.code === 'timeout') outOfTimeBefore++;
      else if (isFailed) failedBefore++;
      ended(row, outcome, isFailed ? end.seconds : 0);
      return false;
    },
  };
  try {
    const rows = rowsToAdd(source, {
      ...{ destination, batch, token, force, timeoutMs, signal },
      onFailed: (row, outcome) => ended(row, outcome, 0),
    });
    const adding = addJobs(connection, rows, listener, { batch, priority, destination, signal });
    await (follower === undefined
      ? Promise.race([adding, connection.lost])
      : follower.follow(adding, signal));
    await report?.finish();
  } catch (error) {
    progress.clear();
    const { made, skipped } = progress.counts;
    process.stderr.write(
      `Stopped: ${made + skipped} of ${total} are done, and workers continue with the jobs in the queue; the same command adds the missing jobs and follows again.\n`,
    );
    throw asQueueError(error, connection.address);
  }
  progress.clear();
  if (failedBefore > 0) {
    printNotice(
      `${failedBefore} failed in an earlier run and were not tried again; to retry them: render-service queue retry --queue ${connection.address.shown}`,
    );
  }
  if (outOfTimeBefore > 0) {
    printNotice(
      `${outOfTimeBefore} took too long in an earlier run and were not tried again; to retry them, repeat the command with a larger --timeout-ms`,
    );
  }
  if (detach)
    summarizeAdded(call, {
      ...{ batch, added, total },
      failed: progress.counts.failed,
      skipped: progress.counts.skipped,
    });
  else summarize(call, progress, total);
  return progress.counts.failed > 0 ? exitCodes.failed : exitCodes.done;
}

/** Registers the batch in the queue, and marks its destination for the workers. */
async function open(
  connection: QueueConnection,
  call: BatchCall,
  parts: { destination: string; total: number; priority: BatchPriority; store: SharedStore },
): Promise<{ batch: number; token: string }> {
  const { destination, total, priority, store } = parts;
  const { version } = connection;
  await connection.register();
  await releaseAbandonedDocuments(connection);
  const token = await markFor(connection, destination);
  await store.mark(token);
  const input = [...call.inputs, ...(call.data === undefined ? [] : [call.data])].join(' ');
  const details = { input, destination, total, priority, version };
  return { token, batch: await openBatch(connection, details, identityOf(call, destination, version)) };
}

/** A digest that is equal when the same command is started again; undefined with standard input, which may differ. */
function identityOf(call: BatchCall, destination: string, version: string): string | undefined {
  const { inputs, data, name, options, variables } = call;
  const files = [...inputs, ...(data === undefined ? [] : [data])];
  if (files.includes('-')) return undefined;
  const paths = files.map((file) => resolve(file));
  return sha256(JSON.stringify([paths, data === undefined, name, destination, options, variables, version]));
}

/** Checks that an output exists as the worker stored it. Rejects with a StoreError. */
async function findOutput(store: SharedStore, { data, returnvalue }: Job): Promise<'found' | 'missing'> {
  const { id, name } = data.job;
  const there = await store.existing(name);
  const isIts = there.kind === 'made' && there.id === id && there.bytes === returnvalue.bytes;
  return isIts ? 'found' : 'missing';
}

function summarizeAdded(
  { json }: BatchCall,
  counts: {
    readonly batch: number;
    readonly added: number;
    readonly total: number;
    readonly failed: number;
    readonly skipped: number;
  },
): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ queued: counts.added, ...counts, added: undefined })}\n`);
    return;
  }
  const parts = [
    `${counts.added} of ${counts.total} are in the queue as batch ${counts.batch}`,
    ...(counts.skipped > 0 ? [`${counts.skipped} already up to date`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
  ];
  process.stdout.write(`${parts.join(', ')}\n`);
}
