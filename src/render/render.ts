import { Buffer } from 'node:buffer';
import { compileDrawing, type Drawing } from '../drawing/compile-drawing.ts';
import { imagesOf } from '../drawing/images-of.ts';
import { decodeProjectImages, lookUpAsset } from '../media/images/project-images.ts';
import { scheduleSound } from '../media/sound/sound-schedule.ts';
import { unusableLibrary } from '../media/unusable-library.ts';
import { embeddableSource } from '../output/embed-image.ts';
import { OutputTooLargeError } from '../output/output-too-large-error.ts';
import { writePng } from '../output/png.ts';
import { SkiaCanvas } from '../output/skia/skia-canvas.ts';
import { writeSvg } from '../output/svg.ts';
import type { ImageAsset, Project } from '../project/schema.ts';
import { compileTimeline } from '../timeline/compile-timeline.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { maxOutputBytes, mimeTypes, type OutputFormat } from './capabilities.ts';
import { StageClock } from './control/stage-clock.ts';
import { withTimeLimit } from './control/time-limit.ts';
import { loadFilmParts } from './film/film-parts.ts';
import { loadProject, withWrittenPlaces } from './load-project.ts';
import { type CheckedOptions, checkOptions } from './options/check-options.ts';
import type { RenderControl, RenderOptions, RenderProgress } from './options/render-options.ts';
import { planRender, type RenderPlan } from './plan.ts';
import type { ProjectInput, ShorthandOptions } from './project-input.ts';
import { outputTooLarge, refuseUnsupported } from './refuse-unsupported.ts';
import { RenderError } from './render-error.ts';

export interface RenderResult {
  readonly format: OutputFormat;
  readonly mimeType: string;
  readonly data: Uint8Array;
  /** Length of `data`. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Authored duration of a film; 0 for a still. */
  readonly durationMs: number;
  /** Encoded frames of a film; 0 for a still. */
  readonly frames: number;
  /** Pictures drawn anew: of a film without its held frames, 1 for PNG, 0 for SVG. */
  readonly rasterizedFrames: number;
  readonly audioCodec: 'mp3' | null;
  readonly elapsedMs: number;
}

/** A result with the project's name, after which a file may be named. */
export interface NamedResult extends RenderResult {
  readonly projectName: string;
}

/**
 * Renders a project into the bytes of one SVG, PNG or MP4 file. The same project and options give the same
 * bytes. `clock` tells afterwards where the time went. Rejects with a RenderError.
 */
export function render(
  input: ProjectInput,
  options: RenderOptions & ShorthandOptions & RenderControl = {},
  clock = new StageClock(),
): Promise<NamedResult> {
  const start = performance.now();
  return withTimeLimit(options, async (signal) => {
    const checked = checkOptions(options);
    const loaded = await loadProject(input, options, signal);
    const { project } = loaded;
    const timeline = compileTimeline(project);
    const plan = planRender(timeline, checked);
    const output = await withWrittenPlaces(loaded, async () => {
      refuseUnsupported(project, timeline, checked.format);
      clock.count('parse');
      const drawing = await compileDrawing(project, timeline);
      signal.throwIfAborted();
      const { onProgress } = options;
      return makeOutput({ project, timeline, plan, drawing, options: checked, signal, onProgress, clock });
    });
    return {
      projectName: project.name,
      format: checked.format,
      mimeType: mimeTypes[checked.format],
      ...output,
      bytes: output.data.length,
      ...plan.size,
      elapsedMs: Math.round(performance.now() - start),
    };
  });
}

interface RenderJob {
  readonly project: Project;
  readonly timeline: Timeline;
  readonly plan: RenderPlan;
  readonly drawing: Drawing;
  readonly options: CheckedOptions;
  readonly signal: AbortSignal;
  readonly onProgress: ((progress: RenderProgress) => void) | undefined;
  readonly clock: StageClock;
}

type Output = Pick<RenderResult, 'data' | 'durationMs' | 'frames' | 'rasterizedFrames' | 'audioCodec'>;

async function makeOutput(job: RenderJob): Promise<Output> {
  try {
    const output = await (job.options.format === 'mp4' ? renderFilm(job) : renderStill(job));
    if (output.data.length > maxOutputBytes) throw outputTooLarge();
    return output;
  } catch (error) {
    throw error instanceof OutputTooLargeError ? outputTooLarge() : error;
  }
}

async function renderStill({
  project,
  plan,
  drawing,
  options,
  onProgress,
  clock,
}: RenderJob): Promise<Output> {
  const { size } = plan;
  const list = drawing.at(options.timeMs);
  const images = await decodeProjectImages(project, new Set(imagesOf(list.nodes)));
  let data: Uint8Array;
  if (options.format === 'svg') {
    const sources = new Map<ImageAsset, string>();
    clock.count('draw');
    for (const [asset, image] of images) sources.set(asset, await embeddableSource(image));
    data = Buffer.from(writeSvg(list, size, (asset) => lookUpAsset(sources, asset), maxOutputBytes));
  } else {
    const canvas = new SkiaCanvas(size, (asset) => lookUpAsset(images, asset).drawable);
    canvas.paint(list);
    const pixels = canvas.pixels();
    clock.count('draw');
    data = await writePng(pixels, size);
  }
  clock.count('encode');
  onProgress?.({ fraction: 1, framesDone: 0, frames: 0 });
  const rasterizedFrames = options.format === 'png' ? 1 : 0;
  return { data, durationMs: 0, frames: 0, rasterizedFrames, audioCodec: null };
}

async function renderFilm(job: RenderJob): Promise<Output> {
  const { project, timeline, plan, drawing, options, signal, onProgress, clock } = job;
  const { frames } = plan;
  const { durationMs } = timeline;
  const [{ mixSound }, { writeFilm }] = await loadFilmParts();
  signal.throwIfAborted();
  clock.count('draw');
  const tracks = scheduleSound(project, timeline.scenes);
  try {
    const sound = tracks.length > 0 ? await mixSound(tracks, durationMs, signal) : null;
    clock.count('encode');
    const film = await writeFilm({
      project,
      timeline,
      drawing,
      decodeImages: () => decodeProjectImages(project),
      sound,
      size: plan.size,
      framesPerSecond: options.fps,
      maximumBytes: maxOutputBytes,
      signal,
      onFrame: (framesDone) => onProgress?.({ fraction: framesDone / frames, framesDone, frames }),
    });
    clock.countTogether(film.paintShare);
    const { bytes: data, rasterizedFrames } = film;
    return { data, durationMs, frames: film.frames, rasterizedFrames, audioCodec: sound ? 'mp3' : null };
  } catch (error) {
    const problem = unusableLibrary(error);
    throw problem === null ? error : new RenderError('failed', [problem]);
  }
}
