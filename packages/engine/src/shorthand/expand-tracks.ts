import { isLayer, isProse } from '../language/kinds.ts';
import type { Path } from '../project/problem-text.ts';
import { showNumber, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState, TransitionTrack } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';
import type { ExpansionBudget } from './budget.ts';
import { bytesOfCourse } from './course.ts';
import { anyObject } from './desugar/presets.ts';
import { sharedEdgeProblem } from './edge-problems.ts';
import { middleAmong } from './emphasis-keyframes.ts';
import { addKeyframes, bytesOf, expandTrack } from './expand-track.ts';
import { dotsAfterLines } from './figures/dots-after-line.ts';
import type { MovingPart } from './figures/figure.ts';
import {
  entersWhole,
  isDrawn,
  sectorKeyframes,
  turnsOf,
  usualTrack,
  wholeKeyframes,
} from './figures/part-tracks.ts';
import { turnOf, writingTimes } from './figures/writing.ts';
import { fadedOn, grownWhole, writtenAlong } from './forms-in-groups.ts';
import { growsFromEdges } from './grow-from-edge.ts';
import { exitOf, shareOut, type WrittenTrack } from './own-tracks.ts';
import { pageTurnOf, turns } from './page-turn.ts';
import { partDelay } from './part-motion.ts';
import { changes } from './same-state.ts';
import type { ResolvedTrack } from './schema.ts';
import { staggerRule } from './stagger-rule.ts';
import type { TracksToExpand } from './tracks-to-expand.ts';
import { usualEntrances } from './usual-entrances.ts';

/** Returns the id of the object or the group that a track is for, or `*`. */
export function trackTarget(key: string, { objectId }: Pick<ResolvedTrack, 'objectId'>): string {
  return key === anyObject ? key : (objectId ?? key);
}

/** The tracks of a transition, and the places in the document that they come from, by key. */
export interface ExpandedTracks {
  readonly tracks: Record<string, TransitionTrack>;
  readonly places: ReadonlyMap<string, Path>;
}

/** Gives a track that ends later than most the whole duration of the transition. */
function withTimeFor({ start = 0, duration = 0 }: ResolvedTrack, spec: TracksToExpand): TracksToExpand {
  const { wholeDuration = spec.duration } = spec;
  const isLate = start >= spec.duration || start + duration > spec.duration;
  return isLate ? { ...spec, duration: wholeDuration } : spec;
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
  const { tracks, members, parts, from, to } = spec;
  const expanded: Record<string, TransitionTrack> = Object.create(null);
  const places = new Map<string, Path>();
  for (const [id, written] of tracks) {
    if (problems.full) return undefined;
    if (id === anyObject || members.has(id)) continue;
    const { place } = written;
    const [{ track } = written] = shareOut(written, [id], from, to);
    if (!budget.take(bytesOf(track), place, () => 'the tracks')) return undefined;
    if (track.by !== undefined) checkParts(id, [id], place, spec, problems);
    expanded[id] = expandTrack(track, id, withTimeFor(track, spec), place, problems);
    places.set(id, place);
  }
  const turn = pageTurnOf(spec);
  const share = (id: string, shared: WrittenTrack, candidates: readonly string[], isOwn = false): boolean => {
    const changing = candidates.filter((one) => !(one in expanded) && changes(from[one], to[one]));
    if (shared.track.by !== undefined && id !== anyObject)
      checkParts(id, changing, shared.place, spec, problems);
    const inTurn = turn !== undefined && (isOwn || shared.track.makesRoom === true);
    const shares = shareOut(shared, changing, from, to).flatMap(({ track, ids }) =>
      inTurn ? turns(track, ids, turn, spec) : [{ track, ids, delay: 0 }],
    );
    for (const { track, ids, delay } of shares) {
      const written = { ...shared, track };
      const timedTrack = withTimeFor(track, spec);
      if (!shareTrack(written, id, ids, timedTrack, expanded, budget, problems, delay)) return false;
    }
    for (const changingId of changing) places.set(changingId, shared.place);
    return true;
  };
  const shareOfGroups = (yields: boolean) =>
    [...members].every(([id, candidates]) => {
      const shared = tracks.get(id);
      if (shared === undefined || (shared.track.yields === true) !== yields) return true;
      if (shared.track.emphasis !== undefined) {
        const others = candidates.filter((one) => !(one in expanded));
        for (const otherId of others) places.set(otherId, shared.place);
        if (!emphasizeWhole(shared, id, others, spec, expanded, budget, problems)) return false;
      }
      return share(id, shared, candidates);
    });
  if (!shareOfGroups(false)) return undefined;
  for (const animation of spec.animations) {
    const { id, targets, enter } = animation;
    const exit = exitOf(animation, tracks.get(anyObject)?.track);
    const entering = targets.filter((one) => isEntering(from[one], to[one]));
    const leaving = targets.filter((one) => isLeaving(from[one], to[one]));
    if (enter && !share(id, enter, entering, true)) return undefined;
    if (exit && !share(id, exit, leaving, true)) return undefined;
  }
  if (!shareOfGroups(true)) return undefined;
  const general = tracks.get(anyObject);
  if (general !== undefined && !share(anyObject, general, inTurnOrder(spec))) return undefined;
  for (const [id, part] of parts) {
    if (id in expanded) continue;
    const track = usualTrack(part, { ...spec, from: from[id], to: to[id] }) ?? trackInTurn(id, part, spec);
    if (track === undefined) continue;
    if (!budget.take(bytesOf(track), [], () => 'the tracks of charts')) return undefined;
    expanded[id] = expandTrack(track, id, spec, [], problems);
  }
  dotsAfterLines(expanded, spec, (id) =>
    budget.take(bytesOf({}), [], () => 'the tracks of charts')
      ? expandTrack({}, id, spec, [], problems)
      : undefined,
  );
  for (const id of spec.courses.keys()) {
    if (!budget.take(bytesOfCourse, [], () => 'the ways of objects along curves')) return undefined;
    if (id in expanded) continue;
    expanded[id] = expandTrack({}, id, spec, [], problems);
  }
  return byKey(expanded, places, tracks);
}

