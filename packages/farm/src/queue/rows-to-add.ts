import { RenderError } from '@render-service/engine';
import { convertApart, loadProject } from '@render-service/engine/process';
import { describeProblem } from '@render-service/engine/text';
import { packageVersion } from '@render-service/service/command-line';
import { type BatchJob, createJob, sha256 } from '../batch-job.ts';
import type { BatchEntry, BatchSource, PreparedJob } from '../batch-source.ts';
import type { Outcome } from '../make-output.ts';
import type { RowToAdd } from './add-jobs.ts';
import { countShares } from './film-shares.ts';
import type { QueuedJob } from './queued-job.ts';

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
  /** Whether each entry is a film whose pieces several workers make. */
  readonly inShares: boolean;
  readonly signal: AbortSignal;
  /** Called for an entry that cannot become a job. */
  readonly onFailed: (entry: FollowedEntry, outcome: Outcome & { kind: 'failed' }) => void;
}

/** Converts the entries of a batch to jobs for the queue, each with a document that needs no files. */
export async function* rowsToAdd(
  source: BatchSource,
  { destination, batch, token, force, timeoutMs, inShares, signal, onFailed }: RowsOptions,
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
      const { document, digest } = await selfContained(prepared, signal);
      const where = { destination, token, replace: force };
      const job = withoutTheme(inShares ? jobOfFilm(prepared.job, digest) : prepared.job);
      const shares = inShares ? await countShares(document, job, { timeoutMs, signal }) : undefined;
      const queued: QueuedJob = { job, document: digest, ...where, timeoutMs, version, batch, shares };
      yield { row, queued, document };
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
async function selfContained({ template, job }: PreparedJob, signal: AbortSignal) {
  if (job.files === undefined) return template;
  const { variables } = job;
  const { project } = await loadProject(
    template.document,
    { variables, baseFolder: template.baseFolder },
    signal,
    convertApart,
  );
  const document = Buffer.from(JSON.stringify(project));
  return { document, digest: sha256(document) };
}

/** The job of a film, which shares its document with the jobs of its shares even if its variables name files. */
function jobOfFilm(job: BatchJob, digest: string): BatchJob {
  if (job.files === undefined) return job;
  const { name, options } = job;
  return createJob({ template: digest, variables: {}, name, options });
}

/** The document has the theme, and a worker need not find its file. */
function withoutTheme(job: BatchJob): BatchJob {
  return { ...job, options: { ...job.options, theme: undefined } };
}
