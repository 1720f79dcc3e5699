import type { SheetOptions } from '@render-service/engine';
import {
  allowedValueOfText,
  readAllowed,
  sheetOptionNames,
  sheetOptionTable,
} from '@render-service/engine/options';
import { RenderSupervisor } from '@render-service/engine/process';
import {
  type ArgumentValues,
  commonArguments,
  describeOption,
  describeTimeLimit,
  onlyInput,
  parseArguments,
  printHelpOrVersion,
  readTimeLimit,
  readVariables,
  settingsTable,
  UsageError,
  variableArguments,
} from '@render-service/service/command-line';

export const sheetHelp = `Usage: render-service sheet INPUT -o OUTPUT [options]

Draws a contact sheet: many moments of a project in one PNG, each with its time and composition. INPUT is a project
file, or - for standard input. OUTPUT is a file, or - for standard output; an existing one is never overwritten without
--force.

Options:
  -o, --output OUTPUT    where to write the sheet
${sheetOptionNames
  .map((name) => sheetOptionTable[name])
  .map(({ flag, placeholder, help }) => describeOption(flag, placeholder, help))
  .join('\n')}
${describeTimeLimit()}
  --force                replace OUTPUT if it exists; keeps its mode, follows a symbolic link
  --json                 print the result as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated.
`;

const flags = [...sheetOptionNames.map((name) => sheetOptionTable[name].flag), settingsTable.timeoutMs.flag];

const sheetArguments = {
  ...(Object.fromEntries(flags.map((flag) => [flag, { type: 'string' }])) as Record<
    string,
    { type: 'string' }
  >),
  ...variableArguments,
  ...commonArguments,
  output: { type: 'string', short: 'o' },
  force: { type: 'boolean', default: false },
} as const;

/** `sheet INPUT -o OUTPUT`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function sheetCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, sheetArguments);
  if (values.help || values.version) {
    return printHelpOrVersion(sheetHelp, values);
  }
  const input = onlyInput('sheet', positionals);
  const { output, force, json } = values;
  if (!output) throw new UsageError('sheet needs an output: -o OUTPUT');
  const options = readSheetOptions(values);
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  // Starts the process early, in parallel with loading, checking and reading everything else.
  await using renderer = RenderSupervisor.forOneTask();
  const { sheetToOutput } = await import('./picture-output.ts');
  await sheetToOutput({ input, output, options, variables, timeoutMs, force, json }, renderer, signal);
  return 0;
}

/** Reads the values of the options; throws a UsageError for a value that is not allowed. */
function readSheetOptions(values: ArgumentValues): SheetOptions {
  const options: SheetOptions = Object.fromEntries(
    sheetOptionNames.map((name) => {
      const { flag, values: allowed } = sheetOptionTable[name];
      const text = values[flag];
      if (typeof text !== 'string') return [name, undefined];
      const result = readAllowed<number>(allowed, allowedValueOfText(allowed, text));
      if (result.ok) return [name, result.value];
      throw new UsageError(result.problems.map((problem) => `--${flag} ${problem}`).join('; '));
    }),
  );
  if (options.moments !== undefined && options.every !== undefined) {
    throw new UsageError('--moments and --every exclude each other; use one of them');
  }
  return options;
}
