import {
  noInput,
  parseArguments,
  printHelpOrVersion,
  schemaTexts,
  writeTextOutput,
} from '@render-service/service/command-line';

export const schemaHelp = `Usage: render-service schema [--shorthand]

Prints the JSON Schema (2020-12) of full projects, or of projects in shorthand, with a description of every field.
Editors use it to check and complete a project as you type. Both schemas are also in the package, in assets/schemas/.

Options:
  --shorthand            the schema of projects in shorthand
  -h, --help             print this help
  --version              print the version
`;

/** `schema [--shorthand]`: prints a JSON Schema. Returns the exit code, or throws UsageError. */
export async function schemaCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    shorthand: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    return printHelpOrVersion(schemaHelp, values);
  }
  noInput('schema', positionals);
  const text = values.shorthand ? schemaTexts.shorthand : schemaTexts.project;
  await writeTextOutput('-', text, { force: false, signal });
  return 0;
}
