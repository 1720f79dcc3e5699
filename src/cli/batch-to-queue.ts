import { setTimeout as sleep } from 'node:timers/promises';
import { checkBatch } from '../batch/check-batch.ts';
import type { Outcome } from '../batch/make-output.ts';
import { normalDestination, openOutputStore } from '../batch/outputs/open-output-store.ts';
import { isS3Url } from '../batch/outputs/s3-store.ts';
import { type AddJobsListener, addJobs } from '../batch/queue/add-jobs.ts';
import { asQueueError } from '../batch/queue/connection.ts';
import { endOf, type FollowedEnd, JobFollower } from '../batch/queue/follow-jobs.ts';
import { hasMoreTime } from '../batch/queue/queued-job.ts';
import { type FollowedEntry, rowsToAdd } from '../batch/queue/rows-to-add.ts';
import { Report, reportLine } from '../batch/report.ts';
import { DataFile } from '../batch/rows/data-file.ts';
import { BatchProgress } from './batch-progress.ts';
import {
  type BatchCall,
  describeEntry,
  openSource,
  refuseReportAsInput,
  reportIn,
  summarize,
} from './batch-to-folder.ts';
import { openQueue, printNotice } from './queue-arguments.ts';

/** Jobs of a batch that may be in the queue at a time, so that neither it nor this process grows with the batch. */
const mostOpenJobs = 20_000;

const exitCodes = { done: 0, failed: 1 } as const;

/**
 * Puts a batch into a queue and, without `detach`, prints how far the workers are until all is done. Gives the exit code;
 * rejects with a RenderError, or with the signal's reason.
 */
export async function batchToQueue(
  call: BatchCall,
  { queue, detach }: { readonly queue: string; readonly detach: boolean },
  signal: AbortSignal,
): Promise<number> {
  const { force, timeoutMs } = call;
  await refuseReportAsInput(call);
  await using connection = await openQueue('batch', queue);
  await using data =
    call.data === undefined ? undefined : await DataFile.open(call.data, process.stdin, signal);
  const source = await openSource(call, data, signal);
  // It is part of each job's id, so that another spelling would be another job.
  const destination = normalDestination(call.folder);
  await using store = await openOutputStore(destination);
  // To ask a bucket about each name would take longer than to fill the queue; workers ask before they render.
  const { total } = await checkBatch(source, store, {
    force: force || isS3Url(destination),
    signal,
    report: reportIn(call.folder, call.report),
  });
  for (const warning of source.warnings) process.stderr.write(`${warning}\n`);
  using report = call.report === undefined ? undefined : await Report.open(call.report, { force, signal });
  const progress = new BatchProgress(process.stderr, total);
  let failedBefore = 0;
  let outOfTimeBefore = 0;
  const ended = (row: FollowedEntry, outcome: Outcome, seconds: number) => {
    progress.done(row.number, outcome, () => describeEntry(row, source));
    report?.write(reportLine(row, outcome, seconds));
  };
  const followed = {
    ended: (row: FollowedEntry, end: FollowedEnd) => ended(row, outcomeOf(end), end.seconds),
    notice(message: string) {
      progress.clear();
      printNotice(message);
    },
  };
  await using follower = detach ? undefined : await JobFollower.open(connection, followed);
  let added = 0;
  const listener: AddJobsListener<FollowedEntry> = {
    adding: (rows) => follower?.adding(rows),
    async added(rows) {
      added += rows.length;
      follower?.added(rows);
      while (follower !== undefined && follower.openJobs >= mostOpenJobs)
        await sleep(100, undefined, { signal });
      await report?.ready();
    },
    async doneBefore({ row, queued }, job) {
      const end = endOf(job);
      if (end === undefined) return false;
      if (end.outcome === 'done') {
        const there = await store.existing(queued.job.name);
        if (there.kind !== 'made' || there.id !== queued.job.id) return true;
        ended(row, { kind: 'skipped', bytes: there.bytes }, 0);
      } else {
        if (end.code === 'timeout') {
          if (hasMoreTime(queued, job.data)) return true;
          outOfTimeBefore++;
        } else failedBefore++;
        ended(row, outcomeOf(end), end.seconds);
      }
      return false;
    },
  };
  try {
    const rows = rowsToAdd(source, {
      ...{ destination, force, timeoutMs, signal },
      onFailed: (row, outcome) => ended(row, outcome, 0),
    });
    const adding = addJobs(connection, rows, listener, signal);
    await (follower === undefined
      ? Promise.race([adding, connection.lost])
      : follower.follow(adding, signal));
    await report?.finish();
  } catch (error) {
    progress.clear();
    const { made, skipped } = progress.counts;
    process.stderr.write(
      `Stopped: ${made + skipped} of ${total} are done, and workers go on with what is in the queue; the same command adds what is missing and follows again.\n`,
    );
    throw asQueueError(error, connection.address);
  }
  progress.clear();
  if (failedBefore > 0) {
    printNotice(
      `${failedBefore} failed in an earlier run and were not tried again; to do so: render-service queue retry --queue ${connection.address.shown}`,
    );
  }
  if (outOfTimeBefore > 0) {
    printNotice(
      `${outOfTimeBefore} took too long in an earlier run and were not tried again; the same command with a larger --timeout-ms does so`,
    );
  }
  if (detach)
    summarizeAdded(call, { added, total, failed: progress.counts.failed, skipped: progress.counts.skipped });
  else summarize(call, progress, total);
  return progress.counts.failed > 0 ? exitCodes.failed : exitCodes.done;
}

function outcomeOf(end: FollowedEnd): Outcome {
  if (end.outcome === 'failed') return { kind: 'failed', code: end.code, problems: end.problems };
  const { outcome, bytes } = end.result;
  return { kind: outcome === 'made' ? 'made' : 'skipped', bytes };
}

function summarizeAdded(
  { json }: BatchCall,
  counts: {
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
    `${counts.added} of ${counts.total} are in the queue`,
    ...(counts.skipped > 0 ? [`${counts.skipped} there already`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
  ];
  process.stdout.write(`${parts.join(', ')}\n`);
}
