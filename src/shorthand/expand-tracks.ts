import { maxKeyframesPerTrack } from '../project/limits.ts';
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
import type { ResolvedTrack } from './schema.ts';

type Tracks = Readonly<Record<string, ResolvedTrack>>;
type Keyframes = NonNullable<ResolvedTrack['keyframes']>;
export type States = Readonly<Record<string, CompositionState>>;

/** Source of the tracks of a transition. */
export interface TracksToExpand {
  readonly tracks: Tracks;
  /** Place of the tracks in the document. */
  readonly path: Path;
  /** Duration of the transition in milliseconds. */
  readonly duration: number;
  readonly objects: Readonly<Record<string, SceneObject>>;
  readonly from: States;
  readonly to: States;
}

/** Key of the track for all objects that change and have no track of their own. */
export const anyObject = '*';

/** Expands the tracks of a transition. Returns undefined if they exceed the budget. */
export function expandTracks(
  spec: TracksToExpand,
  budget: ExpansionBudget,
  problems: Problems,
): Record<string, TransitionTrack> | undefined {
  const { tracks, path, duration } = spec;
  const expanded: Record<string, TransitionTrack> = Object.create(null);
  for (const [id, track] of Object.entries(tracks)) {
    if (problems.full) return undefined;
    if (id === anyObject) continue;
    const place = [...path, id];
    if (!budget.take(bytesOf(track), place, () => 'the tracks')) return undefined;
    expanded[id] = expandTrack(track, id, duration, place, problems);
  }
  const star = tracks[anyObject];
  return star === undefined || expandStar(star, spec, expanded, budget, problems) ? expanded : undefined;
}

/** Gives each object that changes and has no track of its own a copy of the track `*`. */
function expandStar(
  star: ResolvedTrack,
  { tracks, path, duration, objects, from, to }: TracksToExpand,
  expanded: Record<string, TransitionTrack>,
  budget: ExpansionBudget,
  problems: Problems,
): boolean {
  const changing = Object.values(objects)
    .filter(({ id }) => !Object.hasOwn(tracks, id) && changes(from[id], to[id]))
    .sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
  const place = [...path, anyObject];
  const what = () => `${changing.length} tracks made from "${anyObject}"`;
  if (!budget.take(bytesOf(star) * changing.length, place, what)) return false;
  const { stagger = 0, objectId: _, ...track } = star;
  const start = track.start ?? 0;
  const last = start + stagger * Math.max(0, changing.length - 1);
  if (stagger > 0 && last > duration) {
    const rule = `${changing.length} objects start one after another, the last at ${showNumber(last)} ms`;
    problems.add(
      [...place, 'stagger'],
      `${rule}, but the transition lasts ${showNumber(duration)} ms; lower the stagger or make the transition longer`,
    );
    return true;
  }
  // Without a written duration, all objects get the same one, such that the last object ends with the transition.
  const each = { ...track, duration: track.duration ?? Math.max(0, duration - last) };
  for (const [index, id] of changing.entries()) {
    expanded[id] = expandTrack({ ...each, start: start + index * stagger }, id, duration, place, problems);
  }
  return true;
}

function changes(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  if (from === undefined || to === undefined) return from !== to;
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
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

function expandTrack(
  track: ResolvedTrack,
  objectId: string,
  transitionDuration: number,
  path: Path,
  problems: Problems,
): TransitionTrack {
  const { stagger, keyframes, ...given } = track;
  if (stagger !== undefined) {
    problems.add([...path, 'stagger'], `is only allowed in the track "${anyObject}"`);
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
  return expanded;
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
  if (count > maxKeyframesPerTrack) {
    problems.add(path, `must have at most ${maxKeyframesPerTrack} keyframes, but has ${count}`);
    return expanded;
  }
  for (const [key, written] of Object.entries(keyframes)) {
    if (!isList(written)) {
      expanded[key] = {
        ...written,
        value: hexValue(written.property, written.value),
        easing: written.easing ?? easing,
      };
    } else {
      const property = key as KeyframeProperty;
      for (const [index, [at, value, ease]] of written.entries()) {
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

/**
 * Returns the id of a keyframe from a list. Ids sort like their places in the list: at equal times, the greatest wins.
 */
export function keyframeId(property: string, index: number): string {
  return `${property}-${String(index).padStart(4, '0')}`;
}

type KeyframeList = Extract<Keyframes[string], readonly unknown[]>;

function isList(written: Keyframes[string]): written is KeyframeList {
  return Array.isArray(written);
}

function hexValue(property: KeyframeProperty, value: number | string): number | string {
  const isColor = property === 'fill' || property === 'stroke';
  return isColor && typeof value === 'string' ? hexColor(value) : value;
}

function countKeyframes(keyframes: Keyframes): number {
  return Object.values(keyframes).reduce((sum, written) => sum + (isList(written) ? written.length : 1), 0);
}

/** Lower bound of an expanded track's size as JSON, in bytes. */
function bytesOf(track: ResolvedTrack): number {
  const timings = Object.keys(track).filter((name) => name.endsWith('Timing')).length;
  const keyframes = track.keyframes === undefined ? 0 : countKeyframes(track.keyframes);
  return leastBytes.track + timings * leastBytes.timing + keyframes * leastBytes.keyframe;
}
