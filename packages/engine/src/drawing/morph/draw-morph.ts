import { type Color, interpolateColor } from '../../timeline/color.ts';
import { identityMatrix, type Matrix } from '../../timeline/matrix.ts';
import { type Bounds, outlineBounds, unionBounds } from '../bounds.ts';
import { type ColoredOutline, fillAll, joinNeighbours } from '../colored-outline.ts';
import type { DisplayNode } from '../display-list.ts';
import { clampUnit, dashed, stroke } from '../draw-shape.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { joinOutlines, transformOutline } from '../outline.ts';
import { fadedPaint, type Painted, plainColor } from '../paint.ts';
import { groupBy, type LetterPaint, type LetterPaints, paintOf, plainPaint } from '../painted-spans.ts';
import { type Middles, matchUnits, type UnitPair } from './match-units.ts';
import { type MorphContent, type MorphGlyph, type MorphUnit, maxUnits } from './morph-units.ts';

/** Two contents and the pairs of their units. */
export interface Morph {
  readonly moves: readonly Move[];
  readonly leaving: readonly MorphGlyph[];
  readonly entering: readonly MorphGlyph[];
}

/** A moving unit. */
interface Move {
  readonly from: MorphUnit;
  readonly to: MorphUnit;
  /** Whether it moves alone and not with its neighbours. */
  readonly isSingle: boolean;
  /** Height of its arc above a straight line in em, negative below it; 0 for units that pass no others. */
  readonly arc: number;
}

/** Leaving units are gone, and entering ones begin to appear, at these shares of the way. */
const leavingEnd = 0.45;
const enteringStart = 0.55;

/** Height of an arc as a share of its length, and at least and at most, in em: over a symbol, but not over a line. */
const arcShare = 0.3;
const lowestArc = 0.6;
const highestArc = 1.2;

const morphsFrom = memoizeByObject(
  (_from: MorphContent) => new WeakMap<MorphContent, { morph: Morph | null }>(),
);

/** Matches two contents, once for each pair; null if one of them is too long. */
export function morphBetween(from: MorphContent | null, to: MorphContent | null): Morph | null {
  if (from === null || to === null) return null;
  const known = morphsFrom(from);
  let made = known.get(to);
  if (made === undefined) {
    made = { morph: makeMorph(from, to) };
    known.set(to, made);
  }
  return made.morph;
}

function makeMorph(from: MorphContent, to: MorphContent): Morph | null {
  if (from.units.length > maxUnits || to.units.length > maxUnits) return null;
  const [fromMiddles, toMiddles] = [from.units.map(middleOf), to.units.map(middleOf)];
  const pairs = matchUnits(from, to, fromMiddles, toMiddles);
  const arcs = arcsOf(pairs, fromMiddles, toMiddles);
  const groupSizes = new Map<number, number>();
  for (const { group } of pairs) groupSizes.set(group, (groupSizes.get(group) ?? 0) + 1);
  const taken = { from: new Set(pairs.map((pair) => pair.from)), to: new Set(pairs.map((pair) => pair.to)) };
  return {
    // In the order of the new content, which is the painting order of everything that does not fade.
    moves: pairs
      .map((pair, index) => ({ pair, arc: arcs[index] ?? 0 }))
      .sort((one, other) => one.pair.to - other.pair.to)
      .map(({ pair, arc }) => ({
        from: unitAt(from, pair.from),
        to: unitAt(to, pair.to),
        isSingle: groupSizes.get(pair.group) === 1,
        arc,
      })),
    leaving: from.units.flatMap(({ glyphs }, unit) => (taken.from.has(unit) ? [] : glyphs)),
    entering: to.units.flatMap(({ glyphs }, unit) => (taken.to.has(unit) ? [] : glyphs)),
  };
}

function unitAt({ units }: MorphContent, index: number): MorphUnit {
  const unit = units[index];
  if (unit === undefined) throw new RangeError(`there is no unit ${index}`);
  return unit;
}

function middleOf({ glyphs }: MorphUnit): Middles[number] {
  const box = boxOf(glyphs);
  return box ? [(box.left + box.right) / 2, (box.top + box.bottom) / 2] : [0, 0];
}

