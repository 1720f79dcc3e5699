import { setImmediate } from 'node:timers/promises';
import { compileDrawing, type Drawing } from '../../drawing/compile-drawing.ts';
import { imagesOf } from '../../drawing/display-list.ts';
import { hasLetters } from '../../language/kinds.ts';
import type { DecodedImage } from '../../media/images/decode-image.ts';
import { decodeProjectImages, ProjectImages } from '../../media/images/project-images.ts';
import { pictureSource } from '../../media/picture-source.ts';
import { scheduleSound } from '../../media/sound/sound-schedule.ts';
import { isClipPicture, type PictureAsset } from '../../media/video/clip-picture.ts';
import type { Footage } from '../../media/video/footage.ts';
import type { Size } from '../../output/fit-scene.ts';
import { straightPixels } from '../../output/png.ts';
import { type PictureSource, SkiaCanvas } from '../../output/skia/skia-canvas.ts';
import type { ImageAsset } from '../../project/object-schemas.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { loadFilmModules } from '../film/film-modules.ts';
import type { KeptPictures } from '../film/kept/kept-pictures.ts';
import { openPictures } from '../film/kept/open-store.ts';
import { type LoadedProject, loadProject, withWrittenPlaces } from '../load-project.ts';
import { loadClipSounds, openFootage, showsSound } from '../open-footage.ts';
import { checkOptions } from '../options/check-options.ts';
import { planRender } from '../plan.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import { refuseUnsupported } from '../refuse-unsupported.ts';
import { type Changes, changesBetween } from './changes.ts';
import { type FilmOutline, outlineOf } from './film-outline.ts';
import { laneOf } from './lane.ts';
import { momentOf } from './moment.ts';
import { candidatesAt, orderPicked } from './pick.ts';
import { packPixels } from './pixel-runs.ts';
import { spokenLanesOf } from './spoken-lanes.ts';
import type { ViewAnswer, ViewRequest } from './view-request.ts';

/** The requests that need no other film. */
export type FilmRequest = Exclude<ViewRequest, { readonly kind: 'changes' }>;

/** Maximum number of cached canvases: one for the large picture, and one for the small ones. */
const keptCanvases = 2;

/**
 * A film that is read and compiled once to show many of its moments. A still has the same pixels as one from `render`.
 */
export class OpenedFilm {
  readonly outline: FilmOutline;
  readonly #loaded: LoadedProject;
  readonly #timeline: Timeline;
  readonly #drawing: Drawing;
  readonly #kept: KeptPictures | undefined;
  readonly #images = new ProjectImages();
  readonly #decoded = new Map<ImageAsset, DecodedImage>();
  readonly #pictureSource: PictureSource;
  readonly #footage: Footage | undefined;
  #canvases: { readonly size: Size; readonly canvas: SkiaCanvas }[] = [];

  private constructor(
    loaded: LoadedProject,
    timeline: Timeline,
    drawing: Drawing,
    kept: KeptPictures | undefined,
    footage: Footage | undefined,
  ) {
    this.#footage = footage;
    this.#pictureSource = pictureSource(this.#decoded, footage);
    this.#loaded = loaded;
    this.#timeline = timeline;
    this.#drawing = drawing;
    this.#kept = kept;
    const { size } = planRender(timeline, checkOptions({ format: 'png' }));
    this.outline = outlineOf(loaded.project, timeline, size, loaded.files, loaded.describePlace);
  }

  /** Rejects with a RenderError for a project that cannot be rendered as a still, or with the signal's reason. */
  static async open(
    input: ProjectInput,
    options: ShorthandOptions,
    signal: AbortSignal,
  ): Promise<OpenedFilm> {
    const loaded = await loadProject(input, { ...options, keepsFiles: true }, signal);
    try {
      return await OpenedFilm.#compile(loaded, signal);
    } catch (error) {
      loaded.close();
      throw error;
    }
  }

