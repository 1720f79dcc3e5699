import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOutputFile, outputFormat, writeOutputFile } from '../render/output-file.ts';
import { type RenderResult, render } from '../render/render.ts';
import { renderHelp } from './help.ts';
import { ProgressBar } from './progress-bar.ts';
import { readInput } from './read-input.ts';
import { readRenderOptions, renderArguments } from './render-arguments.ts';
import { UsageError } from './usage-error.ts';
import { versionLine } from './version.ts';

/** `render INPUT -o OUTPUT`: gives the exit code, or throws UsageError or RenderError. */
export async function renderCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...renderArguments,
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.version) {
    process.stdout.write(values.help ? renderHelp : versionLine());
    return 0;
  }
  const [input] = positionals;
  const { output } = values;
  if (positionals.length !== 1) throw new UsageError(`render takes one INPUT, but got ${positionals.length}`);
  if (!output) throw new UsageError('render needs an output: -o OUTPUT');
  const asked = readRenderOptions(values);
  const options = { ...asked, format: outputFormat(output, asked.format) };
  const rules = { replace: values.force, adviceIfExists: 'use --force to replace it' };
  if (output !== '-') await checkOutputFile(output, rules);
  const bar = new ProgressBar(process.stderr);
  let result: RenderResult;
  try {
    const project = await readInput(input, signal);
    result = await render(project, { ...options, signal, onProgress: (progress) => bar.update(progress) });
  } finally {
    bar.clear();
  }
  if (output === '-') await writeToStandardOutput(result.data);
  else await writeOutputFile(output, result.data, { ...rules, signal });
  report(result, output, values.json);
  return 0;
}

function writeToStandardOutput(data: Uint8Array): Promise<void> {
  return new Promise((done, failed) => {
    process.stdout.write(data, (error) => (error ? failed(error) : done()));
  });
}

/** Says what was made: on standard output, or beside it when the picture itself goes there. */
function report(result: RenderResult, output: string, asJson: boolean): void {
  const { data: _, ...made } = result;
  const stream = output === '-' ? process.stderr : process.stdout;
  if (asJson) {
    stream.write(`${JSON.stringify({ outputPath: output === '-' ? null : resolve(output), ...made })}\n`);
  } else if (output !== '-') {
    const { width, height, frames, rasterizedFrames, bytes, elapsedMs } = made;
    const film = frames > 0 ? `, ${frames} frames (${rasterizedFrames} drawn)` : '';
    stream.write(`${output}: ${width} x ${height}${film}, ${bytes} bytes, ${elapsedMs} ms\n`);
  }
}
