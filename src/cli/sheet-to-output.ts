import { extname, resolve } from 'node:path';
import { checkOutputFile, writeOutputFile } from '../render/files/output-file.ts';
import type { RenderSupervisor } from '../render/process/supervisor.ts';
import { RenderError } from '../render/render-error.ts';
import type { SheetResult } from '../render/sheet/sheet.ts';
import type { SheetOptions } from '../render/sheet/sheet-options.ts';
import type { Variables } from '../shorthand/schema.ts';
import { baseFolderOf } from './base-folder.ts';
import { readInput } from './read-input.ts';
import { writeToStandardOutput } from './render-to-output.ts';
import { refuseSameFile } from './same-file.ts';
import { checkStandardOutput } from './standard-output.ts';

/** One call of `sheet`. */
export interface SheetCall {
  /** Path of a project, or `-` for standard input. */
  readonly input: string;
  /** Path of the file to make, or `-` for standard output. */
  readonly output: string;
  readonly options: SheetOptions;
  readonly variables: Variables | undefined;
  readonly timeoutMs: number;
  /** Whether an existing output file is replaced. */
  readonly force: boolean;
  /** Whether the result is described as JSON. */
  readonly json: boolean;
}

/** Reads, draws, writes and prints the result. Rejects with a RenderError, or with the signal's reason. */
export async function sheetToOutput(
  { input, output, options, variables, timeoutMs, force, json }: SheetCall,
  renderer: RenderSupervisor,
  signal: AbortSignal,
): Promise<void> {
  await refuseSameFile(input, output);
  refuseOtherFormats(output);
  const rules = { replace: force, adviceIfExists: 'use --force to replace it' };
  if (output === '-') checkStandardOutput();
  else await checkOutputFile(output, rules);
  const project = await readInput(input, signal);
  const result = await renderer.sheet(project, {
    ...options,
    variables,
    baseFolder: baseFolderOf(input),
    timeoutMs,
    signal,
  });
  // The process ends while the output is written.
  const closed = renderer.close();
  if (output === '-') await writeToStandardOutput(result.data, signal);
  else await writeOutputFile(output, result.data, { ...rules, signal });
  report(result, output, json);
  await closed;
}

function refuseOtherFormats(output: string): void {
  const extension = extname(output).toLowerCase();
  if (extension === '' || extension === '.png') return;
  throw new RenderError('invalid-option', [
    `a sheet is a PNG, so the extension of ${output} must be .png; the name may also have none`,
  ]);
}

/** Prints the result: to standard output, or to standard error when the sheet itself goes there. */
function report({ data: _, ...made }: SheetResult, output: string, asJson: boolean): void {
  const stream = output === '-' ? process.stderr : process.stdout;
  if (asJson) {
    stream.write(`${JSON.stringify({ outputPath: output === '-' ? null : resolve(output), ...made })}\n`);
  } else if (output !== '-') {
    const { width, height, moments, bytes, elapsedMs } = made;
    stream.write(
      `${output}: ${width} x ${height}, ${moments.length} moment${moments.length === 1 ? '' : 's'}, ${bytes} bytes, ${elapsedMs} ms\n`,
    );
  }
}
