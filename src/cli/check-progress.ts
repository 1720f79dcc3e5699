import type { WriteStream } from 'node:tty';

/** Milliseconds between two drawings on a terminal. */
const redrawInterval = 100;
/** Milliseconds between two lines where there is no terminal. */
const lineInterval = 5000;

/** How far the look for outputs is that exist already. A quick one prints nothing. */
export class CheckProgress {
  readonly #stream: WriteStream;
  readonly #interval: number;
  #lastDrawn = performance.now();
  #isDrawn = false;

  constructor(stream: WriteStream) {
    this.#stream = stream;
    this.#interval = stream.isTTY ? redrawInterval : lineInterval;
  }

  looked(listed: number, looked: number): void {
    const now = performance.now();
    if (now - this.#lastDrawn < this.#interval) return;
    this.#lastDrawn = now;
    const text = `looking for existing outputs: ${listed} objects listed, ${looked} compared`;
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[K${text}` : `render-service: ${text}\n`);
    this.#isDrawn = true;
  }

  /** Takes the line off the terminal. */
  clear(): void {
    if (this.#isDrawn && this.#stream.isTTY) this.#stream.write('\r\u001b[K');
    this.#isDrawn = false;
  }
}
