import type { Mp4Sound } from '../render/options/film-sound.ts';
import { mostJobs } from '../render/parts/parts-options.ts';
import { RenderSupervisor } from '../render/process/supervisor.ts';
import { parseArguments, UsageError } from './parse-arguments.ts';
import {
  type ArgumentValues,
  readRenderOptions,
  readTimeLimit,
  renderArguments,
} from './render-arguments.ts';
import { readVariables } from './variable-arguments.ts';

/** `render INPUT... -o OUTPUT`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function renderCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...renderArguments,
    'from-ms': { type: 'string' },
    'to-ms': { type: 'string' },
    audio: { type: 'string' },
    jobs: { type: 'string' },
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('render', values);
  }
  const [input, ...others] = positionals;
  if (input === undefined)
    throw new UsageError('render needs an INPUT: a project file, or - for standard input');
  const { output, force, json } = values;
  if (!output) throw new UsageError('render needs an output: -o OUTPUT');
  const part = { fromMs: readTime('from-ms', values), toMs: readTime('to-ms', values) };
  // `checkFilmSound` reports any other codec.
  const audio = values.audio as Mp4Sound | undefined;
  const options = { ...readRenderOptions(values, output), ...part, audio };
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  if (others.length > 0) {
    const { partsToOutput } = await import('./parts-to-output.ts');
    const jobs = readJobs(values.jobs);
    await partsToOutput(
      { inputs: positionals, output, options, jobs, variables, timeoutMs, force, json },
      signal,
    );
    return 0;
  }
  if (values.jobs !== undefined) throw new UsageError('--jobs is for a film of several inputs');
  // Starts the process early, in parallel with loading, checking and reading everything else.
  await using renderer = RenderSupervisor.forOneTask();
  const { renderToOutput } = await import('./picture-output.ts');
  await renderToOutput({ input, output, options, variables, timeoutMs, force, json }, renderer, signal);
  return 0;
}

/** Throws a UsageError for a text that is not a number of processes. */
function readJobs(text = '1'): number {
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= mostJobs) return Number(text);
  throw new UsageError(`--jobs must be an integer from 1 to ${mostJobs}, but is ${JSON.stringify(text)}`);
}

/** The time of an option in milliseconds; throws a UsageError for a text that is not one. */
function readTime(flag: 'from-ms' | 'to-ms', values: ArgumentValues): number | undefined {
  const text = values[flag];
  if (typeof text !== 'string') return undefined;
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} must be a number of at least 0, but is ${JSON.stringify(text)}`);
}
