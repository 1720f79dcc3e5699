import { RenderError, type RenderOptions } from '@render-service/engine';
import { optionTable } from '@render-service/engine/options';
import type { NamedResult, RenderInspection } from '@render-service/engine/process';
import { RenderSupervisor } from '@render-service/engine/process';
import type { MovieState, ShownFilm } from './film-state.ts';

/** A format that every browser plays. */
export const movieFormat = 'mp4';

/** Milliseconds without a save before work in the background starts. */
const quietMs = 350;

/** Added to the niceness of the process, so that stills for the page come first. */
const niceness = 10;

/** A film in the background may take as long as any render may, because nobody waits for it. */
const timeoutMs = optionTable.timeoutMs.values.maximum;

interface Listener {
  readonly onInspected: (film: ShownFilm, inspection: RenderInspection) => void;
  /** The version could not be inspected. */
  readonly onUninspected: (film: ShownFilm, reason: string) => void;
  readonly onMovie: (state: MovieState) => void;
  /** The film of the version could not be made. */
  readonly onUndrawable: (film: ShownFilm, error: unknown) => void;
}

/** The state of the film of a new version. */
export const waitingMovie: MovieState = { status: 'waiting', fraction: 0, reason: null };

/**
 * Makes the advice on a project and its film, with the settings that an export has by default. Both take long, so they
 * run in a separate process and stills never wait for them. A newer version of the project stops the work for the
 * previous one. The process lives on, because it keeps the pieces that later versions and exports use again. It starts
 * when it is first needed.
 */
export class BackgroundFilm {
  readonly #renderer = new RenderSupervisor({ warmsUp: false, niceness });
  readonly #listener: Listener;
  #stop = new AbortController();
  #movie: { readonly revision: number; readonly data: Uint8Array } | undefined;
  #paused: Promise<void> = Promise.resolve();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** The id of the process, if it is running. */
  get processId(): number | undefined {
    return this.#renderer.processId;
  }

  /** The film of a version of the project as MP4, if it is ready. */
  movieOf(revision: number): Uint8Array | undefined {
    return this.#movie?.revision === revision ? this.#movie.data : undefined;
  }

  /** Stops the work for older versions, and starts that for this one if no newer version follows within a moment. */
  async make(film: ShownFilm): Promise<void> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.#movie = undefined;
    this.#listener.onMovie(waitingMovie);
    await new Promise((done) => setTimeout(done, quietMs));
    await this.#paused;
    if (stop.signal.aborted) return;
    // The film does not depend on the inspection; if one fails, the other is still made.
    await this.#inspect(film, stop.signal);
    await this.#makeMovie(film, stop.signal);
  }

  /** Stops the work until `done` settles, then starts it again for `film`. */
  pauseFor(done: Promise<unknown>, film: ShownFilm | undefined): void {
    const before = this.#paused;
    this.#paused = Promise.allSettled([before, done]).then(() => undefined);
    if (film && !this.#movie) void this.make(film);
    else this.#stop.abort();
  }

  /** Renders a film as MP4 from the pieces that were kept, and keeps those that it makes. Rejects with a RenderError. */
  render({ bytes, options }: ShownFilm, own: RenderOptions): Promise<NamedResult> {
    return this.#renderer.render(bytes, { ...own, ...options, format: movieFormat, keepsPieces: true });
  }

  /** Inspects a text with the options of a film. Rejects with a RenderError. */
  async inspect(
    { bytes, options }: Pick<ShownFilm, 'bytes' | 'options'>,
    signal: AbortSignal,
  ): Promise<RenderInspection> {
    const extras = { advice: true, layout: 'named' } as const;
    return this.#renderer.inspect(bytes, { ...options, ...extras, signal });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#renderer.close();
  }

  async #inspect(film: ShownFilm, signal: AbortSignal): Promise<void> {
    try {
      this.#listener.onInspected(film, await this.inspect(film, signal));
    } catch (error) {
      if (!signal.aborted) this.#listener.onUninspected(film, reasonOf(error));
    }
  }

  async #makeMovie(film: ShownFilm, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    let shown = -1;
    try {
      const { data } = await this.render(film, {
        timeoutMs,
        signal,
        onProgress: ({ fraction }) => {
          const percent = Math.floor(fraction * 100);
          if (percent === shown || signal.aborted) return;
          shown = percent;
          this.#listener.onMovie({ status: 'making', fraction, reason: null });
        },
      });
      if (signal.aborted) return;
      this.#movie = { revision: film.revision, data };
      this.#listener.onMovie({ status: 'ready', fraction: 1, reason: null });
    } catch (error) {
      if (signal.aborted) return;
      this.#listener.onUndrawable(film, error);
      this.#listener.onMovie({ status: 'unavailable', fraction: 0, reason: reasonOf(error) });
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof RenderError ? error.message : 'it could not be made';
}
