import { access } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type OutputFormat, outputFormats } from '../render/capabilities.ts';
import { publishFile } from '../render/publish-file.ts';
import { type RenderResult, render } from '../render/render.ts';
import { RenderError } from '../render/render-error.ts';
import { renderHelp } from './help.ts';
import { ProgressBar } from './progress-bar.ts';
import { readInput } from './read-input.ts';
import { readRenderOptions, renderArguments } from './render-arguments.ts';
import { UsageError } from './usage-error.ts';

/** `render INPUT -o OUTPUT`: gives the exit code, or throws UsageError, RenderError or FileExistsError. */
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
  if (values.help) {
    process.stdout.write(renderHelp);
    return 0;
  }
  const [input] = positionals;
  const { output } = values;
  if (positionals.length !== 1) throw new UsageError(`render takes one INPUT, but got ${positionals.length}`);
  if (!output) throw new UsageError('render needs an output: -o OUTPUT');
  const asked = readRenderOptions(values);
  const options = { ...asked, format: outputFormat(output, asked.format) };
  if (output !== '-' && !values.force) await refuseExisting(output);
  const bar = new ProgressBar(process.stderr);
  let result: RenderResult;
  try {
    const project = await readInput(input, signal);
    result = await render(project, { ...options, signal, onProgress: (progress) => bar.update(progress) });
  } finally {
    bar.clear();
  }
  if (output === '-') await writeToStandardOutput(result.data);
  else await publish(output, result.data, values.force, signal);
  report(result, output, values.json);
  return 0;
}

/** The format asked for, else the extension's, else PNG. */
function outputFormat(output: string, asked: OutputFormat | undefined): OutputFormat {
  const extension = extname(output).slice(1).toLowerCase();
  const byExtension = outputFormats.find((format) => format === extension);
  if (asked && byExtension && asked !== byExtension) {
    throw new UsageError(`--format ${asked} contradicts the extension of ${output}`);
  }
  return asked ?? byExtension ?? 'png';
}

async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new RenderError('failed', [`${path} exists already; use --force to replace it`]);
}

async function publish(path: string, data: Uint8Array, replace: boolean, signal: AbortSignal): Promise<void> {
  try {
    await publishFile(path, data, { replace, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RenderError('failed', [`cannot write ${path}: ${reason}`], error);
  }
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
