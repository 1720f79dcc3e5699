import type { Mp4Sound } from '@render-service/engine';
import { maxJobs } from '@render-service/engine/options';
import { RenderSupervisor } from '@render-service/engine/process';
import {
  type ArgumentValues,
  describeOptions,
  parseArguments,
  printHelpOrVersion,
  readRenderOptions,
  readTimeLimit,
  readVariables,
  renderArguments,
  setHelp,
  UsageError,
} from '@render-service/service/command-line';

export const renderHelp = `Usage: render-service render INPUT -o OUTPUT [options]
       render-service render INPUT INPUT... -o FILM.mp4 [options]

INPUT is a project file, or - for standard input. OUTPUT is a file, or - for standard output.
Several inputs become one MP4 of any length, one after the other, with a chapter for each. It has the size of the first.
An existing file is never overwritten without --force, and the input never; an interrupted render leaves no files.
Fields that the format does not have are ignored; those of a project in shorthand are named on standard error.

Options:
  -o, --output OUTPUT    where to write the result
${describeOptions()}
  --from-ms MS           where the film starts (default 0); a part of the project is exported as a film of its own
  --to-ms MS             where it ends (default: the end of the project)
  --audio mp3|aac        sound of an MP4 (default mp3); some platforms demand aac
  --jobs N               inputs that are rendered at the same time (default 1), if there are several
${setHelp}
  --force                replace OUTPUT if it exists; keeps its mode, follows a symbolic link
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated (128 and its number for any signal).
`;

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
    return printHelpOrVersion(renderHelp, values);
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
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maxJobs) return Number(text);
  throw new UsageError(`--jobs must be an integer from 1 to ${maxJobs}, but is ${JSON.stringify(text)}`);
}

/** The time of an option in milliseconds; throws a UsageError for a text that is not one. */
function readTime(flag: 'from-ms' | 'to-ms', values: ArgumentValues): number | undefined {
  const text = values[flag];
  if (typeof text !== 'string') return undefined;
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} must be a number of at least 0, but is ${JSON.stringify(text)}`);
}
