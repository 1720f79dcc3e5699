import { clampUnit } from '../../project/numbers.ts';
import { type Color, interpolateColor } from '../../timeline/color.ts';
import { identityMatrix, type Matrix } from '../../timeline/matrix.ts';
import { type Bounds, outlineBounds, unionBounds } from '../bounds.ts';
import { type ColoredOutline, fillAll, joinNeighbours } from '../colored-outline.ts';
import type { DisplayNode } from '../display-list.ts';
import { dashed, stroke } from '../draw-shape.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { joinOutlines, transformOutline } from '../outline.ts';
import { fadedPaint, type Painted, plainColor } from '../paint.ts';
import { groupBy, type LetterPaint, type LetterPaints, paintOf, plainPaint } from '../painted-spans.ts';
import { middleOf, type Trip } from './arcs.ts';
import { driftOf } from './drifts.ts';
import { dividesLine } from './match-dividers.ts';
import { matchUnits, type UnitPair } from './match-units.ts';
import { type MorphContent, type MorphGlyph, type MorphUnit, maxUnits } from './morph-units.ts';
import { arcPaths, boxAt, type MovePath, offsetAt, pathsAround, type Vector, wayOf } from './paths.ts';

/** Two contents and the pairs of their units. */
export interface Morph {
  readonly moves: readonly Move[];
  readonly leaving: readonly Fade[];
  readonly entering: readonly Fade[];
  readonly shares: Shares;
}

/** Shares of the way: when leaving units are gone, entering ones begin to appear, and others move. */
interface Shares {
  readonly leavingEnd: number;
  readonly enteringStart: number;
  readonly move: readonly [start: number, end: number];
}

/** A unit that only one content has. */
interface Fade {
  readonly glyphs: readonly MorphGlyph[];
  /** How far it goes with its neighbours while it fades, in em. */
  readonly drift: Vector;
}

/** A moving unit. */
interface Move {
  readonly from: MorphUnit;
  readonly to: MorphUnit;
  /** Whether it moves alone and not with its neighbours. */
  readonly isSingle: boolean;
  /** Whether it is a marked piece that becomes a different one. */
  readonly isWhole: boolean;
  readonly path: MovePath;
  /** The boxes around its glyphs. */
  readonly ends: Pick<Trip, 'from' | 'to'>;
}

/** Units that fade while others move, and those that take turns. */
const together: Shares = { leavingEnd: 0.45, enteringStart: 0.55, move: [0, 1] };
const inTurn = { leavingEnd: 0.3, enteringStart: 0.7 };

/** A marked piece becomes a different one from this share of the way on, until as much is left. */
const wholeStart = 0.3;

const morphsFrom = memoizeByObject(
  (_from: MorphContent) => new WeakMap<MorphContent, { morph: Morph | null }>(),
);

/** Matches two contents, once for each pair; null if one of them is too long. */
export function morphBetween(from: MorphContent | null, to: MorphContent | null): Morph | null {
  if (from === null || to === null) return null;
  const morphs = morphsFrom(from);
  let made = morphs.get(to);
  if (made === undefined) {
    made = { morph: makeMorph(from, to) };
    morphs.set(to, made);
  }
  return made.morph;
}

function makeMorph(from: MorphContent, to: MorphContent): Morph | null {
  if (from.units.length > maxUnits || to.units.length > maxUnits) return null;
  const [fromBoxes, toBoxes] = [from.units.map(boxOfUnit), to.units.map(boxOfUnit)];
  const matched = matchUnits(from, to, fromBoxes.map(middleOf), toBoxes.map(middleOf));
  const groupSizes = new Map<number, number>();
  for (const { group } of matched) groupSizes.set(group, (groupSizes.get(group) ?? 0) + 1);
  const pathsOf = (pairs: readonly UnitPair[]) => {
    const trips = pairs.map((pair) => tripOf(pair, fromBoxes, toBoxes, isLoose(pair, from)));
    const signs = trips.filter((_, index) => isSign(pairs[index], from, to));
    const paths = from.keepsOrder && to.keepsOrder ? arcPaths(trips) : pathsAround(trips, signs);
    return pairs.map((pair, index) => ({ pair, trip: trips[index], path: paths[index] }));
  };
  const ways = pathsOf(matched);
  const kept = ways.filter(
    ({ trip, path }) => !path?.isBlocked && (path?.detour?.isAroundSign !== false || !trip?.isLoose),
  );
  // What is left may have its way free.
  const moves = kept.length === ways.length ? ways : pathsOf(kept.map(({ pair }) => pair));
  const [leaving, entering] = [fadesOf(from, fromBoxes, moves, 'from'), fadesOf(to, toBoxes, moves, 'to')];
  return {
    // In the order of the new content, which is the painting order of everything that does not fade.
    moves: moves
      .toSorted((one, other) => (one.pair.to[0] ?? 0) - (other.pair.to[0] ?? 0))
      .flatMap(({ pair, trip, path }) => {
        if (trip === undefined || path === undefined) return [];
        const [one, other] = [joined(from, pair.from), joined(to, pair.to)];
        const isSingle = groupSizes.get(pair.group) === 1;
        // A relation that becomes another one is stretched into it, as a bracket is.
        const isWhole =
          one.symbol?.mark !== undefined &&
          (pair.from.length > 1 || pair.to.length > 1 || one.key !== other.key);
        return [{ from: one, to: other, isSingle, isWhole, path, ends: { from: trip.from, to: trip.to } }];
      }),
    leaving,
    entering,
    shares: from.takesTurns && to.takesTurns ? turnsOf(leaving, entering) : together,
  };
}

