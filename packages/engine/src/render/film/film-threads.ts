import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ContentError } from '../../project/content-error.ts';
import type { Problem } from '../../project/problem.ts';
import type { Project } from '../../project/schema.ts';
import type { ClipStamps } from '../../timeline/footage.ts';
import type { OpenedFiles } from '../open-footage.ts';
import type { EncodedPiece, Piece } from './piece.ts';
import type { FrameCallback, VideoSettings } from './piece-encoder.ts';
import { maxThreads } from './thread-count.ts';

/** What threads do for a film. */
export interface ThreadTask {
  readonly project: Project;
  readonly settings: VideoSettings;
  readonly pieces: readonly Piece[];
  /** Of the queue of pieces to make. */
  readonly queue: SharedArrayBuffer;
  /** The opened files of clips, which all threads of a process may read. */
  readonly files: readonly SharedFile[];
  /** When the pictures of clips change. */
  readonly stamps: ClipStamps;
}

/** A file that another thread has opened. */
interface SharedFile {
  readonly src: string;
  readonly descriptor: number;
  readonly length: number;
}

/** Describes opened files for threads. */
export function sharedFiles(files: OpenedFiles = new Map()): readonly SharedFile[] {
  return [...files].map(([src, { descriptor, length }]) => ({ src, descriptor, length }));
}

/**
 * Messages of a thread. A thrown error would lose its class on the way, so only the problems of the content are sent.
 * After `ready`, `done` or `problems`, the thread waits for a film.
 */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'frames'; readonly frames: number }
  | { readonly type: 'piece'; readonly piece: EncodedPiece }
  | { readonly type: 'done' }
  | { readonly type: 'problems'; readonly problems: readonly Problem[] };

/** The threads work from the compiled program, also when the tests run its source. */
const programFile = new URL('../../../dist/render/process/main.start.cjs', import.meta.url);

/**
 * Milliseconds that threads have to stop at the next picture. It is less than the time after which the whole process is
 * killed.
 */
const stopMs = 2000;

/** Maximum number of threads that are started before it is known how many a film needs. */
const maxThreadsAhead = 3;

/** A film that a thread works on. */
interface ThreadFilm {
  readonly onFrame: FrameCallback;
  readonly onPiece: (piece: EncodedPiece) => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A thread that paints and encodes pieces of one film after another. While it waits for a film, it does not keep the
 * process from exiting.
 */
class FilmThread {
  readonly #worker: Worker;
  /** Resolves when the thread has loaded its program, or has ended. */
  readonly #loaded: Promise<void>;
  #film: ThreadFilm | undefined;

  constructor() {
    this.#worker = new Worker(programFile);
    this.#loaded = new Promise((resolve) => {
      this.#worker.once('message', () => resolve());
      this.#worker.once('exit', () => resolve());
    });
    this.#worker.on('message', (message) => this.#take(message));
    this.#worker.on('error', (error) => this.#film?.reject(error));
    this.#worker.on('exit', (code) => {
      idleThreads.delete(this);
      this.#film?.reject(new Error(`a thread that paints and encodes ended with code ${code}`));
    });
    this.#worker.unref();
  }

  /** Works on a film until none of its pieces is left. Rejects if the thread fails, or with a ContentError. */
  async work(
    task: ThreadTask,
    onFrame: FrameCallback,
    onPiece: (piece: EncodedPiece) => void,
  ): Promise<void> {
    this.#worker.ref();
    await new Promise<void>((resolve, reject) => {
      this.#film = { onFrame, onPiece, resolve, reject };
      this.#worker.postMessage(task);
    });
    this.#film = undefined;
    this.#worker.unref();
    idleThreads.add(this);
  }

  /** Ends the thread, even in the middle of its work. */
  async end(): Promise<void> {
    // Node aborts the process if a thread ends while it loads modules.
    await this.#loaded;
    await this.#worker.terminate();
  }

  #take(message: ThreadMessage): void {
    if (message.type === 'ready') return;
    try {
      if (message.type === 'frames') this.#film?.onFrame(message.frames);
      else if (message.type === 'piece') this.#film?.onPiece(message.piece);
      else if (message.type === 'done') this.#film?.resolve();
      else this.#film?.reject(new ContentError(message.problems));
    } catch (error) {
      this.#film?.reject(error);
    }
  }
}

/** Threads that wait for a film. */
const idleThreads = new Set<FilmThread>();

/** Starts threads for a film whose document is still being read. */
export function startThreadsAhead(): void {
  const count = Math.min(maxThreads(), maxThreadsAhead);
  while (idleThreads.size < count) idleThreads.add(new FilmThread());
}

/** Whether threads wait for a film, so that they need not be started. */
export function areThreadsReady(): boolean {
  return idleThreads.size > 0;
}

function takeThread(): FilmThread {
  for (const thread of idleThreads) {
    idleThreads.delete(thread);
    return thread;
  }
  return new FilmThread();
}

/** Threads that paint and encode pieces of a film until none is left. */
export class FilmThreads {
  readonly #task: ThreadTask;
  readonly #most: number;
  readonly #onFrame: FrameCallback;
  readonly #onPiece: (piece: EncodedPiece) => void;
  readonly #onFailure: (error: unknown) => void;
  readonly #working = new Set<FilmThread>();
  readonly #works: Promise<void>[] = [];
  #isClosed = false;

  /** At most `most` threads work on the film. `onFailure` is called if one fails. */
  constructor(
    task: ThreadTask,
    most: number,
    onFrame: FrameCallback,
    onPiece: (piece: EncodedPiece) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#task = task;
    this.#most = most;
    this.#onFrame = onFrame;
    this.#onPiece = onPiece;
    this.#onFailure = onFailure;
  }

  /** Lets as many threads work on the film, unless they do already, or it is closed. */
  use(count: number): void {
    if (this.#isClosed) return;
    while (this.#works.length < Math.min(count, this.#most)) {
      const work = this.#work();
      // The film awaits the threads only after its own work, which may fail first.
      work.catch(this.#onFailure);
      this.#works.push(work);
    }
  }

  /** Resolves when all threads are done; rejects if one fails. */
  async done(): Promise<void> {
    await Promise.all(this.#works);
  }

  /**
   * Waits until the threads have stopped, so that they can work on another film. The queue must have been stopped.
   * Threads that have failed, or do not stop, are ended even in the middle of their work.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.race([Promise.allSettled(this.#works), wait(stopMs, undefined, { ref: false })]);
    await Promise.all([...this.#working].map((thread) => thread.end()));
  }

  async #work(): Promise<void> {
    const thread = takeThread();
    this.#working.add(thread);
    await thread.work(this.#task, this.#onFrame, this.#onPiece);
    this.#working.delete(thread);
  }
}
