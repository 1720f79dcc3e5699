import { optionTable, readText } from '@render-service/engine/options';
import type { CountedPieces } from '@render-service/engine/process';
import {
  noInput,
  parseArguments,
  printHelpOrVersion,
  printTimedNotice,
  readSetting,
  settingsTable,
  UsageError,
} from '@render-service/service/command-line';
import { startMetrics } from '@render-service/service/metrics';
import { planProcesses } from '../choose-processes.ts';
import { normalDestination } from '../outputs/open-output-store.ts';
import { StoreError } from '../outputs/store-error.ts';
import { StorePool } from '../outputs/store-pool.ts';
import { PiecePlaces } from '../pieces/piece-places.ts';
import { readBacklogs } from '../queue/backlog.ts';
import { work } from '../queue/worker.ts';
import type { JobEnd, WorkerObserver } from '../queue/worker-events.ts';
import { openQueue, queueAddressHelp } from './queue-arguments.ts';

export const workHelp = `Usage: render-service work --queue URL [options]

Does the jobs that batch --queue puts into a queue, on any number of machines. All of them must have the folder of the
outputs at the same path. Needs BullMQ: npm install bullmq@6 ioredis@5, and for outputs on S3 @aws-sdk/client-s3@3.
After a first signal, a worker finishes its running jobs; a second one ends it at once, and other workers get its jobs.

Options:
${queueAddressHelp}
  --jobs N               render processes (default: as many as processors and memory allow)
  --out-dir DIR          write only to this folder or s3://BUCKET/PREFIX, or below (default: any destination)
  --cache PLACE          folder or s3://BUCKET/PREFIX for the pieces of all MP4s, which all workers share, also
                         SERVICE_RENDER_CACHE (default: beside the output for queue film, otherwise in memory)
  --cache-size BYTES     what the pieces in a folder may take (default 2GB); the least recently used go first
  --stalled-after SECONDS
                         time without a sign of life after which a worker loses its jobs (default: 15)
  --metrics-port PORT    port of Prometheus metrics (default: none; 0: any free port), also SERVICE_RENDER_METRICS_PORT
  --metrics-host HOST    address of the metrics (default: 127.0.0.1), also SERVICE_RENDER_METRICS_HOST
  -h, --help             print this help
  --version              print the version

Exit codes: 0 ended by a signal, 1 the queue cannot be used or the worker cannot do its jobs, 2 wrong usage.
`;

/** Default seconds without a sign of life after which a worker counts as lost. */
const usualStalledSeconds = 15;

/** Milliseconds for which Redis may fail before the worker counts as unhealthy: a failover takes some seconds. */
const toleratedMs = 30_000;

/**
 * `work --queue URL`: runs until the signal is aborted, then returns exit code 0. Throws a UsageError, a SettingsError
 * or a RenderError.
 */
