import { Buffer } from 'node:buffer';
import { isUint8Array } from 'node:util/types';
import { type Advice, maxAdvice } from '../advice/advice.ts';
import type { AssertionResult } from '../advice/assertions/assertion-result.ts';
import { giveAdvice } from '../advice/give-advice.ts';
import type { HoldLayout } from '../advice/hold-layout.ts';
import { compileSingleDrawing } from '../drawing/single-drawing.ts';
import { scheduleSound } from '../media/sound/sound-schedule.ts';
import type { Captions } from '../output/caption-text.ts';
import { filmFormats, formats, isFilmFormat, outputFormats } from '../output/formats.ts';
import { findRepeatedKeys, type RepeatedKey } from '../project/json-syntax.ts';
import { describeIssue, type Problem, valueAt } from '../project/problem.ts';
import { type Path, parsePath } from '../project/problem-text.ts';
import type { AudioTrack } from '../project/schema.ts';
import { compileTimeline } from '../timeline/compile-timeline.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { type Capabilities, capabilities } from './capabilities.ts';
import { type ContentIssue, checkContent } from './content-issues.ts';
import { withTimeLimit } from './control/time-limit.ts';
import { checkDrawn } from './drawn-issues.ts';
import { captionsOf } from './film/film-captions.ts';
import { inspectClips } from './inspect-clips.ts';
import type { InspectedClip } from './inspected-clip.ts';
import { type LoadedProject, loadProject, withWrittenPlaces } from './load-project.ts';
import { hasClips, loadClipSounds } from './open-footage.ts';
import { type CheckedOptions, checkOptions, type OfferedFormats } from './options/check-options.ts';
import type { InspectOptions } from './options/render-options.ts';
import { countFilmFrames, filmLength, isLongFootage, outputSize, planRender } from './plan.ts';
import type { ProjectInput } from './project-input.ts';
import { refuseUnmarked } from './refuse-unmarked.ts';
import { usedPages } from './used-pages.ts';
import { type PlannedComposition, planOf } from './view/film-plan.ts';

/** The report of a check that does not render. */
export interface Inspection {
  /** The project's name. */
  readonly name: string;
  /** Number of scenes. */
  readonly scenes: number;
  /** Duration of the whole project in milliseconds. */
  readonly durationMs: number;
  /** Width of the first scene in pixels. */
  readonly width: number;
  /** Height of the first scene in pixels. */
  readonly height: number;
  /** Number of audible audio tracks. */
  readonly audibleTracks: number;
  /**
   * Content that some renders would refuse or draw differently, as `<place>: <problem>; <remedy>`. Issues that start
   * with `warning: ` do not stop any render.
   */
  readonly issues: readonly string[];
  /** The supported formats, source types and limits, which never change. */
  readonly capabilities: Capabilities;
}

/**
 * An inspection with advice on anything valid but probably unintended and the topics to read about, which HTTP does not
 * return.
 */
export interface AdvisedInspection extends Inspection {
  /** The issues as data, in the same order. */
  readonly problems: readonly Problem[];
  /** At most 50 pieces of advice; none of them stops a render. */
  readonly advice: readonly Advice[];
  /** The sentences of `expect`, in order, and whether they are true of the film. Missing if there are none. */
  readonly assertions?: readonly AssertionResult[];
  /** The clips of its videos, as their files describe them. Missing if there are none. */
  readonly clips?: readonly InspectedClip[];
  /** The topics of the kinds and features that the document uses, such as `charts`. Each has a page. */
  readonly pages: readonly string[];
  /**
   * The visible objects of every hold with their boxes, if requested. Empty if an issue reports that nothing can be
   * drawn.
   */
  readonly layout?: readonly HoldLayout[];
  /** The compositions in playing order with what enters, changes and leaves in each, if requested. */
  readonly plan?: readonly PlannedComposition[];
}

