import { isDeepStrictEqual } from 'node:util';
import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** The differences between two versions of a film. */
export interface Changes {
  /** Objects of the newer version that are new, or that look or move differently somewhere. */
  readonly objects: readonly { readonly scene: string; readonly id: string }[];
  /** Indices of the newer version's segments in which something differs. */
  readonly segments: readonly number[];
}

type Scene = Project['scenes'][string];
type Named = Readonly<Record<string, unknown>>;

/** Returns the differences between a version of a project and an earlier one. */
export function changesBetween(before: Project, after: Project, { segments }: Timeline): Changes {
  const scenes = after.sceneOrder.map((id) => {
    const { [id]: older } = Object.hasOwn(before.scenes, id) ? before.scenes : {};
    return sceneChanges(older, after.scenes[id]);
  });
  const indices = segments.flatMap((segment, index) => {
    const { isWhole, holds, compositions, transitions } = scenes[segment.sceneIndex];
    const hasChanged =
      segment.kind === 'hold'
        ? holds.has(segment.compositionId)
        : transitions.has(`${segment.fromId} ${segment.toId}`) ||
          compositions.has(segment.fromId) ||
          compositions.has(segment.toId);
    return isWhole || hasChanged ? [index] : [];
  });
  const objects = scenes.flatMap(({ objects: ids }, index) =>
    [...ids].map((id) => ({ scene: after.sceneOrder[index], id })),
  );
  return { objects, segments: indices };
}

interface SceneChanges {
  /** Whether the size or the background differs. */
  readonly isWhole: boolean;
  readonly objects: ReadonlySet<string>;
  /** Compositions whose hold looks different, or lasts longer or shorter. */
  readonly holds: ReadonlySet<string>;
  /** Those, and compositions with a different state that only a transition from or to them shows. */
  readonly compositions: ReadonlySet<string>;
  /** By the ids of both compositions. */
  readonly transitions: ReadonlySet<string>;
}

function sceneChanges(older: Scene | undefined, newer: Scene): SceneChanges {
  const objects = new Set(
    Object.keys(newer.objects).filter(
      (id) => !isDeepStrictEqual(paintedPart(own(older?.objects, id)), paintedPart(newer.objects[id])),
    ),
  );
  const repainted = new Set(objects);
  const [holds, compositions] = [new Set<string>(), new Set<string>()];
  const parents = new Set(Object.values(newer.objects).map(({ parentId }) => parentId));
  for (const id of newer.compositionOrder) {
    const [before, after] = [own(older?.compositions, id), newer.compositions[id]];
    const states = differing(before?.states, after.states);
    const isSeen = (object: string) =>
      parents.has(object) || own(before?.states, object)?.visible || own(after.states, object)?.visible;
    const seenBefore = stackOf(older, before);
    const lost = seenBefore.filter((object) => !Object.hasOwn(after.states, object));
    const restacked = moved(seenBefore, stackOf(newer, after));
    const isPaintedDifferently = [...states, ...repainted, ...lost, ...restacked].some(isSeen);
    if (isPaintedDifferently || before?.duration !== after.duration) holds.add(id);
    const isMoved = !isDeepStrictEqual(before?.variables, after.variables);
    if (holds.has(id) || states.length > 0 || isMoved) compositions.add(id);
    for (const object of [...states, ...restacked]) objects.add(object);
  }
  const transitions = new Set<string>();
  for (const [id, after] of Object.entries(newer.transitions)) {
    const before = own(older?.transitions, id);
    const tracks = differing(before?.tracks, after.tracks);
    const isTimed = !isDeepStrictEqual(before?.variables, after.variables);
    if (tracks.length > 0 || isTimed || before?.duration !== after.duration)
      transitions.add(`${after.fromId} ${after.toId}`);
    for (const key of tracks) objects.add(after.tracks[key].objectId);
  }
  const frame = ({ width, height, background }: Scene) => ({ width, height, background });
  const isWhole = !older || !isDeepStrictEqual(frame(older), frame(newer));
  const known = [...objects].filter((id) => Object.hasOwn(newer.objects, id));
  return { isWhole, objects: new Set(known), holds, compositions, transitions };
}

/**
 * The properties of an object without its names and its order: an additional object shifts the order of all objects
 * after it.
 */
function paintedPart(object: Scene['objects'][string] | undefined): object | undefined {
  if (object === undefined) return undefined;
  const { name: _, order: __, locked: ___, ...painted } = object;
  return painted;
}

/** The visible objects of a composition, from the lowest to the uppermost. */
function stackOf(scene: Scene | undefined, composition: Scene['compositions'][string] | undefined): string[] {
  const visible = Object.keys(composition?.states ?? {}).filter((id) => composition?.states[id].visible);
  const order = (id: string) => scene?.objects[id]?.order ?? 0;
  return visible.sort((one, other) => order(one) - order(other) || (one < other ? -1 : 1));
}

/** The objects in both stacks that have another place among them. */
function moved(before: readonly string[], after: readonly string[]): string[] {
  const [older, newer] = [new Set(before), new Set(after)];
  const stayed = before.filter((id) => newer.has(id));
  return after.filter((id) => older.has(id)).filter((id, index) => id !== stayed[index]);
}

/** The names under which the newer values differ. */
function differing(older: Named | undefined, newer: Named): string[] {
  return Object.keys(newer).filter((name) => !isDeepStrictEqual(own(older, name), newer[name]));
}

function own<Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}
