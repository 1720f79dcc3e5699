import { checkTimeout } from '../options/check-options.ts';
import type { RenderControl, RenderProgress } from '../options/render-options.ts';
import { RenderError } from '../render-error.ts';
import { onAbort } from './on-abort.ts';

/**
 * Runs work that reports its progress to the caller's function, until it is aborted. If that function throws, or a
 * promise that it returned rejects, the work stops with a RenderError `failed`. After the work, its promises are
 * awaited for at most the time limit again.
 */
export async function withProgressListener<Result>(
  control: RenderControl,
  work: (control: RenderControl) => Promise<Result>,
): Promise<Result> {
  const { onProgress, signal } = control;
  if (!onProgress) return work(control);
  const stop = new AbortController();
  const stopListening = signal && onAbort(signal, () => stop.abort());
  const pending = new Set<Promise<void>>();
  let failure: RenderError | undefined;
  const report = (progress: RenderProgress) => {
    // Messages that the render process sent before it was ended may arrive later.
    if (stop.signal.aborted) return;
    const call = finish(onProgress, progress)
      .catch((error: unknown) => {
        failure ??= new RenderError('failed', [`onProgress threw ${describe(error)}`], error);
        stop.abort();
      })
      .finally(() => pending.delete(call));
    pending.add(call);
  };
  try {
    const result = await work({ ...control, signal: stop.signal, onProgress: report });
    await settled(pending, stop.signal, checkTimeout(control));
    if (failure) throw failure;
    return result;
  } catch (error) {
    throw failure ?? error;
  } finally {
    stopListening?.();
  }
}

/** Calls the function. Returns a promise even if the function throws or returns at once. */
async function finish(
  onProgress: (progress: RenderProgress) => unknown,
  progress: RenderProgress,
): Promise<void> {
  await onProgress(progress);
}

async function settled(
  pending: ReadonlySet<Promise<void>>,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<void> {
  if (pending.size === 0) return;
  let stopWaiting = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    const timeLimit = setTimeout(() => {
      reject(
        new RenderError('timeout', [
          `the render is done, but a promise of onProgress did not settle within the time limit of ${timeoutMs} ms`,
        ]),
      );
    }, timeoutMs);
    const stopListening = onAbort(signal, () => {
      reject(new RenderError('aborted', ['the render was cancelled']));
    });
    stopWaiting = () => {
      clearTimeout(timeLimit);
      stopListening();
    };
  });
  try {
    await Promise.race([Promise.all(pending), givenUp]);
  } finally {
    stopWaiting();
  }
}

function describe(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'an object that cannot be shown as text';
  }
}