/** Options of an inspection, including those that only other parts of this program use. */
export interface InspectTaskOptions extends Omit<InspectOptions, 'layout'>, OfferedFormats {
  /** Whether to give advice. */
  readonly advice?: boolean | undefined;
  /** Whether a film over clips that is too long for one render is no issue, because it is made in parts. */
  readonly madeInParts?: boolean | undefined;
  /** Whether to return the cues of the film. */
  readonly cues?: boolean | undefined;
  /** Whether to give a digest of the sound. */
  readonly soundDigest?: boolean | undefined;
  /**
   * Whether to list the visible objects of every hold. `named` omits the objects that neither an issue nor the advice
   * names or encloses, and has the ids of parts in the project instead of their names.
   */
  readonly layout?: boolean | 'named' | undefined;
}

/** An inspection, and the consequences of its issues for the given render. */
export interface RenderInspection extends Inspection {
  readonly problems: readonly Problem[];
  readonly advice?: readonly Advice[];
  readonly assertions?: readonly AssertionResult[];
  readonly clips?: readonly InspectedClip[];
  readonly pages?: readonly string[];
  readonly layout?: readonly HoldLayout[];
  readonly plan?: readonly PlannedComposition[];
  /** If requested. */
  readonly soundDigest?: string;
  readonly captions?: Captions;
  /** The issues that make a render with the given options fail. */
  readonly blocking: readonly Problem[];
}

/**
 * Advice that requires the text of a document: in the parsed document, the last of equal names has replaced the others.
 */
function repeatedKeysOf(input: ProjectInput): readonly RepeatedKey[] {
  if (typeof input !== 'string' && !isUint8Array(input)) return [];
  const text =
    typeof input === 'string' ? input : Buffer.from(input.buffer, input.byteOffset, input.length).toString();
  return findRepeatedKeys(text, maxAdvice);
}

/**
 * Checks a project without rendering it: structure, references, timing, and content that some render would reject or
 * draw differently from how it was written. For advice, at most eight images that texts lie on are decoded. Rejects
 * with a RenderError for an invalid project, and for options that a render of it would reject.
 */
export function inspect(input: ProjectInput, options: InspectTaskOptions = {}): Promise<RenderInspection> {
  const work = async (signal: AbortSignal): Promise<RenderInspection> => {
    const { layout: _, plan: __, ...picture } = options;
    const checked = checkOptions(picture, options.offered);
    const loaded = await loadProject(input, { ...options, keepsFiles: true }, signal);
    try {
      return await inspectLoaded(input, loaded, checked, options, signal);
    } finally {
      loaded.close();
    }
  };
  return withTimeLimit(options, work, 'inspection');
}

