import { isDeepStrictEqual } from 'node:util';
import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** What differs between two versions of a film. */
export interface Changes {
  /** Objects of the newer version that are new, or that look or move differently somewhere. */
  readonly objects: readonly { readonly scene: string; readonly id: string }[];
  /** Indices of the newer version's segments in which something differs. */
  readonly segments: readonly number[];
}

type Scene = Project['scenes'][string];
type Named = Readonly<Record<string, unknown>>;

/** Returns what differs in a version of a project from an earlier one. */
export function changesBetween(before: Project, after: Project, { segments }: Timeline): Changes {
  const scenes = after.sceneOrder.map((id) => {
    const { [id]: older } = Object.hasOwn(before.scenes, id) ? before.scenes : {};
    return sceneChanges(older, after.scenes[id]);
  });
  const indices = segments.flatMap((segment, index) => {
    const { isWhole, compositions, transitions } = scenes[segment.sceneIndex];
    const hasChanged =
      segment.kind === 'hold'
        ? compositions.has(segment.compositionId)
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
  /** Whether the size, the background or the order of the objects differs. */
  readonly isWhole: boolean;
  readonly objects: ReadonlySet<string>;
  readonly compositions: ReadonlySet<string>;
  /** By the ids of both compositions. */
  readonly transitions: ReadonlySet<string>;
}

function sceneChanges(older: Scene | undefined, newer: Scene): SceneChanges {
  const objects = new Set(differing(older?.objects, newer.objects));
  const compositions = new Set<string>();
  const transitions = new Set<string>();
  for (const id of newer.compositionOrder) {
    const [before, after] = [own(older?.compositions, id), newer.compositions[id]];
    const states = differing(before?.states, after.states);
    const isPaintedDifferently = Object.entries(after.states).some(
      ([object, state]) => state.visible && objects.has(object),
    );
    const isLonger = before?.duration !== after.duration;
    const hasLost = Object.keys(before?.states ?? {}).some((object) => !Object.hasOwn(after.states, object));
    if (states.length > 0 || isPaintedDifferently || isLonger || hasLost) compositions.add(id);
    for (const object of states) objects.add(object);
  }
  for (const [id, after] of Object.entries(newer.transitions)) {
    const before = own(older?.transitions, id);
    const tracks = differing(before?.tracks, after.tracks);
    if (tracks.length > 0 || before?.duration !== after.duration)
      transitions.add(`${after.fromId} ${after.toId}`);
    for (const key of tracks) objects.add(after.tracks[key].objectId);
  }
  const frame = ({ objects: _, compositions: __, transitions: ___, ...rest }: Scene) => rest;
  const isWhole = !older || !isDeepStrictEqual(frame(older), frame(newer));
  const known = [...objects].filter((id) => Object.hasOwn(newer.objects, id));
  return { isWhole, objects: new Set(known), compositions, transitions };
}

/** The names under which the newer values differ. */
function differing(older: Named | undefined, newer: Named): string[] {
  return Object.keys(newer).filter((name) => !isDeepStrictEqual(own(older, name), newer[name]));
}

function own<Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}
