import { writeTextOutput } from './output.ts';
import { onlyInput, parseArguments } from './parse-arguments.ts';
import { readVariables, variableArguments } from './variable-arguments.ts';

/** `expand INPUT [-o OUTPUT]`: prints the full project. Returns the exit code, or throws UsageError or RenderError. */
export async function expandCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...variableArguments,
    output: { type: 'string', short: 'o', default: '-' },
    force: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('expand', values);
  }
  const input = onlyInput('expand', positionals);
  const variables = readVariables(values.set);
  const [{ loadProject }, { convertApart }, { baseFolderOf, readInput }] = await Promise.all([
    import('../render/load-project.ts'),
    import('../render/process/convert-apart.ts'),
    import('./read-input.ts'),
  ]);
  const document = await readInput(input, signal);
  const { project } = await loadProject(
    document,
    { variables, baseFolder: baseFolderOf(input) },
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
