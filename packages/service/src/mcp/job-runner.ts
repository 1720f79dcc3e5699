import type {
  AdvisedInspection,
  ProjectInput,
  RenderControl,
  RenderOptions,
  RenderResult,
  SheetOptions,
  SheetResult,
  ShorthandOptions,
} from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import type { OutputRoom, RenderSupervisor, SheetLimits } from '@render-service/engine/process';
import { unexpectedCause } from '@render-service/engine/process';
import PQueue from 'p-queue';
import { CachedRenderer } from '../cached-renderer.ts';
import type { Settings } from '../contract/settings.ts';
import type { ProgressReport } from './progress-report.ts';

/** Maximum number of waiting calls; each of them holds its arguments. */
const maxWaiting = 100;

/** The caller of some work. */
export interface JobControl {
  readonly signal: AbortSignal;
  /** Reports progress to the client, if the client requested it. */
  readonly report?: ProgressReport | undefined;
}

/** Runs the work of the tools: one inspection or render at a time, in the order of the calls. */
export class JobRunner {
  readonly #renderer: RenderSupervisor;
  readonly #timeoutMs: number;
  readonly #report: (details: string) => void;
  readonly #cached: CachedRenderer;
  readonly #queue = new PQueue({ concurrency: 1 });

  /** `report` receives the causes of unexpected failures, and why pieces of films cannot be kept. */
  constructor(
    renderer: RenderSupervisor,
    settings: Pick<Settings, 'timeoutMs' | 'cache' | 'cacheBytes'>,
    report: (details: string) => void,
  ) {
    this.#renderer = renderer;
    this.#timeoutMs = settings.timeoutMs;
    this.#report = report;
    this.#cached = new CachedRenderer(renderer, settings, report);
  }

  /**
   * Runs the work when its turn comes. Rejects with the work's error, with the signal's reason, with a RenderError
   * `timeout` if the turn does not come within the time limit, and at once with a RenderError `failed` if too many
   * calls wait.
   */
  async perform<Result>({ signal, report }: JobControl, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#queue.size >= maxWaiting) {
      throw new RenderError('failed', [
        `${maxWaiting} calls are waiting for their turn; call again when they have finished`,
      ]);
    }
    if (this.#queue.pending > 0) report?.wait();
    // Not the signal itself: when it is aborted, the next call would begin before this one has ended.
    const waiting = new AbortController();
    const leave = () => waiting.abort(signal.reason);
    const timer = setTimeout(() => {
      const limit = `waited for other calls to finish until the time limit of ${this.#timeoutMs} ms`;
      waiting.abort(new RenderError('timeout', [`${limit}; call again when they have finished`]));
    }, this.#timeoutMs);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    signal.addEventListener('abort', leave);
    const begin = () => {
      stopWaiting();
      report?.begin();
      return this.#attempt(work, signal);
    };
    return this.#queue.add(begin, { signal: waiting.signal }).finally(stopWaiting);
  }

  async #attempt<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = error instanceof RenderError ? error : unexpected(error);
      const details = unexpectedCause(failure);
      if (details !== undefined) this.#report(details);
      throw failure;
    }
  }

  /** The time limit of a render, in milliseconds. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /** Like the library's `render`. Called by the work that `perform` runs. */
  async render(
    project: ProjectInput,
    options: RenderOptions & OutputRoom & ShorthandOptions & Omit<RenderControl, 'timeoutMs'>,
  ): Promise<RenderResult> {
    const { projectName: _, ...result } = await this.#cached.render(project, {
      ...options,
      timeoutMs: this.#timeoutMs,
    });
    return result;
  }

  /** Like the library's `inspect`. Called by the work that `perform` runs. */
  async inspect(
    project: ProjectInput,
    options: ShorthandOptions & { readonly layout: boolean; readonly signal: AbortSignal },
  ): Promise<AdvisedInspection> {
    const inspection = await this.#renderer.inspect(project, {
      ...options,
      advice: true,
      madeInParts: true,
      plan: options.layout,
      timeoutMs: this.#timeoutMs,
    });
    const { blocking: _, advice = [], pages = [], ...report } = inspection;
    return { ...report, advice, pages };
  }

  /** A contact sheet within limits. Called by the work that `perform` runs. */
  sheet(
    project: ProjectInput,
    options: SheetOptions &
      ShorthandOptions & { readonly limits?: SheetLimits; readonly signal: AbortSignal },
  ): Promise<SheetResult> {
    return this.#cached.sheet(project, { ...options, timeoutMs: this.#timeoutMs });
  }

  /** The project in the full format, as JSON. Called by the work that `perform` runs. */
  expand(
    project: ProjectInput,
    options: ShorthandOptions & { readonly signal: AbortSignal },
  ): Promise<Uint8Array> {
    return this.#renderer.expand(project, { ...options, timeoutMs: this.#timeoutMs });
  }

  /** Resolves when no work is running or waiting. */
  settled(): Promise<void> {
    return this.#queue.onIdle();
  }
}

function unexpected(error: unknown): RenderError {
  return new RenderError('failed', ['unexpected failure; the log of the tool server has the details'], error);
}
