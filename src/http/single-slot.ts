import { HttpError } from './http-error.ts';

/** The one inspect or render that may run at a time. */
export class SingleSlot {
  #taken = false;

  /** Takes the slot until the function that is returned is called. Throws an HttpError 429 while it is taken. */
  take(): () => void {
    if (this.#taken) {
      throw new HttpError(429, 'another inspect or render request is running; retry after it finishes', {
        'retry-after': '1',
      });
    }
    this.#taken = true;
    let mine = true;
    return () => {
      if (mine) this.#taken = false;
      mine = false;
    };
  }
}
