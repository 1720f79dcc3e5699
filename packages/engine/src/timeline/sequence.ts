import { usualTransitionMs } from '../project/properties/values.ts';
import type { Composition, Project, Scene, Transition } from '../project/schema.ts';
import { parseColor } from './color.ts';
import { readGradient } from './gradient.ts';
import type { Segment, TimelineScene } from './timeline.ts';

/** A segment with its content: one composition, or a transition between two. */
export type SequencePart = ShownPart & {
  /** The times of the film at which the compositions on both sides began to be entered; the same ones for a hold. */
  readonly enteredMs: readonly [from: number, to: number];
};

/** The scenes and segments of a project in project time, in milliseconds. */
export interface Sequence {
  readonly durationMs: number;
  readonly scenes: readonly TimelineScene[];
  readonly parts: readonly SequencePart[];
  /** The last picture: the last composition of the last scene that plays, or of the first scene if none does. */
  readonly last: {
    readonly sceneIndex: number;
    readonly composition: Composition;
    /** When it began to be entered. */
    readonly enteredMs: number;
  };
}

/** Places the scenes of a project one after another, and the holds and transitions in each scene. */
export function sequenceOf(project: Project): Sequence {
  const scenes: TimelineScene[] = [];
  const parts: SequencePart[] = [];
  let timeMs = 0;
  let lastSceneIndex = 0;
  let lastEnteredMs = 0;
  for (const [sceneIndex, sceneId] of project.sceneOrder.entries()) {
    const scene = project.scenes[sceneId];
    const startMs = timeMs;
    const stretches = stretchesOf(scene);
    let entered = startMs;
    let enteredBefore = startMs;
    for (const stretch of stretches) {
      const endMs = startMs + stretch.endMs;
      const isHold = 'hold' in stretch.shows;
      const enteredMs = [isHold ? entered : enteredBefore, entered] as const;
      if (isHold) {
        enteredBefore = entered;
        // The next one is entered when this one ends.
        entered = endMs;
      }
      // Also drops a segment that is so short that rounding makes it end at its start.
      if (endMs <= timeMs) continue;
      parts.push({ ...partOf(stretch.shows, { sceneIndex, startMs: timeMs, endMs }), enteredMs });
      timeMs = endMs;
      lastSceneIndex = sceneIndex;
    }
    if (lastSceneIndex === sceneIndex) lastEnteredMs = enteredBefore;
    scenes.push({
      id: scene.id,
      width: scene.width,
      height: scene.height,
      background: parseColor(scene.background),
      backgroundGradient: scene.backgroundGradient ? readGradient(scene.backgroundGradient) : null,
      startMs,
      durationMs: stretches.at(-1)?.endMs ?? 0,
      ...enteringOf(scene, sceneIndex, stretches.at(-1)?.endMs ?? 0),
      ...finishOf(scene),
    });
  }
  const lastScene = project.scenes[project.sceneOrder[lastSceneIndex]];
  const composition =
    lastScene.compositions[lastScene.compositionOrder[lastScene.compositionOrder.length - 1]];
  const last = { sceneIndex: lastSceneIndex, composition, enteredMs: lastEnteredMs };
  return { durationMs: timeMs, scenes, parts, last };
}

/** The transition into a scene; the first one has none. */
function enteringOf(
  { transition }: Scene,
  sceneIndex: number,
  sceneMs: number,
): Pick<TimelineScene, 'entering'> {
  const durationMs = Math.min(transition?.duration ?? usualTransitionMs, sceneMs);
  return transition === undefined || sceneIndex === 0 || durationMs <= 0
    ? {}
    : { entering: { transition, durationMs } };
}

function finishOf({ vignette = 0, grain }: Scene): Pick<TimelineScene, 'finish'> {
  const { amount = 0, moving = false } = grain ?? {};
  if (vignette === 0 && amount === 0) return {};
  return { finish: { vignette, grain: amount, isMoving: moving && amount > 0 } };
}

/** A segment with its content, apart from when that began to be entered. */
type ShownPart =
  | { readonly segment: Segment; readonly hold: Composition }
  | {
      readonly segment: Segment;
      readonly transition: Transition;
      readonly from: Composition;
      readonly to: Composition;
    };

function partOf(shows: Stretch['shows'], span: Omit<Segment, 'kind'>): ShownPart {
  const segment: Segment =
    'hold' in shows
      ? { kind: 'hold', compositionId: shows.hold.id, ...span }
      : { kind: 'transition', fromId: shows.from.id, toId: shows.to.id, ...span };
  return { ...shows, segment };
}

/** When a composition is on its way, shown and left, in milliseconds of the film. */
export interface CompositionTimes {
  /** The start of the transition into it; equal to `reachedMs` for a cut. */
  readonly entersMs: number;
  readonly reachedMs: number;
  readonly leftMs: number;
}

/** Returns the times of the compositions of each scene, by the ids of both. */
export function compositionTimesOf(
  project: Project,
): ReadonlyMap<string, ReadonlyMap<string, CompositionTimes>> {
  let startMs = 0;
  return new Map(
    project.sceneOrder.map((sceneId) => {
      const times = new Map<string, CompositionTimes>();
      let timeMs = startMs;
      let entersMs = startMs;
      for (const { endMs, shows } of stretchesOf(project.scenes[sceneId])) {
        if ('hold' in shows) {
          times.set(shows.hold.id, { entersMs, reachedMs: timeMs, leftMs: startMs + endMs });
          entersMs = startMs + endMs;
        }
        timeMs = startMs + endMs;
      }
      startMs = timeMs;
      return [sceneId, times];
    }),
  );
}

interface Stretch {
  /** Scene time at which it ends. It starts at the end of the previous one. */
  readonly endMs: number;
  readonly shows:
    | { readonly hold: Composition }
    | { readonly transition: Transition; readonly from: Composition; readonly to: Composition };
}

/** Holds and transitions of a scene in order, including those of zero length. */
function stretchesOf(scene: Scene): Stretch[] {
  const transitionFrom = new Map(
    Object.values(scene.transitions).map((transition) => [transition.fromId, transition]),
  );
  const compositions = scene.compositionOrder.map((id) => scene.compositions[id]);
  // Muted sound counts too: muting a track does not change how long the scene lasts.
  const audioEndMs = Object.values(scene.audioTracks ?? {}).reduce(
    (latest, track) => Math.max(latest, track.start + track.duration),
    0,
  );
  const stretches: Stretch[] = [];
  let timeMs = 0;
  for (const [index, composition] of compositions.entries()) {
    timeMs += composition.duration;
    const next = compositions[index + 1];
    if (next === undefined) timeMs = Math.max(timeMs, audioEndMs);
    stretches.push({ endMs: timeMs, shows: { hold: composition } });
    const transition = transitionFrom.get(composition.id);
    if (next === undefined || transition === undefined) continue;
    timeMs += transition.duration;
    stretches.push({ endMs: timeMs, shows: { transition, from: composition, to: next } });
  }
  return stretches;
}
