import { RenderError } from '@render-service/engine';
import type { ViewAnswers, ViewRequest } from '@render-service/engine/film';
import type { RenderSupervisor } from '@render-service/engine/process';
import { RenderCrash } from '@render-service/engine/process';

/** The order of work: a lower number comes first. */
const priorities = { open: 0, still: 1, moment: 2, thumbnail: 3, wave: 4 } as const;

export type Purpose = keyof typeof priorities;

/** Work with a higher number is stopped when other work is requested, and done again later. */
const minPriorityBesideStills = priorities.thumbnail;

interface Job {
  readonly purpose: Purpose;
  readonly client: string | undefined;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/** A film to query. */
export interface ViewedFilm {
  readonly name: string;
  /** Whether the answer is still needed. Otherwise the question is rejected with `aborted`. */
  readonly isWanted: () => boolean;
  /** Opens it again if the process was replaced. */
  readonly reopen: (renderer: RenderSupervisor, signal: AbortSignal) => Promise<unknown>;
}

/** The result of a still that was skipped because its client requested a newer one. */
export const superseded = Symbol('superseded');

/**
 * Gives the render process the work that the page waits for, one at a time and the most urgent first. Of the stills of
 * one client, only the newest waits.
 */
export class ViewQueue {
  readonly #renderer: RenderSupervisor;
  #waiting: Job[] = [];
  #running: { readonly job: Job; readonly stop: AbortController; isPutBack: boolean } | undefined;

  constructor(renderer: RenderSupervisor) {
    this.#renderer = renderer;
  }

  /** Does work when its turn comes. Rejects with the error of the work, or with `aborted` if it is cancelled before. */
  do<Value>(
    purpose: Purpose,
    work: (renderer: RenderSupervisor, signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
    client?: string,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#supersede(purpose, client);
      const job: Job = {
        purpose,
        client,
        work: (stop) => work(this.#renderer, stop),
        signal,
        done: (value) => resolve(value as Value),
        failed: reject,
      };
      this.#waiting.push(job);
      signal.addEventListener('abort', () => this.#drop(job), { once: true });
      this.#makeRoom(job);
      this.#start();
    });
  }

  /** Queries a film when its turn comes. After a crash, a new process is tried once. */
  view<Request extends ViewRequest>(
    purpose: Purpose,
    { name, isWanted, reopen }: ViewedFilm,
    request: Request,
    { signal, client }: { readonly signal: AbortSignal; readonly client?: string | undefined },
  ): Promise<ViewAnswers[Request['kind']]> {
    const lookOnce = async (renderer: RenderSupervisor, stop: AbortSignal) => {
      if (!isWanted()) throw replaced();
      const answer = await renderer.view(name, request, { signal: stop });
      if (answer !== null) return answer;
      await reopen(renderer, stop);
      const second = await renderer.view(name, request, { signal: stop });
      if (second === null) throw replaced();
      return second;
    };
    const look = (renderer: RenderSupervisor, stop: AbortSignal) =>
      lookOnce(renderer, stop).catch((error: unknown) => {
        if (stop.aborted || !(error instanceof RenderCrash)) throw error;
        return lookOnce(renderer, stop);
      });
    return this.do(purpose, look, signal, client);
  }

  #supersede(purpose: Purpose, client: string | undefined): void {
    if (purpose !== 'still' || client === undefined) return;
    const isOlder = (job: Job) => job.purpose === 'still' && job.client === client;
    for (const job of this.#waiting.filter(isOlder)) job.failed(superseded);
    this.#waiting = this.#waiting.filter((job) => !isOlder(job));
  }

  #makeRoom({ purpose }: Job): void {
    const running = this.#running;
    if (!running || running.isPutBack || purpose === 'wave') return;
    // A newer version stops pictures of the previous one. A version that is still being opened is stopped by its own
    // signal.
    const isReplaced = purpose === 'open' && running.job.purpose !== 'open';
    if (!isReplaced && priorities[running.job.purpose] <= minPriorityBesideStills) return;
    running.isPutBack = true;
    running.stop.abort();
  }

  #drop(job: Job): void {
    if (this.#running?.job === job) {
      this.#running.stop.abort();
    } else if (this.#waiting.includes(job)) {
      this.#waiting = this.#waiting.filter((other) => other !== job);
      job.failed(new RenderError('aborted', ['the request was cancelled']));
    }
  }

  #start(): void {
    if (this.#running || this.#waiting.length === 0) return;
    const job = this.#waiting.reduce((first, other) =>
      priorities[other.purpose] < priorities[first.purpose] ? other : first,
    );
    this.#waiting = this.#waiting.filter((other) => other !== job);
    const running = { job, stop: new AbortController(), isPutBack: false };
    this.#running = running;
    job
      .work(running.stop.signal)
      .then(job.done, (error: unknown) => {
        if (running.isPutBack && !job.signal.aborted) this.#waiting.push(job);
        else job.failed(error);
      })
      .finally(() => {
        this.#running = undefined;
        this.#start();
      });
  }
}

/** The error of a question about a film that is no longer on the page. */
export function replaced(): RenderError {
  return new RenderError('aborted', ['the film was replaced by a newer one']);
}
