import { randomUUID } from 'node:crypto';
import { RenderError, type RenderProgress } from '@render-service/engine';
import { extensionOf } from '@render-service/engine/formats';
import { RenderSupervisor } from '@render-service/engine/process';
import { describeProblem } from '@render-service/engine/text';
import { type BackgroundFilm, movieFormat } from './background-film.ts';
import type { ExportOrder, ExportState } from './export-state.ts';
import type { ShownFilm } from './film-state.ts';

interface Export {
  state: ExportState;
  readonly stop: AbortController;
  file: { readonly data: Uint8Array; readonly mimeType: string } | undefined;
}

/** How many of the newest exports are kept. A finished file may have 64 MiB. */
const keptExports = 3;

/**
 * Makes files and keeps the newest ones until the page fetches them. An MP4 is made from the pieces of the film that the
 * page plays, any other file in a process of its own.
 */
export class Exports {
  readonly #exports = new Map<string, Export>();
  readonly #film: Pick<BackgroundFilm, 'render'>;
  readonly #onChange: (state: ExportState) => void;

  constructor(film: Pick<BackgroundFilm, 'render'>, onChange: (state: ExportState) => void) {
    this.#film = film;
    this.#onChange = onChange;
  }

  get states(): readonly ExportState[] {
    return [...this.#exports.values()].map(({ state }) => state);
  }

  get isRunning(): boolean {
    return this.states.some(({ status }) => status === 'running');
  }

  /** Starts an export. `finished` resolves when it is done, failed or cancelled. */
  start(
    film: ShownFilm,
    order: ExportOrder,
    baseName: string,
  ): { state: ExportState; finished: Promise<void> } {
    const extension = extensionOf(order.kind === 'sheet' ? 'png' : order.options.format);
    const fileName = `${baseName}${order.kind === 'sheet' ? '-sheet' : ''}.${extension}`;
    const id = randomUUID();
    const state: ExportState = {
      id,
      status: 'running',
      fraction: 0,
      framesDone: 0,
      frames: 0,
      fileName,
      bytes: 0,
      problems: [],
    };
    const running: Export = { state, stop: new AbortController(), file: undefined };
    this.#exports.set(id, running);
    for (const old of [...this.#exports.keys()].slice(0, -keptExports)) this.#exports.delete(old);
    return { state, finished: this.#make(film, order, running) };
  }

  /** The file of a finished export. */
  fileOf(id: string): { data: Uint8Array; mimeType: string; fileName: string } | undefined {
    const started = this.#exports.get(id);
    return started?.file && { ...started.file, fileName: started.state.fileName };
  }

  /** Stops an export if it is running. Returns false if there is none with that id. */
  cancel(id: string): boolean {
    const started = this.#exports.get(id);
    started?.stop.abort();
    return started !== undefined;
  }

  close(): void {
    for (const { stop } of this.#exports.values()) stop.abort();
  }

  async #make(film: ShownFilm, order: ExportOrder, running: Export): Promise<void> {
    const change = (changes: Partial<ExportState>) => {
      running.state = { ...running.state, ...changes };
      this.#onChange(running.state);
    };
    const { signal } = running.stop;
    let shown = 0;
    const onProgress = ({ fraction, framesDone, frames }: RenderProgress) => {
      const percent = Math.floor(fraction * 100);
      if (percent === shown) return;
      shown = percent;
      change({ fraction, framesDone, frames });
    };
    try {
      const { data, mimeType } = await this.#render(film, order, { signal, onProgress });
      running.file = { data, mimeType };
      change({ status: 'done', fraction: 1, bytes: data.length });
    } catch (error) {
      if (signal.aborted) change({ status: 'cancelled' });
      else
        change({
          status: 'failed',
          problems: error instanceof RenderError ? error.problems.map(describeProblem) : [String(error)],
        });
    }
  }

  async #render(
    film: ShownFilm,
    order: ExportOrder,
    control: { readonly signal: AbortSignal; readonly onProgress: (progress: RenderProgress) => void },
  ): Promise<{ readonly data: Uint8Array; readonly mimeType: string }> {
    const { bytes, options } = film;
    if (order.kind === 'render' && order.options.format === movieFormat)
      return this.#film.render(film, { ...order.options, ...control });
    await using renderer = RenderSupervisor.forOneTask();
    return order.kind === 'sheet'
      ? await renderer.sheet(bytes, { ...order.options, ...options, signal: control.signal })
      : await renderer.render(bytes, { ...order.options, ...options, ...control });
  }
}
