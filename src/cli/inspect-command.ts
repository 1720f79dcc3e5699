import type { Inspection } from '../render/inspect.ts';
import { baseFolderOf } from './base-folder.ts';
import { onlyInput, parseArguments } from './parse-arguments.ts';
import { readRenderOptions, readTimeLimit, renderArguments } from './render-arguments.ts';
import { startRenderer } from './start-renderer.ts';
import { readVariables } from './variable-arguments.ts';

/** `inspect INPUT`: gives the exit code, or throws UsageError, SettingsError or RenderError. */
export async function inspectCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, renderArguments);
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('inspect', values);
  }
  const input = onlyInput('inspect', positionals);
  const options = readRenderOptions(values);
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  // The process starts while everything else is loaded, checked and read.
  await using renderer = startRenderer();
  const [{ checkOptions }, { readInput }] = await Promise.all([
    import('../render/options.ts'),
    import('./read-input.ts'),
  ]);
  checkOptions(options);
  const project = await readInput(input, signal);
  const { blocking, ...inspection } = await renderer.inspect(project, {
    ...options,
    variables,
    baseFolder: baseFolderOf(input),
    timeoutMs,
    signal,
  });
  process.stdout.write(values.json ? `${JSON.stringify(inspection, null, 2)}\n` : forPeople(inspection));
  return blocking.length > 0 ? 1 : 0;
}

function forPeople(inspection: Inspection): string {
  const { name, scenes, durationMs, width, height, audibleTracks, issues } = inspection;
  const lines = [
    `${JSON.stringify(name)}: ${width} x ${height}, ${durationMs / 1000} s`,
    `${count(scenes, 'scene')}, ${count(audibleTracks, 'audible track')}`,
    issues.length === 0 ? 'no issues' : `${count(issues.length, 'issue')}:`,
    ...issues.map((issue) => `  ${issue}`),
  ];
  return `${lines.join('\n')}\n`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
