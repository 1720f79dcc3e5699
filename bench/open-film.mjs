import { compileDrawing } from '../packages/engine/dist/drawing/compile-drawing.js';
import { decodeProjectImages } from '../packages/engine/dist/media/images/project-images.js';
import { scheduleSound } from '../packages/engine/dist/media/sound/sound-schedule.js';
import { embeddableSource } from '../packages/engine/dist/output/still-writers.js';
import { writeSvg } from '../packages/engine/dist/output/svg.js';
import { loadProject } from '../packages/engine/dist/render/load-project.js';
import { countFrames } from '../packages/engine/dist/render/plan.js';
import { compileTimeline } from '../packages/engine/dist/timeline/compile-timeline.js';
import { output } from './workloads/workloads.mjs';

/** A project's film, frame by frame, for everything except this project's own MP4 output. */
export async function openFilm(json) {
  const { project } = await loadProject(json, {}, new AbortController().signal);
  const timeline = compileTimeline(project);
  const drawing = await compileDrawing(project, timeline);
  const { durationMs } = timeline;
  const images = await decodeProjectImages(project);
  const sources = new Map();
  for (const [asset, image] of images) sources.set(asset, await embeddableSource(image));
  return {
    durationMs,
    frames: countFrames(durationMs, output.fps),
    hasSound: scheduleSound(project, timeline.scenes).length > 0,
    drawing,
    /** The display list of frame `index`; a held frame returns the same object. */
    listAt: (index) => drawing.at((index * 1000) / output.fps),
    pictureSource: (asset) => images.get(asset).drawable,
    svgOf: (list) => writeSvg(list, output, (asset) => sources.get(asset)),
  };
}
