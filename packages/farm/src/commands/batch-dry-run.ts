import { RenderError } from '@render-service/engine';
import { RenderSupervisor } from '@render-service/engine/process';
import { DataFile } from '@render-service/engine/tables';
import { describeProblem } from '@render-service/engine/text';
import { type BatchCall, refuseReportAsInput, reportIn } from '../batch-call.ts';
import type { BatchEntry, BatchSource } from '../batch-source.ts';
import { checkBatch } from '../check-batch.ts';
import { planProcesses } from '../choose-processes.ts';
import type { Outcome } from '../make-output.ts';
import { openSource } from '../open-source.ts';
import type { OutputStore } from '../outputs/output-store.ts';
import { Report, reportLine } from '../report.ts';
import { BatchProgress } from './batch-progress.ts';
import { describeEntry, describeWarned } from './batch-summary.ts';

/** An empty store that accepts no outputs. */
function nowhere(folder: string): OutputStore {
  return {
    describe: (name) => `${folder}/${name}`,
    existing: async () => ({ kind: 'none' }),
    publish: () => Promise.reject(new Error('a dry run publishes no outputs')),
  };
}

/**
 * Checks every output of a batch as a render would, but renders nothing. Returns the exit code; rejects with a
 * RenderError, or with the signal's reason.
 */
export async function batchDryRun(call: BatchCall, signal: AbortSignal): Promise<number> {
  const { folder, report: reportPath, force } = call;
  await refuseReportAsInput(call);
  await using data =
    call.data === undefined ? undefined : await DataFile.open(call.data, process.stdin, signal);
  const source = await openSource(call, data, signal);
  const { total } = await checkBatch(source, nowhere(folder), {
    force: true,
    signal,
    report: reportIn(folder, reportPath),
  });
  using report = reportPath === undefined ? undefined : await Report.open(reportPath, { force, signal });
  const progress = new BatchProgress(process.stderr, total);
  await checkEntries(
    source,
    planProcesses(call.jobs, total).processes,
    call,
    signal,
    async (entry, outcome, seconds) => {
      progress.done(entry.number, outcome, () => describeEntry(entry, source));
      report?.write(reportLine(entry, outcome, seconds));
      await report?.ready();
    },
  );
  await report?.finish();
  progress.clear();
  const { checked, failed } = progress.counts;
  const { warned } = progress;
  const stream = reportPath === '-' ? process.stderr : process.stdout;
  if (call.json) stream.write(`${JSON.stringify({ folder, total, checked, failed, warned })}\n`);
  else
    stream.write(
      `${checked} of ${total} can be rendered${describeWarned(warned)}${failed > 0 ? `, ${failed} cannot` : ''}; nothing was rendered\n`,
    );
  return failed > 0 ? 1 : 0;
}

type Told = (entry: BatchEntry, outcome: Outcome, seconds: number) => Promise<void>;

/** Checks several entries at the same time, one in each render process. */
async function checkEntries(
  source: BatchSource,
  processes: number,
  call: BatchCall,
  signal: AbortSignal,
  told: Told,
): Promise<void> {
  const entries = source.entries(signal)[Symbol.asyncIterator]();
  const work = async () => {
    await using renderer = new RenderSupervisor({ warmsUp: false });
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      signal.throwIfAborted();
      const start = performance.now();
      const outcome = await check(next.value, renderer, call, signal);
      await told(next.value, outcome, (performance.now() - start) / 1000);
    }
  };
  try {
    const results = await Promise.allSettled(Array.from({ length: processes }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  } finally {
    await entries.return?.();
  }
}

async function check(
  entry: BatchEntry,
  renderer: RenderSupervisor,
  { timeoutMs, strict }: BatchCall,
  signal: AbortSignal,
): Promise<Outcome> {
  if (entry.problems.length > 0) return { kind: 'failed', code: 'invalid-row', problems: entry.problems };
  try {
    const { template, job } = await entry.prepare(signal);
    const variables = Object.keys(job.variables).length > 0 ? job.variables : undefined;
    const { blocking, problems } = await renderer.inspect(template.document, {
      ...job.options,
      variables,
      baseFolder: template.baseFolder,
      signal,
      timeoutMs,
      madeInParts: true,
    });
    const warnings = problems.filter(({ severity }) => severity === 'warning');
    const refused = strict ? [...blocking, ...warnings] : blocking;
    return refused.length > 0
      ? { kind: 'failed', code: 'unsupported', problems: refused.map(describeProblem) }
      : { kind: 'checked', bytes: 0, warnings: warnings.map(describeProblem) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RenderError)) throw error;
    return { kind: 'failed', code: error.code, problems: error.problems.map(describeProblem) };
  }
}
