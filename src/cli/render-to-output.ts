import { resolve } from 'node:path';
import { checkOutputFile, outputFormat, writeOutputFile } from '../render/files/output-file.ts';
import { checkOptions } from '../render/options/check-options.ts';
import type { RenderOptions } from '../render/options/render-options.ts';
import type { RenderSupervisor } from '../render/process/supervisor.ts';
import type { NamedResult } from '../render/render.ts';
import type { Variables } from '../shorthand/schema.ts';
import { baseFolderOf } from './base-folder.ts';
import { ProgressBar } from './progress-bar.ts';
import { readInput } from './read-input.ts';
import { refuseSameFile } from './same-file.ts';
import { checkStandardOutput } from './standard-output.ts';

/** One call of `render`. */
export interface RenderCall {
  /** Path of a project, or `-` for standard input. */
  readonly input: string;
  /** Path of the file to make, or `-` for standard output. */
  readonly output: string;
  readonly options: RenderOptions;
  readonly variables: Variables | undefined;
  readonly timeoutMs: number;
  /** Whether an existing output file is replaced. */
  readonly force: boolean;
  /** Whether the result is described as JSON. */
  readonly json: boolean;
}

/** Reads, renders, writes and prints the result. Rejects with a RenderError, or with the signal's reason. */
export async function renderToOutput(
  { input, output, options: asked, variables, timeoutMs, force, json }: RenderCall,
  renderer: RenderSupervisor,
  signal: AbortSignal,
): Promise<void> {
  await refuseSameFile(input, output);
  const options = checkOptions({ ...asked, format: outputFormat(output, asked.format) });
  const rules = { replace: force, adviceIfExists: 'use --force to replace it' };
  if (output === '-') checkStandardOutput();
  else await checkOutputFile(output, rules);
  const bar = new ProgressBar(process.stderr);
  let result: NamedResult;
  try {
    const project = await readInput(input, signal);
    result = await renderer.render(project, {
      ...options,
      variables,
      baseFolder: baseFolderOf(input),
      timeoutMs,
      signal,
      onProgress: (progress) => bar.update(progress),
    });
  } finally {
    bar.clear();
  }
  // The process ends while the output is written.
  const closed = renderer.close();
  if (output === '-') await writeToStandardOutput(result.data, signal);
  else await writeOutputFile(output, result.data, { ...rules, signal });
  report(result, output, json);
  await closed;
}

/** Rejects with the signal's reason when aborted. */
export function writeToStandardOutput(data: Uint8Array, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    if (signal.aborted) failed(signal.reason);
    // A reader that stopped reading must not keep an interrupted command from ending.
    signal.addEventListener('abort', () => failed(signal.reason));
    process.stdout.write(data, (error) => (error ? failed(error) : done()));
  });
}

/** Prints the result: to standard output, or to standard error when the picture itself goes there. */
function report(result: NamedResult, output: string, asJson: boolean): void {
  const { data: _, projectName: __, ...made } = result;
  const stream = output === '-' ? process.stderr : process.stdout;
  if (asJson) {
    stream.write(`${JSON.stringify({ outputPath: output === '-' ? null : resolve(output), ...made })}\n`);
  } else if (output !== '-') {
    const { width, height, frames, rasterizedFrames, bytes, elapsedMs } = made;
    const film = frames > 0 ? `, ${frames} frames (${rasterizedFrames} drawn)` : '';
    stream.write(`${output}: ${width} x ${height}${film}, ${bytes} bytes, ${elapsedMs} ms\n`);
  }
}
