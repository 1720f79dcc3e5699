import { RenderError } from '../render/render-error.ts';

/** Maximum number of waiting calls; each of them holds its arguments. */
const mostWaiting = 100;

interface Waiting {
  readonly admit: () => void;
}

/** Lets one call at a time work. The others wait for their turn, in order of arrival. */
export class WaitingLine {
  readonly #waiting = new Set<Waiting>();
  readonly #whenEmpty = new Set<() => void>();
  #isTaken = false;

  /**
   * Resolves when it is the call's turn, with a function that ends the turn. `onWait` is called if it has to wait.
   * Rejects with the signal's reason, with a RenderError `timeout` after `limitMs`, and at once with a RenderError
   * `failed` if too many calls wait.
   */
  async turn(signal: AbortSignal, limitMs: number, onWait: () => void): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.#isTaken) return this.#take();
    if (this.#waiting.size >= mostWaiting) {
      throw new RenderError('failed', [
        `${mostWaiting} calls are waiting for their turn; call again when they have finished`,
      ]);
    }
    onWait();
    return this.#wait(signal, limitMs);
  }

  /** Resolves when no call works or waits. */
  settled(): Promise<void> {
    if (!this.#isTaken) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenEmpty.add(resolve);
    });
  }

  #wait(signal: AbortSignal, limitMs: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiting);
      };
      const waiting = {
        admit: () => {
          leave();
          resolve(this.#take());
        },
      };
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        leave();
        const limit = `waited for other calls to finish until the time limit of ${limitMs} ms`;
        reject(new RenderError('timeout', [`${limit}; call again when they have finished`]));
      }, limitMs);
      signal.addEventListener('abort', giveUp);
      this.#waiting.add(waiting);
    });
  }

  #take(): () => void {
    this.#isTaken = true;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#isTaken = false;
      const [next] = this.#waiting;
      if (next) next.admit();
      else for (const resolve of this.#whenEmpty) resolve();
    };
  }
}