  static async #compile(loaded: LoadedProject, signal: AbortSignal): Promise<OpenedFilm> {
    const { project, openedFiles } = loaded;
    const timeline = compileTimeline(project);
    const drawing = await withWrittenPlaces(loaded, async () => {
      refuseUnsupported(project, timeline, 'png', openedFiles);
      if (showsSound(project)) await loadClipSounds(project, timeline.scenes, openedFiles, signal);
      return compileDrawing(project, timeline);
    });
    const kept = await openPictures({ keepsPieces: true }, project, timeline, openedFiles);
    signal.throwIfAborted();
    return new OpenedFilm(loaded, timeline, drawing, kept, await openFootage(project, openedFiles));
  }

  /** Rejects with a RenderError or a ContentError, or with the signal's reason, which is checked between steps. */
  answer(request: FilmRequest, signal: AbortSignal): Promise<ViewAnswer> {
    return withWrittenPlaces(this.#loaded, async () => {
      switch (request.kind) {
        case 'still':
          return this.#still(request, signal);
        case 'moment':
          return this.#moment(request.timeMs);
        case 'pick':
          return this.#pick(request);
        case 'lane':
          return laneOf(this.#loaded.project, this.#timeline, request, this.#loaded.describePlace);
        case 'spoken':
          return this.#spoken();
        case 'sound-wave':
          return this.#soundWave(request.columns, signal);
      }
    });
  }

  /** Closes its clips; it cannot be asked afterwards. */
  close(): void {
    this.#footage?.close();
    this.#loaded.close();
  }

  /** The differences from an earlier version. */
  changesSince(before: OpenedFilm): Changes {
    return changesBetween(before.#loaded.project, this.#loaded.project, this.#timeline);
  }

  async #still({ timeMs, width }: Extract<ViewRequest, { kind: 'still' }>, signal: AbortSignal) {
    const { size } = planRender(this.#timeline, checkOptions({ format: 'png', width, timeMs }));
    const draw = async () => {
      const list = this.#drawing.at(timeMs);
      await untilTurn(signal);
      await this.#decode(new Set(imagesOf(list.nodes)));
      const canvas = this.#canvasOf(size);
      canvas.paint(list);
      await untilTurn(signal);
      return packPixels(straightPixels(canvas.pixels(), size).pixels, size);
    };
    return this.#kept ? this.#kept.at([timeMs], ['runs', size], draw) : draw();
  }

  async #decode(wanted: ReadonlySet<PictureAsset>): Promise<void> {
    const missing = new Set(
      [...wanted].filter((asset) => !isClipPicture(asset) && !this.#decoded.has(asset)),
    );
    if (missing.size === 0) return;
    const decoded = await decodeProjectImages(this.#loaded.project, missing, this.#images);
    for (const [asset, image] of decoded) this.#decoded.set(asset, image);
  }

  #canvasOf(size: Size): SkiaCanvas {
    const isOfSize = (one: { size: Size }) =>
      one.size.width === size.width && one.size.height === size.height;
    const sized = this.#canvases.find(isOfSize) ?? {
      size,
      canvas: new SkiaCanvas(size, this.#pictureSource),
    };
    this.#canvases = [sized, ...this.#canvases.filter((one) => one !== sized)].slice(0, keptCanvases);
    return sized.canvas;
  }

  #spoken() {
    const { project, speech, describePlace } = this.#loaded;
    return spokenLanesOf(project, this.#timeline, speech, describePlace);
  }

  #moment(timeMs: number) {
    planRender(this.#timeline, checkOptions({ format: 'png', timeMs }));
    return momentOf(this.#loaded, this.#timeline, timeMs, this.#drawing.at(timeMs));
  }

  async #pick({ timeMs, ...place }: Extract<ViewRequest, { kind: 'pick' }>): Promise<readonly string[]> {
    planRender(this.#timeline, checkOptions({ format: 'png', timeMs }));
    const { project } = this.#loaded;
    const list = this.#drawing.at(timeMs);
    const { objects } = project.scenes[project.sceneOrder[list.sceneIndex]];
    const candidates = candidatesAt(list, place);
    // Other images may be damaged and need not be decoded.
    await this.#decode(new Set(imagesOf(candidates.map(({ node }) => node))));
    const isLettered = (id: string) => hasLetters(objects[id].kind);
    return orderPicked(candidates, list, place, isLettered, this.#pictureSource);
  }

  async #soundWave(columns: number, signal: AbortSignal): Promise<readonly number[]> {
    const { scenes, durationMs } = this.#timeline;
    const { project } = this.#loaded;
    await loadClipSounds(project, scenes, this.#loaded.openedFiles, signal);
    const tracks = scheduleSound(project, scenes);
    if (tracks.length === 0 || durationMs === 0) return [];
    const [{ mixPart }] = await loadFilmModules();
    const film = { tracks, durationMs, loudness: project.loudness };
    const sound = await mixPart(film, { startMs: 0, endMs: durationMs }, signal);
    if (sound === null) return [];
    const { left, right } = sound;
    return Array.from({ length: columns }, (_, column) => {
      const from = Math.floor((column * left.length) / columns);
      const to = Math.max(from + 1, Math.floor(((column + 1) * left.length) / columns));
      let peak = 0;
      for (let i = from; i < to && i < left.length; i++) {
        peak = Math.max(peak, Math.abs(left[i]), Math.abs(right[i]));
      }
      return Math.round(Math.min(1, peak) * 255);
    });
  }
}

/** Lets a message that cancels the work arrive before the next step. */
async function untilTurn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
