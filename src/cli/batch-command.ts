import { type BatchPriority, batchPriorities } from '../batch/queue/fair-turns.ts';
import { parseArguments, UsageError } from './parse-arguments.ts';
import { readRenderOptions, readTimeLimit, renderArguments } from './render-arguments.ts';
import { readVariables } from './variable-arguments.ts';

const batchArguments = {
  ...renderArguments,
  'out-dir': { type: 'string' },
  data: { type: 'string' },
  name: { type: 'string' },
  jobs: { type: 'string' },
  report: { type: 'string' },
  force: { type: 'boolean', default: false },
  queue: { type: 'string' },
  detach: { type: 'boolean', default: false },
  priority: { type: 'string' },
  strict: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** A higher number is a mistake: no machine has enough processors. */
const mostJobs = 256;

/** `batch INPUT... --out-dir DIR`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function batchCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, batchArguments);
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('batch', values);
  }
  const { data, name, report, force, json, 'out-dir': folder, queue, detach, strict } = values;
  checkInputs(positionals, data);
  if (!folder) throw new UsageError('batch needs a folder for its outputs: --out-dir DIR');
  if (report === '') throw new UsageError('--report needs the name of a file, or - for standard output');
  const call = {
    inputs: positionals,
    data,
    name,
    folder,
    report,
    force,
    strict,
    json,
    jobs: readJobs(values.jobs),
    options: readRenderOptions(values, name),
    timeoutMs: readTimeLimit(values),
    variables: readVariables(values.set) ?? {},
  };
  if (strict && data === undefined)
    throw new UsageError('--strict checks the fields of rows, so it needs --data');
  if (values['dry-run']) {
    if (queue !== undefined) throw new UsageError('--dry-run checks on this machine only; leave out --queue');
    const { batchDryRun } = await import('./batch-dry-run.ts');
    return await batchDryRun(call, signal);
  }
  if (queue !== undefined) {
    if (values.jobs !== undefined)
      throw new UsageError(
        'with --queue, --jobs is an option of the workers; give it to render-service work',
      );
    if (detach && report !== undefined)
      throw new UsageError('--detach does not wait for outputs, so it cannot --report them');
    const { batchToQueue } = await import('./batch-to-queue.ts');
    return await batchToQueue(call, { queue, detach, priority: readPriority(values.priority) }, signal);
  }
  if (values.priority !== undefined) throw new UsageError('--priority needs a --queue');
  if (detach) throw new UsageError('--detach needs a --queue');
  const { batchToFolder } = await import('./batch-to-folder.ts');
  return await batchToFolder(call, signal);
}

function checkInputs(inputs: readonly string[], data: string | undefined): void {
  const [input, further] = inputs;
  if (input === undefined) throw new UsageError('batch needs an INPUT: a project file');
  if (data === undefined) {
    if (inputs.includes('-')) {
      throw new UsageError('batch reads a project from standard input only together with --data FILE');
    }
    return;
  }
  if (data === '') throw new UsageError('--data needs the name of a file, or - for standard input');
  if (further !== undefined) {
    throw new UsageError(
      `unexpected argument ${JSON.stringify(further)}; with --data, batch takes one INPUT`,
    );
  }
  if (input === '-' && data === '-') {
    throw new UsageError('INPUT and --data cannot both be standard input');
  }
}

function readPriority(text = 'normal'): BatchPriority {
  const priority = batchPriorities.find((each) => each === text);
  if (priority !== undefined) return priority;
  throw new UsageError(
    `--priority must be one of ${batchPriorities.join(', ')}, but is ${JSON.stringify(text)}`,
  );
}

function readJobs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const jobs = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= mostJobs) return jobs;
  throw new UsageError(`--jobs must be an integer from 1 to ${mostJobs}, but is ${JSON.stringify(text)}`);
}
