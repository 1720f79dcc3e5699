import { isDeepStrictEqual } from 'node:util';
import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** The differences between two versions of a film. */
export interface Changes {
  /** Objects of the newer version that are new, or that look or move differently somewhere. */
  readonly objects: readonly ChangedObject[];
  /** Names of objects that the newer version no longer has. */
  readonly removed: readonly string[];
  /** Indices of the newer version's segments in which something differs. */
  readonly segments: readonly number[];
}

export interface ChangedObject {
  readonly scene: string;
  readonly id: string;
  readonly name: string;
  /** In which it differs; empty if only its order, or what moves it, does. */
  readonly fields: readonly ChangedField[];
  readonly isNew: boolean;
}

/** A field of an object or of its states. */
export interface ChangedField {
  readonly field: string;
  /** The numbers before and after, if they are the same in all compositions. */
  readonly numbers: readonly [before: number, after: number] | null;
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
  const objects = scenes.flatMap(({ objects: ids }, index) => {
    const scene = after.sceneOrder[index];
    const [older, newer] = [own(before.scenes, scene), after.scenes[scene]];
    return [...ids].map((id) => ({
      ...{ scene, id, name: newer.objects[id].name },
      fields: older ? changedFields(older, newer, id) : [],
      isNew: own(older?.objects, id) === undefined,
    }));
  });
  const removed = Object.entries(before.scenes).flatMap(([id, { objects: older }]) =>
    Object.keys(older)
      .filter((object) => own(own(after.scenes, id)?.objects, object) === undefined)
      .map((object) => older[object].name),
  );
  return { objects, removed, segments: indices };
}

/** The fields of an object and of its states that both versions have, and that differ. */
function changedFields(older: Scene, newer: Scene, object: string): ChangedField[] {
  const found = new Map<string, ChangedField>();
  const compare = (before: Named | undefined, after: Named | undefined) => {
    if (!before || !after) return;
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [from, to] = [own(before, field), own(after, field)];
      if (isDeepStrictEqual(from, to)) continue;
      const numbers = typeof from === 'number' && typeof to === 'number' ? ([from, to] as const) : null;
      const change = found.get(field);
      const isSame = !change || isDeepStrictEqual(change.numbers, numbers);
      found.set(field, { field, numbers: isSame ? numbers : null });
    }
  };
  const [was, is] = [own(older.objects, object), own(newer.objects, object)];
  compare(paintedPart(was), paintedPart(is));
  for (const id of newer.compositionOrder) {
    const [before, after] = [older, newer].map((scene) => own(own(scene.compositions, id)?.states, object));
    compare(before, after);
  }
  return [...found.values()];
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
  const shown = new Set([older, newer].flatMap((scene) => visibleIn(scene)));
  const comparable = [...objects].filter(
    (id) => Object.hasOwn(newer.objects, id) && (shown.has(id) || parents.has(id)),
  );
  return { isWhole, objects: new Set(comparable), holds, compositions, transitions };
}

/**
 * The properties of an object without its names and its order: an additional object shifts the order of all objects
 * after it.
 */
function paintedPart(object: Scene['objects'][string] | undefined): Named | undefined {
  if (object === undefined) return undefined;
  const { name: _, order: __, locked: ___, ...painted } = object;
  return painted;
}

/** The objects that a composition of a scene shows. */
function visibleIn(scene: Scene | undefined): string[] {
  return Object.values(scene?.compositions ?? {}).flatMap(({ states }) =>
    Object.keys(states).filter((id) => states[id].visible),
  );
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
