import { closestName } from '@render-service/engine/text';
import { parseArguments, printHelpOrVersion, UsageError } from '@render-service/service/command-line';
import { findBatch } from '../queue/batches.ts';
import { asQueueError, type QueueConnection } from '../queue/connection.ts';
import {
  type BatchStatus,
  batchStatuses,
  cancelJobs,
  failuresOf,
  type JobCounts,
  type JobFailure,
  type QueueStatus,
  queueStatus,
  retryJobs,
  setPaused,
  type VersionStatus,
} from '../queue/manage-queue.ts';
import { QueueError } from '../queue/redis-health.ts';
import { filmArguments, filmCommand, filmOptionsHelp } from './film-command.ts';
import { openQueue, queueAddressHelp } from './queue-arguments.ts';

export const queueHelp = `Usage: render-service queue ACTION [BATCH] --queue URL [options]
       render-service queue film INPUT... --out-dir DIR --queue URL [options]

Actions:
  film INPUT...          render one MP4 with many workers: each makes some of its pieces, and one joins them; several
                         inputs become one film, as with render
  status [BATCH]         count the jobs, and show the last failures
  list                   list the batches with their numbers and jobs
  pause                  let workers finish their running jobs and take no new ones
  resume                 let workers take jobs again
  cancel [BATCH]         remove the waiting jobs from the queue
  retry [BATCH]          put the failed jobs back into the queue

BATCH is a number that list shows. Without it, an action applies to all batches.

Options:
${queueAddressHelp}
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Options of film:
${filmOptionsHelp}
Exit codes: 0 done, 1 the queue cannot be used or the film failed, 2 wrong usage, 130 interrupted, 143 terminated.
`;

/** The result of an action, as JSON and as text. */
interface Outcome {
  readonly json: object;
  readonly text: string;
}

interface Action {
  /** Whether the action takes the number of a batch. */
  readonly takesBatch?: boolean;
  run(connection: QueueConnection, batch: number | undefined): Promise<Outcome>;
}

const actions: Readonly<Record<string, Action>> = {
  status: {
    takesBatch: true,
    async run(connection, batch) {
      if (batch === undefined) {
        const json = await queueStatus(connection);
        return { json, text: describeStatus(json, connection.version) };
      }
      const json = await statusOfBatch(connection, batch);
      return { json, text: describeBatch(json) };
    },
  },
  list: {
    async run(connection) {
      const batches = await batchStatuses(connection);
      return { json: { batches }, text: describeBatches(batches) };
    },
  },
  pause: {
    async run(connection) {
      await setPaused(connection, true);
      return {
        json: { paused: true },
        text: 'paused: workers finish their running jobs and take no new ones',
      };
    },
  },
  resume: {
    async run(connection) {
      await setPaused(connection, false);
      return { json: { paused: false }, text: 'resumed' };
    },
  },
  cancel: {
    takesBatch: true,
    async run(connection, batch) {
      await refuseUnknownBatch(connection, batch);
      const json = await cancelJobs(connection, batch);
      return { json, text: `${count(json.cancelled)} cancelled; ${count(json.running)} still running` };
    },
  },
  retry: {
    takesBatch: true,
    async run(connection, batch) {
      await refuseUnknownBatch(connection, batch);
      const json = await retryJobs(connection, batch);
      return { json, text: `${count(json.retried)} put back into the queue` };
    },
  },
};

const film = 'film';
const names = [...Object.keys(actions), film];