function turnsOf(leaving: readonly Fade[], entering: readonly Fade[]): Shares {
  const start = leaving.length === 0 ? 0 : inTurn.leavingEnd;
  const end = entering.length === 0 ? 1 : inTurn.enteringStart;
  return { ...inTurn, move: [start, end] };
}

function fadesOf(
  { units, keepsOrder }: MorphContent,
  boxes: readonly Bounds[],
  moves: readonly { readonly pair: UnitPair; readonly trip?: Trip; readonly path?: MovePath }[],
  side: 'from' | 'to',
): Fade[] {
  const taken = new Set(moves.flatMap(({ pair }) => pair[side]));
  const left = [...units.entries()].filter(([unit]) => !taken.has(unit));
  // The letters of a text that fade stay where they are.
  if (keepsOrder) return left.map(([, { glyphs }]) => ({ glyphs, drift: [0, 0] }));
  const straight = moves.filter(({ path }) => path?.detour === null);
  const ways = straight.flatMap(({ pair, trip }) =>
    trip === undefined ? [] : pair[side].map((unit) => [unit, wayOf(trip)] as const),
  );
  const moved = new Map(ways);
  const middles = boxes.map(middleOf);
  return left.map(([unit, { glyphs }]) => ({ glyphs, drift: driftOf(unit, units, middles, moved) }));
}

function drifted(fades: readonly Fade[], share: number): MorphGlyph[] {
  return fades.flatMap(({ glyphs, drift: [x, y] }) =>
    x === 0 && y === 0 ? glyphs : transformed(glyphs, [1, 0, 0, 1, x * share, y * share]),
  );
}

function isLoose({ from: units, isTerm }: UnitPair, from: MorphContent): boolean {
  const kind = unitAt(from, units[0] ?? 0).symbol?.kind;
  return !isTerm && kind !== undefined && kind !== 'name' && kind !== 'frame';
}

function isSign(pair: UnitPair | undefined, from: MorphContent, to: MorphContent): boolean {
  const [one, other] = [pair?.from ?? [], pair?.to ?? []];
  return (
    one.length === 1 &&
    other.length === 1 &&
    dividesLine(unitAt(from, one[0] ?? 0)) &&
    dividesLine(unitAt(to, other[0] ?? 0))
  );
}

function tripOf(
  { from, to, group }: UnitPair,
  fromBoxes: readonly Bounds[],
  toBoxes: readonly Bounds[],
  isLoose: boolean,
): Trip {
  const boxAround = (units: readonly number[], boxes: readonly Bounds[]) =>
    units.reduce<Bounds | null>((box, unit) => unionBounds(box, boxes[unit] ?? null), null) ?? nowhere;
  return {
    from: boxAround(from, fromBoxes),
    to: boxAround(to, toBoxes),
    ...{ first: from[0] ?? 0, last: to[0] ?? 0, group, isLoose },
  };
}

/** Returns a unit, or several as one. */
function joined(content: MorphContent, indexes: readonly number[]): MorphUnit {
  const [first, ...rest] = indexes.map((index) => unitAt(content, index));
  if (first === undefined) throw new RangeError('a pair has no unit');
  if (rest.length === 0) return first;
  return { ...first, glyphs: [first, ...rest].flatMap(({ glyphs }) => glyphs) };
}

function unitAt({ units }: MorphContent, index: number): MorphUnit {
  const unit = units[index];
  if (unit === undefined) throw new RangeError(`there is no unit ${index}`);
  return unit;
}

