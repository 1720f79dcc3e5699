import type { RenderSupervisor } from '../render/process/supervisor.ts';
import { RenderCrash, RenderError } from '../render/render-error.ts';
import type { ViewAnswers, ViewRequest } from '../render/view/view-request.ts';

/** What is done first; a lower number goes first. */
const priorities = { open: 0, still: 1, moment: 2, thumbnail: 3, wave: 4 } as const;

export type Purpose = keyof typeof priorities;

/** Work of a lower urgency than this is stopped, and done later, when a still is asked for. */
const leastUrgentBesideStills = priorities.thumbnail;

interface Job {
  readonly purpose: Purpose;
  readonly client: string | undefined;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly done: (value: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/** What a still is that was not made, because its client asked for another one meanwhile. */
export const superseded = Symbol('superseded');

/**
 * The work of the render process that the page waits for, one at a time and the most urgent first. Of each client's stills
 * only the newest waits.
 */
export class ViewQueue {
  readonly #renderer: RenderSupervisor;
  #waiting: Job[] = [];
  #running: { readonly job: Job; readonly stop: AbortController; isPutBack: boolean } | undefined;

  constructor(renderer: RenderSupervisor) {
    this.#renderer = renderer;
  }

  /** Does work for a purpose when its turn comes. Rejects with what it rejects with, or with `aborted`. */
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

  /** Looks at a film; `reopen` opens it again if the process was replaced meanwhile. A process that crashes is tried once more. */
  view<Request extends ViewRequest>(
    purpose: Purpose,
    film: string,
    request: Request,
    reopen: (renderer: RenderSupervisor, signal: AbortSignal) => Promise<unknown>,
    { signal, client }: { readonly signal: AbortSignal; readonly client?: string | undefined },
  ): Promise<ViewAnswers[Request['kind']]> {
    const lookOnce = async (renderer: RenderSupervisor, stop: AbortSignal) => {
      const answer = await renderer.view(film, request, { signal: stop });
      if (answer !== null) return answer;
      await reopen(renderer, stop);
      const second = await renderer.view(film, request, { signal: stop });
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
    // A newer version of the film replaces the one that is drawn. One that is opened is ended by its own signal.
    const isReplaced = purpose === 'open' && running.job.purpose !== 'open';
    if (!isReplaced && priorities[running.job.purpose] <= leastUrgentBesideStills) return;
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

/** The failure of a look at a film that is not shown any more. */
export function replaced(): RenderError {
  return new RenderError('aborted', ['the film was replaced by a newer one']);
}