/** Emphasises the members of a group that stay, as a whole or each by itself. False if they exceed the budget. */
function emphasizeWhole(
  { track: shared, place }: WrittenTrack,
  group: string,
  ids: readonly string[],
  spec: TracksToExpand,
  expanded: Record<string, TransitionTrack>,
  budget: ExpansionBudget,
  problems: Problems,
): boolean {
  const { objects, from, to, units } = spec;
  const what = () => `${ids.length} tracks made from "${group}"`;
  if (!budget.take(bytesOf(shared) * ids.length, place, what)) return false;
  const { stagger = 0, objectId: _, ...track } = shared;
  const unitOf = (id: string) => (track.emphasis?.each === true ? units(id, group) : group);
  const turns = [...new Set(ids.map((id) => units(id, group)))];
  const isStaying = (id: string) => from[id]?.visible === true && to[id]?.visible === true;
  // What enters has this as its entrance.
  if (!ids.some(isStaying)) return true;
  for (const id of ids) {
    const carrier = objects[id]?.parentId ?? '';
    const stays = isStaying(id);
    // What turns and scales the others is invisible itself.
    const carries = !stays && ids.some((one) => objects[one]?.parentId === id);
    if ((!stays && !carries) || isEntering(from[id], to[id])) continue;
    const unit = unitOf(id);
    const inUnit = ids.filter((one) => unitOf(one) === unit);
    const about = unit === id ? undefined : (spec.middles(unit, to) ?? middleAmong(inUnit, objects, to));
    const start = (track.start ?? 0) + stagger * turns.indexOf(units(id, group));
    const isCarried = inUnit.includes(carrier);
    expanded[id] = expandTrack({ ...track, start }, id, spec, place, problems, about, isCarried);
  }
  return true;
}

/** The track of a part of a figure that changes in a share of the transition; undefined for one that takes all of it. */
function trackInTurn(id: string, part: MovingPart, spec: TracksToExpand): ResolvedTrack | undefined {
  const [start, end] = turnOf(part, spec);
  const { duration, from, to } = spec;
  if ((start === 0 && end === 1) || !changes(from[id], to[id])) return undefined;
  return { start: Math.round(start * duration), duration: Math.floor((end - start) * duration) };
}

/** Returns a shorter delay if the animations, the last one of which starts after `spread`, would end too late. */
function delayThatFits(
  delay: number,
  track: ResolvedTrack,
  ids: readonly string[],
  spread: number,
  { objects, duration, from, to }: TracksToExpand,
): number {
  if (delay === 0) return 0;
  const texts = track.by === undefined ? [] : ids.filter((id) => isProse(objects[id]?.kind));
  const ofParts = Math.max(0, ...texts.map((id) => partDelay(track, { from: from[id], to: to[id] })));
  const rest = duration - spread - ofParts - (track.duration ?? 0);
  return Math.max(0, Math.min(delay, Math.floor(track.duration === undefined ? rest / 2 : rest)));
}