const nowhere: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

function boxOfUnit({ glyphs }: MorphUnit): Bounds {
  return boxOf(glyphs) ?? nowhere;
}

function boxOf(glyphs: readonly ColoredOutline[]): Bounds | null {
  return glyphs.reduce<Bounds | null>((box, { outline }) => unionBounds(box, outlineBounds(outline)), null);
}

/** The paint of the spans of both contents of a morph; null for a content without spans. */
export interface MorphPaints {
  readonly from: LetterPaints | null;
  readonly to: LetterPaints | null;
}

/** Returns the nodes of a morph at a progress from 0 to 1, in em. */
export function drawMorph(
  appearance: Painted,
  morph: Morph,
  progress: number,
  paints: MorphPaints,
): DisplayNode[] {
  const { leavingEnd, enteringStart, move } = morph.shares;
  const leaving = 1 - clampUnit(progress / leavingEnd);
  const entering = clampUnit((progress - enteringStart) / (1 - enteringStart));
  return [
    ...drawPainted(appearance, drifted(morph.leaving, progress), leaving, paints.from),
    ...drawPainted(appearance, drifted(morph.entering, progress - 1), entering, paints.to),
    ...drawMoves(appearance, morph.moves, moved(progress, move), paints),
  ];
}

/** The progress of units that move in a share of the way, where they start and stop slowly. */
function moved(progress: number, [start, end]: Shares['move']): number {
  if (start === 0 && end === 1) return progress;
  const share = clampUnit((progress - start) / (end - start));
  return share * share * (3 - 2 * share);
}

/** Draws glyphs in the paint of their spans. */
function drawPainted(
  appearance: Painted,
  glyphs: readonly MorphGlyph[],
  opacity: number,
  paints: LetterPaints | null,
): DisplayNode[] {
  if (paints === null) return drawGlyphs(appearance, glyphs, opacity);
  return [...groupBy(glyphs, ({ place }) => paints.spanOf(place))].flatMap(([index, own]) => {
    const paint = paints.spans[index] ?? plainPaint;
    const fill = paint.fill === undefined ? appearance.fill : paint.fill;
    const replaces = paints.replacesColors && paint.fill !== undefined;
    const uncolored = replaces ? own.map((glyph) => ({ ...glyph, color: null })) : own;
    return drawGlyphs({ ...appearance, fill }, uncolored, opacity * paint.opacity);
  });
}

function drawGlyphs(appearance: Painted, glyphs: readonly MorphGlyph[], opacity: number): DisplayNode[] {
  if (opacity <= 0 || glyphs.length === 0) return [];
  const strokes = glyphs.filter(({ isStroked }) => isStroked);
  return [
    ...fillAll(joinNeighbours(glyphs), appearance.fill, opacity),
    ...strokeAll(appearance, strokes, opacity),
  ];
}

function strokeAll(appearance: Painted, glyphs: readonly ColoredOutline[], opacity: number): DisplayNode[] {
  const { stroke: paint, fontSize } = appearance;
  if (paint === null || glyphs.length === 0) return [];
  const outline = joinOutlines(glyphs.map((glyph) => ({ outline: glyph.outline, matrix: identityMatrix })));
  const faded = { ...appearance, stroke: fadedPaint(paint, opacity) };
  return stroke(dashed(outline, appearance, fontSize), faded, fontSize);
}

function drawMoves(
  appearance: Painted,
  moves: readonly Move[],
  progress: number,
  paints: MorphPaints,
): DisplayNode[] {
  const moving: { glyph: MorphGlyph; opacity: number }[] = [];
  const fading: { glyphs: MorphGlyph[]; opacity: number; paints: LetterPaints | null }[] = [];
  for (const { from, to, isWhole, path, ends } of moves) {
    const offset = offsetAt(path, middleOf(ends.from), middleOf(ends.to), progress);
    const lift: Matrix = [1, 0, 0, 1, ...offset];
    const pairs = from.glyphs.map((glyph, index) => ({ glyph, other: to.glyphs[index] }));
    const isSame =
      !isWhole &&
      from.glyphs.length === to.glyphs.length &&
      pairs.every(({ glyph, other }) => glyph.outline.verbs === other?.outline.verbs);
    if (isSame) {
      for (const { glyph, other } of pairs) {
        if (other === undefined) continue;
        const ends = [colorsOf(paints.from, glyph), colorsOf(paints.to, other)] as const;
        const opacity = ends[0].opacity + (ends[1].opacity - ends[0].opacity) * progress;
        const between = glyphBetween(appearance, [glyph, other], ends, progress, lift);
        moving.push({ glyph: between, opacity });
      }
      continue;
    }
    // Another drawing of the same symbol, such as a larger bracket: one fades into the other on the way.
    const box = boxAt(ends, progress);
    const [first, last] = isWhole
      ? wholes(from, to, box, progress)
      : [intoBox(from.glyphs, box), intoBox(to.glyphs, box)];
    const share = isWhole ? clampUnit((progress - wholeStart) / (1 - 2 * wholeStart)) : progress;
    fading.push({ glyphs: transformed(first, lift), opacity: 1 - share, paints: paints.from });
    fading.push({ glyphs: transformed(last, lift), opacity: share, paints: paints.to });
  }
  return [
    ...fading.flatMap((one) => drawPainted(appearance, one.glyphs, one.opacity, one.paints)),
    // The opacity is 1 outside of spans.
    ...[...groupBy(moving, ({ opacity }) => opacity)].flatMap(([opacity, group]) =>
      drawGlyphs(
        appearance,
        group.map(({ glyph }) => glyph),
        opacity,
      ),
    ),
  ];
}

