import { maxKeyframesPerTrack } from '../project/limits.ts';
import type { ObjectKind } from '../project/object-kinds.ts';
import type { Path } from '../project/problem-text.ts';
import { showNumber, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type {
  CompositionState,
  Keyframe,
  KeyframeProperty,
  SceneObject,
  Timing,
  TransitionTrack,
} from '../project/schema.ts';
import { type ExpansionBudget, leastBytes } from './budget.ts';
import { hexColor } from './css-colors.ts';
import { defaults } from './defaults.ts';
import { edgeKeyframes, type GrowthEdge, growsFromEdges } from './grow-from-edge.ts';
import { keyframeId } from './keyframe-id.ts';
import { repeatKeyframes } from './repeat-keyframes.ts';
import type { ResolvedTrack } from './schema.ts';

/** A track with its key and its place in the document. */
export interface WrittenTrack {
  readonly key: string;
  readonly track: ResolvedTrack;
  readonly place: Path;
}

type Keyframes = NonNullable<ResolvedTrack['keyframes']>;
export type States = Readonly<Record<string, CompositionState>>;

/** Source of the tracks of a transition. */
export interface TracksToExpand {
  /** By the id of an object or a group, or `*`. */
  readonly tracks: ReadonlyMap<string, WrittenTrack>;
  /** Duration of the transition in milliseconds. */
  readonly duration: number;
  readonly objects: Readonly<Record<string, SceneObject>>;
  /** Objects of each group, inner groups first. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly from: States;
  readonly to: States;
}

/** Key of the track for all objects that change and have no track of their own. */
export const anyObject = '*';

/** Returns the id of the object or the group that a track is for, or `*`. */
export function trackTarget(key: string, { objectId }: Pick<ResolvedTrack, 'objectId'>): string {
  return key === anyObject ? key : (objectId ?? key);
}

/** The tracks of a transition, and the places in the document that they come from, by key. */
export interface ExpandedTracks {
  readonly tracks: Record<string, TransitionTrack>;
  readonly places: ReadonlyMap<string, Path>;
}

/**
 * Expands the tracks of a transition. An object has its own track, or that of the innermost group around it, or `*`.
 * Returns undefined if they exceed the budget.
 */
export function expandTracks(
  spec: TracksToExpand,
  budget: ExpansionBudget,
  problems: Problems,
): ExpandedTracks | undefined {
  const { tracks, objects, members, from, to } = spec;
  const expanded: Record<string, TransitionTrack> = Object.create(null);
  const places = new Map<string, Path>();
  for (const [id, { track, place }] of tracks) {
    if (problems.full) return undefined;
    if (id === anyObject || members.has(id)) continue;
    if (!budget.take(bytesOf(track), place, () => 'the tracks')) return undefined;
    expanded[id] = expandTrack(track, id, spec, place, problems);
    places.set(id, place);
  }
  const inDrawingOrder = Object.values(objects)
    .sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
  for (const [id, candidates] of [...members, [anyObject, inDrawingOrder] as const]) {
    const shared = tracks.get(id);
    if (shared === undefined) continue;
    const changing = candidates.filter((one) => !(one in expanded) && changes(from[one], to[one]));
    if (!shareTrack(shared, id, changing, spec, expanded, budget, problems)) return undefined;
    for (const one of changing) places.set(one, shared.place);
  }
  return byKey(expanded, places, tracks);
}

/** Gives tracks the keys that they have in the document; those of groups and `*`, the ids of their objects. */
function byKey(
  byObject: ExpandedTracks['tracks'],
  places: ExpandedTracks['places'],
  written: TracksToExpand['tracks'],
): ExpandedTracks {
  const isKeptKey = (id: string) => (written.get(id)?.key ?? id) === id;
  if (Object.keys(byObject).every(isKeptKey)) return { tracks: byObject, places };
  const taken = new Set([...written.values()].map(({ key }) => key));
  const keyed: ExpandedTracks['tracks'] = Object.create(null);
  const keyedPlaces = new Map<string, Path>();
  for (const [id, track] of Object.entries(byObject)) {
    let key = written.get(id)?.key ?? id;
    // Another object's track may have this object's id as its key.
    for (let attempt = 2; !written.has(id) && taken.has(key); attempt++) key = `track-${attempt}`;
    taken.add(key);
    keyed[key] = track;
    keyedPlaces.set(key, places.get(id) ?? []);
  }
  return { tracks: keyed, places: keyedPlaces };
}

/** Gives each of the objects a copy of the track of their group, or of `*`. */
function shareTrack(
  { track: shared, place }: WrittenTrack,
  id: string,
  changing: readonly string[],
  spec: TracksToExpand,
  expanded: Record<string, TransitionTrack>,
  budget: ExpansionBudget,
  problems: Problems,
): boolean {
  const what = () => `${changing.length} tracks made from "${id}"`;
  if (!budget.take(bytesOf(shared) * changing.length, place, what)) return false;
  const { stagger = 0, objectId: _, ...track } = shared;
  const { duration } = spec;
  const start = track.start ?? 0;
  const last = start + stagger * Math.max(0, changing.length - 1);
  if (stagger > 0 && last > duration) {
    const rule = `${changing.length} objects start one after another, the last at ${showNumber(last)} ms`;
    const room = duration - start - (track.duration ?? 0);
    const largest = Math.floor(room / (changing.length - 1));
    // Without room for a stagger of 1 ms, or for a single object, a smaller one does not help.
    const wayOut =
      largest >= 1 && changing.length > 1
        ? `lower the stagger to at most ${largest} ms or make the transition longer`
        : 'make the transition longer';
    problems.add(
      [...place, 'stagger'],
      `${rule}, but the transition lasts ${showNumber(duration)} ms; ${wayOut}`,
    );
    return true;
  }
  // Without a written duration, all objects get the same one, such that the last object ends with the transition.
  const longest = Math.max(0, duration - last);
  if (stagger > 0 && track.duration !== undefined && track.duration > longest) {
    problems.add(
      [...place, 'duration'],
      `is the time of each of ${changing.length} objects, of which the last starts at ${showNumber(last)} ms, so it must be at most ${showNumber(longest)}, but is ${showNumber(track.duration)}; lower it or the stagger, or make the transition longer`,
    );
    return true;
  }
  const each = { ...track, duration: track.duration ?? longest };
  for (const [index, one] of changing.entries()) {
    expanded[one] = expandTrack({ ...each, start: start + index * stagger }, one, spec, place, problems);
  }
  return true;
}

/** Whether an object differs in two compositions. */
export function changes(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  if (from === to) return false;
  if (from === undefined || to === undefined) return true;
  const { path: pathFrom, ...valuesFrom } = from;
  const { path: pathTo, ...valuesTo } = to;
  return (
    !areEqual(valuesFrom, valuesTo) || !areEqual(pathFrom.c1, pathTo.c1) || !areEqual(pathFrom.c2, pathTo.c2)
  );
}

function areEqual(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

/** Compares lists of numbers and of points by their items. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return (
    Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => isSameValue(item, other[index]))
  );
}

function expandTrack(
  track: ResolvedTrack,
  objectId: string,
  { duration: transitionDuration, objects, from, to }: TracksToExpand,
  path: Path,
  problems: Problems,
): TransitionTrack {
  const { stagger, keyframes, from: edge, ...given } = track;
  if (stagger !== undefined) {
    problems.add([...path, 'stagger'], `is only allowed in the track "${anyObject}" and in those of groups`);
  }
  const start = given.start ?? 0;
  const whole: TransitionTrack = {
    path: null,
    type: 'move',
    order: 'together',
    start,
    duration: Math.max(0, transitionDuration - start),
    easing: defaults.easing,
    objectId,
  };
  const expanded = Object.assign(whole, given);
  for (const [name, value] of Object.entries(given)) {
    if (name.endsWith('Timing') && typeof value === 'object' && value !== null) {
      Object.assign(expanded, {
        [name]: expandTiming(value as Partial<Timing>, expanded, transitionDuration),
      });
    }
  }
  if (keyframes !== undefined) {
    expanded.keyframes = expandKeyframes(keyframes, expanded.easing, [...path, 'keyframes'], problems);
  }
  if (edge !== undefined) {
    const kind = objects[objectId]?.kind;
    const problem = edgeProblem(expanded.type, kind, objectId);
    if (problem !== undefined) problems.add([...path, 'from'], problem);
    else growFromEdge(expanded, edge, from[objectId], to[objectId]);
  }
  return expanded;
}

function edgeProblem(
  type: TransitionTrack['type'],
  kind: ObjectKind | undefined,
  objectId: string,
): string | undefined {
  if (type !== 'grow')
    return `is the edge from which an object grows, but the type is ${type}; write "type": "grow"`;
  if (kind === undefined || growsFromEdges(kind)) return undefined;
  return `is for circles, rectangles and images, but ${objectId} is of kind ${kind}, which grows from its position; remove it`;
}

/** Adds the keyframes that let the edge stay, except for properties that have keyframes of their own. */
function growFromEdge(
  track: TransitionTrack,
  edge: GrowthEdge,
  from: CompositionState | undefined,
  to: CompositionState | undefined,
): void {
  const given = Object.values(track.keyframes ?? {}).map(({ property }) => property);
  const { revealTiming, positionTiming, sizeTiming } = track;
  const added = edgeKeyframes(edge, from, to, revealTiming?.easing ?? track.easing);
  if (Object.keys(added).length === 0) return;
  const free = Object.entries(added).filter(([, { property }]) => !given.includes(property));
  track.keyframes = { ...track.keyframes, ...Object.fromEntries(free) };
  // The edge stays only if its object moves while it grows.
  if (revealTiming != null) {
    track.positionTiming = positionTiming ?? revealTiming;
    track.sizeTiming = sizeTiming ?? revealTiming;
  }
}

function expandTiming(timing: Partial<Timing>, track: TransitionTrack, transitionDuration: number): Timing {
  const start = timing.start ?? track.start;
  const rest = Math.max(0, transitionDuration - start);
  const duration = timing.start === undefined ? track.duration : rest;
  return { start, easing: timing.easing ?? track.easing, duration: timing.duration ?? duration };
}

function expandKeyframes(
  keyframes: Keyframes,
  easing: Keyframe['easing'],
  path: Path,
  problems: Problems,
): Record<string, Keyframe> {
  const expanded: Record<string, Keyframe> = Object.create(null);
  const count = countKeyframes(keyframes);
  const { repeat = 1, alternate = false } = keyframes;
  if (count > maxKeyframesPerTrack) {
    const repeated = repeat > 1 ? `, repeated ${repeat} times` : '';
    problems.add(path, `must have at most ${maxKeyframesPerTrack} keyframes, but has ${count}${repeated}`);
    return expanded;
  }
  for (const [key, written] of keyframesIn(keyframes)) {
    if (!isList(written)) {
      expanded[key] = {
        ...written,
        value: hexValue(written.property, written.value),
        easing: written.easing ?? easing,
      };
    } else {
      const property = key as KeyframeProperty;
      const list = repeat > 1 ? repeatKeyframes(written, repeat, alternate, easing) : written;
      for (const [index, [at, value, ease]] of list.entries()) {
        const id = keyframeId(property, index);
        if (Object.hasOwn(keyframes, id)) {
          problems.add(
            [...path, id],
            `is also the id of a keyframe in the list ${showValue(key)}; choose another`,
          );
        }
        expanded[id] = { at, value: hexValue(property, value), easing: ease ?? easing, property };
      }
    }
  }
  return expanded;
}

type WrittenKeyframes = Exclude<Keyframes[string], number | boolean>;
type KeyframeList = Extract<WrittenKeyframes, readonly unknown[]>;

function isList(written: WrittenKeyframes): written is KeyframeList {
  return Array.isArray(written);
}

/** The keyframes by id and the lists by property, without how often they are repeated. */
function keyframesIn(keyframes: Keyframes): [string, WrittenKeyframes][] {
  return Object.entries(keyframes).filter(
    (entry): entry is [string, WrittenKeyframes] => typeof entry[1] === 'object',
  );
}

function hexValue(property: KeyframeProperty, value: number | string): number | string {
  const isColor = property === 'fill' || property === 'stroke';
  return isColor && typeof value === 'string' ? hexColor(value) : value;
}

function countKeyframes(keyframes: Keyframes): number {
  const { repeat = 1 } = keyframes;
  return keyframesIn(keyframes).reduce(
    (sum, [, written]) => sum + (isList(written) ? written.length * repeat : 1),
    0,
  );
}

/** Lower bound of an expanded track's size as JSON, in bytes. */
function bytesOf(track: ResolvedTrack): number {
  const timings = Object.keys(track).filter((name) => name.endsWith('Timing')).length;
  const keyframes = track.keyframes === undefined ? 0 : countKeyframes(track.keyframes);
  return leastBytes.track + timings * leastBytes.timing + keyframes * leastBytes.keyframe;
}
