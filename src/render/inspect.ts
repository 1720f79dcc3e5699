import { Buffer } from 'node:buffer';
import { isUint8Array } from 'node:util/types';
import { type Advice, maxAdvice } from '../advice/advice.ts';
import { giveAdvice } from '../advice/give-advice.ts';
import type { HoldLayout } from '../advice/hold-layout.ts';
import { checkDrawing } from '../drawing/check-drawing.ts';
import { compileSingleDrawing } from '../drawing/single-drawing.ts';
import { filmFormats, formats, isFilmFormat, type OutputFormat, outputFormats } from '../output/formats.ts';
import { findRepeatedKeys, type RepeatedKey } from '../project/repeated-keys.ts';
import { compileTimeline } from '../timeline/compile-timeline.ts';
import { type Capabilities, capabilities } from './capabilities.ts';
import { checkContent } from './content-issues.ts';
import { loadProject, withWrittenPlaces } from './load-project.ts';
import { namedLayout } from './named-layout.ts';
import { checkOptions, type RenderControl, type RenderOptions } from './options.ts';
import { countFilmFrames, planRender } from './plan.ts';
import type { ProjectInput, ShorthandOptions } from './project-input.ts';
import { withTimeLimit } from './time-limit.ts';

export interface Inspection {
  readonly name: string;
  readonly scenes: number;
  readonly durationMs: number;
  /** Size of the first scene, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly audibleTracks: number;
  /** `<path>: <what>; <what to do>`; those that start with `warning: ` keep no render from being made. */
  readonly issues: readonly string[];
  readonly capabilities: Capabilities;
}

/** An inspection with advice on what is valid but hardly meant, which HTTP does not have. */
export interface AdvisedInspection extends Inspection {
  /** At most 50; nothing in it keeps a render from being made. */
  readonly advice: readonly Advice[];
  /** Where the visible objects of every hold are, if that was asked for. Empty if an issue says that nothing can be drawn. */
  readonly layout?: readonly HoldLayout[];
}

/** What an inspection gives besides the contract's own report. */
export interface InspectionExtras {
  readonly advice?: boolean | undefined;
  /** `named` leaves out the objects that neither an issue nor the advice names. */
  readonly layout?: boolean | 'named' | undefined;
}

/** An inspection with what its issues mean for the render that was asked about. */
export interface RenderInspection extends Inspection {
  readonly advice?: readonly Advice[];
  readonly layout?: readonly HoldLayout[];
  /** Issues for which the render with the given options would be refused. */
  readonly blocking: readonly string[];
}

/** What is told only by the text of a document: once it is read, the last of equal names has replaced the others. */
function repeatedKeysOf(input: ProjectInput): readonly RepeatedKey[] {
  if (typeof input !== 'string' && !isUint8Array(input)) return [];
  const text =
    typeof input === 'string' ? input : Buffer.from(input.buffer, input.byteOffset, input.length).toString();
  return findRepeatedKeys(text, maxAdvice);
}

/**
 * Checks a project without rendering it: structure, references, timing, and content that some render would
 * refuse or draw other than authored. Embedded images are not decoded. Rejects with a RenderError for an invalid
 * project, and for options that a render of it would refuse.
 */
export function inspect(
  input: ProjectInput,
  options: RenderOptions &
    ShorthandOptions &
    InspectionExtras &
    Pick<RenderControl, 'signal' | 'timeoutMs'> = {},
): Promise<RenderInspection> {
  const work = async (signal: AbortSignal): Promise<RenderInspection> => {
    const checked = checkOptions(options);
    const loaded = await loadProject(input, options, signal);
    const { project, describe } = loaded;
    const timeline = compileTimeline(project);
    const film = countFilmFrames(timeline.durationMs, checked.fps);
    // A film that is too long is an issue below, not a wrong option.
    if (film.ok || !isFilmFormat(checked.format)) planRender(timeline, checked);
    const content = checkContent(project, timeline);
    const drawn = await withWrittenPlaces(loaded, () => checkDrawing(project, signal));
    const all: readonly { message: string; blocks: readonly OutputFormat[] }[] = [
      ...content.issues,
      ...drawn.problems.map((message) => ({ message, blocks: outputFormats })),
      ...(film.ok ? [] : film.problems).map((problem) => ({
        message: `project: ${problem}`,
        blocks: filmFormats,
      })),
      ...drawn.warnings.map((message) => ({ message: `warning: ${message}`, blocks: [] })),
    ];
    const found = all.map(({ message, blocks }) => ({ message: describe(message), blocks }));
    const wantsLayout = options.layout === true || options.layout === 'named';
    const wantsMore = options.advice === true || wantsLayout;
    const isDrawable = drawn.problems.length === 0;
    const more = wantsMore
      ? await giveAdvice(
          {
            ...loaded,
            repeatedKeys: repeatedKeysOf(input),
            timeline,
            framesPerSecond: checked.fps,
            format: formats[checked.format],
            wantsLayout,
          },
          isDrawable ? await compileSingleDrawing(project) : null,
          signal,
        )
      : undefined;
    const { width, height } = timeline.scenes[0];
    const issues = found.map(({ message }) => message);
    const { advice = [], layout = [] } = more ?? {};
    return {
      name: project.name,
      scenes: project.sceneOrder.length,
      durationMs: timeline.durationMs,
      width,
      height,
      audibleTracks: content.audibleTracks,
      issues,
      capabilities,
      ...(options.advice === true && { advice }),
      ...(wantsLayout && {
        layout: options.layout === 'named' ? namedLayout(layout, issues, advice) : layout,
      }),
      blocking: found.filter(({ blocks }) => blocks.includes(checked.format)).map(({ message }) => message),
    };
  };
  return withTimeLimit(options, work, 'inspection');
}
