import { isPath, isProse } from '../../language/kinds.ts';
import type { CompositionState, Keyframe, KeyframeProperty } from '../../project/schema.ts';
import { isEntering, isLeaving } from '../appearing.ts';
import type { Middle } from '../begin-keyframes.ts';
import type { GrowthEdge } from '../grow-from-edge.ts';
import { keyframeId } from '../keyframe-id.ts';
import type { ResolvedTrack } from '../schema.ts';
import type { MovingPart, MovingParts } from './figure.ts';

/** The states of an object on both sides of a transition, and the keys of the compositions. */
export interface Ends {
  readonly from: CompositionState | undefined;
  readonly to: CompositionState | undefined;
  readonly fromId: string;
  readonly toId: string;
}

/**
 * Returns the track that lets a part of a chart grow from its base: bars from their line, sectors like a fan, a line
 * along its length, while texts and axes fade.
 */
export function growPart(
  { from: written, ...track }: ResolvedTrack,
  { grows, edges }: MovingPart,
  { from, to, fromId, toId }: Ends,
): ResolvedTrack {
  if (grows === 'length') return { ...track, type: 'write' };
  if (grows === 'across') return { ...track, type: 'write', wipe: 'left' };
  // The chart itself lets the part come from nothing, which the type `grow` would only do again.
  if (grows === 'nothing' || hasNoSize(from) || hasNoSize(to)) return { ...track, type: 'move' };
  const edge = edges.get(to?.visible === true ? toId : fromId) ?? written;
  return { ...track, type: 'grow', ...(edge !== undefined && { from: edge }) };
}

/**
 * Returns the track for a part of a chart that enters or leaves if the document has no track for it; undefined for
 * parts without such a track.
 */
export function usualTrack({ grows }: MovingPart, { from, to }: Ends): ResolvedTrack | undefined {
  const appears = isEntering(from, to) || isLeaving(from, to);
  if (!appears || !isDrawn(grows)) return undefined;
  return { type: 'write', ...(grows === 'across' && { wipe: 'left' as const }) };
}

/** Whether a part is a line that is drawn from its beginning, or an area below one. */
export function isDrawn(grows: MovingPart['grows'] | undefined): boolean {
  return grows === 'length' || grows === 'across';
}

/** Whether a track lets what it is for enter whole: from another place, blurred, uncovered or faded. */
export function entersWhole({ type, begin, wipe }: ResolvedTrack): boolean {
  return type === 'fade' || type === 'none' || begin !== undefined || wipe !== undefined;
}

/**
 * Returns keyframes with which a part of a chart has its size, place and angle all the time that it enters or leaves,
 * instead of growing from the base.
 */
export function wholeKeyframes(
  { entries }: MovingPart,
  { from, to, fromId, toId }: Ends,
  easing: Keyframe['easing'],
): Record<string, Keyframe> {
  const enters = isEntering(from, to);
  const shown = enters ? to : from;
  if (shown === undefined || !(enters || isLeaving(from, to))) return {};
  const { sweep, ...entry } = entries.get(enters ? toId : fromId) ?? {};
  const [sweepStart, sweepEnd] = shown.sweep ?? [];
  const values = {
    ...Object.fromEntries(Object.keys(entry).map((field) => [field, Reflect.get(shown, field)])),
    ...(sweep !== undefined && { sweepStart, sweepEnd }),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (typeof value !== 'number') return [];
      const property = name as KeyframeProperty;
      return [[keyframeId(property, 0), { at: enters ? 0 : 1, value, easing, property }]];
    }),
  );
}

function hasNoSize(state: CompositionState | undefined): boolean {
  if (state === undefined) return false;
  const { width, height, sweep } = state;
  return width === 0 || height === 0 || (sweep !== undefined && sweep[0] === sweep[1]);
}

/** Returns why a chart cannot grow from an edge; undefined if it does so anyway. */
export function chartEdgeProblem(
  edge: GrowthEdge,
  chart: string,
  parts: readonly MovingPart[],
): string | undefined {
  const edges = new Set(parts.flatMap((part) => [...part.edges.values()]));
  const isUpright = edges.has('bottom') || edges.has('top');
  const isLying = edges.has('left') || edges.has('right') || parts.some(({ grows }) => isDrawn(grows));
  if (edge === 'center' || (isUpright && edge === 'bottom') || (isLying && edge === 'left')) return undefined;
  const base = isUpright ? ', the bottom' : isLying ? ', the left' : '';
  return `must not be ${edge}, because the chart ${chart} grows from its base${base}; remove it`;
}

