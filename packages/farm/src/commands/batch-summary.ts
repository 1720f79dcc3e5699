import type { BatchCall } from '../batch-call.ts';
import type { BatchEntry, BatchSource } from '../batch-source.ts';
import { type BatchProgress, duration } from './batch-progress.ts';

/** The beginning of a message about an entry. */
export function describeEntry(
  { number, line, input, name }: Pick<BatchEntry, 'number' | 'line' | 'input' | 'name'>,
  { noun }: BatchSource,
): string {
  const entryName =
    noun === 'input' ? input : `row ${number} (line ${line}${name === undefined ? '' : `, ${name}`})`;
  return `render-service: ${entryName}`;
}

/** How many outputs have warnings, after their number; empty if none has. */
export function describeWarned(warned: number): string {
  return warned > 0 ? ` (${warned} with warnings)` : '';
}

/** Prints the summary to standard output, or to standard error if the report goes to standard output. */
export function summarize({ folder, report, json }: BatchCall, progress: BatchProgress, total: number): void {
  const { made, skipped, failed } = progress.counts;
  const { warned } = progress;
  const { kept, made: madePieces } = progress.pieces;
  // One film shares nothing with others.
  const pieces = total > 1 && kept + madePieces > 0 ? progress.pieces : undefined;
  const stream = report === '-' ? process.stderr : process.stdout;
  if (json) {
    const seconds = Number(progress.seconds.toFixed(3));
    stream.write(`${JSON.stringify({ folder, total, made, skipped, failed, warned, seconds, pieces })}\n`);
    return;
  }
  const parts = [
    `${made} made${describeWarned(warned)}`,
    ...(skipped > 0 ? [`${skipped} already up to date`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  const shared = pieces
    ? `; ${kept} of ${kept + madePieces} pieces of films were kept from earlier ones`
    : '';
  stream.write(`${folder}: ${parts.join(', ')}, in ${duration(progress.seconds)}${shared}\n`);
}

/** Prints the summary of a batch that was put into a queue. */
export function summarizeAdded(
  { json }: BatchCall,
  counts: {
    readonly batch: number;
    readonly added: number;
    readonly total: number;
    readonly failed: number;
    readonly skipped: number;
  },
): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ queued: counts.added, ...counts, added: undefined })}\n`);
    return;
  }
  const parts = [
    `${counts.added} of ${counts.total} are in the queue as batch ${counts.batch}`,
    ...(counts.skipped > 0 ? [`${counts.skipped} already up to date`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
  ];
  process.stdout.write(`${parts.join(', ')}\n`);
}
