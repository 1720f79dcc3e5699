import { resolve } from 'node:path';
import { checkOptions } from '../render/options.ts';
import { checkOutputFile, outputFormat, writeOutputFile } from '../render/output-file.ts';
import type { RenderResult } from '../render/render.ts';
import { onlyInput, parseArguments } from './parse-arguments.ts';
import { ProgressBar } from './progress-bar.ts';
import { readInput } from './read-input.ts';
import { readRenderOptions, readTimeLimit, renderArguments } from './render-arguments.ts';
import { refuseSameFile } from './same-file.ts';
import { startRenderer } from './start-renderer.ts';
import { UsageError } from './usage-error.ts';

/** `render INPUT -o OUTPUT`: gives the exit code, or throws UsageError, SettingsError or RenderError. */
export async function renderCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...renderArguments,
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean', default: false },
  });
  if (values.help || values.version) {
    const { printHelpOrVersion } = await import('./help.ts');
    return printHelpOrVersion('render', values);
  }
  const input = onlyInput('render', positionals);
  const { output } = values;
  if (!output) throw new UsageError('render needs an output: -o OUTPUT');
  const asked = readRenderOptions(values);
  const options = checkOptions({ ...asked, format: outputFormat(output, asked.format) });
  const timeoutMs = readTimeLimit(values);
  const rules = { replace: values.force, adviceIfExists: 'use --force to replace it' };
  // The process starts while files are looked at and read.
  await using renderer = startRenderer();
  await refuseSameFile(input, output);
  if (output !== '-') await checkOutputFile(output, rules);
  const bar = new ProgressBar(process.stderr);
  let result: RenderResult;
  try {
    const project = await readInput(input, signal);
    ({ result } = await renderer.renderInDetail(project, {
      ...options,
      timeoutMs,
      signal,
      onProgress: (progress) => bar.update(progress),
    }));
  } finally {
    bar.clear();
  }
  // It ends while its work is written.
  const ended = renderer.close();
  if (output === '-') await writeToStandardOutput(result.data, signal);
  else await writeOutputFile(output, result.data, { ...rules, signal });
  report(result, output, values.json);
  await ended;
  return 0;
}

function writeToStandardOutput(data: Uint8Array, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    if (signal.aborted) failed(signal.reason);
    // A reader that does not read must not keep an interrupted command.
    signal.addEventListener('abort', () => failed(signal.reason));
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
