import { asQueueError, type QueueConnection } from '../batch/queue/connection.ts';
import { cancelJobs, type QueueStatus, queueStatus, retryJobs } from '../batch/queue/manage-queue.ts';
import { closestName } from '../project/closest-name.ts';
import { printHelpOrVersion } from './help.ts';
import { parseArguments } from './parse-arguments.ts';
import { openQueue } from './queue-arguments.ts';
import { UsageError } from './usage-error.ts';

/** What an action gives: as JSON, and in words. */
interface Outcome {
  readonly json: object;
  readonly text: string;
}

const actions: Readonly<Record<string, (connection: QueueConnection) => Promise<Outcome>>> = {
  async status(connection) {
    const json = await queueStatus(connection);
    return { json, text: describeStatus(json) };
  },
  async pause({ queue }) {
    await queue.pause();
    return { json: { paused: true }, text: 'paused: workers finish what they have and take nothing new' };
  },
  async resume({ queue }) {
    await queue.resume();
    return { json: { paused: false }, text: 'resumed' };
  },
  async cancel(connection) {
    const json = await cancelJobs(connection);
    return { json, text: `${count(json.cancelled)} cancelled; ${count(json.running)} still running` };
  },
  async retry(connection) {
    const json = await retryJobs(connection);
    return { json, text: `${count(json.retried)} put back into the queue` };
  },
};

const names = Object.keys(actions);

/** `queue ACTION --queue URL`: gives the exit code. Throws a UsageError or a RenderError. */
export async function queueCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    queue: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion('queue', values);
  const [name, further] = positionals;
  if (name === undefined) throw new UsageError(`queue needs an action: ${names.join(', ')}`);
  if (further !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(further)}`);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) {
    const closest = closestName(name, names);
    const advice = closest === undefined ? `valid actions: ${names.join(', ')}` : `did you mean ${closest}?`;
    throw new UsageError(`unknown action ${name}; ${advice}`);
  }
  await using connection = await openQueue('queue', values.queue);
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const done = Promise.race([action(connection), connection.lost, interrupted]);
  const { json, text } = await done.catch((error: unknown) => {
    throw asQueueError(error, connection.address);
  });
  process.stdout.write(`${values.json ? JSON.stringify(json) : text}\n`);
  return 0;
}

function describeStatus(status: QueueStatus): string {
  const { queue, paused, workers, waiting, delayed, running, done, failed, failures } = status;
  const lines = [
    `${queue}${paused ? ': paused' : ''}`,
    `  workers  ${workers ?? 'unknown'}`,
    `  waiting  ${waiting}${delayed > 0 ? `, and ${delayed} to be tried again` : ''}`,
    `  running  ${running}`,
    `  done     ${done}`,
    `  failed   ${failed}`,
    ...failures.map(({ name, problems }) => `    ${name}: ${problems.join('; ')}`),
  ];
  return lines.join('\n');
}

function count(jobs: number): string {
  return jobs === 1 ? '1 job' : `${jobs} jobs`;
}
