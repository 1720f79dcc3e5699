import { writeTextOutput } from './output.ts';
import { noInput, parseArguments } from './parse-arguments.ts';

/** `schema [--shorthand]`: prints a JSON Schema. Returns the exit code, or throws UsageError. */
export async function schemaCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    shorthand: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('schema', values);
  }
  noInput('schema', positionals);
  const { schemaTexts } = await import('../contract/schema-files.ts');
  const text = values.shorthand ? schemaTexts.shorthand : schemaTexts.project;
  await writeTextOutput('-', text, { force: false, signal });
  return 0;
}