export async function workCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    queue: { type: 'string' },
    jobs: { type: 'string' },
    'out-dir': { type: 'string' },
    cache: { type: 'string' },
    'cache-size': { type: 'string' },
    'stalled-after': { type: 'string' },
    [settingsTable.metricsPort.flag]: { type: 'string' },
    [settingsTable.metricsHost.flag]: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(workHelp, values);
  noInput('work', positionals);
  const plan = planProcesses(readCount('jobs', values.jobs, { least: 1, most: 256 }), Infinity);
  const stalledSeconds = readCount('stalled-after', values['stalled-after'], { least: 1, most: 3600 });
  const stalledAfterMs = (stalledSeconds ?? usualStalledSeconds) * 1000;
  const given = values['out-dir'];
  const within = given === undefined ? undefined : normalDestination(given);
  await using pieces = new PiecePlaces(readCache(values));
  const port = readSetting('metricsPort', values, process.env);
  const host = readSetting('metricsHost', values, process.env);
  let problem: () => string | undefined = () => 'not connected yet';
  const health = () => problem();
  await using metrics = port === undefined ? undefined : await startMetrics({ host, port }, { health });
  await using connection = await openQueue('work', values.queue, { onNotice: printTimedNotice });
  await using stores = new StorePool(within);
  await testDestination(stores);
  await pieces.open();
  process.stdout.write(
    `render-service works on ${connection.address.shown}, jobs at the same time: ${plan.processes}\n`,
  );
  if (metrics) process.stdout.write(`metrics are at ${metrics.url}\n`);
  metrics?.watchQueue(() => readBacklogs(connection));
  let fault: string | undefined;
  problem = () => {
    const { failingMs } = connection.health;
    const isAway = failingMs > toleratedMs;
    return fault ?? (isAway ? `Redis has been unavailable for ${Math.round(failingMs / 1000)} s` : undefined);
  };
  const printer: WorkerObserver = {
    jobEnded: printEnd,
    notice: printTimedNotice,
    faulty(reason) {
      fault = reason;
    },
  };
  const counter: WorkerObserver = {
    rendererMade: (renderer) => metrics?.watch(renderer),
    jobEnded: ({ outcome }) => metrics?.countJob(outcome),
    jobStalled: () => metrics?.countStalledJob(),
  };
  await work(connection, { plan, stalledAfterMs, stores, pieces, observers: [printer, counter] }, signal);
  return 0;
}

/** Throws if this worker could not store any output. An outage is temporary, so jobs wait until it ends. */
async function testDestination(stores: StorePool): Promise<void> {
  try {
    await stores.test();
  } catch (error) {
    if (!(error instanceof StoreError) || error.fault !== 'outage') throw error;
    printTimedNotice(error.message);
  }
}

/** Reads where pieces are kept. Throws a UsageError, or a RenderError for a URL that names no bucket. */
function readCache(values: {
  readonly cache?: string | undefined;
  readonly 'cache-size'?: string | undefined;
}) {
  const { cache = process.env.SERVICE_RENDER_CACHE, 'cache-size': size } = values;
  if (values.cache === '') throw new UsageError('--cache needs a folder or s3://BUCKET/PREFIX');
  const bytes = size === undefined ? undefined : readText(optionTable.cacheBytes.values, size);
  if (bytes?.ok === false) throw new UsageError(`--cache-size ${bytes.problems.join('; ')}`);
  const cacheBytes = bytes === undefined ? undefined : Number(bytes.value);
  return { cache: cache ? normalDestination(cache) : undefined, cacheBytes };
}

function readCount(
  flag: string,
  text: string | undefined,
  { least, most }: { least: number; most: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(
    `--${flag} must be an integer from ${least} to ${most}, but is ${JSON.stringify(text)}`,
  );
}

/** Number of digits of a job's id in a log line. */
const shownDigits = 8;

/** Prints a line of the log: the time, the batch, the job, the output and the outcome. */
function printEnd(end: JobEnd): void {
  const { id, batch, name } = end;
  const job = `batch ${batch ?? '?'} job ${id.slice(0, shownDigits)} ${name}`;
  const line = `${new Date().toISOString()} ${job}: ${describeEnd(end)}\n`;
  (end.outcome === 'done' ? process.stdout : process.stderr).write(line);
}

/** Nothing for a film of one piece, which is made like any output. */
function describePieces({ kept, made }: CountedPieces): string {
  return kept + made > 1 ? `, ${kept} pieces kept, ${made} made` : '';
}

function describeEnd(end: JobEnd): string {
  if (end.outcome === 'done') {
    const { outcome, bytes, elapsedMs, pieces } = end.result;
    const counts = pieces === undefined ? '' : describePieces(pieces);
    if (outcome === 'share') return `a share of its pieces${counts}, ${elapsedMs} ms`;
    if (outcome === 'made') return `${bytes} bytes, ${elapsedMs} ms${counts}`;
    return outcome === 'existing' ? 'already up to date' : 'a later batch makes this output';
  }
  const became = { failed: 'failed', retried: 'tried again later', returned: 'returned to the queue' };
  return `${became[end.outcome]}: ${end.problems.join('; ')}`;
}
