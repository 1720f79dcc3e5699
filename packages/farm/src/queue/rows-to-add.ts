import { RenderError } from '@render-service/engine';
import { describeProblem } from '@render-service/engine/text';
import { packageVersion } from '@render-service/service/command-line';
import { type BatchJob, sha256 } from '../batch-job.ts';
import type { BatchEntry, BatchSource, PreparedJob } from '../batch-source.ts';
import type { Outcome } from '../make-output.ts';
import type { RowToAdd } from './add-jobs.ts';
import type { QueuedJob } from './queued-job.ts';
import { selfContained } from './self-contained.ts';

/** The parts of an entry that are kept until its job ends. */
export type FollowedEntry = Pick<BatchEntry, 'number' | 'line' | 'input' | 'name'>;

export interface RowsOptions {
  /** An absolute folder, or `s3://bucket/prefix`. */
  readonly destination: string;
  readonly batch: number;
  /** Mark in the destination. */
  readonly token: string;
  readonly force: boolean;
  readonly timeoutMs: number;
  /** Whether warnings fail a job. */
  readonly strict: boolean;
  readonly signal: AbortSignal;
  /** Called for an entry that cannot become a job. */
  readonly onFailed: (entry: FollowedEntry, outcome: Outcome & { kind: 'failed' }) => void;
}

/** Converts the entries of a batch to jobs for the queue, each with a document that needs no files. */
export async function* rowsToAdd(
  source: BatchSource,
  { destination, batch, token, force, timeoutMs, strict, signal, onFailed }: RowsOptions,
): AsyncIterable<RowToAdd<FollowedEntry>> {
  const version = packageVersion();
  for await (const entry of source.entries(signal)) {
    const { number, line, input, name, problems } = entry;
    const row = { number, line, input, name };
    if (problems.length > 0) {
      onFailed(row, { kind: 'failed', code: 'invalid-row', problems });
      continue;
    }
    try {
      const prepared = await entry.prepare(signal);
      const { document, digest } = await documentOf(prepared, signal);
      const where = { destination, token, replace: force };
      const { shares } = prepared;
      const job = withoutTheme(prepared.job);
      const film = shares && { shares: shares.length };
      const queued: QueuedJob = {
        job,
        document: digest,
        ...where,
        timeoutMs,
        strict,
        version,
        batch,
        ...film,
      };
      yield { row, queued, document, shares };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RenderError)) throw error;
      onFailed(row, { kind: 'failed', code: error.code, problems: error.problems.map(describeProblem) });
    }
  }
}

/**
 * Returns the document that a worker renders without access to files: the template, or the row's own project if
 * variables name files.
 */
async function documentOf(prepared: PreparedJob, signal: AbortSignal) {
  if (prepared.job.files === undefined) return prepared.template;
  const document = await selfContained(prepared, signal);
  return { document, digest: sha256(document) };
}

/** The document has the theme, and a worker need not find its file. */
function withoutTheme(job: BatchJob): BatchJob {
  return { ...job, options: { ...job.options, theme: undefined } };
}
