import { isLayer, isShape } from '../../language/kinds.ts';
import { layersAround, opacityOfLayers } from '../../project/layers.ts';
import { usualTransitionMs } from '../../project/properties/values.ts';
import type { Composition, Project, Scene, Transition } from '../../project/schema.ts';
import { trackOf } from '../../project/tracks.ts';
import { followingIn, hasMovingGrain } from '../../timeline/follow-time.ts';
import { keyframesByProperty } from '../../timeline/keyframes.ts';
import { compositionTimesOf } from '../../timeline/sequence.ts';
import { movingVariables } from './lane.ts';

/** What happens in a composition of the film, and when. Times are milliseconds of the film. */
export interface PlannedComposition {
  /** Id of the scene. */
  readonly scene: string;
  /** Id of the composition. */
  readonly composition: string;
  /** When the transition into it begins; without one, when it appears. */
  readonly startMs: number;
  /** Duration of the transition into it; 0 for a cut. */
  readonly transitionMs: number;
  /** How long it is held. */
  readonly holdMs: number;
  /** Objects and parts that become visible, as the document names them. A group stands for all of its members. */
  readonly enters: readonly string[];
  /** Those that stay and move, look different or are emphasised. */
  readonly changes: readonly string[];
  /** Those that disappear. */
  readonly leaves: readonly string[];
  /** Those that move by themselves while it is held: loops, formulas with the time, and the grain; missing without any. */
  readonly loops?: readonly string[];
  /** The transition from the scene before, in the first composition of a scene; missing for a cut. */
  readonly sceneTransition?: { readonly type: string; readonly durationMs: number };
}

type Change = 'enters' | 'changes' | 'leaves' | 'stays' | 'loops';

/** How the document calls the objects of a scene, and the ids of the groups around them, the outermost first. */
export interface DocumentNames {
  readonly mentionsIn: (scene: string) => (id: string) => string;
  readonly groupsIn: (scene: string) => (id: string) => readonly string[];
}

/** Returns the compositions of a film in playing order, with what each of them changes. */
export function planOf(project: Project, names: DocumentNames): readonly PlannedComposition[] {
  const times = compositionTimesOf(project);
  return project.sceneOrder.flatMap((sceneId, sceneIndex) => {
    const scene = project.scenes[sceneId];
    const { transition } = scene;
    const named = names.mentionsIn(sceneId);
    const groupsOf = names.groupsIn(sceneId);
    const wholesOf = new Map(
      Object.keys(scene.objects).map((id) => [id, wholesAround(named(id), groupsOf(id).map(named))]),
    );
    return scene.compositionOrder.flatMap((id, index) => {
      const before = scene.compositions[scene.compositionOrder[index - 1] ?? ''];
      const changed = changesInto(scene, before, scene.compositions[id]);
      const { entersMs, reachedMs, leftMs } = times.get(sceneId)?.get(id) ?? {
        ...{ entersMs: 0, reachedMs: 0, leftMs: 0 },
      };
      // A film whose first composition has a transition begins with nothing.
      if (index === 0 && reachedMs === leftMs && changed.size === 0) return [];
      const of = (change: Change) => namesOf(change, changed, wholesOf);
      const loops = [
        ...namesOf('loops', loopsIn(scene, id, { startMs: reachedMs, endMs: leftMs }), wholesOf),
        ...(hasMovingGrain(scene) ? ['grain'] : []),
      ];
      return [
        {
          ...{ scene: scene.id, composition: id, startMs: entersMs },
          ...{ transitionMs: reachedMs - entersMs, holdMs: leftMs - reachedMs },
          ...{ enters: of('enters'), changes: of('changes'), leaves: of('leaves') },
          ...(loops.length > 0 && { loops }),
          ...(transition &&
            sceneIndex > 0 &&
            index === 0 && {
              sceneTransition: {
                type: transition.type,
                durationMs: transition.duration ?? usualTransitionMs,
              },
            }),
        },
      ];
    });
  });
}

/** What happens to each object that is seen in a composition or in the one before it. */
function changesInto(
  scene: Scene,
  before: Composition | undefined,
  after: Composition,
): ReadonlyMap<string, Change> {
  const transition = Object.values(scene.transitions).find(
    ({ fromId, toId }) => fromId === before?.id && toId === after.id,
  );
  const changed = new Map<string, Change>();
  for (const id of Object.keys(scene.objects)) {
    const [wasSeen, isSeen] = [before, after].map((one) => one !== undefined && isShown(scene, one, id));
    if (isSeen && !wasSeen) changed.set(id, 'enters');
    else if (wasSeen && !isSeen) changed.set(id, 'leaves');
    else if (before && (isSeen || isDrawnBetween(scene, [before, after], transition, id)))
      changed.set(id, isChanged(scene, [before, after], transition, id) ? 'changes' : 'stays');
  }
  return changed;
}

