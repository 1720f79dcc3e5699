import { compileDrawing } from '../dist/drawing/compile-drawing.js';
import { countFrames } from '../dist/output/film.js';
import { embeddableSource } from '../dist/output/images/embed-image.js';
import { ProjectImages } from '../dist/output/images/project-images.js';
import { writeSvg } from '../dist/output/svg.js';
import { countAudibleTracks } from '../dist/render/content-issues.js';
import { loadProject } from '../dist/render/load-project.js';
import { compileTimeline } from '../dist/timeline/compile-timeline.js';
import { output } from './workloads/workloads.mjs';

/** A project's film, frame by frame, for whatever is not this project's own way to an MP4. */
export async function openFilm(json) {
  const project = loadProject(json);
  const timeline = compileTimeline(project);
  const drawing = await compileDrawing(project, timeline);
  const { durationMs } = timeline;
  const images = new ProjectImages();
  const decoded = new Map();
  const sources = new Map();
  for (const sceneId of project.sceneOrder) {
    for (const { id, kind, image } of Object.values(project.scenes[sceneId].objects)) {
      if (kind !== 'image') continue;
      const picture = await images.decode(image.src, `scenes.${sceneId}.objects.${id}`);
      decoded.set(image, picture.drawable);
      sources.set(image, await embeddableSource(picture));
    }
  }
  return {
    durationMs,
    frames: countFrames(durationMs, output.fps),
    hasSound: countAudibleTracks(project) > 0,
    /** What is shown in frame `index`; the very same list for a held one. */
    listAt: (index) => drawing.at((index * 1000) / output.fps),
    pictureSource: (asset) => decoded.get(asset),
    svgOf: (list) => writeSvg(list, output, (asset) => sources.get(asset)),
  };
}
