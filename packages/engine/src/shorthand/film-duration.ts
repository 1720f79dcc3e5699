import { hasLetters } from '../language/kinds.ts';
import { countNewCharacters, noticeMs, readingMs } from '../language/reading.ts';
import { layersAround } from '../project/layers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import { type Path, showSeconds, showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import type { Transition } from '../project/schema.ts';
import type { States } from './expand-track.ts';
import {
  maxHoldMs,
  type SceneNarration,
  type TimedComposition,
  timeCompositions,
} from './narration/narration.ts';
import type { ResolvedScene } from './schema.ts';

/** A scene whose transitions are known, but not how long all of its compositions are held. */
export interface UntimedScene {
  readonly id: string;
  readonly path: Path;
  readonly scene: ResolvedScene;
  /** Keys of the compositions, in order. */
  readonly sequence: readonly string[];
  readonly objects: Readonly<Record<string, SceneObject>>;
  readonly narration: SceneNarration | null;
  readonly states: readonly States[];
  readonly transitions: Readonly<Record<string, Pick<Transition, 'fromId' | 'toId' | 'duration'>>>;
}

/** How long compositions without a duration are held if their scene or the film has one. */
export interface SceneTimes {
  /** By the keys of the compositions, in milliseconds. */
  readonly holds: ReadonlyMap<string, number>;
  /** Whether the scene lasts exactly as long as its pictures, because it or the film has a duration. */
  readonly isTimed: boolean;
}

/** A composition that is held as long as there is time, and its share of that. */
interface FreeComposition {
  readonly scene: string;
  readonly key: string;
  readonly path: Path;
  readonly weight: number;
}

/** The time that is taken in a scene or a film, in milliseconds. */
interface TakenTime {
  readonly heldMs: number;
  readonly movingMs: number;
}

/**
 * Divides the duration of scenes and of the film among the compositions without one, by their words to read. Reports
 * a duration that cannot be met.
 */
export function shareDurations(
  scenes: readonly UntimedScene[],
  filmMs: number | undefined,
  problems: Problems,
): ReadonlyMap<string, SceneTimes> {
  const times = new Map<string, SceneTimes>();
  const add = (shares: ReadonlyMap<string, ReadonlyMap<string, number>>, ids: readonly string[]) => {
    for (const id of ids)
      times.set(id, { holds: shares.get(id) ?? times.get(id)?.holds ?? new Map(), isTimed: true });
  };
  let fixedMs = 0;
  for (const scene of scenes) {
    const { duration } = scene.scene;
    if (duration === undefined) continue;
    fixedMs += duration;
    const shares = shareTime(freeIn(scene), takenIn(scene), duration, [...scene.path, 'duration'], problems);
    add(shares, [scene.id]);
  }
  if (filmMs === undefined) return times;
  const others = scenes.filter(({ scene }) => scene.duration === undefined);
  const taken = others.map(takenIn);
  const sum = (part: keyof TakenTime) => taken.reduce((total, one) => total + one[part], 0);
  const shares = shareTime(
    others.flatMap(freeIn),
    { heldMs: fixedMs + sum('heldMs'), movingMs: sum('movingMs') },
    filmMs,
    ['duration'],
    problems,
  );
  add(
    shares,
    scenes.map(({ id }) => id),
  );
  return times;
}

/** The compositions without a duration, except where speech or the start of a later one decides when they end. */
function freeIn(untimed: UntimedScene): readonly FreeComposition[] {
  const { id, path, scene, sequence, narration } = untimed;
  const lastStart = sequence.findLastIndex((key) => narration?.starts.has(key));
  return sequence.flatMap((key, index) => {
    const isTimed = scene.compositions[key].duration !== undefined || narration?.speeches.has(key);
    if (isTimed || index < lastStart) return [];
    const characters = newCharacters(untimed, index);
    const place = [...path, 'compositions', key];
    return [{ scene: id, key, path: place, weight: Math.max(noticeMs, readingMs(characters)) }];
  });
}

