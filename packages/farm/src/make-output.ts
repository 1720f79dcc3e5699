import type { RenderProgress } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { type CountedPieces, countPieces, type RenderSupervisor } from '@render-service/engine/process';
import { describeProblem } from '@render-service/engine/text';
import { type JobControl, type JobFailure, renderJob } from './batch-job.ts';
import type { BatchEntry, PreparedJob } from './batch-source.ts';
import { OutputInTheWayError, type OutputStore } from './outputs/output-store.ts';
import { StoreError } from './outputs/store-error.ts';
import type { StorePatience } from './outputs/store-patience.ts';

/** Kind of a problem: a failed render, an invalid row, an existing file, or a later batch with the same output. */
export type ProblemCode = JobFailure['code'] | 'invalid-row' | 'exists' | 'displaced';

/** What became of the pieces of a film. */
export interface PieceOutcome extends CountedPieces {
  /** The reason why pieces could not be kept; undefined if all were. */
  readonly problem?: string | undefined;
}

export type Outcome =
  /** `skipped` outputs already exist, from the same job. */
  | {
      readonly kind: 'made' | 'skipped';
      readonly bytes: number;
      readonly pieces?: PieceOutcome | undefined;
      readonly warnings?: readonly string[] | undefined;
    }
  /** A dry run found no problem. */
  | { readonly kind: 'checked'; readonly bytes: 0; readonly warnings: readonly string[] }
  | {
      readonly kind: 'failed';
      readonly code: ProblemCode;
      readonly problems: readonly string[];
      /** How the render process ended, or the stack of an unexpected failure. */
      readonly details?: string | undefined;
    };

/** What a render or a check of an output warns of; a skipped output was not looked at. */
export function warningsOf(outcome: Outcome): readonly string[] {
  return ('warnings' in outcome && outcome.warnings) || [];
}

export interface MakeOptions extends Pick<JobControl, 'pieces' | 'strict'> {
  readonly store: OutputStore;
  /** Time limit of a render in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Whether to replace files that no batch created. */
  readonly force: boolean;
  readonly signal: AbortSignal;
  /** Waits while the store fails; without it, such a failure ends the batch. */
  readonly patience?: StorePatience | undefined;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

/**
 * Maximum tries of an output whose render crashes. The first crash may have been due to other programs that needed
 * memory; a second one is not. The supervisor's `maxProcessesOffered` does not replace this: it covers only tasks that
 * no process took. Measured: a render that always crashes starts 2 processes, and one whose process never starts 6,
 * which takes a second in all.
 */
const maxCrashes = 2;

/**
 * Makes one output unless it is up to date. A problem of this output alone is an outcome. Rejects with a RenderError
 * if the store accepts no outputs, or with the signal's reason.
 */
export async function makeOutput(
  entry: BatchEntry,
  renderer: () => RenderSupervisor,
  options: MakeOptions,
): Promise<Outcome> {
  const { store, force, signal, patience } = options;
  if (entry.problems.length > 0) return { kind: 'failed', code: 'invalid-row', problems: entry.problems };
  const prepared = await prepare(entry, signal);
  if ('kind' in prepared) return prepared;
  const { job } = prepared;
  const existing = await patiently(() => store.existing(job.name), options);
  if (existing.kind === 'made' && existing.id === job.id) return { kind: 'skipped', bytes: existing.bytes };
  if (existing.kind === 'foreign' && !force)
    return inTheWay(new OutputInTheWayError(store.describe(job.name)));
  const made = await render(renderer(), prepared, options);
  if (!made.ok) return { kind: 'failed', ...made.failure };
  const { data } = made.result;
  try {
    const publication = { id: job.id, force, signal };
    let tries = 0;
    const publish = () => {
      tries++;
      return store.publish(job.name, data, publication);
    };
    const how = await patiently(publish, options);
    patience?.stored();
    // An earlier attempt may have failed after it had published the output.
    const kind = how === 'published' || tries > 1 ? 'made' : 'skipped';
    const { build } = made.result;
    const pieces = build && { ...countPieces(build.pieces), problem: build.problem };
    return { kind, bytes: data.length, pieces, warnings: made.result.warnings?.map(describeProblem) };
  } catch (error) {
    if (error instanceof OutputInTheWayError) return inTheWay(error);
    if (error instanceof StoreError && error.fault === 'output') {
      return { kind: 'failed', code: error.code, problems: error.problems.map(describeProblem) };
    }
    throw error;
  }
}

function patiently<Value>(
  attempt: () => Promise<Value>,
  { patience, signal }: Pick<MakeOptions, 'patience' | 'signal'>,
): Promise<Value> {
  return patience === undefined ? attempt() : patience.until(attempt, signal);
}

async function prepare(entry: BatchEntry, signal: AbortSignal): Promise<PreparedJob | Outcome> {
  try {
    return await entry.prepare(signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RenderError)) throw error;
    return { kind: 'failed', code: error.code, problems: error.problems.map(describeProblem) };
  }
}

async function render(
  renderer: RenderSupervisor,
  { template, job }: PreparedJob,
  { timeoutMs, signal, onProgress, pieces, strict }: MakeOptions,
) {
  const control = { timeoutMs, signal, onProgress, pieces, strict };
  for (let attempt = 1; ; attempt++) {
    const result = await renderJob(renderer, template, job, control);
    if (result.ok || !result.failure.isCrash || attempt === maxCrashes) return result;
  }
}

function inTheWay({ message }: OutputInTheWayError): Outcome {
  return { kind: 'failed', code: 'exists', problems: [message] };
}
