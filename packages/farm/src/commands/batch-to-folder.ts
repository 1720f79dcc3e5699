import { basename, dirname, resolve } from 'node:path';
import type { RenderOptions, Variables } from '@render-service/engine';
import { checkOptions } from '@render-service/engine/options';
import { DataFile, loadTemplate } from '@render-service/engine/tables';
import {
  baseFolderOf,
  printLine,
  printNotice,
  readInput,
  refuseSameFile,
} from '@render-service/service/command-line';
import type { BatchEntry, BatchSource } from '../batch-source.ts';
import { checkBatch } from '../check-batch.ts';
import { planProcesses } from '../choose-processes.ts';
import { InputSource } from '../input-source.ts';
import { NameTemplate } from '../names/name-template.ts';
import { openOutputStore } from '../outputs/open-output-store.ts';
import { StorePatience } from '../outputs/store-patience.ts';
import { Report, reportLine } from '../report.ts';
import { defaultRowName, RowSource } from '../row-source.ts';
import { runBatch } from '../run-batch.ts';
import { BatchProgress, CheckProgress, duration } from './batch-progress.ts';

/** Arguments of `batch`. */
export interface BatchCall {
  /** Paths of projects; with `data`, only one, which may be `-` for standard input. */
  readonly inputs: readonly string[];
  /** Path of the rows, or `-` for standard input. */
  readonly data: string | undefined;
  /** Template of the names. */
  readonly name: string | undefined;
  /** Folder or bucket of the outputs. */
  readonly folder: string;
  /** Path of the report, or `-` for standard output. */
  readonly report: string | undefined;
  readonly force: boolean;
  /** Whether rows must have a field for every variable, and no other fields. */
  readonly strict: boolean;
  /** Whether the summary is JSON. */
  readonly json: boolean;
  /** Render processes; undefined for a number that suits the machine. */
  readonly jobs: number | undefined;
  readonly options: RenderOptions;
  readonly variables: Variables;
  readonly timeoutMs: number;
}

const exitCodes = { done: 0, failed: 1 } as const;

/**
 * Renders the outputs and prints the progress. Returns the exit code; rejects with a RenderError, or with the signal's
 * reason.
 */
export async function batchToFolder(call: BatchCall, signal: AbortSignal): Promise<number> {
  const { folder, report: reportPath, force } = call;
  await refuseReportAsInput(call);
  await using data =
    call.data === undefined ? undefined : await DataFile.open(call.data, process.stdin, signal);
  const source = await openSource(call, data, signal);
  await using store = await openOutputStore(folder);
  const checking = new CheckProgress(process.stderr);
  const onLook = (listed: number, looked: number) => checking.looked(listed, looked);
  const checks = { force, signal, report: reportIn(folder, reportPath), onLook };
  const { total } = await checkBatch(source, store, checks).finally(() => checking.clear());
  for (const warning of source.warnings) printLine(process.stderr, warning);
  using report = reportPath === undefined ? undefined : await Report.open(reportPath, { force, signal });
  const progress = new BatchProgress(process.stderr, total);
  const plan = planProcesses(call.jobs, total);
  try {
    const patience = new StorePatience((message) => {
      progress.clear();
      printNotice(message);
    });
    const options = { store, timeoutMs: call.timeoutMs, force, signal, patience };
    await runBatch(source, plan, options, {
      onProgress: ({ number }, fraction) => progress.progress(number, fraction),
      onOutcome: (entry, outcome, seconds) => {
        progress.done(entry.number, outcome, () => describeEntry(entry, source));
        report?.write(reportLine(entry, outcome, seconds));
        return report?.ready();
      },
    });
    await report?.finish();
  } catch (error) {
    progress.clear();
    const { made, skipped } = progress.counts;
    process.stderr.write(
      `Stopped: ${made + skipped} of ${total} are done; the same command resumes from there.\n`,
    );
    throw error;
  }
  progress.clear();
  summarize(call, progress, total);
  return progress.counts.failed > 0 ? exitCodes.failed : exitCodes.done;
}

/** The report's name if it is in the folder of the outputs. */
export function reportIn(folder: string, report: string | undefined): string | undefined {
  if (report === undefined || report === '-' || dirname(resolve(report)) !== resolve(folder))
    return undefined;
  return basename(report);
}

/** Rejects with a RenderError if the report would replace what the batch reads. */
export async function refuseReportAsInput({ inputs, data, report }: BatchCall): Promise<void> {
  if (report === undefined) return;
  for (const input of data === undefined ? inputs : [...inputs, data]) await refuseSameFile(input, report);
}

/** Opens the inputs and, if there are any, the rows. */
export async function openSource(
  { inputs, name, options: asked, variables, strict }: BatchCall,
  data: DataFile | undefined,
  signal: AbortSignal,
): Promise<BatchSource> {
  const template =
    data === undefined ? (name ?? `\${input}`) : (name ?? (await defaultRowName(data, signal)));
  const nameTemplate = new NameTemplate(template, asked.format);
  const options = checkOptions({ ...asked, format: nameTemplate.format });
  const settings = { name: nameTemplate, options, variables, isStrict: strict };
  if (data === undefined) return new InputSource(inputs, settings);
  const [input = ''] = inputs;
  const project = await loadTemplate(await readInput(input, signal), baseFolderOf(input), signal);
  return RowSource.open(input, project, data, settings, signal);
}

/** The beginning of a message about an entry. */
export function describeEntry(
  { number, line, input, name }: Pick<BatchEntry, 'number' | 'line' | 'input' | 'name'>,
  { noun }: BatchSource,
): string {
  const place =
    noun === 'input' ? input : `row ${number} (line ${line}${name === undefined ? '' : `, ${name}`})`;
  return `render-service: ${place}`;
}

/** Prints the summary to standard output, or to standard error if the report goes to standard output. */
export function summarize({ folder, report, json }: BatchCall, progress: BatchProgress, total: number): void {
  const { made, skipped, failed } = progress.counts;
  const stream = report === '-' ? process.stderr : process.stdout;
  if (json) {
    const seconds = Number(progress.seconds.toFixed(3));
    stream.write(`${JSON.stringify({ folder, total, made, skipped, failed, seconds })}\n`);
    return;
  }
  const parts = [
    `${made} made`,
    ...(skipped > 0 ? [`${skipped} already up to date`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  stream.write(`${folder}: ${parts.join(', ')}, in ${duration(progress.seconds)}\n`);
}
