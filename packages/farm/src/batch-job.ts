import { createHash } from 'node:crypto';
import type { RenderProgress, Variables } from '@render-service/engine';
import { RenderError, type RenderErrorCode } from '@render-service/engine';
import type { CheckedOptions, VariableValue } from '@render-service/engine/options';
import type { RenderSupervisor, StoreOptions } from '@render-service/engine/process';
import { RenderCrash, unexpectedCause } from '@render-service/engine/process';
import type { Template } from '@render-service/engine/tables';
import { describeProblem } from '@render-service/engine/text';
import { packageVersion } from '@render-service/service/command-line';
import type { RenderedOutput } from './film-in-parts.ts';

/** One output to render, as plain data that can be stored and sent. */
export interface BatchJob {
  /**
   * A digest of its parts, as 64 hexadecimal digits: two jobs with the same id make the same bytes under the same name.
   */
  readonly id: string;
  /** SHA-256 of the template's document, in hexadecimal. */
  readonly template: string;
  /** Values of the template's variables. */
  readonly variables: Variables;
  /** Name of the output: a safe file name with its extension. */
  readonly name: string;
  /** Options of the render, with all defaults filled in. */
  readonly options: CheckedOptions;
  /** SHA-256 of the files that only this job's variables name, in the template's folder; absent without such files. */
  readonly files?: string;
}

const thisVersion = packageVersion();

/** Creates a job. Its id depends on everything that affects the output, including the version of this program. */
export function createJob(parts: Omit<BatchJob, 'id'>, version = thisVersion): BatchJob {
  const { template, variables, name, options, files } = parts;
  const { format, width, height, fps, timeMs, audio, codec } = options;
  const sorted = Object.keys(variables)
    .sort()
    .map((key): [string, VariableValue | undefined] => [key, variables[key]]);
  const content = [
    template,
    sorted,
    [format, width, height, fps, timeMs, audio, codec],
    name,
    files,
    version,
  ];
  return { ...parts, id: sha256(JSON.stringify(content)) };
}

/** SHA-256 in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Why a job has no output. */
export interface JobFailure {
  readonly code: RenderErrorCode;
  /** One sentence or more, as in a RenderError. */
  readonly problems: readonly string[];
  /** Whether the render process ended unexpectedly, so another try may succeed. Any other failure would repeat. */
  readonly isCrash: boolean;
  /** The stack of an unexpected failure, or how the render process ended. */
  readonly details: string | undefined;
}

export type JobResult<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly failure: JobFailure };

export interface JobControl {
  readonly signal: AbortSignal;
  /** Time limit of the render in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Whether warnings fail the job. */
  readonly strict?: boolean | undefined;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  /** Where the pieces of a film are kept; by default, in the memory of the renderer's process. */
  readonly pieces?: StoreOptions | undefined;
  /** Only this part of the project, in milliseconds, as a longer film contains it. */
  readonly span?: { readonly startMs: number; readonly endMs: number } | undefined;
}

/**
 * Renders a job in the renderer's process. Returns a failure as a value, whose `isCrash` is true if another try may
 * succeed; rejects with the signal's reason if aborted.
 */
export async function renderJob(
  renderer: RenderSupervisor,
  { document, baseFolder }: Pick<Template, 'document' | 'baseFolder'>,
  { variables, options }: BatchJob,
  // Films of one template share pieces.
  { signal, timeoutMs, strict, onProgress, pieces = { keepsPieces: true }, span }: JobControl,
): Promise<JobResult<RenderedOutput>> {
  const given = Object.keys(variables).length > 0 ? variables : undefined;
  const control = { signal, timeoutMs, strict, onProgress, ...pieces };
  const range = span && { fromMs: span.startMs, toMs: span.endMs, sound: 'left out' as const };
  const render = () =>
    renderer.render(document, { ...options, ...range, variables: given, baseFolder, ...control });
  if (span !== undefined || pieces.share !== undefined) return jobResult(render, signal);
  const renderInSteps = async () => {
    try {
      return await render();
    } catch (error) {
      const { isForParts } = await import('@render-service/engine/parts');
      if (!isForParts(error)) throw error;
      const { renderInParts } = await import('./film-in-parts.ts');
      const part = { project: document, label: 'the film', variables: given, baseFolder };
      const asked = { signal, timeoutMs, strict, onProgress, pieces, isOneFilm: true };
      return await renderInParts(renderer, [part], options, asked);
    }
  };
  return jobResult<RenderedOutput>(renderInSteps, signal);
}

/** Does the work of a job, and returns its failure as a value. Rejects with the signal's reason if aborted. */
export async function jobResult<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<JobResult<Result>> {
  signal.throwIfAborted();
  try {
    return { ok: true, result: await work() };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RenderError)) throw error;
    return { ok: false, failure: describeFailure(error) };
  }
}

function describeFailure(error: RenderError): JobFailure {
  const { code, problems } = error;
  return {
    code,
    problems: problems.map(describeProblem),
    isCrash: error instanceof RenderCrash,
    details: unexpectedCause(error),
  };
}
