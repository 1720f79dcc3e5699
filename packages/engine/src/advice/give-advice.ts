import type { SingleDrawing } from '../drawing/single-drawing.ts';
import { Budget } from '../project/budget.ts';
import type { RepeatedKey } from '../project/json-syntax.ts';
import { type Path, showPath, showValue } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import type { Guess } from '../shorthand/desugar/guess.ts';
import { isDrawnEmphasis } from '../shorthand/desugar/presets.ts';
import type { DraftNote } from '../shorthand/desugar/scene-draft.ts';
import { writeVariable } from '../shorthand/variable-syntax.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { type Advice, AdviceList, type WrittenPlaces } from './advice.ts';
import { adviseOnAlignment } from './alignment.ts';
import { adviseOnAssertions } from './assertions/advise-on-assertions.ts';
import type { AssertionResult } from './assertions/assertion-result.ts';
import { type AskedFormat, adviseOnBackgrounds } from './backgrounds.ts';
import { adviseOnWholesBeyond } from './beyond-frame.ts';
import { boundDrawing, maxLetters } from './bounded-drawing.ts';
import { adviseOnCaptions } from './captions.ts';
import { adviseOnCrowded, adviseOnEmptyFrame } from './composition.ts';
import { adviseOnContrast } from './contrast.ts';
import { adviseOnCovered } from './covered.ts';
import { adviseOnCrossed } from './crossed.ts';
import { adviseOnCutCurves } from './cut-curves.ts';
import { withoutDecorative } from './decorative.ts';
import { walkDocument } from './document-objects.ts';
import type { Shown } from './find-fix.ts';
import { adviseOnFlatStart } from './flat-start.ts';
import { adviseOnFlicker } from './flicker.ts';
import { adviseOnGuesses } from './guesses.ts';
import { adviseOnHeavyPictures } from './heavy-pictures.ts';
import { type HoldLayout, roundBox } from './hold-layout.ts';
import { adviseOnIdleFields } from './idle-fields.ts';
import { adviseOnIdleMotionBlur } from './idle-motion-blur.ts';
import { adviseOnJumps } from './jumps.ts';
import { adviseOnLateObjects } from './late-objects.ts';
import { adviseOnLettering } from './lettering.ts';
import { adviseOnLooseLines } from './loose-lines.ts';
import { adviseOnMissingMark } from './missing-mark.ts';
import { adviseOnNoEffect } from './no-effect.ts';
import { adviseOnCards } from './outside-card.ts';
import { type HoldPicture, measureHolds } from './pictures/hold-picture.ts';
import { loadImageColors } from './pictures/image-colors.ts';
import { adviseOnReadingTime } from './reading-time.ts';
import { adviseOnSeconds } from './seconds.ts';
import { adviseOnShortClips } from './short-clips.ts';
import { adviseOnTexCharacters } from './tex-characters.ts';
import { adviseOnTiming } from './timing.ts';
import { adviseOnCrossedBoxes, adviseOnTouched } from './touched.ts';
import { adviseOnTransitions } from './transitions/advise-on-transitions.ts';
import { adviseOnUnknownFields } from './unknown-fields.ts';
import { adviseOnUnseenObjects } from './unseen-objects.ts';
import { adviseOnVariety } from './variety.ts';
import { whyPresent } from './why-present.ts';
import { withoutLoops } from './without-loops.ts';

