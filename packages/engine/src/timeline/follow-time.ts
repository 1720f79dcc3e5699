import { clockNames } from '../formulas/clocks.ts';
import { isPlot, isVideo, isWaveform } from '../language/kinds.ts';
import { usedVariables } from '../project/formula-fields.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import { allVariablesOf, plotFormulasOf } from '../project/plots.ts';
import type { Composition, CompositionState, Scene } from '../project/schema.ts';
import type { PosesAt } from './compile-transition.ts';
import type { Pose } from './pose.ts';
import type { Segment } from './timeline.ts';

// Everything that follows the time of the film, and so changes while a composition is held.

/** Why an object changes with the time of the film. */
export type FollowedBy = 'captions' | 'waveform' | 'video' | 'loop' | 'formula';

/** An object that changes with the time of the film. */
export interface FollowingObject {
  readonly objectId: string;
  readonly by: FollowedBy;
}

/**
 * Returns the objects that change with the time of the film in a segment, also those that only carry others. A hold
 * without any shows one picture.
 */
export function followingIn(scene: Scene, segment: Segment): readonly FollowingObject[] {
  const ids = segment.kind === 'hold' ? [segment.compositionId] : [segment.fromId, segment.toId];
  const compositions = ids.map((id) => scene.compositions[id]);
  const parents = parentsIn(scene);
  return Object.values(scene.objects).flatMap((object): FollowingObject | [] => {
    const states = compositions.flatMap(({ states }) => states[object.id] ?? []);
    const isSeen = parents.has(object.id) || states.some(({ visible }) => visible);
    const by = isSeen ? reasonOf(object, states, scene, segment) : undefined;
    return by === undefined ? [] : { objectId: object.id, by };
  });
}

/** Whether a scene changes in a hold, because an object or the grain of the picture follows the time of the film. */
export function isFollowingTime(scene: Scene, segment: Segment): boolean {
  return hasMovingGrain(scene) || followingIn(scene, segment).length > 0;
}

export function hasMovingGrain({ grain }: Scene): boolean {
  return grain?.moving === true && grain.amount > 0;
}

/** Whether formulas of a scene use the time of the film, or that of their composition. */
export function hasClocks(scene: Scene): boolean {
  const states = Object.values(scene.compositions).flatMap((one) => Object.values(one.states));
  const plots = Object.values(scene.objects).filter(({ kind }) => isPlot(kind));
  return states.some((state) => readsClock(state, scene)) || plots.some((plot) => isMovingPlot(plot, scene));
}

function reasonOf(
  object: SceneObject,
  states: readonly CompositionState[],
  scene: Scene,
  { startMs, endMs }: Segment,
): FollowedBy | undefined {
  if (object.cues?.some((cue) => cue.startMs < endMs && cue.endMs > startMs)) return 'captions';
  if (isMovingWaveform(object, scene)) return 'waveform';
  if (isVideo(object.kind)) return 'video';
  if (states.some(({ loop = [] }) => loop.length > 0)) return 'loop';
  return isMovingPlot(object, scene) || states.some((state) => readsClock(state, scene))
    ? 'formula'
    : undefined;
}

const parentsByScene = new WeakMap<Scene, ReadonlySet<string>>();

function parentsIn(scene: Scene): ReadonlySet<string> {
  const cached = parentsByScene.get(scene);
  if (cached !== undefined) return cached;
  const found = new Set(Object.values(scene.objects).flatMap(({ parentId }) => parentId ?? []));
  parentsByScene.set(scene, found);
  return found;
}

/** Whether a state has a formula with a clock that no variable replaces. */
function readsClock(state: CompositionState, scene: Scene): boolean {
  return state.formulas !== undefined && areClocks(usedVariables(state), scene);
}

function isMovingPlot({ id, kind }: SceneObject, { objects, compositions }: Scene): boolean {
  if (!isPlot(kind)) return false;
  const plots = plotFormulasOf(objects);
  const formula = plots.get(id);
  return formula !== undefined && areClocks(allVariablesOf(formula, plots), { compositions });
}

function areClocks(names: ReadonlySet<string>, { compositions }: Pick<Scene, 'compositions'>): boolean {
  const [first] = Object.values(compositions) as (Composition | undefined)[];
  return clockNames.some((name) => names.has(name) && !Object.hasOwn(first?.variables ?? {}, name));
}

/** Whether an object is a waveform that changes with time: a whole wave does if it shows what has been played. */
export function isMovingWaveform({ id, kind, waveform = {} }: SceneObject, { compositions }: Scene): boolean {
  if (!isWaveform(kind)) return false;
  if (waveform.show === 'spectrum' || waveform.window !== undefined) return true;
  return Object.values(compositions).some(({ states }) => states[id]?.played !== undefined);
}

/** Lets one object show what belongs to the time of the picture. */
export interface TimeFollower {
  /**
   * Returns a pose at a project time in milliseconds; null while it shows nothing. The same pose in the same moment is the
   * same object.
   */
  follow(source: Pose, timeMs: number): Pose | null;
}

/** What makes the followers of a scene's objects, by id; each segment has its own. */
export type SceneFollowers = ReadonlyMap<string, () => TimeFollower>;

/**
 * Lets objects follow the time of the film. `startMs` is the project time at which the segment of the poses begins. Equal
 * pictures have the same list of poses.
 */
export function followTime(posesAt: PosesAt, sceneFollowers: SceneFollowers, startMs: number): PosesAt {
  if (sceneFollowers.size === 0) return posesAt;
  const followers = new Map([...sceneFollowers].map(([id, make]) => [id, make()]));
  let last: { readonly source: readonly Pose[]; readonly poses: readonly Pose[] } | undefined;
  return (timeMs) => {
    const source = posesAt(timeMs);
    const poses = source.flatMap((pose): Pose | [] => {
      const follower = followers.get(pose.objectId);
      return follower === undefined ? pose : (follower.follow(pose, startMs + timeMs) ?? []);
    });
    const isSame =
      last?.source === source &&
      last.poses.length === poses.length &&
      last.poses.every((pose, index) => pose === poses[index]);
    if (last === undefined || !isSame) last = { source, poses };
    return last.poses;
  };
}