/** Checks that one of the objects of a track with parts is a text. */
function checkParts(
  id: string,
  ids: readonly string[],
  place: Path,
  { objects }: TracksToExpand,
  problems: Problems,
): void {
  if (ids.length === 0 || ids.some((one) => isProse(objects[one]?.kind))) return;
  const namedObject = objects[id];
  const rule =
    namedObject === undefined
      ? `is for texts, but no object of ${showValue(id)} that enters or leaves is one; remove it`
      : `is for texts, but ${showValue(id)} is of kind ${namedObject.kind}; remove it`;
  problems.add([...place, 'by'], 'wrong-kind', rule);
}

/** All objects in drawing order, but what is in a group in the order of the group, which may draw its parts in another one. */
function inTurnOrder({ objects, members }: TracksToExpand): string[] {
  const order = Object.values(objects)
    .sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
  const places = new Map(order.map((id, index) => [id, index]));
  const result = [...order];
  for (const ids of members.values()) {
    const taken = ids.flatMap((id) => places.get(id) ?? []).toSorted((one, other) => one - other);
    const inside = ids.filter((id) => places.has(id));
    for (const [index, place] of taken.entries()) result[place] = inside[index] ?? result[place] ?? '';
  }
  return result;
}

/** Gives tracks the keys that they have in the document; those of groups and `*`, the ids of their objects. */
function byKey(
  byObject: ExpandedTracks['tracks'],
  places: ExpandedTracks['places'],
  written: TracksToExpand['tracks'],
): ExpandedTracks {
  const isKeptKey = (id: string) => (written.get(id)?.key ?? id) === id;
  if (Object.keys(byObject).every(isKeptKey)) return { tracks: byObject, places };
  const reserved = new Set([...written.values()].map(({ key }) => key));
  const keyed: ExpandedTracks['tracks'] = Object.create(null);
  const keyedPlaces = new Map<string, Path>();
  for (const [id, track] of Object.entries(byObject)) {
    const keyOfTrack = written.get(id)?.key;
    let key = keyOfTrack ?? id;
    const isTaken = () => key in keyed || (key !== keyOfTrack && reserved.has(key));
    // Another object's track may have this object's id as its key; one of the scene and one of a composition, the same
    // key.
    for (let attempt = 2; isTaken(); attempt++) key = `track-${attempt}`;
    keyed[key] = track;
    keyedPlaces.set(key, places.get(id) ?? []);
  }
  return { tracks: keyed, places: keyedPlaces };
}

/** Whether an object stays in the picture with the same text. */
function isRestyled(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  return from?.visible === true && to?.visible === true && from.text === to.text;
}

