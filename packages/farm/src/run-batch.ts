import { onAbort } from '@render-service/engine/files';
import { RenderSupervisor } from '@render-service/engine/process';
import type { BatchEntry, BatchSource } from './batch-source.ts';
import type { ProcessPlan } from './choose-processes.ts';
import { type MakeOptions, makeOutput, type Outcome } from './make-output.ts';

export interface BatchListener {
  /** `fraction` of an output in progress, 0 to 1. */
  onProgress(entry: BatchEntry, fraction: number): void;
  /** The batch waits for the returned promise. */
  onOutcome(entry: BatchEntry, outcome: Outcome, seconds: number): void | Promise<void>;
}

/**
 * Makes the outputs of a batch, several at the same time, in render processes that are reused. Holds only one entry
 * for each process. Rejects with a RenderError if no further output can be made, or with the signal's reason; all
 * processes have ended by then.
 */
export async function runBatch(
  source: BatchSource,
  { processes, processorsEach }: ProcessPlan,
  options: Omit<MakeOptions, 'onProgress'>,
  listener: BatchListener,
): Promise<void> {
  // A failure of one worker ends the others.
  const stop = new AbortController();
  const end = () => stop.abort(options.signal.reason);
  options.signal.addEventListener('abort', end, { once: true });
  if (options.signal.aborted) end();
  const { signal } = stop;
  const entries = source.entries(signal)[Symbol.asyncIterator]();
  const work = async () => {
    let started: RenderSupervisor | undefined;
    // An output that is up to date needs no process.
    const renderer = () => (started ??= new RenderSupervisor({ warmsUp: false, processors: processorsEach }));
    // Nobody needs its pieces any more, so it need not stop by itself.
    const stopListening = onAbort(signal, () => void started?.close());
    try {
      for (let next = await entries.next(); !next.done; next = await entries.next()) {
        signal.throwIfAborted();
        const entry = next.value;
        const start = performance.now();
        const onProgress = ({ fraction }: { fraction: number }) => listener.onProgress(entry, fraction);
        const outcome = await makeOutput(entry, renderer, { ...options, signal, onProgress });
        await listener.onOutcome(entry, outcome, (performance.now() - start) / 1000);
      }
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      stopListening();
      await started?.close();
    }
  };
  try {
    const results = await Promise.allSettled(Array.from({ length: processes }, work));
    const failed = results.some(({ status }) => status === 'rejected');
    if (failed) throw signal.reason;
  } finally {
    options.signal.removeEventListener('abort', end);
    await entries.return?.();
  }
}
