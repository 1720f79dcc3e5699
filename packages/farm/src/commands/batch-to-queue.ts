import { DataFile } from '@render-service/engine/tables';
import { printLine, printNotice } from '@render-service/service/command-line';
import { type BatchCall, refuseReportAsInput, reportIn } from '../batch-call.ts';
import { checkBatch } from '../check-batch.ts';
import { openSource } from '../open-source.ts';
import { normalDestination, openOutputStore } from '../outputs/open-output-store.ts';
import { isS3Url } from '../outputs/s3-store.ts';
import { addJobs } from '../queue/add-jobs.ts';
import { asQueueError } from '../queue/connection.ts';
import type { BatchPriority } from '../queue/fair-turns.ts';
import { type FollowOptions, JobFollower } from '../queue/follow-jobs.ts';
import { rowsToAdd } from '../queue/rows-to-add.ts';
import { Report } from '../report.ts';
import { AddedRows } from './added-rows.ts';
import { BatchProgress } from './batch-progress.ts';
import { summarize, summarizeAdded } from './batch-summary.ts';
import { openQueue } from './queue-arguments.ts';
import { QueuedOutcomes } from './queued-outcomes.ts';
import { registerBatch } from './register-batch.ts';

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
  const { force, timeoutMs, strict } = call;
  await refuseReportAsInput(call);
  await using connection = await openQueue('batch', queue);
  await using data =
    call.data === undefined ? undefined : await DataFile.open(call.data, process.stdin, signal);
  const source = await openSource(call, data, signal);
  // The destination is part of each job's id, so another spelling would make another job.
  const destination = normalDestination(call.folder);
  await using store = await openOutputStore(destination);
  // Looking up each name in a bucket would take longer than filling the queue; workers do it before they render.
  const { total } = await checkBatch(source, store, {
    force: force || isS3Url(destination),
    signal,
    report: reportIn(call.folder, call.report),
  });
  for (const warning of source.warnings) printLine(process.stderr, warning);
  const { token, batch } = await registerBatch(
    connection,
    call,
    { destination, total, priority },
    store,
  ).catch((error) => {
    throw asQueueError(error, connection.address);
  });
  using report = call.report === undefined ? undefined : await Report.open(call.report, { force, signal });
  const progress = new BatchProgress(process.stderr, total);
  const outcomes = new QueuedOutcomes(connection, { source, destination, store, progress, report });
  await using follower = detach ? undefined : await JobFollower.open(connection, outcomes, { missingMs });
  if (!detach) printNotice(`batch ${batch} in ${connection.address.shown}`);
  const rows = new AddedRows({ outcomes, follower, store, report, signal });
  try {
    const jobs = rowsToAdd(source, {
      ...{ destination, batch, token, force, timeoutMs, strict, signal },
      onFailed: (row, outcome) => outcomes.add(row, outcome, 0),
    });
    const adding = addJobs(connection, jobs, rows, { batch, priority, destination, signal });
    await (follower?.follow(adding, signal) ?? Promise.race([adding, connection.lost]));
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
  for (const notice of rows.noticesOfEarlierFailures(connection.address)) printNotice(notice);
  const { failed, skipped } = progress.counts;
  if (detach) summarizeAdded(call, { batch, added: rows.count, total, failed, skipped });
  else summarize(call, progress, total);
  return failed > 0 ? exitCodes.failed : exitCodes.done;
}