/** A project as the author wrote it and as it will be drawn. */
export interface Advised extends WrittenPlaces {
  readonly project: Project;
  /** The project's document with its unknown fields, and whether it is in shorthand. */
  readonly document: unknown;
  readonly isShorthand: boolean;
  /** Names that occur twice in one object of the document's text. */
  readonly repeatedKeys: readonly RepeatedKey[];
  readonly timeline: Timeline;
  /** The document's strings with variables as they are written, by place. */
  readonly variableTexts: ReadonlyMap<string, string>;
  /** Fields of the document that are read as others. */
  readonly guesses: readonly Guess[];
  /** What the document has that is not drawn. */
  readonly notes: readonly DraftNote[];
  /** Pictures that are not drawn as their files could be, by the places of their sources. */
  readonly pictureNotes: readonly {
    readonly path: Path;
    readonly unsupported: string | undefined;
    readonly isAnimated: boolean;
  }[];
  /** Names of unused variables. */
  readonly unusedVariables: readonly string[];
  /** Frame rate of the film. */
  readonly framesPerSecond: number;
  readonly format: AskedFormat;
  /** Whether a layout was requested. All letters are then measured, however many. */
  readonly wantsLayout: boolean;
}

/** Gives advice that does not depend on pictures. `moving` is the project with its loops. */
function adviseOnText(
  {
    project,
    document,
    isShorthand,
    repeatedKeys,
    timeline,
    variableTexts,
    guesses,
    notes,
    unusedVariables,
    pictureNotes,
    framesPerSecond,
    format,
  }: Advised,
  moving: Project,
  list: AdviceList,
): void {
  for (const { path, name } of repeatedKeys) {
    list.addWritten({
      rule: 'repeated-key',
      path: showPath(path),
      message: `${showValue(name)} is written more than once in this object, and only the last one counts; remove the others or rename them`,
    });
  }
  if (!isShorthand) adviseOnMissingMark(document, list);
  adviseOnGuesses(guesses, variableTexts, list);
  adviseOnUnknownFields({ document, isShorthand, variableTexts }, list);
  walkDocument(document, isShorthand, adviseOnSeconds(list));
  if (isShorthand) adviseOnLateObjects(project, document, list);
  for (const name of unusedVariables) {
    list.addWritten({
      rule: 'unused-variable',
      path: `variables.${name}`,
      // No fix removes the variable, because callers that set it would then be refused.
      message: `the variable ${name} is not used; use it as ${writeVariable(name)} or remove it`,
    });
  }
  for (const { path, unsupported, isAnimated } of pictureNotes) {
    if (unsupported !== undefined)
      list.addWritten({
        rule: 'bitmap',
        path: showPath(path),
        message: `the SVG is drawn as a bitmap, because it has ${unsupported}; without that, it would be drawn as outlines, sharp at every size and with the animation write`,
      });
    if (isAnimated)
      list.addWritten({
        rule: 'first-frame',
        path: showPath(path),
        message: 'only the first frame of this animated picture is drawn; use a still picture',
      });
  }
  for (const { path, message, rule = 'not-drawn' } of notes) {
    if (list.full) return;
    list.addWritten({ rule, path: showPath(path), message });
  }
  adviseOnTexCharacters(project, list);
  adviseOnTiming(moving, framesPerSecond, list);
  adviseOnIdleFields(moving, list);
  adviseOnIdleMotionBlur(moving, list);
  if (isShorthand) adviseOnNoEffect(document, list);
  adviseOnReadingTime(project, timeline, list);
  adviseOnCaptions(project, timeline, list);
  adviseOnJumps(project, list);
  adviseOnFlicker(project, list);
  adviseOnBackgrounds(project, timeline, format, list);
  adviseOnShortClips(project, timeline, list);
}

/** Work of each rule about pictures, and of trying out fixes. */
const maxWork = 500_000;

/** Gives advice on the picture under and over texts. `telling` leaves out what is decorative. */
function adviseOnPictures(shown: Shown, telling: Shown, list: AdviceList): void {
  adviseOnContrast(shown, new Budget(maxWork), list);
  adviseOnCovered(telling, new Budget(maxWork), list);
  adviseOnCards(telling, new Budget(maxWork), list);
  adviseOnCrossed(telling, new Budget(maxWork), list);
  adviseOnTouched(telling, new Budget(maxWork), list);
  adviseOnCrossedBoxes(telling, new Budget(maxWork), list);
  adviseOnLooseLines(telling, new Budget(maxWork), list);
  adviseOnCrowded(shown, list);
  adviseOnEmptyFrame(shown, list);
  adviseOnAlignment(shown, list);
  adviseOnVariety(shown, list);
}

