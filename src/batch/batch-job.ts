import { createHash } from 'node:crypto';
import { packageVersion } from '../contract/package-version.ts';
import type { CheckedOptions } from '../render/options/check-options.ts';
import type { RenderProgress } from '../render/options/render-options.ts';
import type { RenderSupervisor } from '../render/process/supervisor.ts';
import type { NamedResult } from '../render/render.ts';
import { RenderCrash, RenderError, type RenderErrorCode, unexpectedCause } from '../render/render-error.ts';
import type { Variables, VariableValue } from '../shorthand/schema.ts';

/** One output to make. Plain data, so that it can be stored and sent. */
export interface BatchJob {
  /** What it is made from, as 64 hexadecimal digits: two jobs with the same id make the same bytes under the same name. */
  readonly id: string;
  /** SHA-256 of the template's document, in hexadecimal. */
  readonly template: string;
  /** The values of the template's variables. */
  readonly variables: Variables;
  /** Name of the output: a safe file name with its extension. */
  readonly name: string;
  /** The options of the render, all defaults filled in. */
  readonly options: CheckedOptions;
  /** SHA-256 of the files that only this job's variables name, in the template's folder; absent without such files. */
  readonly files?: string;
}

/** A project that jobs share. Files that it always uses are embedded in it. */
export interface JobTemplate {
  /** JSON in UTF-8. */
  readonly document: Uint8Array;
  /** SHA-256 of the document, in hexadecimal. */
  readonly digest: string;
  /** The folder of the files that a job's variables name; undefined if variables name none. */
  readonly baseFolder?: string | undefined;
}

const thisVersion = packageVersion();

/** A job with its id, which depends on everything that its output depends on, the version of this program included. */
export function createJob(parts: Omit<BatchJob, 'id'>, version = thisVersion): BatchJob {
  const { template, variables, name, options, files } = parts;
  const { format, width, height, fps, timeMs } = options;
  const sorted = Object.keys(variables)
    .sort()
    .map((key): [string, VariableValue | undefined] => [key, variables[key]]);
  const content = [template, sorted, [format, width, height, fps, timeMs], name, files, version];
  return { ...parts, id: sha256(JSON.stringify(content)) };
}

/** SHA-256 in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Why a job has no output. */
export interface JobFailure {
  readonly code: RenderErrorCode;
  /** One sentence or more, as those of a RenderError. */
  readonly problems: readonly string[];
  /** Whether the render process ended unexpectedly, so that another try may succeed. Any other failure would repeat. */
  readonly isCrash: boolean;
  /** The stack of an unexpected failure, or how the render process ended. */
  readonly details: string | undefined;
}

export type JobResult =
  | { readonly ok: true; readonly result: NamedResult }
  | { readonly ok: false; readonly failure: JobFailure };

export interface JobControl {
  readonly signal: AbortSignal;
  /** Milliseconds that the render may take. */
  readonly timeoutMs?: number | undefined;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

/**
 * Renders a job in a process of its own. A failure is a value, whose `isCrash` says whether another try makes sense;
 * rejects with the signal's reason if aborted.
 */
export async function renderJob(
  renderer: RenderSupervisor,
  { document, baseFolder }: JobTemplate,
  { variables, options }: BatchJob,
  { signal, timeoutMs, onProgress }: JobControl,
): Promise<JobResult> {
  signal.throwIfAborted();
  try {
    const given = Object.keys(variables).length > 0 ? variables : undefined;
    const control = { signal, timeoutMs, onProgress };
    const result = await renderer.render(document, { ...options, variables: given, baseFolder, ...control });
    return { ok: true, result };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RenderError)) throw error;
    return { ok: false, failure: describeFailure(error) };
  }
}

function describeFailure(error: RenderError): JobFailure {
  const { code, problems } = error;
  return { code, problems, isCrash: error instanceof RenderCrash, details: unexpectedCause(error) };
}
