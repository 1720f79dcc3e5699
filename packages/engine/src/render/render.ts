import { compileDrawing } from '../drawing/compile-drawing.ts';
import { imagesOf } from '../drawing/display-list.ts';
import { decodeProjectImages } from '../media/images/project-images.ts';
import type { FilmSound } from '../media/sound/mix-sound.ts';
import type { Sound } from '../media/sound/sound.ts';
import { scheduleSound, tracksIn } from '../media/sound/sound-schedule.ts';
import type { Footage } from '../media/video/footage.ts';
import type { Captions } from '../output/caption-text.ts';
import { captionFile } from '../output/caption-text.ts';
import {
  type AudioCodec,
  type FilmFormat,
  formats,
  isFilmFormat,
  type Mp4Sound,
  type OutputFormat,
  OutputTooLargeError,
  type StillFormat,
  soundFormats,
} from '../output/formats.ts';
import { stillWriters } from '../output/still-writers.ts';
import type { Cue } from '../project/object-schemas.ts';
import type { Problem } from '../project/problem.ts';
import type { Project } from '../project/schema.ts';
import { compileTimeline } from '../timeline/compile-timeline.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { maxOutputBytes } from './capabilities.ts';
import { StageClock } from './control/stage-clock.ts';
import { withTimeLimit } from './control/time-limit.ts';
import { checkDrawn, simplifiedInSvg } from './drawn-issues.ts';
import { captionsOf } from './film/film-captions.ts';
import { loadFilmModules } from './film/film-modules.ts';
import type { KeptSound } from './film/kept/kept-sound.ts';
import { openPictures, openStore } from './film/kept/open-store.ts';
import type { PieceStore } from './film/kept/piece-store.ts';
import type { StoreOptions } from './film/kept/store-options.ts';
import type { BuildReport } from './film/piece-report.ts';
import { type LoadedProject, loadProject, withWrittenPlaces } from './load-project.ts';
import {
  hasClips,
  loadClipSounds,
  type OpenedFiles,
  openFootage,
  readClipStamps,
  showsSound,
} from './open-footage.ts';
import { type CheckedOptions, checkOptions, type OfferedFormats } from './options/check-options.ts';
import { type Span, spanOf } from './options/film-range.ts';
import type { RenderOptions, RenderProgress } from './options/render-options.ts';
import { planRender, type RenderPlan } from './plan.ts';
import type { ProjectInput } from './project-input.ts';
import { refuseUnmarked } from './refuse-unmarked.ts';
import { outputTooLarge, refuseUnsupported } from './refuse-unsupported.ts';
import { RenderError } from './render-error.ts';

/** A rendered file and its properties. */
export interface RenderResult {
  /** Format of the file. */
  readonly format: OutputFormat;
  /** Media type of the file, such as `video/mp4`. */
  readonly mimeType: string;
  /** Bytes of the file. */
  readonly data: Uint8Array;
  /** Length of `data`. */
  readonly bytes: number;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** Authored duration of a film in milliseconds; 0 for a still. */
  readonly durationMs: number;
  /** Encoded frames of a film; 0 for a still. */
  readonly frames: number;
  /** Pictures drawn: the frames of a film except those that repeat a held picture, 1 for PNG, 0 for SVG. */
  readonly rasterizedFrames: number;
  /** Codec of the sound; null without sound. */
  readonly audioCodec: AudioCodec | null;
  /** Milliseconds from the call to its result. */
  readonly elapsedMs: number;
  /** What is drawn differently from how it was written, in the words of an inspection. Missing if nothing is. */
  readonly warnings?: readonly Problem[];
  /** The captions of the film, if requested with `captions`. */
  readonly captions?: string | undefined;
}

/** A result with the project's name, for naming a file. */
export interface NamedResult extends RenderResult {
  readonly projectName: string;
  /** The sound of a film that was requested without it; null if the film has none. */
  readonly sound?: Sound | null;
  /** Of a film with a cache, and of a still that its cache could not keep. */
  readonly build?: BuildReport;
  /** Properties of the project besides its picture, if requested. */
  readonly about?: AboutProject;
}

/** Properties of a project that the command line prints. */
export interface AboutProject {
  /** Names of fields that shorthand does not have; none for the full format. */
  readonly ignoredFields: readonly string[];
  /** The duration of the whole project in milliseconds, also for a still. */
  readonly projectMs: number;
}

/** The free space for the output on its disk, so that a film that does not fit fails early. */
export interface OutputRoom {
  /** `whenFull` is the problem of an output with more bytes. */
  readonly room?: { readonly bytes: number; readonly whenFull: string } | undefined;
}

/** Options of a render, including those that only other parts of this program use. */
export interface RenderTaskOptions extends RenderOptions, OfferedFormats, OutputRoom, StoreOptions {
  /**
   * Leaves the sound out of the file, and adds it to the result if it is `apart`: the sound of a longer film is coded as
   * a whole.
   */
  readonly sound?: 'apart' | 'left out' | undefined;
  /** Adds `about` to the result. */
  readonly describesProject?: boolean | undefined;
}

