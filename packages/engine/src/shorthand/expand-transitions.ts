import { isProse } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Path } from '../project/problem-text.ts';
import type { Transition } from '../project/schema.ts';
import { secondTrack } from '../project/tracks.ts';
import { isEntering, isLeaving } from './appearing.ts';
import { type Expansion, minBytes } from './budget.ts';
import type { Courses } from './course.ts';
import { defaults } from './defaults.ts';
import { anyObject } from './desugar/presets.ts';
import { emphasisMs } from './emphasis-keyframes.ts';
import type { States } from './expand-track.ts';
import { expandTracks, trackTarget } from './expand-tracks.ts';
import type { MovingParts } from './figures/figure.ts';
import { turnsOf } from './figures/part-tracks.ts';
import { exitOf, type OwnAnimations, shareOut, type WrittenTrack, withOwnAnimations } from './own-tracks.ts';
import { partDelay } from './part-motion.ts';
import { changes } from './same-state.ts';
import type { ResolvedEnter, ResolvedScene, ResolvedTrack } from './schema.ts';
import type { Middles, Units } from './tracks-to-expand.ts';

interface SceneOfTransitions {
  readonly scene: ResolvedScene;
  readonly path: Path;
  /** The compositions in order, and their states. */
  readonly sequence: readonly string[];
  readonly states: readonly States[];
  /** The ways of objects along curves into each composition. */
  readonly courses: readonly Courses[];
  readonly objects: Readonly<Record<string, SceneObject>>;
  /** Objects of each group, inner groups first. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly parts: MovingParts;
  readonly units: Units;
  readonly middles: Middles;
  readonly labels: ReadonlySet<string>;
  /** The animations of objects and groups themselves. */
  readonly animations: readonly OwnAnimations[];
  /** Receives the places in the document. */
  readonly places: TransitionPlaces;
}

/** Places in the document. */
export interface TransitionPlaces {
  /** Place of each transition by id; an `enter` if the transition was created from one. */
  readonly transitions: Map<string, Path>;
  /** Place of each track by the id of its transition and its key. */
  readonly tracks: Map<string, ReadonlyMap<string, Path>>;
}

type Tracks = Readonly<Record<string, ResolvedTrack>>;

const maxIdLength = 80;

/**
 * Expands the transitions of a scene and creates those of its `enter`s. Returns undefined if they exceed the budget.
 */
export function expandTransitions(
  spec: SceneOfTransitions,
  expansion: Expansion,
): Record<string, Transition> | undefined {
  const { scene, path, sequence, parts, places } = spec;
  const { transitions = {}, compositions } = scene;
  const expanded: Record<string, Transition> = Object.create(null);
  const joined = new Set<string>();
  for (const [id, transition] of Object.entries(transitions)) {
    const place = [...path, 'transitions', id];
    const written = writtenTracks(transition.tracks ?? {}, [...place, 'tracks'], parts, expansion);
    const times = { ...transition, usual: transition.duration };
    const animatedTracks = withOwnAnimations(written, spec.animations);
    const made = tracksOf(times, animatedTracks, [...place, 'tracks'], spec, expansion);
    if (made === undefined) return undefined;
    expanded[id] = { ...transition, id: transition.id ?? id, tracks: made.tracks };
    places.transitions.set(id, place);
    places.tracks.set(id, made.places);
    joined.add(pairOf(transition));
  }
  // Between compositions that a wrong order leaves out or repeats, only the order is the problem.
  const isOrderRight = String(scene.compositionOrder ?? sequence) === String(sequence);
  const [first] = sequence;
  if (compositions[first]?.enter !== undefined) {
    const rule = 'is not allowed in the first composition, because no composition comes before it';
    expansion.problems.add([...path, 'compositions', first, 'enter'], 'transition-order', rule);
  }
  for (const [index, toId] of sequence.entries()) {
    if (expansion.problems.full) return undefined;
    if (index === 0) continue;
    const ends = { fromId: sequence[index - 1], toId };
    const compositionEnter = compositions[toId].enter;
    // The scene's `enter` is only a default.
    const general = joined.has(pairOf(ends)) ? undefined : (scene.enter ?? ownEnter(spec, index));
    const enter = compositionEnter ?? general;
    const place =
      compositionEnter === undefined ? [...path, 'enter'] : [...path, 'compositions', toId, 'enter'];
    if (enter === undefined || enter === 0) continue;
    const said = new Map(typeof enter === 'number' ? [] : defaultTracks(spec, index, expansion));
    if (compositionEnter !== undefined && typeof compositionEnter === 'object') {
      for (const [key, track] of writtenTracks(
        compositionEnter.tracks ?? {},
        [...place, 'tracks'],
        parts,
        expansion,
      ))
        said.set(key, track);
    }
    const written = withOwnAnimations(said, spec.animations);
    const usual =
      durationOf(enter) ??
      (scene.enter === undefined ? undefined : durationOf(scene.enter)) ??
      naturalDuration(written, spec, index);
    const unwritten = animated(spec, index, written).filter(
      ({ id, ids }) => ![id, ...ids].some((one) => written.has(one)),
    );
    const ownEnd = endOf(unwritten, spec, index, 0);
    const duration = Math.max(
      durationOf(enter) ?? Math.max(usual, writtenEnd(compositionEnter, usual)),
      ownEnd,
    );
    if (duration > usual && !written.has(anyObject))
      written.set(anyObject, { key: anyObject, track: {}, place: [...place, 'tracks'] });
    const made = tracksOf({ ...ends, duration, usual }, written, [...place, 'tracks'], spec, expansion);
    if (made === undefined) return undefined;
    if (!isOrderRight) continue;
    const id = freeId(toId, index, expanded);
    const variables =
      typeof enter === 'object' ? variableTracks(enter.variables, { usual, duration }) : undefined;
    expanded[id] = { id, ...ends, duration, tracks: made.tracks, ...(variables && { variables }) };
    places.transitions.set(id, place);
    places.tracks.set(id, made.places);
  }
  return expanded;
}

