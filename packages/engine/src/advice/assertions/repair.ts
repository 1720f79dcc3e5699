import type { Assertion, Claim, Motion, Relation, Subject } from '../../assertions/assertion.ts';
import type { Bounds } from '../../drawing/bounds.ts';
import { hasLetters } from '../../language/kinds.ts';
import { ownerOf } from '../../project/find-words.ts';
import type { Composition, CompositionState, Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { FixScope } from '../advice.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { CheckedAssertion } from './check-assertions.ts';
import type { Checking } from './checking.ts';
import { idsOf } from './describe-claim.ts';
import type { FilmSampler } from './film-sampler.ts';
import { findMotions } from './motions.ts';

/** One number of a project that may make a sentence true. */
export interface Repair {
  /** The place of a composition or of a state in the project; empty for the project itself. */
  readonly path: readonly string[];
  readonly field: string;
  readonly value: number;
}

/** Positions are rounded to this many parts of a pixel. */
const roundedTo = 100;

/** A measured position is this exact, in these parts: a motion is measured just before its end. */
const roundingSlack = 0.1;

/** Returns numbers that may make a failed assertion true, the best one first. They are still to be tried. */
export function repairsOf(
  { assertion, failure }: CheckedAssertion,
  project: Project,
  timeline: Timeline,
  { samplerOf, breakpoints }: Pick<Checking, 'samplerOf' | 'breakpoints'>,
): readonly Repair[] {
  switch (assertion.kind) {
    case 'duration':
      return lengthRepairs(assertion, project, timeline);
    case 'loudness': {
      const middle = (assertion.min + assertion.max) / 2;
      return middle >= -70 && middle <= -5 ? [{ path: [], field: 'loudness', value: middle }] : [];
    }
    case 'claims': {
      const { claim, atMs } = failure ?? {};
      if (claim === undefined || atMs === undefined) return [];
      const isFalse = assertion.isNegated !== (assertion.when.quantity === 'never');
      const film = { project, timeline, sampler: samplerOf(idsOf(claim)) };
      return shownAt(atMs, timeline).flatMap((shown) => claimRepairs(claim, isFalse, shown, film));
    }
    case 'motion': {
      const { motion, order } = assertion;
      return [motion, ...(order ? [order.motion] : [])].flatMap((one) => {
        const film = { project, timeline, sampler: samplerOf(one.subject.ids) };
        return motionRepairs(one, film, breakpoints);
      });
    }
    default:
      return [];
  }
}

/** An object that turns or moves too far, or not far enough, goes where it should. */
function motionRepairs(motion: Motion, film: Film, breakpoints: Breakpoints): readonly Repair[] {
  const { subject, type, by, direction } = motion;
  if (by === null || type === 'scales') return [];
  return findMotions(type, subject, film.sampler, breakpoints).flatMap(({ startMs, change: [x, y] }) => {
    const shown = shownAt(startMs, film.timeline).slice(0, 1);
    const axis = type === 'rotates' ? 'rotation' : Math.abs(x) >= Math.abs(y) ? 'x' : 'y';
    const change = axis === 'y' ? y : x;
    const sign = (axis === 'y' ? direction?.y : direction?.x) || Math.sign(change);
    return shown.flatMap((one) => changes(subject, axis, sign * by - change, one, film));
  });
}

/** The last composition of the film is held longer or shorter. */
function lengthRepairs(
  { min, max }: Extract<Assertion, { kind: 'duration' | 'loudness' }>,
  { scenes, sceneOrder }: Project,
  { durationMs }: Timeline,
): readonly Repair[] {
  const scene = scenes[sceneOrder[sceneOrder.length - 1]];
  const last: Composition = scene.compositions[scene.compositionOrder[scene.compositionOrder.length - 1]];
  const value = Math.round(last.duration + (durationMs < min ? min : max) - durationMs);
  if (value <= 0) return [];
  return [{ path: ['scenes', scene.id, 'compositions', last.id], field: 'duration', value }];
}

interface Film {
  readonly project: Project;
  readonly timeline: Timeline;
  readonly sampler: FilmSampler;
}

/** A composition, and a time at which it is shown. */
interface Shown {
  readonly sceneIndex: number;
  readonly composition: string;
  readonly atMs: number;
}

/** The compositions that decide the picture at a time: in a transition, both of its ends. */
function shownAt(timeMs: number, { segments }: Timeline): readonly Shown[] {
  const segment = segments.find(({ endMs }) => timeMs < endMs) ?? segments.at(-1);
  if (segment === undefined) return [];
  const { sceneIndex } = segment;
  if (segment.kind === 'hold') return [{ sceneIndex, composition: segment.compositionId, atMs: timeMs }];
  return [
    { sceneIndex, composition: segment.toId, atMs: segment.endMs },
    { sceneIndex, composition: segment.fromId, atMs: segment.startMs },
  ];
}

function claimRepairs(claim: Claim, isFalse: boolean, shown: Shown, film: Film): readonly Repair[] {
  const { atMs } = shown;
  const { sampler } = film;
  if (claim.kind === 'relation') {
    const box = sampler.boxOf(claim.subject, atMs);
    const other = sampler.boxOf(claim.target, atMs);
    if (!box || !other) return [];
    return movesFor(claim.relation, isFalse, box, other).flatMap(({ axis, by }) => [
      ...changes(claim.subject, axis, by, shown, film),
      ...(claim.target.isFrame ? [] : changes(claim.target, axis, -by, shown, film)),
    ]);
  }
  if (claim.kind !== 'compare' || isFalse) return [];
  const { subject, property, value, end, comparison } = claim;
  const seen = sampler.numberOf(subject, property, atMs);
  const read = (operand: typeof value) =>
    operand.kind === 'number' ? operand.value : sampler.numberOf(operand.subject, operand.property, atMs);
  const [one, two] = [read(value), read(end)];
  if (seen === null || one === null || two === null) return [];
  const wanted =
    comparison === 'range' ? Math.min(Math.max(seen, Math.min(one, two)), Math.max(one, two)) : one;
  const beyond = comparison === 'more' ? 1 : comparison === 'less' ? -1 : 0;
  const by = wanted + beyond - seen;
  if (/^(?:x|left|right)$/.test(property)) return changes(subject, 'x', by, shown, film);
  if (/^(?:y|top|bottom)$/.test(property)) return changes(subject, 'y', by, shown, film);
  if (/^(?:width|height|opacity|rotation)$/.test(property))
    return changes(subject, property as 'width', property === 'opacity' ? wanted - seen : by, shown, film);
  return [];
}

interface Move {
  readonly axis: 'x' | 'y';
  readonly by: number;
}

/** The shortest moves of a box along one axis that may make a relation true. */
function movesFor(relation: Relation, isFalse: boolean, own: Bounds, other: Bounds): readonly Move[] {
  const aside: readonly Move[] = [
    { axis: 'x', by: other.left - own.right },
    { axis: 'x', by: other.right - own.left },
    { axis: 'y', by: other.top - own.bottom },
    { axis: 'y', by: other.bottom - own.top },
  ];
  const shortest = aside.toSorted((one, two) => Math.abs(one.by) - Math.abs(two.by));
  if (isFalse) return relation === 'overlaps' ? shortest.slice(0, 2) : [];
  switch (relation) {
    case 'left of':
      return aside.slice(0, 1);
    case 'right of':
      return aside.slice(1, 2);
    case 'above':
      return aside.slice(2, 3);
    case 'below':
      return aside.slice(3, 4);
    case 'outside':
      return shortest.slice(0, 2);
    case 'inside': {
      const x = into(own.left, own.right, other.left, other.right);
      const y = into(own.top, own.bottom, other.top, other.bottom);
      if (x === 0 || y === 0) return [x === 0 ? { axis: 'y', by: y } : { axis: 'x', by: x }];
      return [];
    }
    case 'touches':
    case 'borders':
    case 'overlaps': {
      const gapX = Math.max(own.left - other.right, other.left - own.right);
      const gapY = Math.max(own.top - other.bottom, other.top - own.bottom);
      if (gapX <= 0 && gapY <= 0) return relation === 'borders' ? shortest.slice(0, 2) : [];
      if (gapX > 0 && gapY > 0) return [];
      const [axis, gap] = gapX > 0 ? (['x', gapX] as const) : (['y', gapY] as const);
      const isBefore = axis === 'x' ? own.right < other.left : own.bottom < other.top;
      const more = relation === 'overlaps' ? 1 : 0;
      return [{ axis, by: (isBefore ? 1 : -1) * (gap + more) }];
    }
    default:
      return [];
  }
}

/** How far a range has to move to lie within another one; 0 if it does or cannot. */
function into(start: number, end: number, first: number, last: number): number {
  if (end - start > last - first) return 0;
  return Math.max(0, first - start) + Math.min(0, last - end);
}

/** The states of an object that are shown at a time, with a number changed. */
function changes(
  { ids }: Subject,
  field: 'x' | 'y' | 'width' | 'height' | 'opacity' | 'rotation',
  by: number,
  { sceneIndex, composition }: Shown,
  { project }: Film,
): readonly Repair[] {
  const [target, ...others] = ids;
  if (target === undefined || others.length > 0 || by === 0) return [];
  const scene = project.scenes[project.sceneOrder[sceneIndex]];
  const id = ownerOf(target, scene.objects);
  // Words have a size, an opacity and an angle with their whole text.
  if (id !== target && field !== 'x' && field !== 'y') return [];
  const object = scene.objects[id];
  const state: CompositionState | undefined = scene.compositions[composition]?.states[id];
  // A number of a member is in the coordinates of its parent, and letters have no size of their own.
  const isMember = object === undefined || Boolean(object.parentId);
  if (isMember || state === undefined || (hasLetters(object.kind) && /width|height/.test(field))) return [];
  // Keyframes have numbers of their own, which in shorthand may follow from those of the states, such as with a spring.
  const isKeyframed = Object.values(scene.transitions).some(({ tracks }) =>
    Object.values(tracks[id]?.keyframes ?? {}).some(({ property }) => property === field),
  );
  if (isKeyframed) return [];
  // Rounded in the direction of the change, so that it is enough.
  const exact = (state[field] + by) * roundedTo;
  const value = (by > 0 ? Math.ceil(exact - roundingSlack) : Math.floor(exact + roundingSlack)) / roundedTo;
  return [{ path: ['scenes', scene.id, 'compositions', composition, 'states', id], field, value }];
}

/**
 * Returns the project with a repair. In shorthand, later compositions have the value from the same place, and so they
 * change, too; with the scope `everywhere`, so do earlier ones.
 */
export function repaired(project: Project, { path, field, value }: Repair, scope: FixScope): Project {
  const copy = structuredClone(project);
  const [, sceneId, , compositionId, , id] = path;
  if (sceneId === undefined || compositionId === undefined) return { ...copy, [field]: value };
  const { compositions, compositionOrder } = copy.scenes[sceneId];
  if (id === undefined) {
    Reflect.set(compositions[compositionId], field, value);
    return copy;
  }
  const before: unknown = Reflect.get(compositions[compositionId].states[id], field);
  const index = compositionOrder.indexOf(compositionId);
  const earlier = scope === 'everywhere' ? compositionOrder.slice(0, index).reverse() : [];
  for (const direction of [compositionOrder.slice(index), earlier]) {
    for (const composition of direction) {
      const state = compositions[composition].states[id];
      if (state === undefined || Reflect.get(state, field) !== before) break;
      Reflect.set(state, field, value);
    }
  }
  return copy;
}
