import { parentPort } from 'node:worker_threads';
import { compileDrawing } from '../../drawing/compile-drawing.ts';
import { FileSource } from '../../media/byte-source.ts';
import { decodeProjectImages } from '../../media/images/project-images.ts';
import { pictureSource } from '../../media/picture-source.ts';
import { ContentError } from '../../project/content-error.ts';
import { parseProject } from '../../project/parse-project.ts';
import { describeProblem } from '../../project/problem.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import { loadClipSounds, openFootage, showsSound } from '../open-footage.ts';
import type { ThreadMessage, ThreadTask } from './film-threads.ts';
import { FrameRun } from './frame-run.ts';
import { PieceEncoder } from './piece-encoder.ts';
import { PieceQueue } from './piece-queue.ts';

// A thread that paints and encodes pieces of a film, one after the other, until none is left, and then waits for
// another film.

/** Milliseconds between two reports of frames. */
const reportInterval = 50;

function say(message: ThreadMessage, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}

/** Thrown in the middle of a piece of a film that was stopped. */
const stopped = new Error('the film was stopped');

let frames = 0;
let reported = 0;

function countFrames(more: number): void {
  frames += more;
  const now = performance.now();
  if (now - reported < reportInterval) return;
  reported = now;
  reportFrames();
}

function reportFrames(): void {
  say({ type: 'frames', frames });
  frames = 0;
}

async function work({
  project: copy,
  settings,
  pieces,
  queue: memory,
  files,
  stamps,
}: ThreadTask): Promise<void> {
  // Copies between threads have the usual prototype, whose properties would be found under an id such as `toString`.
  const parsed = parseProject(copy);
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('; '));
  const { project } = parsed;
  const queue = new PieceQueue(memory);
  const throwIfAborted = () => {
    if (queue.isStopped) throw stopped;
  };
  throwIfAborted();
  const images = await decodeProjectImages(project);
  throwIfAborted();
  const opened = new Map(
    files.map(({ src, descriptor, length }) => [src, new FileSource(descriptor, length)]),
  );
  const timeline = compileTimeline(project, stamps);
  if (showsSound(project)) await loadClipSounds(project, timeline.scenes, opened);
  const drawing = await compileDrawing(project, timeline);
  const footage = await openFootage(project, opened, { throwIfAborted });
  try {
    const run = new FrameRun(drawing, settings, pictureSource(images, footage), footage);
    const encoder = new PieceEncoder(run, settings, countFrames, { throwIfAborted });
    for (let index = queue.takeOrWait(); index !== undefined; index = queue.takeOrWait()) {
      const piece = await encoder.encode(pieces[index]);
      reportFrames();
      // The stream has its own memory, which is transferred to the other thread without a copy.
      const stream = new Uint8Array(piece.stream);
      say({ type: 'piece', piece: { ...piece, stream } }, [stream.buffer]);
    }
  } finally {
    footage?.close();
  }
}

parentPort?.on('message', async (task: ThreadTask) => {
  // A film that was stopped may have left some.
  frames = 0;
  try {
    await work(task);
    say({ type: 'done' });
  } catch (error) {
    if (error === stopped) say({ type: 'done' });
    else if (error instanceof ContentError) say({ type: 'problems', problems: error.problems });
    // Anything else ends the thread.
    else throw error;
  }
  // Canvases and the memory of kernels are freed with the objects that hold them.
  globalThis.gc?.();
});
say({ type: 'ready' });
