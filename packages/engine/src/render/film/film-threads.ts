import { Worker } from 'node:worker_threads';
import { ContentError } from '../../project/content-error.ts';
import type { Problem } from '../../project/problem.ts';
import type { Project } from '../../project/schema.ts';
import type { EncodedPiece, Piece } from './piece.ts';
import type { FrameCallback, VideoSettings } from './piece-encoder.ts';

/** Arguments of a thread. */
export interface ThreadTask {
  readonly project: Project;
  readonly settings: VideoSettings;
  readonly pieces: readonly Piece[];
  /** One 32-bit number: the index of the next piece that no thread has taken. */
  readonly nextPiece: SharedArrayBuffer;
}

/**
 * Messages of a thread. A thrown error would lose its class on the way, so only the problems of the content are sent.
 */
export type ThreadMessage =
  | { readonly type: 'frames'; readonly frames: number }
  | { readonly type: 'piece'; readonly piece: EncodedPiece }
  | { readonly type: 'problems'; readonly problems: readonly Problem[] };

/** The threads work from the compiled program, also when the tests run its source. */
const threadFile = new URL('../../../dist/render/film/film-thread.js', import.meta.url);

/** The young generation of the heap is small, since the garbage of a frame is short-lived. */
const youngGenerationMb = 4;

/** Takes the number of the next piece; a number past the last one means that no piece is left. */
export function takePiece(nextPiece: SharedArrayBuffer): number {
  return Atomics.add(new Int32Array(nextPiece), 0, 1);
}

/** Threads that paint and encode pieces of a film until none is left. */
export class FilmThreads {
  /** Resolves when all threads are done; rejects if one fails. */
  readonly done: Promise<void>;
  readonly #workers: readonly Worker[];

  constructor(
    task: ThreadTask,
    count: number,
    onFrame: FrameCallback,
    onPiece: (piece: EncodedPiece) => void,
  ) {
    this.#workers = Array.from(
      { length: count },
      () =>
        new Worker(threadFile, {
          workerData: task,
          resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
        }),
    );
    this.done = Promise.all(this.#workers.map((worker) => finish(worker, onFrame, onPiece))).then(() => {});
    // The film awaits the threads only after its own work, which may fail first.
    this.done.catch(() => {});
  }

  /** Ends all threads, even in the middle of their work. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function finish(
  worker: Worker,
  onFrame: FrameCallback,
  onPiece: (piece: EncodedPiece) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      try {
        if (message.type === 'frames') onFrame(message.frames);
        else if (message.type === 'piece') onPiece(message.piece);
        else reject(new ContentError(message.problems));
      } catch (error) {
        reject(error);
      }
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a thread that paints and encodes ended with code ${code}`));
    });
  });
}