/** A track for all objects writes objects that enter. Objects that are visible already must not be written again. */
function unwritten({ type }: ResolvedTrack): Pick<ResolvedTrack, 'type' | 'wipe'> {
  return type === 'write' ? { type: 'move', wipe: undefined } : {};
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
  delay: number,
): boolean {
  if (changing.length === 0) return true;
  const what = () => `${changing.length} tracks made from "${id}"`;
  if (!budget.take(bytesOf(shared) * changing.length, place, what)) return false;
  const { stagger: written, objectId: _, makesRoom: __, yields: ____, from: edge, ...track } = shared;
  // With parts of texts, the stagger is theirs, and all objects start together.
  const isOfParts = track.by !== undefined;
  const stagger = isOfParts ? 0 : (written ?? 0);
  const { parts, duration } = spec;
  const group = id === anyObject ? null : id;
  const unitOf = (one: string) => (stagger > 0 || group === null ? spec.units(one, group) : id);
  const isShape = (one: string) => {
    const kind = spec.objects[one]?.kind;
    return kind !== undefined && growsFromEdges(kind);
  };
  const isOnShape = (one: string) =>
    spec.labels.has(one) ||
    (!isShape(one) && changing.some((other) => isShape(other) && unitOf(other) === unitOf(one)));
  const problem = edge && sharedEdgeProblem(edge, track.type, id, changing, spec, isOnShape);
  if (problem) problems.add([...place, 'from'], 'wrong-kind', problem);
  const leaves = (one: string) => isLeaving(spec.from[one], spec.to[one]);
  const hasMembers = (one: string) => isLayer(spec.objects[one]?.kind);
  const drawn = changing.filter((one) => !hasMembers(one));
  const turns = turnsOf(drawn, parts, leaves, (one) => spec.units(one, group));
  const count = Math.max(0, ...[...turns.values()].map((turn) => turn + 1));
  const spread = stagger * Math.max(0, count - 1);
  const start = track.start ?? delayThatFits(delay, track, changing, spread, spec);
  const last = start + spread;
  if (stagger > 0 && last > duration) {
    const leavingTo = drawn.every(leaves) ? spec.toId : undefined;
    const rule = staggerRule({ start, last, count, duration, own: track.duration ?? 0, leavingTo });
    problems.add([...place, 'stagger'], 'time-span', rule);
    return true;
  }
  // Without a written duration, all objects get the same one, such that the last object ends with the transition.
  const longest = Math.max(0, duration - last);
  if (stagger > 0 && track.duration !== undefined && track.duration > longest) {
    problems.add(
      [...place, 'duration'],
      'time-span',
      `is the time of each of ${count} objects, of which the last starts at ${showNumber(last)} ms, so it must be at most ${showNumber(longest)}, but is ${showNumber(track.duration)}; lower it or the stagger, or make the transition longer`,
    );
    return true;
  }
  const each = { ...track, ...(isOfParts && written !== undefined && { stagger: written }) };
  const trackDuration = isOfParts ? track.duration : (track.duration ?? longest);
  const { times, late } = writingTimes({
    ...{ ids: changing, parts, track: shared, start, room: duration - start },
    ...{ from: spec.from, to: spec.to, fromId: spec.fromId, toId: spec.toId },
  });
  if (late !== null) {
    problems.add([...place, 'stagger'], 'time-span', staggerRule({ ...late, start, duration }));
    return true;
  }
  const isGrowing = track.type === 'grow' && edge === undefined;
  const middleOf = (unit: string, one: string) =>
    unit === one ? undefined : spec.middles(unit, leaves(one) ? spec.from : spec.to);
  const usual =
    id === anyObject && shared.makesRoom === true && !isOfParts && stagger === 0
      ? usualEntrances(track, changing, longest, spec)
      : undefined;
  for (const changingId of changing) {
    const entrance = usual?.get(changingId);
    const { delay: ownDelay = 0, spread: ownSpread = 0 } = entrance ?? {};
    const common = {
      ...each,
      ...(edge && !problem && !parts.has(changingId) && { from: edge }),
      ...entrance?.fields,
    };
    const writing = times.get(changingId);
    const [from, to] = writing === undefined ? turnOf(parts.get(changingId), spec) : [0, 1];
    const turn = {
      start:
        writing?.start ??
        start + ownDelay + (turns.get(changingId) ?? 0) * stagger + Math.round(from * (trackDuration ?? 0)),
      ...(trackDuration !== undefined && {
        duration: to - from === 1 ? trackDuration - ownSpread : Math.floor((to - from) * trackDuration),
      }),
      ...(writing !== undefined && { duration: writing.duration }),
      ...(writing?.stagger !== undefined && { stagger: writing.stagger }),
      ...(writing?.isWhole && { by: undefined, stagger: undefined, type: 'fade' as const }),
    };
    const moving = parts.get(changingId);
    const grows = moving?.grows;
    const isWhole = moving?.figure === id && entersWhole(track);
    // A line without a turn is written while its dots appear, and a layer fades while its members do.
    const lasts = hasMembers(changingId) || (isDrawn(grows) && moving?.label === null);
    if (turn.duration !== undefined && lasts) turn.duration += last - start;
    const keyframes =
      track.keyframes ??
      (grows === 'angle' && stagger > 0 && !isWhole
        ? sectorKeyframes(spec.from[changingId], spec.to[changingId])
        : undefined);
    const whole = {
      ...common,
      ...turn,
      ...(keyframes && { keyframes }),
      ...(group === null && isRestyled(spec.from[changingId], spec.to[changingId]) && unwritten(track)),
    };
    const part = spec.units(changingId, group);
    const unit = unitOf(changingId);
    // Each card of a row grows, but a row pops as a whole.
    const about = (isGrowing ? middleOf(part, changingId) : undefined) ?? middleOf(unit, changingId);
    const made =
      isGrowing && about !== undefined && moving === undefined
        ? { ...whole, ...grownWhole }
        : isOnShape(changingId) && (edge !== undefined || (track.wipe !== undefined && unit !== changingId))
          ? { ...whole, ...fadedOn(turn.start, turn.duration ?? longest, leaves(changingId)) }
          : grows === 'length' && stagger > 0 && isWhole
            ? { ...whole, ...writtenAlong }
            : whole;
    expanded[changingId] = expandTrack(made, changingId, spec, place, problems, about);
    if (moving === undefined || !isWhole) continue;
    const ends = { ...spec, from: spec.from[changingId], to: spec.to[changingId] };
    addKeyframes(expanded[changingId], wholeKeyframes(moving, ends, expanded[changingId].easing));
  }
  return true;
}
