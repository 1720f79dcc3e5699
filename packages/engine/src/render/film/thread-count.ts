import { availableParallelism } from 'node:os';
import type { Size } from '../../output/fit-scene.ts';
import type { Span } from '../options/film-range.ts';

/** Number of moving frames below which a film is done before a thread has started. */
const minMovingFrames = 45;

/** Bytes that all threads may take together; the render process is ended at 2 GiB. */
const memoryForThreads = 1.2 * 1024 ** 3;

/** Bytes that a thread takes for its JavaScript and its fonts. */
const threadBytes = 120 * 1024 ** 2;

/** Bytes per pixel that a thread takes: two canvases, the planes, the encoder's pictures. */
const bytesPerPixel = 40;

/**
 * Maximum bytes of a project's decoded images (their limit of pixels, four bytes each); every thread decodes its own.
 */
const imageBytes = 64 * 1024 ** 2;

let processors = Infinity;

/** Limits the processors of films, for a process that shares the machine with other render processes. */
export function limitProcessors(most: number): void {
  processors = most;
}

/** The most additional threads that a film may have. */
export function maxThreads(): number {
  return Math.max(0, Math.min(availableParallelism(), processors) - 1);
}

/**
 * Returns the number of additional threads for a film whose pictures move in these spans: as many as processors and
 * memory allow, and none for a film with little movement.
 */
export function chooseThreads(moving: readonly Span[], framesPerSecond: number, size: Size): number {
  const movingMs = moving.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  if ((movingMs * framesPerSecond) / 1000 < minMovingFrames) return 0;
  const bytes = threadBytes + imageBytes + size.width * size.height * bytesPerPixel;
  return Math.min(maxThreads(), Math.floor(memoryForThreads / bytes));
}

/** Milliseconds of work that it takes to start a thread, and to make its first piece with code that is not optimized. */
const threadStartMs = 1000;

/** Milliseconds of work that a piece takes at least. */
const minPieceMs = 60;

/** Estimates how long the film's own thread would take for its pieces. */
export class OwnWork {
  /** The number of pieces that it has made. */
  pieces = 0;
  #startMs = Number.POSITIVE_INFINITY;

  /** Called before its first piece. */
  start(): void {
    this.#startMs = processorMs();
  }

  /** Whether this number of pieces takes longer than the start of another thread. */
  wouldTakeLong(pieces: number): boolean {
    const pieceMs = (processorMs() - this.#startMs) / (this.pieces + 1);
    return pieces * Math.max(pieceMs, minPieceMs) > threadStartMs;
  }
}

/** Processor time does not depend on what else the machine does, which slows the start of a thread, too. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
