import { ContentError } from '../../project/content-error.ts';
import { problemAt } from '../../project/problem.ts';
import { checkTimeout } from '../options/check-options.ts';
import type { RenderControl } from '../options/render-options.ts';
import { RenderError } from '../render-error.ts';
import { onAbort } from './on-abort.ts';

/**
 * Runs work under the caller's signal and the time limit, and converts any failure to a RenderError: `aborted`,
 * `timeout`, or `failed` for content that cannot be rendered and, with the error as its cause, for unexpected errors.
 * Work that ignores its signal is not stopped, but its result is dropped. `task` is the name of the work in messages.
 */
export async function withTimeLimit<Result>(
  control: RenderControl,
  work: (signal: AbortSignal) => Promise<Result>,
  task: 'render' | 'inspection' | 'sheet' | 'expansion' = 'render',
): Promise<Result> {
  const timeoutMs = checkTimeout(control);
  // Not with AbortSignal.any and AbortSignal.timeout: Node 20 may collect the timeout as garbage, and the limit would
  // be lost.
  const stop = new AbortController();
  const { signal } = stop;
  const end = () => stop.abort();
  const timeLimit = setTimeout(end, timeoutMs).unref();
  const stopListening = control.signal && onAbort(control.signal, end);
  const stopped = () => {
    if (control.signal?.aborted) return new RenderError('aborted', [`the ${task} was cancelled`]);
    return new RenderError('timeout', [
      `the ${task} took longer than its time limit of ${timeoutMs} ms; reduce the workload or raise the limit`,
    ]);
  };
  try {
    signal.throwIfAborted();
    const result = await work(signal);
    signal.throwIfAborted();
    return result;
  } catch (error) {
    if (signal.aborted) throw stopped();
    if (error instanceof RenderError) throw error;
    if (error instanceof ContentError) throw new RenderError('failed', error.problems, error);
    throw new RenderError(
      'failed',
      [problemAt([], 'crash', 'could not be rendered, because of an unexpected failure')],
      error,
    );
  } finally {
    clearTimeout(timeLimit);
    stopListening?.();
  }
}
