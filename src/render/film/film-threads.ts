import { Buffer } from 'node:buffer';
import { Worker } from 'node:worker_threads';
import type { Size } from '../../output/fit-scene.ts';
import { ContentError } from '../../project/content-error.ts';
import type { Project } from '../../project/schema.ts';
import type { FilmPictures } from './film-pictures.ts';

/** What a worker is started with. */
export interface WorkerTask {
  readonly project: Project;
  readonly size: Size;
  readonly framesPerSecond: number;
}

/** Frames from `first` up to and not including `end`. */
export interface Run {
  readonly first: number;
  readonly end: number;
}

/** What a worker answers for each frame: its planes, or null when it shows what the one before it shows. */
export interface PaintedFrame {
  readonly index: number;
  readonly planes: Uint8Array | null;
}

/** What a worker answers when the project has something that cannot be drawn: a thrown error would lose its class. */
export interface PaintingProblems {
  readonly problems: readonly string[];
}

/** Frames that a thread paints in a row; long enough to profit from what stands still between them. */
const runLength = 8;
/** Runs that a thread may be ahead, so that it never waits and memory stays bounded. */
const runsAhead = 2;

/** The threads work from the compiled program, also when the tests run its source. */
const workerFile = new URL('../../../dist/render/film/film-worker.js', import.meta.url);

/** Pictures that are painted ahead by threads, a run of frames each in turn. */
export class ThreadedPictures implements FilmPictures {
  readonly #workers: readonly Worker[];
  readonly #frames: number;
  readonly #painted = new Map<number, Buffer | null>();
  #index = 0;
  #nextRun = 0;
  #failure: unknown;
  #wake: () => void = () => {};

  /** A film of `frames` frames painted by `threads` threads; aborting `signal` makes `next` reject. */
  constructor(task: WorkerTask, frames: number, threads: number, signal?: AbortSignal) {
    this.#frames = frames;
    this.#workers = Array.from({ length: threads }, () => new Worker(workerFile, { workerData: task }));
    for (const worker of this.#workers) {
      worker.on('message', (message: PaintedFrame | PaintingProblems) => {
        if ('problems' in message) {
          this.#fail(new ContentError(message.problems));
          return;
        }
        const { index, planes } = message;
        this.#painted.set(index, planes && Buffer.from(planes.buffer, planes.byteOffset, planes.byteLength));
        this.#wake();
      });
      worker.on('error', (error) => this.#fail(error));
      worker.on('exit', () => this.#fail(new Error('a thread that paints frames ended')));
    }
    signal?.addEventListener('abort', () => this.#fail(signal.reason), { once: true });
    for (let run = 0; run < threads * runsAhead; run++) this.#startRun();
  }

  async next(): Promise<Buffer | null> {
    const index = this.#index++;
    for (;;) {
      const planes = this.#painted.get(index);
      if (planes !== undefined) {
        this.#painted.delete(index);
        if ((index + 1) % runLength === 0) this.#startRun();
        return planes;
      }
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** Runs go to the threads in turn, so a run that was taken off makes room on the thread that is due. */
  #startRun(): void {
    const run = this.#nextRun++;
    const first = run * runLength;
    if (first >= this.#frames) return;
    const message: Run = { first, end: Math.min(first + runLength, this.#frames) };
    this.#workers[run % this.#workers.length].postMessage(message);
  }

  #fail(reason: unknown): void {
    this.#failure ??= reason;
    this.#wake();
  }
}
