import type { Mp4Sound } from '../render/options/film-sound.ts';
import { RenderSupervisor } from '../render/process/supervisor.ts';
import { onlyInput, parseArguments, UsageError } from './parse-arguments.ts';
import {
  type ArgumentValues,
  readRenderOptions,
  readTimeLimit,
  renderArguments,
} from './render-arguments.ts';
import { readVariables } from './variable-arguments.ts';

/** `render INPUT -o OUTPUT`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function renderCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...renderArguments,
    'from-ms': { type: 'string' },
    'to-ms': { type: 'string' },
    audio: { type: 'string' },
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('render', values);
  }
  const input = onlyInput('render', positionals);
  const { output, force, json } = values;
  if (!output) throw new UsageError('render needs an output: -o OUTPUT');
  const part = { fromMs: readTime('from-ms', values), toMs: readTime('to-ms', values) };
  // `checkFilmSound` reports any other codec.
  const audio = values.audio as Mp4Sound | undefined;
  const options = { ...readRenderOptions(values), ...part, audio };
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  // Starts the process early, in parallel with loading, checking and reading everything else.
  await using renderer = RenderSupervisor.forOneTask();
  const { renderToOutput } = await import('./picture-output.ts');
  await renderToOutput({ input, output, options, variables, timeoutMs, force, json }, renderer, signal);
  return 0;
}

/** The time of an option in milliseconds; throws a UsageError for a text that is not one. */
function readTime(flag: 'from-ms' | 'to-ms', values: ArgumentValues): number | undefined {
  const text = values[flag];
  if (typeof text !== 'string') return undefined;
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} must be a number of at least 0, but is ${JSON.stringify(text)}`);
}