/**
 * Renders a project into the bytes of one file in any format. The same project and options give the same bytes.
 * `clock` has the times of the stages afterwards. Rejects with a RenderError.
 */
export function render(
  input: ProjectInput,
  options: RenderTaskOptions = {},
  clock = new StageClock(),
): Promise<NamedResult> {
  const start = performance.now();
  return withTimeLimit(options, async (signal) => {
    const checked = checkOptions(options, options.offered);
    const loaded = await loadProject(input, { ...options, keepsFiles: true }, signal);
    try {
      const rendered = await renderLoaded(loaded, checked, options, { signal, clock });
      return { ...rendered, elapsedMs: Math.round(performance.now() - start) };
    } finally {
      loaded.close();
    }
  });
}

async function renderLoaded(
  loaded: LoadedProject,
  checked: CheckedOptions,
  options: RenderTaskOptions,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: StageClock },
): Promise<Omit<NamedResult, 'elapsedMs'>> {
  const { project } = loaded;
  const timeline = compileTimeline(project);
  const plan = planRender(timeline, checked, spanOf(options, timeline.durationMs), hasClips(project));
  refuseUnmarked(loaded, plan.size, checked.codec);
  const captions = needsCaptions(options) ? captionsOf(project, timeline, plan.span) : undefined;
  if (captions?.length === 0) throw new RenderError('unsupported', [noCaptions]);
  const { warnings, ...output } = await withWrittenPlaces(loaded, async () => {
    refuseUnsupported(project, timeline, checked.format, loaded.openedFiles);
    if (soundFormats.includes(checked.format) || showsSound(project))
      await loadClipSounds(project, timeline.scenes, loaded.openedFiles, signal);
    clock.count('parse');
    const drawn = await checkDrawn(project, timeline, checked.fps, signal);
    const simplified = checked.format === 'svg' ? simplifiedInSvg(timeline, checked.timeMs) : [];
    const warnings = [...drawn.warnings, ...simplified];
    if (options.strict && warnings.length > 0) throw new RenderError('unsupported', warnings);
    const { onProgress, audio, room, sound } = options;
    const embedded = embeddedCaptions(options, project, captions);
    const files = loaded.openedFiles;
    const footage = await openFootage(project, files, signal);
    const job = {
      ...{ files, footage },
      captions: embedded,
      project,
      timeline,
      plan,
      options: checked,
      audio,
      room,
      storeOptions: options,
      sound,
    };
    try {
      const output = await makeOutput({ ...job, signal, onProgress, clock });
      return { ...output, warnings: warnings.map(loaded.placeOf) };
    } finally {
      footage?.close();
    }
  });
  const about = options.describesProject
    ? { ignoredFields: await ignoredFieldsOf(loaded), projectMs: timeline.durationMs }
    : undefined;
  return {
    projectName: project.name,
    ...(about && { about }),
    format: checked.format,
    mimeType: formats[checked.format].mediaType,
    ...output,
    ...(captions && options.captions && { captions: captionFile(captions, options.captions, project.lang) }),
    bytes: output.data.length,
    ...plan.size,
    ...(warnings.length > 0 && { warnings }),
  };
}

export const noCaptions =
  'the film has no captions; add an object of kind captions, or in the full format a text with cues, or leave out the option for captions';

function needsCaptions({ captions, embedCaptions }: RenderOptions): boolean {
  return captions !== undefined || embedCaptions === true;
}

function embeddedCaptions({ embedCaptions }: RenderOptions, { lang }: Project, cues: readonly Cue[] = []) {
  return embedCaptions === true ? { cues, lang } : undefined;
}

async function ignoredFieldsOf({ document, isShorthand }: LoadedProject): Promise<readonly string[]> {
  // Programs that write the full format may add fields of their own.
  if (!isShorthand) return [];
  const { findIgnoredFields } = await import('../advice/ignored-fields.ts');
  return findIgnoredFields(document);
}

interface RenderJob extends OutputRoom {
  readonly project: Project;
  readonly timeline: Timeline;
  readonly plan: RenderPlan;
  readonly options: CheckedOptions;
  readonly audio: Mp4Sound | undefined;
  readonly captions: Captions | undefined;
  readonly storeOptions: StoreOptions;
  readonly files: OpenedFiles;
  readonly footage: Footage | undefined;
  readonly sound: RenderTaskOptions['sound'];
  readonly signal: AbortSignal;
  readonly onProgress: ((progress: RenderProgress) => void) | undefined;
  readonly clock: StageClock;
}

type Output = Pick<
  NamedResult,
  'data' | 'durationMs' | 'frames' | 'rasterizedFrames' | 'audioCodec' | 'sound' | 'build'
>;

async function makeOutput(job: RenderJob): Promise<Output> {
  const tooLarge = () =>
    maxBytes(job) < maxOutputBytes && job.room
      ? new RenderError('failed', [job.room.whenFull])
      : outputTooLarge(job.options.format);
  try {
    const { format } = job.options;
    const output = await (isFilmFormat(format) ? renderFilm(format, job) : renderStill(format, job));
    if (output.data.length > maxBytes(job)) throw tooLarge();
    return output;
  } catch (error) {
    throw error instanceof OutputTooLargeError ? tooLarge() : error;
  }
}

