import { RenderSupervisor } from '../render/process/supervisor.ts';
import { onlyInput, parseArguments, UsageError } from './parse-arguments.ts';
import { readRenderOptions, readTimeLimit, renderArguments } from './render-arguments.ts';
import { readVariables } from './variable-arguments.ts';

/** `render INPUT -o OUTPUT`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function renderCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...renderArguments,
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
  const options = readRenderOptions(values);
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  // Starts the process early, in parallel with loading, checking and reading everything else.
  await using renderer = RenderSupervisor.forOneTask();
  const { renderToOutput } = await import('./picture-output.ts');
  await renderToOutput({ input, output, options, variables, timeoutMs, force, json }, renderer, signal);
  return 0;
}
