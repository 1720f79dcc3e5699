import { Buffer } from 'node:buffer';
import { extname, resolve } from 'node:path';
import type { RenderOptions, SheetOptions, SheetResult, Variables } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { checkOutputFile, outputFormat, writeOutputFile } from '@render-service/engine/files';
import {
  type CaptionFormat,
  captionFormats,
  hasExtension,
  isFilmFormat,
} from '@render-service/engine/formats';
import { checkOptions } from '@render-service/engine/options';
import type { NamedResult, OutputRoom, RenderSupervisor } from '@render-service/engine/process';
import { joinWords, showNumber } from '@render-service/engine/text';
import {
  baseFolderOf,
  checkStandardOutput,
  printNotice,
  readInput,
  refuseSameFile,
  writeToStandardOutput,
} from '@render-service/service/command-line';
import { describeFrames, reportBuild } from './explain-build.ts';
import { printWarnings } from './print-warnings.ts';
import { ProgressBar } from './progress-bar.ts';

/** Arguments of `render` or `sheet`. */
export interface OutputCall<Options> {
  /** Path of a project, or `-` for standard input. */
  readonly input: string;
  /** Path of the output file, or `-` for standard output. */
  readonly output: string;
  readonly options: Options;
  readonly variables: Variables | undefined;
  readonly timeoutMs: number;
  /** Whether an existing output file is replaced. */
  readonly force: boolean;
  /** Whether the result is described as JSON. */
  readonly json: boolean;
  /** Path of a file for the captions of a film, if any. */
  readonly captions?: string | undefined;
  /** Whether to print what became of the pieces of a film. */
  readonly explain?: boolean | undefined;
  /** Whether to report pieces that cannot be kept even if no person reads the messages. */
  readonly needsCache?: boolean | undefined;
}

/** Arguments for a project other than the options of its picture. */
type Given = ReturnType<typeof givenBy>;

/** Steps of making an output: checks before anything is read, the bytes, and a line of text. */
interface Maker<Options, Result> {
  check(): Options;
  make(project: Uint8Array, options: Options & Given, room: OutputRoom): Promise<Result>;
  describe(result: Result): string;
  /** A hint about the next step, if any. */
  hint?(result: Result): string | undefined;
}

/** Reads, renders, writes and prints the result. Rejects with a RenderError, or with the signal's reason. */
export function renderToOutput(
  call: OutputCall<RenderOptions>,
  renderer: RenderSupervisor,
  signal: AbortSignal,
): Promise<void> {
  const { output, captions } = call;
  const options: RenderOptions = {
    ...call.options,
    ...(captions !== undefined && { captions: captionFormatOf(captions) }),
  };
  return toOutput<RenderOptions, NamedResult>(call, renderer, signal, {
    check() {
      const checked = checkOptions({ ...options, format: outputFormat(output, options.format) });
      // A command gains nothing: loading the cache takes as long as drawing a still.
      const isKept = isFilmFormat(checked.format) || call.needsCache === true;
      return { ...checked, cache: isKept && options.cache, cacheBytes: options.cacheBytes };
    },
    async make(project, checked, room) {
      const bar = new ProgressBar(process.stderr);
      try {
        return await renderer.render(project, {
          ...checked,
          ...room,
          describesProject: true,
          onProgress: (progress) => bar.update(progress),
        });
      } finally {
        bar.clear();
      }
    },
    describe: ({ frames, rasterizedFrames, build }) =>
      frames > 0
        ? `, ${describeFrames(frames, rasterizedFrames, build)}`
        : `, at ${showNumber(options.timeMs ?? 0)} ms`,
    hint: ({ frames, about }) =>
      frames === 0 && options.timeMs === undefined && about && about.projectMs > 0
        ? `--time-ms chooses another moment, up to ${showNumber(about.projectMs)}`
        : undefined,
  });
}

/** Reads, draws a contact sheet, writes and prints the result. Rejects as `renderToOutput` does. */
export function sheetToOutput(
  call: OutputCall<SheetOptions>,
  renderer: RenderSupervisor,
  signal: AbortSignal,
): Promise<void> {
  return toOutput<SheetOptions, SheetResult>(call, renderer, signal, {
    check() {
      refuseOtherFormats(call.output);
      return call.options;
    },
    make: (project, options) => renderer.sheet(project, options),
    describe: ({ moments }) => `, ${moments.length} moment${moments.length === 1 ? '' : 's'}`,
  });
}

