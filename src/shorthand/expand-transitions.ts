import type { Path } from '../project/problem-text.ts';
import type { SceneObject, Transition } from '../project/schema.ts';
import { type Expansion, leastBytes } from './budget.ts';
import { expandTracks, type States } from './expand-tracks.ts';
import type { ResolvedEnter, ResolvedScene, ResolvedTrack } from './schema.ts';

interface SceneOfTransitions {
  readonly scene: ResolvedScene;
  readonly path: Path;
  /** The compositions in order, and their states. */
  readonly sequence: readonly string[];
  readonly states: readonly States[];
  readonly objects: Readonly<Record<string, SceneObject>>;
  /** Receives the place in the document of each transition. */
  readonly places: Map<string, Path>;
}

const longestId = 80;

/**
 * Expands the transitions of a scene and creates those of its `enter`s. Returns undefined if they exceed the budget.
 */
export function expandTransitions(
  spec: SceneOfTransitions,
  expansion: Expansion,
): Record<string, Transition> | undefined {
  const { scene, path, sequence, places } = spec;
  const { transitions = {}, compositions } = scene;
  const expanded: Record<string, Transition> = Object.create(null);
  const joined = new Set<string>();
  for (const [id, transition] of Object.entries(transitions)) {
    const place = [...path, 'transitions', id];
    const tracks = tracksOf(transition, transition.tracks ?? {}, [...place, 'tracks'], spec, expansion);
    if (tracks === undefined) return undefined;
    expanded[id] = { ...transition, id: transition.id ?? id, tracks };
    places.set(id, place);
    joined.add(pairOf(transition));
  }
  const [first] = sequence;
  if (compositions[first]?.enter !== undefined) {
    const rule = 'is not allowed in the first composition, because no composition comes before it';
    expansion.problems.add([...path, 'compositions', first, 'enter'], rule);
  }
  for (const [index, toId] of sequence.entries()) {
    if (expansion.problems.full) return undefined;
    if (index === 0) continue;
    const ends = { fromId: sequence[index - 1], toId };
    const own = compositions[toId].enter;
    // The scene's `enter` is only a default.
    const enter = own ?? (joined.has(pairOf(ends)) ? undefined : scene.enter);
    const place = own === undefined ? [...path, 'enter'] : [...path, 'compositions', toId, 'enter'];
    if (enter === undefined || enter === 0) continue;
    const duration = durationOf(enter) ?? (scene.enter === undefined ? undefined : durationOf(scene.enter));
    if (duration === undefined) {
      expansion.problems.add(
        [...place, 'duration'],
        "is required, because the scene's enter has none: a number from 0 to 600000",
      );
      continue;
    }
    const written = typeof enter === 'number' ? {} : (enter.tracks ?? {});
    const tracks = tracksOf({ ...ends, duration }, written, [...place, 'tracks'], spec, expansion);
    if (tracks === undefined) return undefined;
    const id = freeId(toId, index, expanded);
    expanded[id] = { id, ...ends, duration, tracks };
    places.set(id, place);
  }
  return expanded;
}

type Ends = Pick<Transition, 'fromId' | 'toId'>;

function pairOf({ fromId, toId }: Ends): string {
  return `${fromId} ${toId}`;
}

function tracksOf(
  { fromId, toId, duration }: Ends & Pick<Transition, 'duration'>,
  tracks: Readonly<Record<string, ResolvedTrack>>,
  path: Path,
  { objects, sequence, states }: SceneOfTransitions,
  { problems, budget }: Expansion,
): Transition['tracks'] | undefined {
  if (!budget.take(leastBytes.transition, path, () => 'the transitions')) return undefined;
  const from = states[sequence.indexOf(fromId)] ?? {};
  const to = states[sequence.indexOf(toId)] ?? {};
  return expandTracks({ tracks, path, duration, objects, from, to }, budget, problems);
}

function durationOf(enter: ResolvedEnter): number | undefined {
  return typeof enter === 'number' ? enter : enter.duration;
}

/** Returns an id that no other transition has. */
function freeId(toId: string, index: number, taken: object): string {
  const named = `to-${toId}`;
  if (named.length <= longestId && !Object.hasOwn(taken, named)) return named;
  let id = `to-${index}`;
  for (let attempt = 2; Object.hasOwn(taken, id); attempt++) id = `to-${index}-${attempt}`;
  return id;
}
