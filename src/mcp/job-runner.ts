import { ExclusiveSlot, type SlotHolder } from '../render/exclusive-slot.ts';
import type { AdvisedInspection } from '../render/inspect.ts';
import type { RenderControl, RenderOptions } from '../render/options.ts';
import type { ProcessRenderer } from '../render/process/renderer.ts';
import type { ProjectInput, ShorthandOptions } from '../render/project-input.ts';
import type { RenderResult } from '../render/render.ts';
import { RenderError, unexpectedCause } from '../render/render-error.ts';
import type { SheetLimits, SheetResult } from '../render/sheet/sheet.ts';

/** Runs the work of the tools: one inspection or render at a time; a second one is refused. */
export class JobRunner {
  readonly #renderer: ProcessRenderer;
  readonly #timeoutMs: number;
  readonly #report: (details: string) => void;
  readonly #slot = new ExclusiveSlot(
    () =>
      new RenderError('failed', [
        'another inspect or render is running, and there is only one at a time; call again when it has finished',
      ]),
  );

  /** `report` is given the cause of unexpected failures. */
  constructor(renderer: ProcessRenderer, timeoutMs: number, report: (details: string) => void) {
    this.#renderer = renderer;
    this.#timeoutMs = timeoutMs;
    this.#report = report;
  }

  /**
   * Does the work unless other work is running; rejects with the work's error or with a RenderError. Work that was
   * cancelled is waited for instead: it ends soon, and the caller may be the client that cancelled it.
   */
  async perform<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const slot = this.#slot;
    const holder: SlotHolder = {
      get mayRelease() {
        return signal.aborted ? slot.freed() : undefined;
      },
    };
    await slot.untilFree();
    signal.throwIfAborted();
    const release = slot.take(holder);
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
    options: RenderOptions & ShorthandOptions & Omit<RenderControl, 'timeoutMs'>,
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
    options: ShorthandOptions & { readonly limits: SheetLimits; readonly signal: AbortSignal },
  ): Promise<SheetResult> {
    return this.#renderer.sheet(project, { ...options, timeoutMs: this.#timeoutMs });
  }

  /** Resolves when no work is running. */
  async settled(): Promise<void> {
    while (this.#slot.isTaken) await this.#slot.freed();
  }
}

function unexpected(error: unknown): RenderError {
  return new RenderError('failed', ['unexpected failure; the log of the tool server has the details'], error);
}
