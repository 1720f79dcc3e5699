import { isDeepStrictEqual } from 'node:util';
import { hexColor } from '../language/css-colors.ts';
import { isAxes, isLayer, isProse, isShape } from '../language/kinds.ts';
import { maxKeyframesPerTrack } from '../project/limits.ts';
import type { Timing } from '../project/motion-schemas.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { CompositionState, Keyframe, KeyframeProperty, TransitionTrack } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';
import { beginKeyframes, type Middle } from './begin-keyframes.ts';
import { minBytes } from './budget.ts';
import { type Courses, courseKeyframes } from './course.ts';
import { defaults } from './defaults.ts';
import { edgeProblem } from './edge-problems.ts';
import { emphasisKeyframes, emphasisMs } from './emphasis-keyframes.ts';
import { isLayerEffect } from './fade-groups.ts';
import type { MovingParts } from './figures/figure.ts';
import { chartEdgeProblem, growPart, usualTrack } from './figures/part-tracks.ts';
import { edgeKeyframes, type GrowthEdge } from './grow-from-edge.ts';
import { keyframeId } from './keyframe-id.ts';
import { type Ends, partDelay, partFields, partsProblem } from './part-motion.ts';
import { repeatKeyframes } from './repeat-keyframes.ts';
import type { ResolvedTrack } from './schema.ts';
import { springKeyframes } from './springs.ts';

type Keyframes = NonNullable<ResolvedTrack['keyframes']>;
export type States = Readonly<Record<string, CompositionState>>;

/** The transition that a track is in. */
export interface TrackTransition {
  /** Duration in milliseconds of what has none of its own. */
  readonly duration: number;
  /** Duration of the transition, which is longer if a track starts late. */
  readonly wholeDuration?: number;
  readonly objects: Readonly<Record<string, SceneObject>>;
  /** The size of the scene in pixels. */
  readonly frame: { readonly width: number; readonly height: number };
  readonly parts: MovingParts;
  /** Labels, which move with their owners, and layers, which only fade. */
  readonly labels: ReadonlySet<string>;
  /** The ways of objects along curves. */
  readonly courses: Courses;
  readonly fromId: string;
  readonly toId: string;
  readonly from: States;
  readonly to: States;
}

