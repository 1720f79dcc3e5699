import {
  argumentsOf,
  commonArguments,
  describeOptions,
  parseArguments,
  printHelpOrVersion,
  readCache,
  readOptions,
  readTimeLimit,
  readVariables,
  setHelp,
  UsageError,
} from '@render-service/service/command-line';
import { queueAddressHelp, readPriority } from './queue-arguments.ts';

export const batchHelp = `Usage: render-service batch INPUT... --out-dir DIR [options]
       render-service batch INPUT --data ROWS --out-dir DIR [options]

Renders each INPUT, or one INPUT in shorthand once for each row of ROWS, whose fields set its variables. An output
that DIR already has from the same project, options and version is not rendered again, so an interrupted batch resumes.
An output that fails does not stop the others.

Options:
  --out-dir DIR          folder for the outputs; created if it does not exist
  --data ROWS            CSV with a header, a JSON array or JSON Lines; - for standard input
  --name NAME            names of the outputs, such as '\${id}-\${title}', from all fields, \${row} (the row's number) and,
                         without ROWS, \${input} (default: the field id, otherwise \${row}; without ROWS \${input})
${describeOptions('batch', {
  format: 'default: the extension of NAME, otherwise png',
  cache: 'default: 64 MB of memory for each process)',
})}
${setHelp};
                         a field of the row wins
  --jobs N               render processes (default: as many as processors and memory allow)
  --report FILE          write a line of JSON for each output; - for standard output
  --strict               refuse what would be drawn differently from how it was written, fields of ROWS that are not
                         variables, and variables without a field or a --set
  --dry-run              check every row or INPUT as its render would, list all problems, and render nothing
  --force                replace files in DIR that no batch created, and any file at the path of the report
  --json                 print the summary as JSON
${queueAddressHelp};
                         workers render the outputs (see work --help); DIR is a shared folder or s3://BUCKET/PREFIX
  --detach               put all jobs into the queue and exit without waiting for the outputs
  --priority PRIORITY    high, normal or low (default: normal): batches of higher priority go first, equal ones take turns
  -h, --help             print this help
  --version              print the version

Exit codes: 0 all outputs exist, 1 some failed or nothing could be done, 2 wrong usage, 130 interrupted, 143 terminated.
`;

const batchArguments = {
  ...argumentsOf('batch'),
  ...commonArguments,
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
const maxJobs = 256;

/** `batch INPUT... --out-dir DIR`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function batchCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, batchArguments);
  if (values.help || values.version) {
    return printHelpOrVersion(batchHelp, values);
  }
  const { data, name, report, force, json, 'out-dir': folder, queue, detach, strict } = values;
  checkInputs(positionals, data);
  if (!folder) throw new UsageError('batch needs a folder for its outputs: --out-dir DIR');
  if (report === '') throw new UsageError('--report needs the name of a file, or - for standard output');
  const { cache, cacheBytes, ...options } = readOptions('batch', values, name);
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
    options,
    pieces: { ...(queue === undefined && readCache({ cache, cacheBytes })), keepsPieces: true },
    timeoutMs: readTimeLimit(values),
    variables: readVariables(values.set) ?? {},
  };
  if (values['dry-run']) {
    if (queue !== undefined) throw new UsageError('--dry-run checks on this machine only; leave out --queue');
    const { batchDryRun } = await import('./batch-dry-run.ts');
    return await batchDryRun(call, signal);
  }
  if (queue !== undefined) {
    if (cache !== undefined || cacheBytes !== undefined)
      throw new UsageError(
        'with --queue, workers keep the pieces of films; leave out --cache and --cache-size',
      );
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

function readJobs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const jobs = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= maxJobs) return jobs;
  throw new UsageError(`--jobs must be an integer from 1 to ${maxJobs}, but is ${JSON.stringify(text)}`);
}