/** Returns tracks by their targets: an object, a group or, with `*`, any object. */
function writtenTracks(
  tracks: Tracks,
  path: Path,
  parts: MovingParts,
  { problems }: Expansion,
): Map<string, WrittenTrack> {
  const written = new Map<string, WrittenTrack>();
  for (const [key, track] of Object.entries(tracks)) {
    const id = trackTarget(key, track);
    const place = [...path, parts.get(key)?.key ?? key];
    const first = written.get(id);
    if (first) problems.add(place, 'repeated-id', secondTrack(id, first.key));
    else written.set(id, { key, track, place });
  }
  return written;
}

/**
 * The tracks of the scene's `enter` for the transition into a composition. The track of an object that does not change
 * there is left out, unless the object never changes: such a track gets advice.
 */
function defaultTracks(
  { scene, path, states, objects, parts }: SceneOfTransitions,
  index: number,
  expansion: Expansion,
): Map<string, WrittenTrack> {
  const { enter } = scene;
  if (typeof enter !== 'object') return new Map();
  const tracks = writtenTracks(enter.tracks ?? {}, [...path, 'enter', 'tracks'], parts, expansion);
  const changesInto = (id: string, at: number) => changes(states[at - 1]?.[id], states[at]?.[id]);
  for (const id of tracks.keys()) {
    if (id === anyObject || !(id in objects) || changesInto(id, index)) continue;
    if (states.some((_state, at) => at > 0 && changesInto(id, at))) tracks.delete(id);
  }
  return tracks;
}

type Ends = Pick<Transition, 'fromId' | 'toId'>;

function pairOf({ fromId, toId }: Ends): string {
  return `${fromId} ${toId}`;
}

/** The duration of a transition, and how long what has no duration of its own takes in it, in milliseconds. */
interface Times {
  readonly duration: number;
  readonly usual: number;
}

function tracksOf(
  { fromId, toId, duration, usual }: Ends & Times,
  tracks: ReadonlyMap<string, WrittenTrack>,
  path: Path,
  {
    objects,
    members,
    parts,
    sequence,
    states,
    courses,
    animations,
    units,
    middles,
    labels,
    scene: { width = defaults.sceneWidth, height = defaults.sceneHeight },
  }: SceneOfTransitions,
  { problems, budget }: Expansion,
): ReturnType<typeof expandTracks> {
  if (!budget.take(minBytes.transition, path, () => 'the transitions')) return undefined;
  const from = states[sequence.indexOf(fromId)] ?? {};
  const to = states[sequence.indexOf(toId)] ?? {};
  const isNext = sequence[sequence.indexOf(toId) - 1] === fromId;
  return expandTracks(
    {
      ...{
        tracks,
        duration: usual,
        wholeDuration: duration,
        objects,
        members,
        animations,
        units,
        middles,
        labels,
        parts,
      },
      ...{ fromId, toId, from, to },
      frame: { width, height },
      courses: (isNext ? courses[sequence.indexOf(toId)] : undefined) ?? new Map(),
    },
    budget,
    problems,
  );
}

