import type { AdvisedInspection } from '../render/inspect.ts';
import type { RenderControl, RenderOptions } from '../render/options/render-options.ts';
import type { RenderSupervisor } from '../render/process/supervisor.ts';
import type { ProjectInput, ShorthandOptions } from '../render/project-input.ts';
import type { OutputRoom, RenderResult } from '../render/render.ts';
import { RenderError, unexpectedCause } from '../render/render-error.ts';
import type { SheetLimits, SheetResult } from '../render/sheet/sheet.ts';
import type { SheetOptions } from '../render/sheet/sheet-options.ts';
import type { ProgressReport } from './progress-report.ts';
import { WaitingLine } from './waiting-line.ts';

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
  readonly #line = new WaitingLine();

  /** `report` receives the causes of unexpected failures. */
  constructor(renderer: RenderSupervisor, timeoutMs: number, report: (details: string) => void) {
    this.#renderer = renderer;
    this.#timeoutMs = timeoutMs;
    this.#report = report;
  }

  /**
   * Runs the work when its turn comes, for which it waits no longer than the time limit. Rejects with the work's error,
   * with a RenderError, or with the signal's reason.
   */
  async perform<Result>({ signal, report }: JobControl, work: () => Promise<Result>): Promise<Result> {
    const release = await this.#line.turn(signal, this.#timeoutMs, () => report?.wait());
    report?.begin();
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = error instanceof RenderError ? error : unexpected(error);
      const details = unexpectedCause(failure);
      if (details !== undefined) this.#report(details);
      throw failure;
    } finally {
      release();
    }
  }

  /** Like the library's `render`. Called by the work that `perform` runs. */
  async render(
    project: ProjectInput,
    options: RenderOptions & OutputRoom & ShorthandOptions & Omit<RenderControl, 'timeoutMs'>,
  ): Promise<RenderResult> {
    const { projectName: _, ...result } = await this.#renderer.render(project, {
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
      timeoutMs: this.#timeoutMs,
    });
    const { blocking: _, advice = [], ...report } = inspection;
    return { ...report, advice };
  }

  /** A contact sheet within limits. Called by the work that `perform` runs. */
  sheet(
    project: ProjectInput,
    options: SheetOptions & ShorthandOptions & { readonly limits: SheetLimits; readonly signal: AbortSignal },
  ): Promise<SheetResult> {
    return this.#renderer.sheet(project, { ...options, timeoutMs: this.#timeoutMs });
  }

  /** Resolves when no work is running or waiting. */
  settled(): Promise<void> {
    return this.#line.settled();
  }
}

function unexpected(error: unknown): RenderError {
  return new RenderError('failed', ['unexpected failure; the log of the tool server has the details'], error);
}
