import { parseArgs } from 'node:util';
import { type DetailedInspection, inspectInDetail } from '../render/inspect.ts';
import { inspectHelp } from './help.ts';
import { readInput } from './read-input.ts';
import { readRenderOptions, renderArguments } from './render-arguments.ts';
import { UsageError } from './usage-error.ts';
import { versionLine } from './version.ts';

/** `inspect INPUT`: gives the exit code, or throws UsageError or RenderError. */
export async function inspectCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: renderArguments,
  });
  if (values.help || values.version) {
    process.stdout.write(values.help ? inspectHelp : versionLine());
    return 0;
  }
  if (positionals.length !== 1)
    throw new UsageError(`inspect takes one INPUT, but got ${positionals.length}`);
  const options = readRenderOptions(values);
  const detailed = await inspectInDetail(await readInput(positionals[0], signal), { ...options, signal });
  process.stdout.write(
    values.json ? `${JSON.stringify(detailed.inspection, null, 2)}\n` : forPeople(detailed),
  );
  return detailed.blocking.length > 0 ? 1 : 0;
}

function forPeople({ inspection }: DetailedInspection): string {
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
