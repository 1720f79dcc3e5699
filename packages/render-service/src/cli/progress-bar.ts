import type { WriteStream } from 'node:tty';
import type { RenderProgress } from '@render-service/engine';

/** Milliseconds between two drawings of the bar. */
const redrawInterval = 100;
const barWidth = 30;

/** Shows the progress of a film in one line of a terminal; prints nothing if the stream is not a terminal. */
export class ProgressBar {
  readonly #stream: WriteStream;
  readonly #start = performance.now();
  #lastDrawn = -Infinity;
  #drawn = false;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  update({ fraction, framesDone, frames }: RenderProgress): void {
    if (!this.#stream.isTTY || frames === 0) return;
    const now = performance.now();
    if (now - this.#lastDrawn < redrawInterval && framesDone < frames) return;
    this.#lastDrawn = now;
    this.#drawn = true;
    const seconds = (now - this.#start) / 1000;
    const filled = Math.round(fraction * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    const framesPerSecond = Math.round(framesDone / seconds);
    const left = Math.ceil((seconds / fraction) * (1 - fraction));
    this.#stream.write(
      `\r\u001b[K${bar} ${framesDone}/${frames} frames, ${framesPerSecond} fps, ${left} s left`,
    );
  }

  /** Erases the bar. */
  clear(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K');
    this.#drawn = false;
  }
}