/**
 * Returns the turn of each object in a track with `stagger`, from 0. Objects of one unit share a turn, and so do the parts of a
 * figure with the same label; parts without one start with the first of them, and an axis leaves with the last.
 */
export function turnsOf(
  ids: readonly string[],
  parts: MovingParts,
  leaves: (id: string) => boolean,
  unitOf: (id: string) => string,
): ReadonlyMap<string, number> {
  let next = 0;
  /** The first and last turn of each figure, the figures with labels so far, and the turns of these. */
  const firstTurns = new Map<string, number>();
  const lastTurns = new Map<string, number>();
  const started = new Set<string>();
  const byLabel = new Map<string, number>();
  const turns = new Map<string, number>();
  for (const id of inTurn(ids, parts, leaves)) {
    const part = parts.get(id);
    if (part === undefined) {
      const unit = `unit ${unitOf(id)}`;
      const turn = byLabel.get(unit) ?? next++;
      byLabel.set(unit, turn);
      turns.set(id, turn);
      continue;
    }
    const { figure, label } = part;
    const key = label === null ? figure : `${figure}.${label}`;
    const isFirst = label === null || !started.has(figure);
    const turn = byLabel.get(key) ?? (isFirst ? firstTurns.get(figure) : undefined) ?? next++;
    if (!firstTurns.has(figure)) firstTurns.set(figure, turn);
    if (label !== null) started.add(figure);
    byLabel.set(key, turn);
    lastTurns.set(figure, Math.max(turn, lastTurns.get(figure) ?? 0));
    turns.set(id, turn);
  }
  for (const id of ids) {
    const { figure, label, grows } = parts.get(id) ?? {};
    const isAxis = label === null && grows === 'nothing';
    if (isAxis && leaves(id)) turns.set(id, lastTurns.get(figure ?? '') ?? 0);
  }
  return turns;
}

/** Reverses the parts of each line and pie that leaves, because both go back from their ends. */
function inTurn(
  ids: readonly string[],
  parts: MovingParts,
  leaves: (id: string) => boolean,
): readonly string[] {
  const last = ids.filter(
    (id) => ['length', 'across', 'angle'].includes(parts.get(id)?.grows ?? '') && leaves(id),
  );
  const figures = new Set(last.map((id) => parts.get(id)?.figure));
  const isReversed = (id: string) => parts.has(id) && figures.has(parts.get(id)?.figure);
  const reversed = ids.filter(isReversed).reverse().values();
  return ids.map((id) => (isReversed(id) ? (reversed.next().value ?? id) : id));
}

/** Lets a sector that has a turn of its own open where it is, instead of from the top of the pie through others. */
export function sectorKeyframes(
  from: CompositionState | undefined,
  to: CompositionState | undefined,
): ResolvedTrack['keyframes'] {
  const enters = isEntering(from, to);
  const [start] = (enters ? to : from)?.sweep ?? [];
  if (start === undefined || !(enters || isLeaving(from, to))) return undefined;
  const at = enters ? 0 : 1;
  return { sweepStart: [[at, start]], sweepEnd: [[at, start]] };
}

/** Returns the middle of what the parts of a figure span; undefined without any. */
export function middleOfParts(
  ids: readonly string[],
  objects: Readonly<Record<string, { readonly kind?: string | undefined }>>,
  states: Readonly<Record<string, CompositionState>>,
): Middle | undefined {
  const corners = ids.flatMap((id) => {
    const state = states[id];
    if (state === undefined) return [];
    const { x, y, width, height } = state;
    const kind = objects[id]?.kind;
    if (isProse(kind)) return [{ x, y }];
    // A path begins at its corner; other parts are around their middle.
    const left = isPath(kind) ? x : x - width / 2;
    const top = isPath(kind) ? y : y - height / 2;
    return [
      { x: left, y: top },
      { x: left + width, y: top + height },
    ];
  });
  const middleOf = (axis: 'x' | 'y') => {
    const values = corners.map((corner) => corner[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return corners.length === 0 ? undefined : { x: middleOf('x'), y: middleOf('y') };
}
