import { countPieces, type RenderSupervisor, type StoreOptions } from '@render-service/engine/process';
import { describeProblem } from '@render-service/engine/text';
import type { ProblemCode } from '../make-output.ts';
import { OutputInTheWayError, type OutputStore, OutputUnwantedError } from '../outputs/output-store.ts';
import type { DocumentStore } from './document-store.ts';
import { failedReason } from './failed-reason.ts';
import type { QueuedJob, QueuedJobResult } from './queued-job.ts';
import { renderQueued } from './render-queued.ts';

/** Reason for a job whose document is gone. A batch that is started again stores it and puts the job back. */
export const lostProject = 'its project is no longer in Redis; start the batch again';

/** A job has no output. The message has the form that `readFailedReason` reads. */
export class JobFailedError extends Error {
  /** Whether another try may succeed. */
  readonly isTransient: boolean;

  constructor(code: ProblemCode, problems: readonly string[], { isTransient = false } = {}) {
    super(failedReason(code, problems));
    this.isTransient = isTransient;
  }
}

export interface JobTools {
  readonly renderer: RenderSupervisor;
  readonly documents: DocumentStore;
  readonly store: OutputStore;
  /** Whether a later batch makes the output of the same name. */
  readonly isDisplaced: () => Promise<boolean>;
  /** Where pieces of the film are kept. */
  readonly pieces: StoreOptions;
  /** Receives the reason why pieces cannot be kept, a sentence. */
  readonly onPieceProblem: (problem: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Renders and publishes the output of a job unless it is up to date; the job of a share only keeps its pieces. Rejects
 * with a JobFailedError, with another error if the output cannot be stored, and with the signal's reason.
 */
export async function doJob(queued: QueuedJob, tools: JobTools): Promise<QueuedJobResult> {
  const { job, replace, timeoutMs, strict, share } = queued;
  const { renderer, documents, store, isDisplaced, onPieceProblem, signal } = tools;
  const start = performance.now();
  const elapsedMs = () => Math.round(performance.now() - start);
  const unmade = (outcome: 'existing' | 'displaced', bytes: number): QueuedJobResult => {
    return { outcome, name: job.name, bytes, width: 0, height: 0, frames: 0, elapsedMs: elapsedMs() };
  };
  if (await isDisplaced()) return unmade('displaced', 0);
  const there = await store.existing(job.name);
  if (there.kind === 'made' && there.id === job.id) return unmade('existing', there.bytes);
  if (there.kind === 'foreign' && !replace) throw inTheWay(new OutputInTheWayError(store.describe(job.name)));
  const document = await documents.get(queued.document);
  if (document === undefined) {
    throw new JobFailedError('failed', [lostProject]);
  }
  // An expanded document already has the variables filled in.
  const asRendered = queued.document === job.template ? job : { ...job, variables: {} };
  const rendered = await renderQueued(
    renderer,
    { document, job: asRendered, share, timeoutMs, strict },
    tools.pieces,
    signal,
  );
  if (!rendered.ok) {
    const { code, problems, isCrash, details } = rendered.failure;
    const all = details === undefined ? problems : [...problems, details];
    throw new JobFailedError(code, all, { isTransient: isCrash });
  }
  const { data, bytes, width, height, frames, build, warnings } = rendered.result;
  if (build?.problem !== undefined) onPieceProblem(build.problem);
  const made = (outcome: 'made' | 'share'): QueuedJobResult => {
    const pieces = build && countPieces(build.pieces);
    const size = { bytes, width, height, frames };
    const texts = warnings && { warnings: warnings.map(describeProblem) };
    return { outcome, name: job.name, ...size, elapsedMs: elapsedMs(), pieces, ...texts };
  };
  if (share !== undefined) return made('share');
  const isWanted = async () => !(await isDisplaced());
  const published = await store
    .publish(job.name, data, { id: job.id, force: replace, signal, isWanted })
    .catch((error) => {
      if (error instanceof OutputUnwantedError) return 'unwanted' as const;
      throw error instanceof OutputInTheWayError ? inTheWay(error) : error;
    });
  if (published === 'unwanted') return unmade('displaced', 0);
  // A worker that counted as lost may have done the job in the meantime.
  if (published === 'there') return unmade('existing', bytes);
  return made('made');
}

function inTheWay({ message }: OutputInTheWayError): JobFailedError {
  return new JobFailedError('exists', [message]);
}
