import { DataFile } from '@render-service/engine/tables';
import { printLine, printNotice } from '@render-service/service/command-line';
import { type BatchCall, refuseReportAsInput, reportIn } from '../batch-call.ts';
import { checkBatch } from '../check-batch.ts';
import { planProcesses } from '../choose-processes.ts';
import { openSource } from '../open-source.ts';
import { openOutputStore } from '../outputs/open-output-store.ts';
import { StorePatience } from '../outputs/store-patience.ts';
import { Report, reportLine } from '../report.ts';
import { runBatch } from '../run-batch.ts';
import { BatchProgress, CheckProgress } from './batch-progress.ts';
import { describeEntry, summarize } from './batch-summary.ts';

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
    const { timeoutMs, strict, pieces } = call;
    const options = { store, timeoutMs, strict, force, signal, patience, pieces };
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