function boxOf(glyphs: readonly ColoredOutline[]): Bounds | null {
  return glyphs.reduce<Bounds | null>((box, { outline }) => unionBounds(box, outlineBounds(outline)), null);
}

/** Farther from the middle of both contents, in em, units pass others on their own side of it. */
const middleReach = 0.2;

/**
 * Units that keep their order move straight; the others pass them in an arc: those above the middle above it, those
 * below it below, and those in between above on the way to the right. As many units as possible keep their order.
 */
function arcsOf(pairs: readonly UnitPair[], fromMiddles: Middles, toMiddles: Middles): number[] {
  const inOrder = pairs.toSorted((one, other) => one.from - other.from);
  const keepers = new Set(longestIncrease(inOrder.map(({ to }) => to)).map((place) => inOrder[place]?.group));
  const groups = new Map<number, { distance: number; height: number; count: number }>();
  for (const { from, to, group } of pairs) {
    const [[x1, y1], [x2, y2]] = [fromMiddles[from] ?? [0, 0], toMiddles[to] ?? [0, 0]];
    const { distance, height, count } = groups.get(group) ?? { distance: 0, height: 0, count: 0 };
    groups.set(group, { distance: distance + x2 - x1, height: height + (y1 + y2) / 2, count: count + 1 });
  }
  return pairs.map(({ group }) => {
    if (keepers.has(group)) return 0;
    const { distance, height, count } = groups.get(group) ?? { distance: 0, height: 0, count: 1 };
    const isNearMiddle = Math.abs(height / count) < middleReach;
    const side = isNearMiddle ? Math.sign(distance) : -Math.sign(height);
    return side * Math.min(highestArc, Math.max(lowestArc, (Math.abs(distance) / count) * arcShare));
  });
}

/** Returns the places of a longest increasing subsequence. */
function longestIncrease(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, number] of numbers.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    before[place] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = place;
  }
  const places: number[] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] as number) places.unshift(place);
  return places;
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
  const entering = clampUnit((progress - enteringStart) / (1 - enteringStart));
  return [
    ...drawPainted(appearance, morph.leaving, 1 - clampUnit(progress / leavingEnd), paints.from),
    ...drawPainted(appearance, morph.entering, entering, paints.to),
    ...drawMoves(appearance, morph.moves, progress, paints),
  ];
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
  for (const { from, to, arc } of moves) {
    const lift: Matrix = [1, 0, 0, 1, 0, -arc * 4 * progress * (1 - progress)];
    const pairs = from.glyphs.map((glyph, index) => ({ glyph, other: to.glyphs[index] }));
    const isSame =
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
    const box = boxBetween(boxOf(from.glyphs), boxOf(to.glyphs), progress);
    fading.push({ glyphs: intoBox(from.glyphs, box, lift), opacity: 1 - progress, paints: paints.from });
    fading.push({ glyphs: intoBox(to.glyphs, box, lift), opacity: progress, paints: paints.to });
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

function boxBetween(from: Bounds | null, to: Bounds | null, progress: number): Bounds | null {
  if (from === null || to === null) return from ?? to;
  const between = (edge: keyof Bounds) => from[edge] + (to[edge] - from[edge]) * progress;
  return { left: between('left'), top: between('top'), right: between('right'), bottom: between('bottom') };
}

/** Stretches glyphs into a box. */
function intoBox(glyphs: readonly MorphGlyph[], box: Bounds | null, [, , , , , lift]: Matrix): MorphGlyph[] {
  const own = boxOf(glyphs);
  if (own === null || box === null) return [...glyphs];
  const scaleX = own.right > own.left ? (box.right - box.left) / (own.right - own.left) : 1;
  const scaleY = own.bottom > own.top ? (box.bottom - box.top) / (own.bottom - own.top) : 1;
  const matrix: Matrix = [
    scaleX,
    0,
    0,
    scaleY,
    box.left - own.left * scaleX,
    box.top - own.top * scaleY + lift,
  ];
  return glyphs.map((glyph) => ({ ...glyph, outline: transformOutline(glyph.outline, matrix) }));
}