/** Completes how variables change, by default over the whole transition. */
function variableTracks(
  written: Exclude<ResolvedEnter, number>['variables'],
  { usual, duration: whole }: Times,
): Transition['variables'] | undefined {
  if (written === undefined) return undefined;
  const entries = Object.entries(written).map(([name, track]) => {
    const { start = 0, easing = defaults.easing, keyframes } = track;
    const duration = track.duration ?? Math.max(0, (start < usual ? usual : whole) - start);
    return [name, { start, easing, duration, ...(keyframes && { keyframes: [...keyframes] }) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Duration of an animation that has none, in milliseconds. */
const usualDuration = 600;

/** The transition that the animations of objects give a composition without one; undefined if none enters or leaves. */
function ownEnter(spec: SceneOfTransitions, index: number): ResolvedEnter | undefined {
  return animated(spec, index).length > 0 ? {} : undefined;
}

/** The animations that take place in the transition into a composition, with the number of their objects. */
function animated(
  { animations, states }: SceneOfTransitions,
  index: number,
  written: ReadonlyMap<string, WrittenTrack> = new Map(),
) {
  const [before, after] = [states[index - 1] ?? {}, states[index] ?? {}];
  return animations.flatMap((animation) => {
    const { id, targets, enter } = animation;
    const exit = exitOf(animation, written.get(anyObject)?.track);
    const entering = targets.filter((one) => isEntering(before[one], after[one]));
    const leaving = targets.filter((one) => isLeaving(before[one], after[one]));
    return [
      ...(enter && entering.length > 0 ? [{ id, track: enter.track, ids: entering }] : []),
      ...(exit && leaving.length > 0 ? [{ id, track: exit.track, ids: leaving }] : []),
    ];
  });
}

/** The duration of a transition that ends with its last track, in milliseconds. */
function naturalDuration(
  written: ReadonlyMap<string, WrittenTrack>,
  spec: SceneOfTransitions,
  index: number,
): number {
  const { states, members, objects } = spec;
  const changing = (ids: readonly string[]) =>
    ids.filter((id) => changes(states[index - 1]?.[id], states[index]?.[id]));
  const [before, after] = [states[index - 1] ?? {}, states[index] ?? {}];
  const shared = [...written].flatMap(([id, track]) => {
    const targets = members.get(id) ?? [id];
    if (track.track.emphasis !== undefined) return [{ id, track: track.track, ids: targets }];
    const ids = changing(id === anyObject ? Object.keys(objects) : targets);
    return shareOut(track, ids, before, after).map((share) => ({ id, ...share }));
  });
  const unwritten = animated(spec, index, written).filter(({ id }) => !written.has(id));
  const all = [...shared, ...unwritten];
  return all.length === 0 ? usualDuration : endOf(all, spec, index, usualDuration);
}

/** The end of the last of these tracks, where those without a duration take the given one, in milliseconds. */
function endOf(
  tracks: readonly { readonly id: string; readonly track: ResolvedTrack; readonly ids: readonly string[] }[],
  spec: SceneOfTransitions,
  index: number,
  usual: number,
): number {
  const { states, objects, parts } = spec;
  const ends = tracks.map(({ id, track, ids }) => {
    const unit = (one: string) => spec.units(one, id === anyObject ? null : id);
    const turns = new Set(turnsOf(ids, parts, () => false, unit).values()).size;
    const ownUsual = track.emphasis === undefined ? usual : emphasisMs(track.emphasis.name);
    const { start = 0, duration = ownUsual, stagger = 0 } = track;
    if (track.by === undefined) return start + duration + stagger * Math.max(0, turns - 1);
    const texts = ids.filter((one) => isProse(objects[one]?.kind));
    const delayOf = (one: string) =>
      partDelay(track, { from: states[index - 1]?.[one], to: states[index]?.[one] });
    const isLine = (one: string) => parts.get(one)?.grows === 'letters';
    // The lines of code are written one after another.
    const ofLines = texts.filter(isLine).reduce((sum, one) => sum + delayOf(one) + (track.stagger ?? 30), 0);
    return start + duration + Math.max(ofLines, ...texts.filter((one) => !isLine(one)).map(delayOf));
  });
  return Math.max(0, ...ends);
}

/**
 * The end of the last track that a composition writes, in milliseconds: words may be spoken late. A track that starts after the
 * `usual` duration takes as long as that, unless it has its own.
 */
function writtenEnd(enter: ResolvedEnter | undefined, usual: number): number {
  if (typeof enter !== 'object') return 0;
  const tracks = [...Object.values(enter.tracks ?? {}), ...Object.values(enter.variables ?? {})];
  return Math.max(
    0,
    ...tracks.map(({ start = 0, duration = start < usual ? 0 : usual }) => start + duration),
  );
}

function durationOf(enter: ResolvedEnter): number | undefined {
  return typeof enter === 'number' ? enter : enter.duration;
}

/** Returns an id that no other transition has. */
function freeId(toId: string, index: number, taken: object): string {
  const named = `to-${toId}`;
  if (named.length <= maxIdLength && !Object.hasOwn(taken, named)) return named;
  let id = `to-${index}`;
  for (let attempt = 2; Object.hasOwn(taken, id); attempt++) id = `to-${index}-${attempt}`;
  return id;
}