/** `queue ACTION [BATCH] --queue URL`, and `queue film INPUT...`: returns the exit code. Throws a UsageError or a RenderError. */
export async function queueCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const [first, ...others] = args;
  if (first === film) {
    const parsed = parseArguments(others, filmArguments);
    const { help, version } = parsed.values;
    return help || version ? printHelpOrVersion(queueHelp, parsed.values) : filmCommand(parsed, signal);
  }
  const { values, positionals } = parseArguments(args, {
    queue: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(queueHelp, values);
  const [name, ...rest] = positionals;
  if (name === undefined) throw new UsageError(`queue needs an action: ${names.join(', ')}`);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (name === film) {
    throw new UsageError(
      'write film right after queue: render-service queue film INPUT... --out-dir DIR --queue URL',
    );
  }
  if (action === undefined) {
    const closest = closestName(name, names);
    const advice = closest === undefined ? `valid actions: ${names.join(', ')}` : `did you mean ${closest}?`;
    throw new UsageError(`unknown action ${name}; ${advice}`);
  }
  const batch = action.takesBatch ? readBatch(rest.shift()) : undefined;
  const [further] = rest;
  if (further !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(further)}`);
  await using connection = await openQueue('queue', values.queue, { forJobs: false });
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const done = Promise.race([action.run(connection, batch), connection.lost, interrupted]);
  const { json, text } = await done.catch((error: unknown) => {
    throw asQueueError(error, connection.address);
  });
  process.stdout.write(`${values.json ? JSON.stringify(json) : text}\n`);
  return 0;
}

function readBatch(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`BATCH must be a number that queue list shows, but is ${JSON.stringify(text)}`);
}

async function refuseUnknownBatch(connection: QueueConnection, batch: number | undefined): Promise<void> {
  if (batch === undefined || (await findBatch(connection, batch)) !== undefined) return;
  throw new QueueError(
    `${connection.address.shown} has no batch ${batch}; see: render-service queue list --queue ${connection.address.shown}`,
  );
}

async function statusOfBatch(connection: QueueConnection, number: number) {
  await refuseUnknownBatch(connection, number);
  const [batch] = (await batchStatuses(connection)).filter((each) => each.number === number);
  if (batch === undefined) throw new QueueError(`batch ${number} is no longer remembered`);
  return { ...batch, failures: await failuresOf(connection, number) };
}

function describeStatus(status: QueueStatus, own: string): string {
  const { queue, paused, workers, failures, versions } = status;
  const others = versions.filter(({ version }) => version !== own);
  const lines = [
    `${queue}${paused ? ': paused' : ''}`,
    `  workers  ${workers ?? 'unknown'}`,
    ...describeCounts(status),
    ...describeFailures(failures),
    ...(others.length === 0 ? [] : versions.map(describeVersion)),
    ...versions.flatMap(({ warning }) => (warning === null ? [] : [`  a worker reports: ${warning}`])),
  ];
  return lines.join('\n');
}

function describeVersion({ version, workers, waiting, delayed, running }: VersionStatus): string {
  const text = `  version ${version}: ${workers ?? 'unknown'} workers, ${waiting + delayed} waiting, ${running} running`;
  if (workers !== 0 || waiting + delayed === 0) return text;
  return `${text}; no worker does these jobs: start a worker of that version, or cancel them and start their batches again`;
}

function describeBatch(batch: BatchStatus & { readonly failures: readonly JobFailure[] }): string {
  const { number, input, destination, priority, created, total, version, isCancelled, failures } = batch;
  return [
    `batch ${number}${isCancelled ? ': cancelled' : ''}: ${input}, to ${destination}`,
    `  queued   ${created}, ${total} rows, priority ${priority}, version ${version}`,
    ...describeCounts(batch),
    ...describeFailures(failures),
  ].join('\n');
}

function describeCounts({ waiting, delayed, running, done, failed }: JobCounts): readonly string[] {
  return [
    `  waiting  ${waiting}${delayed > 0 ? `, and ${delayed} to be tried again` : ''}`,
    `  running  ${running}`,
    `  done     ${done}`,
    `  failed   ${failed}`,
  ];
}

function describeFailures(failures: readonly JobFailure[]): readonly string[] {
  return failures.map(({ name, problems }) => `    ${name}: ${problems.join('; ')}`);
}

function describeBatches(batches: readonly BatchStatus[]): string {
  if (batches.length === 0) return 'no batches';
  const header = ['batch', 'queued', 'priority', 'rows', 'waiting', 'running', 'done', 'failed', 'what'];
  const rows = batches.map((batch) => [
    ...[String(batch.number), batch.created.slice(0, 19), batch.isCancelled ? 'cancelled' : batch.priority],
    ...[batch.total, batch.waiting + batch.delayed, batch.running, batch.done, batch.failed].map(String),
    `${batch.input}, to ${batch.destination}`,
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [header, ...rows].map(line).join('\n');
}

function count(jobs: number): string {
  return jobs === 1 ? '1 job' : `${jobs} jobs`;
}
