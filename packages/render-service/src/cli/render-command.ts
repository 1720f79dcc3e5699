import { RenderSupervisor } from '@render-service/engine/process';
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
import { processAhead } from './process-ahead.ts';
import { userCache } from './user-cache.ts';

export const renderHelp = `Usage: render-service render INPUT -o OUTPUT [options]
       render-service render INPUT INPUT... -o FILM.mp4 [options]

INPUT is a project file, or - for standard input. OUTPUT is a file, or - for standard output.
Several inputs become one MP4 of any length, one after the other, with a chapter for each. It has the size of the first.
An existing file is never overwritten without --force, and the input never; an interrupted render leaves no files.
Fields that the format does not have are ignored; those of a project in shorthand are named on standard error.

Options:
  -o, --output OUTPUT    where to write the result
${describeOptions('render', { cache: "default: the user's cache folder, for MP4s only)" })}
${setHelp}
  --captions FILE        write the captions of a film to a .vtt or .srt file, too
  --no-cache             make the film anew, and keep nothing of it
  --explain              print which pieces of an MP4 were kept and which were made, on standard error
  --force                replace OUTPUT if it exists; keeps its mode, follows a symbolic link
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated (128 and its number for any signal).
`;

/** `render INPUT... -o OUTPUT`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function renderCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...argumentsOf('render'),
    ...commonArguments,
    output: { type: 'string', short: 'o' },
    captions: { type: 'string' },
    'no-cache': { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    return printHelpOrVersion(renderHelp, values);
  }
  const [input, ...others] = positionals;
  if (input === undefined)
    throw new UsageError('render needs an INPUT: a project file, or - for standard input');
  const { output, force, json, captions, explain } = values;
  if (!output) throw new UsageError('render needs an output: -o OUTPUT');
  const { jobs, cache, cacheBytes, ...options } = readOptions('render', values, output);
  const isOff = values['no-cache'] === true;
  if (isOff && cache !== undefined) throw new UsageError('--cache and --no-cache contradict each other');
  const named = isOff ? { cache: false as const, cacheBytes } : readCache({ cache, cacheBytes });
  const needsCache = typeof named.cache === 'string';
  const kept = { ...named, cache: named.cache ?? userCache() };
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  if (others.length > 0) {
    if (captions !== undefined) throw new UsageError('--captions is for a film of one input');
    // Each part has a process of its own.
    processAhead()?.kill('SIGKILL');
    const { partsToOutput } = await import('./parts-to-output.ts');
    await partsToOutput(
      {
        inputs: positionals,
        output,
        options: { ...options, ...kept },
        jobs,
        variables,
        timeoutMs,
        ...{ force, json, explain, needsCache },
      },
      signal,
    );
    return 0;
  }
  if (jobs !== undefined) throw new UsageError('--jobs is for a film of several inputs');
  // Starts the process early, in parallel with loading, checking and reading everything else.
  await using renderer = RenderSupervisor.forOneTask(processAhead());
  const { renderToOutput } = await import('./picture-output.ts');
  const call = {
    ...{ input, output, variables, timeoutMs, force, json, captions, explain },
    needsCache,
    options: { ...options, ...kept },
  };
  try {
    await renderToOutput(call, renderer, signal);
  } catch (error) {
    const { isForParts, longFilmToOutput } = await import('./parts-to-output.ts');
    if (!isForParts(error)) throw error;
    await longFilmToOutput(call, signal);
  }
  return 0;
}