/** The paint of a glyph; its fill is undefined for that of the object. */
function colorsOf(paints: LetterPaints | null, { place, color }: MorphGlyph): LetterPaint {
  const paint = paintOf(paints, place);
  const keepsColor = color !== null && !(paints?.replacesColors && paint.fill !== undefined);
  return keepsColor ? { ...paint, fill: color } : paint;
}

/** The colour of a glyph that has no fill. */
const unpainted: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

function glyphBetween(
  appearance: Painted,
  [from, to]: readonly [from: MorphGlyph, to: MorphGlyph],
  [{ fill: first }, { fill: last }]: readonly [from: LetterPaint, to: LetterPaint],
  progress: number,
  lift: Matrix,
): MorphGlyph {
  const points = from.outline.points.map((start, index) => {
    const end = to.outline.points[index] ?? start;
    return start + (end - start) * progress;
  });
  const isPlain = first === undefined && last === undefined;
  const fill = plainColor(appearance.fill);
  return {
    outline: transformOutline({ verbs: from.outline.verbs, points }, lift),
    color: isPlain
      ? null
      : (interpolateColor(first === undefined ? fill : first, last === undefined ? fill : last, progress) ??
        unpainted),
    isStroked: from.isStroked,
    place: from.place,
  };
}

/** Stretches glyphs into a box. */
function intoBox(glyphs: readonly MorphGlyph[], box: Bounds): MorphGlyph[] {
  const glyphBox = boxOf(glyphs);
  if (glyphBox === null) return [...glyphs];
  const scaleX =
    glyphBox.right > glyphBox.left ? (box.right - box.left) / (glyphBox.right - glyphBox.left) : 1;
  const scaleY =
    glyphBox.bottom > glyphBox.top ? (box.bottom - box.top) / (glyphBox.bottom - glyphBox.top) : 1;
  const [x, y] = [box.left - glyphBox.left * scaleX, box.top - glyphBox.top * scaleY];
  return transformed(glyphs, [scaleX, 0, 0, scaleY, x, y]);
}

/** Places two different pieces over each other, in the size of type between theirs and inside the box between theirs. */
function wholes(from: MorphUnit, to: MorphUnit, box: Bounds, progress: number): [MorphGlyph[], MorphGlyph[]] {
  const [first, last] = [from.symbol?.size ?? 1, to.symbol?.size ?? 1];
  const size = first + (last - first) * progress;
  return [centred(from, box, size / first), centred(to, box, size / last)];
}

function centred({ glyphs }: MorphUnit, box: Bounds, largest: number): MorphGlyph[] {
  const glyphBox = boxOf(glyphs) ?? nowhere;
  const [x, y] = middleOf(glyphBox);
  const scale = Math.min(
    largest,
    glyphBox.right > glyphBox.left ? (box.right - box.left) / (glyphBox.right - glyphBox.left) : 1,
    glyphBox.bottom > glyphBox.top ? (box.bottom - box.top) / (glyphBox.bottom - glyphBox.top) : 1,
  );
  const [middleX, middleY] = middleOf(box);
  return transformed(glyphs, [scale, 0, 0, scale, middleX - x * scale, middleY - y * scale]);
}

function transformed(glyphs: readonly MorphGlyph[], matrix: Matrix): MorphGlyph[] {
  return glyphs.map((glyph) => ({ ...glyph, outline: transformOutline(glyph.outline, matrix) }));
}
