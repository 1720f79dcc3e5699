import { Buffer } from 'node:buffer';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RenderOptions, RenderProgress, Variables } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { checkOutputFile, outputFormat, writeOutputFile } from '@render-service/engine/files';
import {
  type BuiltPartsResult,
  isForParts,
  type LabelledPart,
  type PartsOptions,
  renderParts,
} from '@render-service/engine/parts';
import {
  baseFolderOf,
  printNotice,
  readInput,
  refuseSameFile,
  UsageError,
} from '@render-service/service/command-line';
import { type BuildNotices, describeFrames, reportBuild } from './explain-build.ts';
import { captionFormatOf, type OutputCall } from './picture-output.ts';
import { printWarnings } from './print-warnings.ts';
import { ProgressBar } from './progress-bar.ts';

export { isForParts };

/** Arguments of `render` with several inputs. */
export interface PartsCall extends BuildNotices {
  /** Paths of projects, one of which may be `-` for standard input. */
  readonly inputs: readonly string[];
  readonly output: string;
  readonly options: RenderOptions;
  readonly jobs: number | undefined;
  readonly variables: Variables | undefined;
  readonly timeoutMs: number;
  /** Whether an existing output file is replaced. */
  readonly force: boolean;
  /** Whether the result is described as JSON. */
  readonly json: boolean;
}

/**
 * Reads the projects, renders them as one film and prints the result. Rejects with a RenderError or the signal's
 * reason.
 */
export async function partsToOutput(call: PartsCall, signal: AbortSignal): Promise<void> {
  const { inputs, output, variables, json } = call;
  refuseOptionsOfOne(call);
  for (const input of inputs) await refuseSameFile(input, output);
  const parts = [];
  for (const input of inputs) {
    const project = await readInput(input, signal);
    const label = input === '-' ? 'standard input' : input;
    parts.push({ project, label, variables, baseFolder: baseFolderOf(input) });
  }
  const { result, build } = await renderToFile(call, parts, {}, signal);
  const { bytes, frames, rasterizedFrames, chapters, elapsedMs } = result;
  if (chapters.length < parts.length)
    printNotice(
      `${output} has chapters for its first ${chapters.length} of ${parts.length} parts; an MP4 cannot list more`,
    );
  if (json) {
    process.stdout.write(`${JSON.stringify({ outputPath: resolve(output), ...result })}\n`);
    return;
  }
  process.stdout.write(
    `${output}: ${result.width} x ${result.height}, ${describeFrames(frames, rasterizedFrames, build)}, ${chapters.length} chapters, ${bytes} bytes, ${elapsedMs} ms\n`,
  );
}

/** Renders a film over clips that is too long for one render, and prints the result. Rejects as `partsToOutput`. */
export async function longFilmToOutput(call: OutputCall<RenderOptions>, signal: AbortSignal): Promise<void> {
  const { input, output, variables, captions, force, json, options } = call;
  const needs = 'a film over clips of more than a minute';
  if (input === '-' || output === '-')
    throw new UsageError(`${needs} needs files as its input and its output: render FILM.json -o FILM.mp4`);
  if (options.fromMs !== undefined || options.toMs !== undefined)
    throw new UsageError(`${needs} is made as a whole; --from-ms and --to-ms choose at most a minute of it`);
  const project = await readInput(input, signal);
  const parts = [{ project, label: input, variables, baseFolder: baseFolderOf(input) }];
  const made = await renderToFile(
    call,
    parts,
    {
      isOneFilm: true,
      captions: captions === undefined ? undefined : captionFormatOf(captions),
      embedCaptions: options.embedCaptions,
    },
    signal,
  );
  const { chapters: _, captions: text, ...result } = made.result;
  const rules = { replace: force, adviceIfExists: 'use --force to replace it', signal };
  if (captions !== undefined && text !== undefined) await writeOutputFile(captions, Buffer.from(text), rules);
  if (json) {
    process.stdout.write(`${JSON.stringify({ outputPath: resolve(output), ...result })}\n`);
    return;
  }
  const { width, height, frames, rasterizedFrames, bytes, elapsedMs } = result;
  const pictures = describeFrames(frames, rasterizedFrames, made.build);
  process.stdout.write(`${output}: ${width} x ${height}, ${pictures}, ${bytes} bytes, ${elapsedMs} ms\n`);
}

/** Renders parts into the output file, with a progress bar, and prints warnings. */
async function renderToFile(
  {
    output,
    options,
    jobs,
    timeoutMs,
    force,
    ...notices
  }: Pick<PartsCall, 'output' | 'options' | 'timeoutMs' | 'force'> & {
    readonly jobs?: number | undefined;
  } & BuildNotices,
  parts: readonly LabelledPart[],
  more: Pick<PartsOptions, 'isOneFilm' | 'captions' | 'embedCaptions'>,
  signal: AbortSignal,
) {
  const rules = { replace: force, adviceIfExists: 'use --force to replace it' };
  await checkOutputFile(output, rules);
  const { width, height, fps, audio, codec, theme, strict, cache, cacheBytes } = options;
  offerCollection();
  const bar = new ProgressBar(process.stderr);
  let made: BuiltPartsResult;
  try {
    const onProgress = (progress: RenderProgress) => bar.update(progress);
    const asked = { width, height, fps, audio, codec, theme, strict, jobs, timeoutMs, signal, onProgress };
    made = await renderParts(parts, output, { ...asked, cache, cacheBytes, ...more }, rules);
  } finally {
    bar.clear();
  }
  const { build, ...result } = made;
  printWarnings(result.warnings);
  if (build !== undefined) reportBuild(build, notices);
  return { result, build };
}

/** Lets the render collect its garbage, as with `node --expose-gc`, so that memory does not grow with the film. */
function offerCollection(): void {
  setFlagsFromString('--expose-gc');
  globalThis.gc ??= runInNewContext('gc');
}

function refuseOptionsOfOne({ inputs, output, options }: PartsCall): void {
  if (inputs.filter((input) => input === '-').length > 1)
    throw new UsageError('standard input (-) can be only one of the inputs');
  if (output === '-')
    throw new UsageError('a film of several inputs needs a file as its output: -o NAME.mp4');
  if (options.fromMs !== undefined || options.toMs !== undefined)
    throw new UsageError('--from-ms and --to-ms are for one input; a film of several has all of them');
  if (options.timeMs !== undefined) throw new UsageError('--time-ms is for a picture of one input');
  const format = outputFormat(output, options.format);
  if (format === 'mp4') return;
  throw new RenderError('invalid-option', [
    `several inputs make an MP4, but the format is ${format}; name it NAME.mp4`,
  ]);
}