/** Expands the track of one object. `about` is the middle of the group that the object scales with. */
export function expandTrack(
  written: ResolvedTrack,
  objectId: string,
  transition: TrackTransition,
  path: Path,
  problems: Problems,
  about?: Middle,
  isCarried: boolean = transition.labels.has(objectId),
): TransitionTrack {
  const { duration: transitionDuration, objects, parts, labels, from, to } = transition;
  const part = parts.get(objectId);
  const ends = { ...transition, from: from[objectId], to: to[objectId] };
  const track =
    part !== undefined && written.type === 'grow'
      ? growPart(written, part, ends)
      : { ...(part && usualTrack(part, ends)), ...written };
  const {
    stagger,
    keyframes,
    from: edge,
    begin,
    settle,
    by,
    slides: _,
    reveal: __,
    makesRoom: ___,
    emphasis,
    yields: ____,
    ...given
  } = labels.has(objectId) ? trackOfLabel(track) : track;
  const ownEdge = written.from;
  if (part !== undefined && ownEdge !== undefined && written.type === 'grow') {
    const problem =
      part.edges.size > 0
        ? chartEdgeProblem(ownEdge, part.figure, [part])
        : edgeProblem('grow', objects[objectId]?.kind, objectId);
    if (problem !== undefined) problems.add([...path, 'from'], 'wrong-kind', problem);
  }
  const isOfParts = by !== undefined && isProse(objects[objectId]?.kind) && isAppearing(ends);
  if (stagger !== undefined && by === undefined) {
    problems.add(
      [...path, 'stagger'],
      'wrong-kind',
      `is only allowed with "by", in the track "*" and in those of groups and charts; write start, or move it there`,
    );
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
  // An object that does nothing else is not emphasised more slowly in a long transition.
  if (emphasis !== undefined && isDeepStrictEqual(ends.from, ends.to))
    whole.duration = Math.min(whole.duration, emphasisMs(emphasis.name));
  const expanded = Object.assign(whole, given);
  const { kind } = objects[objectId] ?? {};
  if (kind === 'equation' && expanded.type === 'write' && given.order === undefined)
    expanded.order = 'reading';
  if (isOfParts) {
    const problem = partsProblem(track, by, ends, transitionDuration);
    if (problem !== undefined) problems.add([...path, problem.field], 'time-span', problem.rule);
    else if (given.duration !== undefined) expanded.duration = given.duration + partDelay(track, ends);
    Object.assign(expanded, partFields(track, by, ends));
  }
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
  const opening = { begin: expanded.type === 'grow' && settle ? { ...nothing, ...begin } : begin, settle };
  if (!isOfParts && opening.begin !== undefined) {
    const parent = objects[objectId]?.parentId ?? '';
    const origin = { about, isOnAxes: isAxes(objects[parent]?.kind) };
    const added = beginKeyframes(opening, from[objectId], to[objectId], expanded.easing, origin);
    addKeyframes(expanded, added);
  }
  if (settle !== undefined) addKeyframes(expanded, springKeyframes(expanded, settle, ends));
  if (emphasis !== undefined && !isLayer(objects[objectId]?.kind)) {
    const isOnAxes = isAxes(objects[objects[objectId]?.parentId ?? '']?.kind);
    const emphasized = {
      object: objects[objectId],
      from: ends.from,
      to: ends.to,
      about,
      isOnAxes,
      isCarried,
    };
    addKeyframes(expanded, emphasisKeyframes(emphasis, emphasized));
  }
  // Its label appears with it.
  if (track.settle !== undefined) {
    // An object that passes its place is there.
    const [[firstAt = 1] = []] = track.settle;
    if (isEntering(ends.from, ends.to) && !isOfParts)
      expanded.opacityTiming ??= { start, duration: expanded.duration * firstAt, easing: 'easeOut' };
  }
  const isClosed = isShape(kind);
  if (expanded.type === 'write' && expanded.wipe === undefined && isClosed && fadesOverShadow(ends))
    expanded.type = 'fade';
  const course = transition.courses.get(objectId);
  if (course !== undefined && !labels.has(objectId))
    addKeyframes(expanded, courseKeyframes(course, expanded));
  if (edge !== undefined) {
    const problem = edgeProblem(expanded.type, kind, objectId);
    if (problem !== undefined) problems.add([...path, 'from'], 'wrong-kind', problem);
    else growFromEdge(expanded, edge, from[objectId], to[objectId]);
  }
  return expanded;
}

/** A label moves with its owner, and is written, faded or grown at the same time. A layer fades with its members. */
function trackOfLabel(track: ResolvedTrack): ResolvedTrack {
  const { keyframes: _, from: __, begin, settle: ___, path: ____, ...own } = track;
  // Effects are not inherited.
  const effects = Object.entries(begin ?? {}).filter(([name]) => isLayerEffect(name));
  return effects.length === 0 ? own : { ...own, begin: Object.fromEntries(effects) };
}

/** The size of an object that grows. */
const nothing = { width: 0, height: 0, fontSize: 0 };

/** A shape without a stroke is not written but filled gradually, so its shadow would be seen through it. */
function fadesOverShadow({ from, to }: Ends): boolean {
  const shown = isLeaving(from, to) ? from : to;
  const hasStroke = shown !== undefined && shown.stroke !== 'none' && shown.strokeWidth > 0;
  return shown?.shadow !== undefined && !hasStroke;
}

function isAppearing({ from, to }: Ends): boolean {
  return isEntering(from, to) || isLeaving(from, to);
}

/** Adds the keyframes that let the edge stay, except for properties that have keyframes of their own. */
function growFromEdge(
  track: TransitionTrack,
  edge: GrowthEdge,
  from: CompositionState | undefined,
  to: CompositionState | undefined,
): void {
  const { revealTiming, positionTiming, sizeTiming } = track;
  const added = edgeKeyframes(edge, from, to, revealTiming?.easing ?? track.easing);
  if (Object.keys(added).length === 0) return;
  addKeyframes(track, added);
  // The edge stays only if its object moves while it grows.
  if (revealTiming != null) {
    track.positionTiming = positionTiming ?? revealTiming;
    track.sizeTiming = sizeTiming ?? revealTiming;
  }
}

/** Adds keyframes of properties that have none in the track yet. */
export function addKeyframes(track: TransitionTrack, added: Readonly<Record<string, Keyframe>>): void {
  const given = Object.values(track.keyframes ?? {}).map(({ property }) => property);
  const free = Object.entries(added).filter(([, { property }]) => !given.includes(property));
  if (free.length > 0) track.keyframes = { ...track.keyframes, ...Object.fromEntries(free) };
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
    problems.add(
      path,
      'count',
      `must have at most ${maxKeyframesPerTrack} keyframes, but has ${count}${repeated}`,
    );
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
            'repeated-id',
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
export function bytesOf(track: ResolvedTrack): number {
  const timings = Object.keys(track).filter((name) => name.endsWith('Timing')).length;
  const keyframes = track.keyframes === undefined ? 0 : countKeyframes(track.keyframes);
  return minBytes.track + timings * minBytes.timing + keyframes * minBytes.keyframe;
}