async function inspectLoaded(
  input: ProjectInput,
  loaded: LoadedProject,
  checked: CheckedOptions,
  options: InspectTaskOptions,
  signal: AbortSignal,
): Promise<RenderInspection> {
  const { project, placeOf } = loaded;
  const timeline = compileTimeline(project);
  const film = countFilmFrames(timeline.durationMs, checked.fps);
  refuseUnmarked(loaded, outputSize(timeline.scenes[0], checked));
  // A film that is too long is an issue below, not a wrong option.
  if (film.ok || !isFilmFormat(checked.format)) planRender(timeline, checked);
  const whole = { startMs: 0, endMs: timeline.durationMs };
  const tooLong = film.ok ? [] : filmLength(film.problems, whole, { format: 'mp4' }, hasClips(project));
  const canBeInParts = checked.format === 'mp4' || !isFilmFormat(checked.format);
  const isMadeInParts = options.madeInParts === true && canBeInParts;
  const content = checkContent(project, timeline, loaded.openedFiles);
  const inspected =
    content.issues.length === 0
      ? await inspectClips(project, loaded.openedFiles)
      : { clips: [], problems: [] };
  const drawn = await withWrittenPlaces(loaded, () => checkDrawn(project, timeline, checked.fps, signal));
  const all: readonly ContentIssue[] = [
    ...content.issues,
    ...[...inspected.problems, ...drawn.problems].map((problem) => ({ problem, blocks: outputFormats })),
    ...tooLong
      .filter((problem) => !(isMadeInParts && isLongFootage(problem)))
      .map((problem) => ({ problem, blocks: filmFormats })),
    ...drawn.warnings.map((problem) => ({ problem, blocks: [] })),
  ];
  const found = all.map(({ problem, blocks }) => ({ problem: placeOf(problem), blocks }));
  const wantsLayout = options.layout === true || options.layout === 'named';
  const wantsMore = options.advice === true || wantsLayout;
  const isDrawable = drawn.problems.length === 0;
  const advised = {
    ...loaded,
    ...{ repeatedKeys: repeatedKeysOf(input), timeline, wantsLayout },
    ...{ framesPerSecond: checked.fps, format: formats[checked.format] },
  };
  const more = wantsMore
    ? await withWrittenPlaces(loaded, async () => {
        // A sentence may be about the loudness.
        if (project.expect !== undefined)
          await loadClipSounds(project, timeline.scenes, loaded.openedFiles, signal);
        return giveAdvice(advised, isDrawable ? await compileSingleDrawing(project) : null, signal);
      })
    : undefined;
  const { width, height } = timeline.scenes[0];
  const problems = found.map(({ problem }) => problem);
  const { advice = [], layout = [], assertions = [] } = more ?? {};
  return {
    name: project.name,
    scenes: project.sceneOrder.length,
    durationMs: timeline.durationMs,
    width,
    height,
    audibleTracks: content.audibleTracks,
    issues: problems.map(describeIssue),
    problems,
    capabilities,
    ...(options.advice === true && { advice, pages: usedPages(loaded.source) }),
    ...(options.advice === true && assertions.length > 0 && { assertions }),
    ...(options.advice === true &&
      inspected.clips.length > 0 && {
        clips: inspected.clips.map((clip) => ({ ...clip, path: loaded.describePlace(clip.path) })),
      }),
    ...(wantsLayout && {
      layout:
        options.layout === 'named'
          ? namedLayout(layout, problems, advice)
          : layout.map((hold) => withNames(hold, loaded)),
    }),
    ...(options.plan === true && { plan: planOf(project, loaded) }),
    ...(options.soundDigest === true && { soundDigest: await digestOfSound(loaded, timeline) }),
    ...(options.cues === true && {
      captions: { cues: captionsOf(project, timeline, whole), lang: project.lang },
    }),
    blocking: found.filter(({ blocks }) => blocks.includes(checked.format)).map(({ problem }) => problem),
  };
}

async function digestOfSound(
  { project, openedFiles }: LoadedProject,
  { scenes, durationMs }: Timeline,
): Promise<string> {
  const { soundDigest } = await import('./film/kept/kept-sound.ts');
  const tracks = scheduleSound(project, scenes).map((track) => {
    const file = openedFiles.get(track.src);
    if (file === undefined) return track;
    const { playback } = valueAt(project, track.path.slice(0, -1)) as AudioTrack;
    return { ...track, src: JSON.stringify([file.fingerprint, playback]) };
  });
  return soundDigest({ tracks, durationMs, loudness: project.loudness });
}

function withNames(hold: HoldLayout, { nameOf }: Pick<LoadedProject, 'nameOf'>): HoldLayout {
  const objects = hold.objects.map(({ id, box }) => ({ id: nameOf(hold.scene, id), box }));
  return { ...hold, objects };
}

/**
 * Returns the layout without objects that no message or advice names; with many scenes, the whole layout takes many
 * megabytes.
 */
export function namedLayout(
  layout: readonly HoldLayout[],
  problems: readonly Pick<Problem, 'path'>[],
  advice: readonly Pick<Advice, 'path' | 'box'>[],
): HoldLayout[] {
  const places = [...problems.map(({ path }) => path), ...advice.map(({ path }) => parsePath(path))];
  const named = new Set(places.map(objectIn));
  // The place of a part may be that of its group, but its box is its own.
  const boxes = new Set(advice.map(({ box }) => JSON.stringify(box)));
  const isMeant = ({ id, box }: HoldLayout['objects'][number]) =>
    named.has(id) || (box !== null && boxes.has(JSON.stringify(box)));
  return layout.map((hold) => ({ ...hold, objects: hold.objects.filter(isMeant) }));
}

function objectIn(path: Path): string | undefined {
  const index = path.indexOf('objects');
  return index < 0 ? undefined : String(path[index + 1]);
}
