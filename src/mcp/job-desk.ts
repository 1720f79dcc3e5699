import type { Inspection } from '../render/inspect.ts';
import type { ProjectInput } from '../render/load-project.ts';
import type { RenderControl, RenderOptions } from '../render/options.ts';
import type { ProcessRenderer } from '../render/process/renderer.ts';
import type { RenderResult } from '../render/render.ts';
import { RenderError, unforeseenCause } from '../render/render-error.ts';

/** One inspect or render, from the reading of its input to the publishing of its output. */
interface Job {
  readonly signal: AbortSignal;
  readonly finished: Promise<unknown>;
}

/** Where tools have their work done: one inspect or render at a time, a second one is refused. */
export class JobDesk {
  readonly #renderer: ProcessRenderer;
  readonly #timeoutMs: number;
  readonly #report: (details: string) => void;
  #job: Job | undefined;

  /** `report` is told what stands behind failures that nobody foresaw. */
  constructor(renderer: ProcessRenderer, timeoutMs: number, report: (details: string) => void) {
    this.#renderer = renderer;
    this.#timeoutMs = timeoutMs;
    this.#report = report;
  }

  /**
   * Does the work unless another is being done; rejects with the work's error or with a RenderError. Work that was
   * cancelled already is waited for instead: it is as good as gone, and its caller may have come back.
   */
  async perform<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    while (this.#job?.signal.aborted) await this.#job.finished;
    signal.throwIfAborted();
    if (this.#job) {
      throw new RenderError('failed', [
        'another inspect or render is running, and there is only one at a time; call again when it has finished',
      ]);
    }
    const result = work();
    const job = { signal, finished: Promise.allSettled([result]) };
    this.#job = job;
    try {
      return await result;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = error instanceof RenderError ? error : unforeseen(error);
      const details = unforeseenCause(failure);
      if (details !== undefined) this.#report(details);
      throw failure;
    } finally {
      this.#job = undefined;
    }
  }

  /** For the work of a job: as `render` of the library. */
  async render(
    project: ProjectInput,
    options: RenderOptions & Omit<RenderControl, 'timeoutMs'>,
  ): Promise<RenderResult> {
    const { result } = await this.#renderer.renderInDetail(project, {
      ...options,
      timeoutMs: this.#timeoutMs,
    });
    return result;
  }

  /** For the work of a job: as `inspect` of the library. */
  async inspect(project: ProjectInput, signal: AbortSignal): Promise<Inspection> {
    const { inspection } = await this.#renderer.inspectInDetail(project, {
      signal,
      timeoutMs: this.#timeoutMs,
    });
    return inspection;
  }

  /** Resolves when nothing is being done. */
  async settled(): Promise<void> {
    while (this.#job) await this.#job.finished;
  }
}

function unforeseen(error: unknown): RenderError {
  return new RenderError(
    'failed',
    ['the call failed unexpectedly; the log of the tool server says more'],
    error,
  );
}
