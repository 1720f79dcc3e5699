import { frameRatesOf } from '@render-service/engine/formats';
import { joinWords } from '@render-service/engine/text';
import {
  argumentsOf,
  commonArguments,
  describeOptions,
  type parseArguments,
  readOptions,
  readTimeLimit,
  readVariables,
  setHelp,
  UsageError,
} from '@render-service/service/command-line';
import { readPriority } from './queue-arguments.ts';

/** Options of a batch that a film of a queue lacks: it is an MP4 in H.264, and workers keep its pieces. */
const {
  format: _,
  'time-ms': __,
  cache: ___,
  'cache-size': ____,
  codec: _____,
  ...filmOptions
} = argumentsOf('batch');

export const filmArguments = {
  ...filmOptions,
  ...commonArguments,
  'out-dir': { type: 'string' },
  name: { type: 'string' },
  force: { type: 'boolean', default: false },
  queue: { type: 'string' },
  detach: { type: 'boolean', default: false },
  priority: { type: 'string' },
} as const;

export const filmOptionsHelp = `  --out-dir DIR          folder or s3://BUCKET/PREFIX for the film, as all workers see it
  --name NAME            name of the film (default: that of the first INPUT, with .mp4)
${optionsOfMp4()}
${setHelp}
  --force                replace a file that no batch created
  --detach               put the jobs into the queue and exit without waiting for the film
  --priority PRIORITY    high, normal or low (default: normal): jobs of higher priority go first, equal ones take turns
`;

function optionsOfMp4(): string {
  const { frameRates, usualFrameRate } = frameRatesOf('mp4');
  const rates = `frames per second: ${joinWords(frameRates, 'or')} (default ${usualFrameRate})`;
  return describeOptions('batch')
    .split('\n')
    .filter((line) => Object.keys(filmOptions).some((name) => line.startsWith(`  --${name} `)))
    .map((line) => line.replace(/frames per second.*$/, rates))
    .join('\n');
}

type FilmArguments = ReturnType<typeof parseArguments<typeof filmArguments>>;

/**
 * `queue film INPUT... --out-dir DIR --queue URL`: returns the exit code. Throws a UsageError, a SettingsError or a
 * RenderError.
 */
export async function filmCommand(
  { values, positionals }: FilmArguments,
  signal: AbortSignal,
): Promise<number> {
  if (positionals.length === 0) throw new UsageError('queue film needs an INPUT: a project file');
  if (positionals.includes('-'))
    throw new UsageError('queue film reads its project from a file, not from standard input');
  const { 'out-dir': folder, name, queue, force, detach, json } = values;
  if (!folder) throw new UsageError('queue film needs a folder for the film: --out-dir DIR');
  if (queue === undefined) {
    throw new UsageError('queue film needs the address of the queue: --queue redis://HOST:PORT/DATABASE');
  }
  const options = { ...readOptions('batch', values, 'film.mp4'), format: 'mp4' as const };
  const call = {
    ...{ inputs: positionals, isFilm: true },
    data: undefined,
    ...{ name, folder, force, json, options },
    report: undefined,
    strict: false,
    jobs: undefined,
    timeoutMs: readTimeLimit(values),
    variables: readVariables(values.set) ?? {},
  };
  const { batchToQueue } = await import('./batch-to-queue.ts');
  const priority = readPriority(values.priority);
  return await batchToQueue(call, { queue, detach, priority }, signal);
}
