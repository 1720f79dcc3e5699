import type { WriteStream } from 'node:tty';
import { printLine } from '@render-service/service/command-line';
import { type Outcome, type PieceOutcome, warningsOf } from '../make-output.ts';

/** Milliseconds between two updates on a terminal. */
const redrawInterval = 100;
/** Milliseconds between two lines without a terminal, while rendering and while looking for existing outputs. */
const lineInterval = 10_000;
const checkLineInterval = 5000;
const barWidth = 30;

/** Maximum number of outputs whose failures, and of those whose warnings are printed; a report lists all of them. */
const maxPrinted = 20;

type Counts = Record<Outcome['kind'], number>;

/** Progress of a batch: a bar on a terminal, otherwise a line from time to time, and the first failures. */
export class BatchProgress {
  readonly counts: Counts = { made: 0, skipped: 0, checked: 0, failed: 0 };
  /** Outputs with warnings. */
  warned = 0;
  /** Of all films that were made. */
  readonly pieces = { kept: 0, made: 0 };
  readonly #stream: WriteStream;
  readonly #total: number;
  readonly #start = performance.now();
  /** Progress of each unfinished output, from 0 to 1, by its number. */
  readonly #fractions = new Map<number, number>();
  #lastDrawn: number;
  #isDrawn = false;
  #hasCacheProblem = false;

  constructor(stream: WriteStream, total: number) {
    this.#stream = stream;
    this.#total = total;
    this.#lastDrawn = stream.isTTY ? -Infinity : this.#start;
  }

  get seconds(): number {
    return (performance.now() - this.#start) / 1000;
  }

  get left(): number {
    return this.#total - Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  progress(number: number, fraction: number): void {
    this.#fractions.set(number, fraction);
    this.#draw();
  }

  done(number: number, outcome: Outcome, describe: () => string): void {
    this.#fractions.delete(number);
    this.counts[outcome.kind]++;
    if ('pieces' in outcome && outcome.pieces) this.#count(outcome.pieces);
    const warnings = warningsOf(outcome);
    if (warnings.length > 0) {
      const texts = warnings.map((warning) => `${describe()}: warning: ${warning}`);
      this.#print(texts, ++this.warned, 'warnings');
    }
    if (outcome.kind === 'failed') {
      const texts = outcome.problems.map((problem) => `${describe()}: ${problem}`);
      this.#print(texts, this.counts.failed, 'failures');
    }
    this.#draw();
  }

  /** Prints the texts of an output, unless `count` outputs before it and with it are too many. */
  #print(texts: readonly string[], count: number, noun: string): void {
    if (count > maxPrinted) return;
    this.clear();
    for (const text of texts) printLine(this.#stream, text);
    if (count === maxPrinted)
      this.#stream.write(`Further ${noun} are only counted; --report lists all of them.\n`);
  }

  /** Erases the bar. */
  clear(): void {
    if (this.#isDrawn) this.#stream.write('\r\u001b[K');
    this.#isDrawn = false;
  }

  #count({ kept, made, problem }: PieceOutcome): void {
    this.pieces.kept += kept;
    this.pieces.made += made;
    if (problem === undefined || this.#hasCacheProblem) return;
    this.#hasCacheProblem = true;
    this.clear();
    printLine(this.#stream, `render-service: ${problem}`);
  }

  #draw(): void {
    const now = performance.now();
    if (now - this.#lastDrawn < (this.#stream.isTTY ? redrawInterval : lineInterval)) return;
    this.#lastDrawn = now;
    const { made, skipped, checked, failed } = this.counts;
    const parts = [
      `${made + skipped + checked}/${this.#total} done`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      `${this.left} left`,
      ...this.#timeLeft(),
    ];
    const text = parts.join(', ');
    if (!this.#stream.isTTY) {
      this.#stream.write(`${text}\n`);
      return;
    }
    const filled = Math.round(((this.#total - this.left) / this.#total) * barWidth);
    this.#stream.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${text}`);
    this.#isDrawn = true;
  }

  /** Skipped outputs take no time, so the estimate ignores them. */
  #timeLeft(): string[] {
    const begun = [...this.#fractions.values()].reduce((sum, fraction) => sum + fraction, 0);
    const done = this.counts.made + this.counts.failed + begun;
    if (done === 0) return [];
    return [`${duration((this.seconds / done) * Math.max(0, this.left - begun))} left`];
  }
}

/** Formats a duration, rounded to a useful precision. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 120) return `${whole} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Progress of the search for existing outputs. A quick search prints nothing. */
export class CheckProgress {
  readonly #stream: WriteStream;
  readonly #interval: number;
  #lastDrawn = performance.now();
  #isDrawn = false;

  constructor(stream: WriteStream) {
    this.#stream = stream;
    this.#interval = stream.isTTY ? redrawInterval : checkLineInterval;
  }

  looked(listed: number, looked: number): void {
    const now = performance.now();
    if (now - this.#lastDrawn < this.#interval) return;
    this.#lastDrawn = now;
    const text = `looking for existing outputs: ${listed} objects listed, ${looked} compared`;
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[K${text}` : `render-service: ${text}\n`);
    this.#isDrawn = true;
  }

  /** Erases the line. */
  clear(): void {
    if (this.#isDrawn && this.#stream.isTTY) this.#stream.write('\r\u001b[K');
    this.#isDrawn = false;
  }
}
