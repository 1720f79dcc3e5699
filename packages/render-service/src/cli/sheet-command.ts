import { RenderSupervisor } from '@render-service/engine/process';
import {
  argumentsOf,
  commonArguments,
  describeOptions,
  onlyInput,
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

export const sheetHelp = `Usage: render-service sheet INPUT -o OUTPUT [options]

Draws a contact sheet: many moments of a project in one PNG, each with its time and composition. INPUT is a project
file, or - for standard input. OUTPUT is a file, or - for standard output; an existing one is never overwritten without
--force.

Options:
  -o, --output OUTPUT    where to write the sheet
${describeOptions('sheet')}
${setHelp}
  --force                replace OUTPUT if it exists; keeps its mode, follows a symbolic link
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated.
`;

/** `sheet INPUT -o OUTPUT`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function sheetCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...argumentsOf('sheet'),
    ...commonArguments,
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    return printHelpOrVersion(sheetHelp, values);
  }
  const input = onlyInput('sheet', positionals);
  const { output, force, json } = values;
  if (!output) throw new UsageError('sheet needs an output: -o OUTPUT');
  const given = readOptions('sheet', values);
  const options = { ...given, ...readCache(given) };
  if (options.moments !== undefined && options.every !== undefined) {
    throw new UsageError('--moments and --every exclude each other; use one of them');
  }
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  // Starts the process early, in parallel with loading, checking and reading everything else.
  await using renderer = RenderSupervisor.forOneTask(processAhead());
  const { sheetToOutput } = await import('./picture-output.ts');
  const needsCache = options.cache !== undefined;
  await sheetToOutput(
    { input, output, options, variables, timeoutMs, force, json, needsCache },
    renderer,
    signal,
  );
  return 0;
}
