import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { compileDrawing } from '../../drawing/compile-drawing.ts';
import { decodeProjectImages, lookUpAsset } from '../../media/images/project-images.ts';
import { ContentError } from '../../project/content-error.ts';
import { parseProject } from '../../project/parse-project.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import { FrameRun } from './film-pictures.ts';
import type { PaintedFrame, PaintingProblems, Run, WorkerTask } from './film-threads.ts';

// A thread that paints runs of frames, in the order in which they are asked for.
const { project: copy, size, framesPerSecond }: WorkerTask = workerData;
// Copying between threads gives maps their usual prototype, in which an id such as `toString` would be found.
const parsed = parseProject(copy);
if (!parsed.ok) throw new Error(parsed.problems.join('; '));
const { project } = parsed;
const images = await decodeProjectImages(project);
const drawing = await compileDrawing(project, compileTimeline(project));
const frames = new FrameRun(drawing, size, framesPerSecond, (asset) => lookUpAsset(images, asset).drawable);

async function paint({ first, end }: Run): Promise<void> {
  frames.jump(first);
  for (let index = first; index < end; index++) {
    const planes = frames.paint(index);
    const frame: PaintedFrame = { index, planes: planes && Uint8Array.prototype.slice.call(planes) };
    parentPort?.postMessage(frame, frame.planes ? [frame.planes.buffer as ArrayBuffer] : []);
    // Skia's memory is given back only between turns of the event loop.
    await nextTurn();
  }
}

let painting = Promise.resolve();
parentPort?.on('message', (run: Run) => {
  painting = painting
    .then(() => paint(run))
    .catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      const answer: PaintingProblems = { problems: error.problems };
      parentPort?.postMessage(answer);
    });
});
