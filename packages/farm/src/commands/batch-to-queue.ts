import { resolve } from 'node:path';
import { DataFile } from '@render-service/engine/tables';
import { printLine, printNotice } from '@render-service/service/command-line';
import { type BatchCall, refuseReportAsInput, reportIn } from '../batch-call.ts';
import { sha256 } from '../batch-job.ts';
import { checkBatch } from '../check-batch.ts';
import { openSource } from '../open-source.ts';
import { normalDestination, openOutputStore } from '../outputs/open-output-store.ts';
import type { SharedStore } from '../outputs/output-store.ts';
import { isS3Url } from '../outputs/s3-store.ts';
import { addJobs } from '../queue/add-jobs.ts';
import { type BatchDetails, markFor, openBatch } from '../queue/batches.ts';
import { asQueueError, type QueueConnection } from '../queue/connection.ts';
import { releaseAbandonedDocuments } from '../queue/document-store.ts';
import type { BatchPriority } from '../queue/fair-turns.ts';
import { type FollowOptions, JobFollower } from '../queue/follow-jobs.ts';
import { rowsToAdd } from '../queue/rows-to-add.ts';
import { Report } from '../report.ts';
import { AddedRows } from './added-rows.ts';
import { BatchProgress } from './batch-progress.ts';
import { summarize, summarizeAdded } from './batch-summary.ts';
import { openQueue } from './queue-arguments.ts';
import { QueuedOutcomes } from './queued-outcomes.ts';

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

/** Registers the batch in the queue, and marks its destination for the workers. */
async function registerBatch(
  connection: QueueConnection,
  call: BatchCall,
  { destination, total, priority }: Pick<BatchDetails, 'destination' | 'total' | 'priority'>,
  store: SharedStore,
): Promise<{ batch: number; token: string }> {
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
