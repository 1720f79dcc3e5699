import { isProse } from '../../language/kinds.ts';
import type { Timing } from '../motion-schemas.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import { timingNames } from '../properties/property.ts';
import type { Scene, Transition, TransitionTrack } from '../schema.ts';
import { checkKeyframes } from './keyframes.ts';
import { endsWithin, exceeds } from './timing.ts';

/**
 * Checks that each transition joins neighbours, that no pair has two transitions, and that everything ends within its
 * transition.
 */
export function checkTransitions(scene: Scene, path: Path, problems: Problems): void {
  const joined = new Map<string, string>();
  for (const [id, transition] of Object.entries(scene.transitions)) {
    if (problems.full) return;
    const place = [...path, 'transitions', id];
    checkNeighbours(scene, transition, place, problems);
    const pair = `${transition.fromId} ${transition.toId}`;
    const other = joined.get(pair);
    if (other !== undefined) {
      const ends = `from ${transition.fromId} to ${transition.toId}`;
      problems.add(
        place,
        'repeated-id',
        `must be the only transition ${ends}, but ${showValue(other)} also goes ${ends}`,
      );
    }
    joined.set(pair, id);
    for (const [key, track] of Object.entries(transition.tracks)) {
      if (problems.full) return;
      checkTrack(track, transition, [...place, 'tracks', key], problems);
      checkParts(track, scene, [...place, 'tracks', key], problems);
    }
  }
}

function checkNeighbours(scene: Scene, transition: Transition, path: Path, problems: Problems): void {
  const { compositions, compositionOrder } = scene;
  const { fromId, toId } = transition;
  const unknown = (['fromId', 'toId'] as const).filter(
    (end) => !Object.hasOwn(compositions, transition[end]),
  );
  for (const end of unknown) {
    problems.add(
      [...path, end],
      'unknown-id',
      `must name a composition in the scene, but is ${showValue(transition[end])}`,
    );
  }
  const index = compositionOrder.indexOf(fromId);
  // The check of references reports a composition that is missing in the order.
  if (unknown.length > 0 || index < 0) return;
  const next = compositionOrder[index + 1];
  if (next === undefined) {
    problems.add(
      [...path, 'fromId'],
      'transition-order',
      `must have a composition after it, but ${showValue(fromId)} is the last`,
    );
  } else if (next !== toId) {
    const rule = `must be the composition after ${showValue(fromId)}, which is ${showValue(next)}`;
    problems.add([...path, 'toId'], 'transition-order', `${rule}, but is ${showValue(toId)}`);
  }
}

function checkTrack(track: TransitionTrack, transition: Transition, path: Path, problems: Problems): void {
  if (track.implicit !== true) checkSpan(track, transition, path, problems);
  for (const name of timingNames) {
    const timing = track[name];
    if (timing) checkSpan(timing, transition, [...path, name], problems);
  }
  if (track.keyframes !== undefined) checkKeyframes(track.keyframes, [...path, 'keyframes'], problems);
}

/** Checks that only texts move in parts, and that an object is uncovered only instead of being written. */
function checkParts(
  { by, wipe, type, objectId }: TransitionTrack,
  { objects }: Scene,
  path: Path,
  problems: Problems,
): void {
  const kind = objects[objectId]?.kind;
  if (by !== undefined && kind !== undefined && !isProse(kind)) {
    const rule = `is for texts, but ${showValue(objectId)} is of kind ${kind}; remove it`;
    problems.add([...path, 'by'], 'wrong-kind', rule);
  }
  // A broken type is reported already.
  if (typeof type !== 'string') return;
  if (by !== undefined && type !== 'move' && type !== 'fade') {
    const rule = `is for tracks of type move or fade, but the type is ${type}; change one of the two`;
    problems.add([...path, 'by'], 'conflict', rule);
  }
  if (wipe !== undefined && type !== 'write') {
    const rule = `is for tracks of type write, but the type is ${type}; change one of the two`;
    problems.add([...path, 'wipe'], 'conflict', rule);
  }
}

function checkSpan(
  { start, duration }: Pick<Timing, 'start' | 'duration'>,
  transition: Transition,
  path: Path,
  problems: Problems,
): void {
  if (endsWithin(start, duration, transition.duration)) return;
  problems.add(
    path,
    'time-span',
    exceeds('start + duration', start + duration, "the transition's", transition.duration),
  );
}
