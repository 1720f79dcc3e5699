import { basename } from 'node:path';
import { firstFilm } from './first-film.ts';
import { parseArguments } from './parse-arguments.ts';
import { writeTextOutput } from './text-output.ts';
import { UsageError } from './usage-error.ts';

const defaultName = 'film';

/** `init [NAME]`: writes a first film. Gives the exit code, or throws UsageError or RenderError. */
export async function initCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('init', values);
  }
  const [name = defaultName, further] = positionals;
  if (further !== undefined || name === '') {
    throw new UsageError(`init takes one NAME, but is given ${JSON.stringify(further ?? name)}`);
  }
  const file = name.endsWith('.json') ? name : `${name}.json`;
  const title = basename(file, '.json');
  await writeTextOutput(file, firstFilm(title), {
    force: false,
    adviceIfExists: 'choose another NAME',
    signal,
  });
  process.stdout.write(`${file}: a first film; next: render-service preview ${file} --open\n`);
  return 0;
}