/** Whether an object paints something in a composition. */
function isShown(scene: Scene, composition: Composition, id: string): boolean {
  const state = composition.states[id];
  if (!state?.visible || !(state.opacity > 0) || !(opacityOfLayers(scene, composition, id) > 0)) return false;
  return isPainted(scene, composition, id);
}

/** Whether an object has something to paint: layers and the cells of tables hold and place others. */
function isPainted({ objects }: Scene, { states }: Composition, id: string): boolean {
  const [kind, state] = [objects[id]?.kind, states[id]];
  const isClosed = isShape(kind);
  const isEmpty = state?.fill === 'none' && state.fillGradient === undefined && state.stroke === 'none';
  return !isLayer(kind) && kind !== 'video' && !(isClosed && isEmpty);
}

type Both = readonly [before: Composition, after: Composition];

/** Which of the objects that are seen in a composition move by themselves, and what moves others. */
function loopsIn(
  scene: Scene,
  compositionId: string,
  times: { readonly startMs: number; readonly endMs: number },
): ReadonlyMap<string, Change> {
  const composition = scene.compositions[compositionId];
  const objects = Object.values(scene.objects);
  const shown = new Set(objects.flatMap(({ id }) => (isShown(scene, composition, id) ? [id] : [])));
  const following = followingIn(scene, { kind: 'hold', sceneIndex: 0, compositionId, ...times });
  if (following.length === 0) return new Map();
  const found = new Map<string, Change>([...shown].map((id) => [id, 'stays']));
  const holders = new Set(
    objects.flatMap(({ id, parentId, layerId }) => (shown.has(id) ? [parentId, layerId] : [])),
  );
  for (const { objectId, by } of following) {
    const isSeen = shown.has(objectId) || holders.has(objectId);
    if (isSeen && (by === 'loop' || by === 'formula')) found.set(objectId, 'loops');
  }
  return found;
}

/**
 * Whether an object that is not seen at either end has an effect between them: a ring is drawn and gone, and what paints
 * nothing may turn or show others.
 */
function isDrawnBetween(scene: Scene, both: Both, transition: Transition | undefined, id: string): boolean {
  const [before, after] = both;
  if (isLayer(scene.objects[id]?.kind)) return false;
  const stays = both.every(({ states }) => states[id]?.visible === true);
  if (isPainted(scene, after, id)) return stays && hasKeyframes(transition, id);
  const moves = Object.values(scene.objects).some(({ parentId }) => parentId === id);
  const shownState = ({ states }: Composition) => JSON.stringify({ ...states[id], visible: true });
  return moves && shownState(before) !== shownState(after);
}

function hasKeyframes(transition: Transition | undefined, id: string): boolean {
  const track = transition && trackOf(transition.tracks, id)?.track;
  return track !== undefined && keyframesByProperty(track.keyframes).size > 0;
}

function isChanged(scene: Scene, both: Both, transition: Transition | undefined, id: string): boolean {
  const { objects } = scene;
  const [before, after] = both;
  const parent = objects[id]?.parentId ?? '';
  // What follows an object is moved by it; the camera and what turns a group are changes of their own.
  const follows = objects[parent] !== undefined && isPainted(scene, after, parent);
  const differs = (one: string) => JSON.stringify(before.states[one]) !== JSON.stringify(after.states[one]);
  return (
    hasKeyframes(transition, id) ||
    movingVariables(both, transition, id).length > 0 ||
    [id, ...layersAround(objects, id)].some(differs) ||
    (follows && isChanged(scene, both, transition, parent))
  );
}

/** The names of what an object is in, the outermost first, and its own. */
function wholesAround(name: string, groups: readonly string[]): readonly string[] {
  return [...new Set([...groups, name].flatMap(prefixesOf))];
}

/** `a`, `a.b` and `a.b.c` for `a.b.c`. */
function prefixesOf(name: string): string[] {
  const segments = name.split('.');
  return segments.map((_, index) => segments.slice(0, index + 1).join('.'));
}

/** The names of the objects to which something happens; what happens to all of a whole has only its name. */
function namesOf(
  change: Change,
  changed: ReadonlyMap<string, Change>,
  wholesOf: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const mixed = new Set<string>();
  for (const [id, own] of changed)
    if (own !== change) for (const whole of wholesOf.get(id) ?? []) mixed.add(whole);
  const names = new Set<string>();
  for (const [id, own] of changed) {
    const wholes = wholesOf.get(id) ?? [];
    if (own === change) names.add(wholes.find((whole) => !mixed.has(whole)) ?? wholes.at(-1) ?? id);
  }
  return [...names].filter((name) => !prefixesOf(name).some((whole) => whole !== name && names.has(whole)));
}