/** Counts the characters in a composition that viewers have not just read. */
function newCharacters({ objects, states }: UntimedScene, index: number): number {
  const [before, now] = [states[index - 1] ?? {}, states[index] ?? {}];
  const isRead = (of: States, id: string) => {
    const isShown = [id, ...layersAround(objects, id)].every(
      (one) => of[one]?.visible === true && of[one].opacity > 0,
    );
    return isShown && hasLetters(objects[id]?.kind) && objects[id]?.cues === undefined;
  };
  const readBefore = new Set(
    Object.entries(before).flatMap(([id, { text }]) => (isRead(before, id) ? [text] : [])),
  );
  return Object.entries(now)
    .filter(([id, { text }]) => isRead(now, id) && !readBefore.has(text))
    .reduce((sum, [id, { text }]) => {
      const earlier = isRead(before, id) ? before[id]?.text : undefined;
      return sum + countNewCharacters(text, earlier);
    }, 0);
}

/** The time of a scene without that of its free compositions. */
function takenIn(untimed: UntimedScene): TakenTime {
  const { scene, sequence, narration } = untimed;
  const free = new Set(freeIn(untimed).map(({ key }) => key));
  const timed = timedCompositions(untimed).map((one) => (free.has(one.key) ? { ...one, holdMs: 0 } : one));
  const movingMs = timed.reduce((sum, { enterMs }) => sum + enterMs, 0);
  // Its problems are reported when all durations are known.
  const times = narration === null ? null : timeCompositions(timed, narration, new Problems());
  const heldMs = sequence.reduce(
    (sum, key) =>
      sum + (times?.get(key)?.holdMs ?? (free.has(key) ? 0 : (scene.compositions[key].duration ?? 0))),
    0,
  );
  return { heldMs, movingMs };
}

/** The compositions of a scene with the durations of the transitions into them, and `holds` for those without one. */
export function timedCompositions(
  { scene, sequence, transitions, path }: UntimedScene,
  holds: SceneTimes['holds'] = new Map(),
): TimedComposition[] {
  const durations = new Map(
    Object.values(transitions).map(({ fromId, toId, duration }) => [`${fromId} ${toId}`, duration]),
  );
  return sequence.map((key, index) => ({
    key,
    enterMs: durations.get(`${sequence[index - 1]} ${key}`) ?? 0,
    holdMs: holds.get(key) ?? scene.compositions[key].duration,
    isPaused: scene.compositions[key].paused === true,
    path: [...path, 'compositions', key],
  }));
}

/** Returns the holds of free compositions by scene and key; none if the duration cannot be met, which is reported. */
function shareTime(
  free: readonly FreeComposition[],
  { heldMs, movingMs }: TakenTime,
  durationMs: number,
  place: Path,
  problems: Problems,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const shares = new Map<string, Map<string, number>>();
  const leftMs = durationMs - heldMs - movingMs;
  const taken = `${showSeconds(heldMs)}, and the transitions ${showSeconds(movingMs)}`;
  const given = `but is ${showSeconds(durationMs)}`;
  if (free.length === 0) {
    if (Math.abs(leftMs) < 1e-6) return shares;
    const rule = `must be ${showSeconds(heldMs + movingMs)}, ${given}: the durations of all compositions are set and take ${taken}`;
    problems.add(place, 'time-span', `${rule}; leave out the duration of a composition, or this one`);
    return shares;
  }
  if (leftMs <= 0) {
    const rule = `must be more than ${showSeconds(heldMs + movingMs)}, ${given}: the compositions whose durations are set take ${taken}`;
    problems.add(place, 'time-span', `${rule}; make some of them shorter, or this duration longer`);
    return shares;
  }
  const whole = free.reduce((sum, { weight }) => sum + weight, 0);
  let weight = 0;
  let sharedMs = 0;
  for (const [index, one] of free.entries()) {
    weight += one.weight;
    // Whole milliseconds, except for the last, so that the sum is exact.
    const untilMs = index === free.length - 1 ? leftMs : Math.round((leftMs * weight) / whole);
    const holdMs = untilMs - sharedMs;
    sharedMs = untilMs;
    shares.set(one.scene, (shares.get(one.scene) ?? new Map<string, number>()).set(one.key, holdMs));
    if (holdMs <= maxHoldMs) continue;
    const rule = `leaves ${showSeconds(holdMs)} for the composition ${showValue(one.key)}, but one is held for at most 10 minutes; add compositions`;
    problems.add(place, 'time-span', rule);
    return new Map();
  }
  return shares;
}
