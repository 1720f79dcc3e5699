import { convertApart, loadProject } from '@render-service/engine/process';
import {
  argumentsOf,
  baseFolderOf,
  describeOption,
  onlyInput,
  parseArguments,
  printHelpOrVersion,
  readInput,
  readOptions,
  readVariables,
  setHelp,
  writeTextOutput,
} from '@render-service/service/command-line';

export const expandHelp = `Usage: render-service expand INPUT [-o OUTPUT] [options]

Converts a project in shorthand (a document with "shorthand": true) to the full format: missing fields are filled in,
variables are replaced, and files are embedded. INPUT is a project file, or - for standard input. A src may be a path
relative to INPUT's folder, in that folder or below.

Options:
  -o, --output OUTPUT    where to write the project (default: standard output)
${setHelp}
                         true, false and JSON numbers keep their type; all else is text, also "1" in double quotes
${describeOption('theme', 'expand')}
  --force                replace OUTPUT if it exists
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

/** `expand INPUT [-o OUTPUT]`: prints the full project. Returns the exit code, or throws UsageError or RenderError. */
export async function expandCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...argumentsOf('expand'),
    output: { type: 'string', short: 'o', default: '-' },
    force: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    return printHelpOrVersion(expandHelp, values);
  }
  const input = onlyInput('expand', positionals);
  const variables = readVariables(values.set);
  const { theme } = readOptions('expand', values);
  const document = await readInput(input, signal);
  const { project } = await loadProject(
    document,
    { variables, theme, baseFolder: baseFolderOf(input) },
    signal,
    convertApart,
  );
  await writeTextOutput(values.output, `${JSON.stringify(project, null, 2)}\n`, {
    input,
    force: values.force,
    signal,
  });
  return 0;
}
