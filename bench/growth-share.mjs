// Measures which share of a film's pictures changes, as the choice of the coder does, but without a limit.
// node growth-share.mjs PROJECT.json OUTPUT
import { readFile } from 'node:fs/promises';
import { compileDrawing } from '../dist/drawing/compile-drawing.js';
import { parseProject } from '../dist/project/parse-project.js';
import { FrameRun } from '../dist/render/film/frame-run.js';
import { compileTimeline } from '../dist/timeline/compile-timeline.js';
import { tell } from './stopwatch.mjs';

const [projectFile, output] = process.argv.slice(2);
const { width, height, fps } = JSON.parse(output);
const parsed = parseProject(JSON.parse(await readFile(projectFile, 'utf8')));
if (!parsed.ok) throw new Error(parsed.problems.join('; '));
const timeline = compileTimeline(parsed.project);
const { durationMs } = timeline;
const drawing = await compileDrawing(parsed.project, timeline);
const run = new FrameRun(
  drawing,
  { durationMs, size: { width, height }, framesPerSecond: fps },
  () => undefined,
);
tell({ share: run.changedShare(0, Math.floor((durationMs * fps) / 1000), Number.POSITIVE_INFINITY) });