function maxBytes({ room }: OutputRoom): number {
  return Math.min(maxOutputBytes, room?.bytes ?? maxOutputBytes);
}

async function renderStill(format: StillFormat, job: RenderJob): Promise<Output> {
  const { project, timeline, plan, options, onProgress, clock } = job;
  const pictures =
    format === 'png' ? await openPictures(job.storeOptions, project, timeline, job.files) : undefined;
  const draw = () => drawStill(format, job);
  const data = await (pictures?.at([options.timeMs], ['png', plan.size], draw) ?? draw());
  clock.count('encode');
  onProgress?.({ fraction: 1, framesDone: 0, frames: 0 });
  const rasterizedFrames = format === 'png' ? 1 : 0;
  return { data, durationMs: 0, frames: 0, rasterizedFrames, audioCodec: null, ...pictures?.report };
}

async function drawStill(
  format: StillFormat,
  { project, timeline, plan, options, footage, signal, clock }: RenderJob,
): Promise<Uint8Array> {
  const drawing = await compileDrawing(project, timeline);
  signal.throwIfAborted();
  const list = drawing.at(options.timeMs);
  const images = await decodeProjectImages(project, new Set(imagesOf(list.nodes)));
  return stillWriters[format]({
    list,
    size: plan.size,
    images,
    footage,
    maximumBytes: maxOutputBytes,
    onDrawn: () => clock.count('draw'),
  });
}

async function renderFilm(format: FilmFormat, job: RenderJob): Promise<Output> {
  const { project, plan, options, audio, signal, onProgress, clock } = job;
  const stamps = await readClipStamps(project, job.timeline.durationMs, job.files);
  // Equal pictures of a clip are painted once.
  const timeline = stamps.size === 0 ? job.timeline : compileTimeline(project, stamps);
  const isInFile = job.sound === undefined;
  const { frames, span } = plan;
  const durationMs = span.endMs - span.startMs;
  const [{ mixPart }, { filmWriters }] = await loadFilmModules();
  const { share } = job.storeOptions;
  // Only an H.264 film consists of pieces.
  const isInPieces = format === 'mp4' && (options.codec ?? 'h264') === 'h264';
  const store = isInPieces ? await openStore(job.storeOptions) : undefined;
  signal.throwIfAborted();
  clock.count('draw');
  const { loudness } = project;
  const tracks = scheduleSound(project, timeline.scenes);
  try {
    const whole = { tracks, durationMs: timeline.durationMs, loudness };
    // The sound is mixed when the shares are joined. For a share, it only matters whether there is any.
    const hasSound = tracksIn(tracks, span).length > 0;
    const keptSound =
      store && hasSound && share === undefined && isInFile
        ? await openSound(store, whole, span, audio ?? 'mp3')
        : undefined;
    const isWanted = share === undefined && job.sound !== 'left out' && soundFormats.includes(format);
    const isMixed = isWanted && !keptSound?.packets;
    const sound = isMixed ? await mixPart(whole, span, signal) : null;
    clock.count('encode');
    const film = await filmWriters[format]({
      project,
      timeline,
      span,
      compileDrawing: () => compileDrawing(project, timeline),
      decodeImages: () => decodeProjectImages(project),
      footage: job.footage,
      files: job.files,
      stamps,
      sound: isInFile ? sound : null,
      keptSound,
      audio,
      codec: options.codec,
      captions: job.captions,
      store,
      share,
      hasSound: isInFile && hasSound,
      size: plan.size,
      framesPerSecond: options.fps,
      maximumBytes: maxOutputBytes,
      roomBytes: job.room?.bytes,
      signal,
      onFrame: (framesDone) => onProgress?.({ fraction: framesDone / frames, framesDone, frames }),
    });
    clock.countTogether(film.paintShare);
    const { bytes: data, rasterizedFrames } = film;
    return {
      data,
      durationMs,
      frames: film.frames,
      rasterizedFrames,
      audioCodec: hasSound && share === undefined ? (audio ?? formats[format].audioCodec) : null,
      ...(job.sound === 'apart' && { sound }),
      ...(film.pieces && { build: { pieces: film.pieces, problem: store?.problem } }),
    };
  } catch (error) {
    const problem = unusableLibrary(error);
    throw problem === null ? error : new RenderError('failed', [problem]);
  }
}

async function openSound(
  store: PieceStore,
  sound: FilmSound,
  span: Span,
  audio: Mp4Sound,
): Promise<KeptSound> {
  const { KeptSound, soundDigest } = await import('./film/kept/kept-sound.ts');
  return KeptSound.open(store, [[soundDigest(sound), span]], audio);
}

/**
 * Returns the message of an error that explains why FFmpeg's library cannot be used on this machine; null for other
 * errors.
 */
function unusableLibrary(error: unknown): string | null {
  // Thrown by scripts/node-av-binding.mjs.
  const isUnusable = error instanceof Error && 'code' in error && error.code === 'ERR_FFMPEG_UNUSABLE';
  return isUnusable ? error.message : null;
}