/** Advice on a project, at most 50 pieces, and the places of its objects. */
export interface AdviceAndLayout {
  readonly advice: readonly Advice[];
  readonly layout: readonly HoldLayout[];
  /** The sentences of `expect`, in order. */
  readonly assertions: readonly AssertionResult[];
}

/**
 * Advises on a project and measures its objects. `draw` is null for a project that cannot be drawn; the result then has
 * no layout and no advice on pictures. Without a layout, it has no advice on letters beyond `maxLetters` either.
 * Rejects with the signal's reason when aborted.
 */
export async function giveAdvice(
  film: Advised,
  draw: SingleDrawing | null,
  signal?: AbortSignal,
): Promise<AdviceAndLayout> {
  const advised = withoutLoops(film);
  const { project, timeline, wantsLayout } = advised;
  const list = new AdviceList(advised);
  const scenes = project.sceneOrder.map((id) => project.scenes[id]);
  const { expect: sentences } = advised.document as { readonly expect?: unknown };
  const assertions = await adviseOnAssertions(
    {
      ...{ project: film.project, timeline: film.timeline, isDrawable: draw !== null },
      sentences: Array.isArray(sentences) ? sentences : [],
    },
    list,
    signal,
  );
  adviseOnText(advised, film.project, list);
  if (scenes.some(({ audioTracks = {} }) => Object.keys(audioTracks).length > 0)) {
    const { adviseOnLevels } = await import('./sound.ts');
    await adviseOnLevels(project, timeline, list, signal);
  }
  if (!draw || (list.full && !wantsLayout)) return { advice: list.items, layout: [], assertions };
  const bounded = boundDrawing(draw, wantsLayout ? Infinity : maxLetters);
  const pictures = await measureHolds(project, timeline, bounded, signal);
  const shown: Shown = {
    pictures,
    imageColors: await loadImageColors(pictures),
    whyPresent: (picture, ids) => (advised.isShorthand ? whyPresent(advised.document, picture, ids) : ''),
    work: new Budget(maxWork),
  };
  adviseOnUnseenObjects(scenes, shown, timeline, bounded, list);
  const documented = advised.isShorthand ? advised.document : null;
  const telling: Shown = {
    ...shown,
    pictures: withoutDecorative(documented, film.project.scenes, pictures),
  };
  adviseOnLettering(telling, list);
  adviseOnWholesBeyond(documented, telling.pictures, list);
  adviseOnFlatStart(project, timeline, bounded, list);
  adviseOnTransitions({ project, timeline, document: documented }, bounded, new Budget(maxWork), list);
  adviseOnPictures(shown, telling, list);
  adviseOnHeavyPictures(pictures, list);
  const plotsAt = (timeMs: number) =>
    new Map(
      timeline
        .at(timeMs)
        .poses.flatMap(({ objectId, appearance: { plot } }) => (plot ? [[objectId, plot]] : [])),
    );
  adviseOnCutCurves(pictures, plotsAt, new Budget(maxWork), list);
  return { advice: list.items, layout: layoutOf(pictures, advised), assertions };
}

/** Returns each visible object's box in every hold, without what emphases draw in transitions. */
function layoutOf(pictures: readonly HoldPicture[], { named }: Pick<Advised, 'named'>): HoldLayout[] {
  const isOfAuthor = ({ object }: HoldPicture['objects'][number]) =>
    !isDrawnEmphasis(named(object.id).split('.whole.', 2)[1]);
  return pictures.map(({ scene, compositionId, startMs, endMs, objects }) => ({
    scene: scene.id,
    composition: compositionId,
    startMs,
    endMs,
    objects: objects
      .filter(isOfAuthor)
      .map(({ object, box }) => ({ id: object.id, box: box && roundBox(box) })),
  }));
}
