import type { WriteStream } from 'node:tty';
import type { RenderProgress } from '@render-service/engine';

/** Milliseconds between two drawings of the bar. */
const redrawInterval = 100;
const barWidth = 30;

/** Milliseconds, and the share of the work, from which the time left is estimated: less of either says little. */
const estimatedAfterMs = 2000;
const estimatedFraction = 0.01;

/** Shows the progress of a film in one line of a terminal; prints nothing if the stream is not a terminal. */
export class ProgressBar {
  readonly #stream: WriteStream;
  readonly #start = performance.now();
  #lastDrawn = -Infinity;
  /** The first report: what came before it, such as reading fonts, says nothing about the speed. */
  #first: { readonly fraction: number; readonly ms: number } | undefined;
  #drawn = false;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  update({ fraction, framesDone, frames }: RenderProgress): void {
    if (!this.#stream.isTTY || frames === 0) return;
    const now = performance.now();
    this.#first ??= { fraction, ms: now };
    if (now - this.#lastDrawn < redrawInterval && framesDone < frames) return;
    this.#lastDrawn = now;
    this.#drawn = true;
    const seconds = (now - this.#start) / 1000;
    const filled = Math.round(fraction * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    const framesPerSecond = Math.round(framesDone / seconds);
    const elapsedMs = now - this.#first.ms;
    const done = fraction - this.#first.fraction;
    const isEstimated = elapsedMs >= estimatedAfterMs && done >= estimatedFraction;
    const left = isEstimated ? `, ${Math.ceil(((elapsedMs / done) * (1 - fraction)) / 1000)} s left` : '';
    this.#stream.write(`\r\u001b[K${bar} ${framesDone}/${frames} frames, ${framesPerSecond} fps${left}`);
  }

  /** Erases the bar. */
  clear(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K');
    this.#drawn = false;
  }
}