async function toOutput<Options, Result extends NamedResult | SheetResult>(
  call: OutputCall<Options>,
  renderer: RenderSupervisor,
  signal: AbortSignal,
  { check, make, describe, hint }: Maker<Options, Result>,
): Promise<void> {
  const { input, output, force, captions } = call;
  await refuseSameFile(input, output);
  const options = check();
  const rules = { replace: force, adviceIfExists: 'use --force to replace it' };
  if (output === '-') checkStandardOutput();
  const room = output === '-' ? undefined : await checkOutputFile(output, rules);
  if (captions !== undefined) await checkCaptionFile(captions, call, rules);
  const project = await readInput(input, signal);
  const result = await make(project, { ...options, ...givenBy(call, signal) }, { room });
  // The process ends in parallel with writing the output.
  const closed = renderer.close();
  if (output === '-') await writeToStandardOutput(result.data, signal);
  else await writeOutputFile(output, result.data, { ...rules, signal });
  if (captions !== undefined && 'captions' in result && result.captions !== undefined)
    await writeOutputFile(captions, Buffer.from(result.captions), { ...rules, signal });
  report(result, call, describe(result));
  // A hint is for people; programs that read standard error get only errors.
  const advice = process.stderr.isTTY && !call.json ? hint?.(result) : undefined;
  if (advice !== undefined) printNotice(advice);
  await closed;
}

/** Checks that the file of captions is neither the project nor the film, and can be written. */
async function checkCaptionFile(
  file: string,
  { input, output }: Pick<OutputCall<unknown>, 'input' | 'output'>,
  rules: Parameters<typeof checkOutputFile>[1],
): Promise<void> {
  if (output !== '-' && resolve(file) === resolve(output))
    throw new RenderError('invalid-option', [`captions must be another file than the film, ${output}`]);
  await refuseSameFile(input, file);
  await checkOutputFile(file, rules);
}

export function captionFormatOf(file: string): CaptionFormat {
  const extension = extname(file).slice(1).toLowerCase();
  const format = captionFormats.find((one) => one === extension);
  if (format !== undefined) return format;
  throw new RenderError('invalid-option', [
    `captions must be a file with the extension ${joinWords(
      captionFormats.map((one) => `.${one}`),
      'or',
    )}, but is ${file}`,
  ]);
}

function givenBy({ input, variables, timeoutMs }: OutputCall<unknown>, signal: AbortSignal) {
  return { variables, baseFolder: baseFolderOf(input), timeoutMs, signal };
}

function refuseOtherFormats(output: string): void {
  const extension = extname(output).slice(1).toLowerCase();
  if (extension === '' || hasExtension('png', extension)) return;
  throw new RenderError('invalid-option', [
    `a sheet is a PNG, so the extension of ${output} must be .png, or left out`,
  ]);
}

/** Prints the result: to standard output, or to standard error when the picture itself goes there. */
function report(
  result: NamedResult | SheetResult,
  {
    input,
    output,
    json,
    explain,
    needsCache,
  }: Pick<OutputCall<unknown>, 'input' | 'output' | 'json' | 'explain' | 'needsCache'>,
  details: string,
): void {
  // The result of a sheet has neither field.
  const absent = { projectName: undefined, about: undefined };
  const {
    data: _,
    projectName: __,
    about,
    captions: ___,
    build,
    ...made
  } = { ...absent, captions: undefined, build: undefined, warnings: undefined, ...result };
  const { ignoredFields = [] } = about ?? {};
  const stream = output === '-' ? process.stderr : process.stdout;
  if (json) {
    stream.write(`${JSON.stringify({ outputPath: output === '-' ? null : resolve(output), ...made })}\n`);
  } else if (output !== '-') {
    const { width, height, bytes, elapsedMs } = made;
    stream.write(`${output}: ${width} x ${height}${details}, ${bytes} bytes, ${elapsedMs} ms\n`);
  }
  // A notice would break a stream of JSON that a program reads.
  const isJsonThere = json && output === '-';
  if (isJsonThere) return;
  if (build !== undefined) reportBuild(build, { explain, needsCache });
  printWarnings(made.warnings);
  if (ignoredFields.length > 0) printNotice(describeIgnored(ignoredFields, input));
}

/** Maximum number of ignored fields to name. */
const maxNamedFiles = 3;
/** Maximum length of a name. */
const maxNameLength = 40;

function describeIgnored(names: readonly string[], input: string): string {
  const shown = names.slice(0, maxNamedFiles).map((name) => JSON.stringify(name.slice(0, maxNameLength)));
  const all = joinWords(names.length > maxNamedFiles ? [...shown, 'others'] : shown, 'and');
  const ignored = names.length === 1 ? `the unknown field ${all} is` : `the unknown fields ${all} are`;
  const file = input === '-' ? '' : ` ${input}`;
  return `${ignored} ignored; render-service inspect${file} says what to write instead`;
}
