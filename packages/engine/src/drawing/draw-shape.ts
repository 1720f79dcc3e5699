import { clampUnit } from '../project/numbers.ts';
import type { Appearance } from '../timeline/appearance.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { Bounds } from './bounds.ts';
import { dashOutline } from './dash-outline.ts';
import { type DisplayNode, type GroupNode, plainGroup } from './display-list.ts';
import { clearEnds, lineHead } from './line-heads.ts';
import { joinOutlines, type Outline } from './outline.ts';
import { nodePaints, type Paint, type Painted, withGradients } from './paint.ts';
import { tightBounds } from './painted-box.ts';
import {
  arrowHead,
  curve,
  ellipse,
  ellipticalArc,
  line,
  polyline,
  roundedRectangle,
  sector,
  smoothCurve,
  tick,
  tickCount,
} from './shapes.ts';
import { openOutline, trimOutline } from './trim-outline.ts';

/** Returns the nodes of an ellipse centred on the origin, or of the part of it that is drawn. */
export function drawCircle(given: Appearance): DisplayNode[] {
  const appearance = inOwnBox(given);
  const { sweepStart: start, sweepEnd: end, innerRadius, fill: paint } = appearance;
  const [width, height] = [Math.abs(appearance.width), Math.abs(appearance.height)];
  const sweep = Math.abs(end - start);
  if (sweep === 0) return [];
  if (innerRadius === 0) {
    if (sweep >= 360) return drawClosedShape(appearance, ellipse(width, height));
    if (nodePaints(paint).length === 0)
      return drawOpenShape(appearance, ellipticalArc(width, height, { start, end }));
  }
  return drawClosedShape(appearance, sector(width, height, { start, end }, innerRadius));
}

/** Returns the nodes of a rectangle centred on the origin. */
export function drawRectangle(appearance: Appearance): DisplayNode[] {
  const { width, height, cornerRadius } = appearance;
  return drawClosedShape(
    inOwnBox(appearance),
    roundedRectangle(Math.abs(width), Math.abs(height), cornerRadius),
  );
}

/** Places gradients in the box of an object that is centred on the origin. */
export function inOwnBox(appearance: Appearance): Painted {
  const [across, down] = [Math.abs(appearance.width) / 2, Math.abs(appearance.height) / 2];
  return withGradients(appearance, () => ({ left: -across, top: -down, right: across, bottom: down }));
}

/** Places gradients in the box of an outline. */
function inBoxOf(appearance: Appearance, outline: Outline): [Painted, Outline] {
  return [withGradients(appearance, () => tightBounds(outline) ?? nowhere), outline];
}

const nowhere: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

function drawClosedShape(appearance: Painted, outline: Outline): DisplayNode[] {
  if (appearance.width === 0 && appearance.height === 0) return [];
  return [...fill(outline, appearance.fill, appearance.write), ...drawOpenShape(appearance, outline)];
}

function drawOpenShape(appearance: Painted, outline: Outline): DisplayNode[] {
  return stroke(dashed(trimOutline(outline, appearance.write), appearance), appearance);
}

/**
 * Returns the nodes of a path that starts at the origin: a cubic curve, or the lines or the curve through its points.
 */
export function drawPath(appearance: Appearance): DisplayNode[] {
  if (!isPlainLine(appearance, 'none')) return drawDetailedLine(appearance);
  const { c1x, c1y, c2x, c2y, width, height, points } = appearance;
  if (points !== null) return drawPoints(appearance, points);
  if ([c1x, c1y, c2x, c2y, width, height].every((length) => length === 0)) return [];
  return drawOpenShape(...inBoxOf(appearance, curve(c1x, c1y, c2x, c2y, width, height)));
}

/** Whether a line has no curves, no opening and only its usual heads. */
function isPlainLine({ curves, opening, heads, headShape }: Appearance, usual: Appearance['heads']): boolean {
  const hasUsualHeads = heads === usual && (heads === 'none' || headShape === 'arrow');
  return curves === null && opening === null && hasUsualHeads;
}

function drawPoints(appearance: Appearance, points: readonly number[]): DisplayNode[] {
  const { width, height, smooth, closed } = appearance;
  const places = points.map((share, index) => share * (index % 2 === 0 ? width : height));
  if (places.every((place, index) => place === places[index % 2])) return [];
  const outline = (smooth ? smoothCurve : polyline)(places, closed);
  const [painted] = inBoxOf(appearance, outline);
  return closed ? drawClosedShape(painted, outline) : drawOpenShape(painted, outline);
}

/** The outline of an arrow or a path; null if it is a point. */
function lineOutline(appearance: Appearance): Outline | null {
  const { c1x, c1y, c2x, c2y, width, height, points, smooth, closed, curves } = appearance;
  if (curves !== null) {
    if (curves.every((length) => length === 0)) return null;
    return { verbs: `M${'C'.repeat(curves.length / 6)}`, points: [0, 0, ...curves] };
  }
  if (points !== null) {
    const places = points.map((share, index) => share * (index % 2 === 0 ? width : height));
    if (places.every((place, index) => place === places[index % 2])) return null;
    return (smooth ? smoothCurve : polyline)(places, closed);
  }
  if ([c1x, c1y, c2x, c2y].some((length) => length !== 0)) return curve(c1x, c1y, c2x, c2y, width, height);
  return width === 0 && height === 0 ? null : line(0, 0, width, height);
}

/** Returns the nodes of a line with curves, with heads of its own or with an opening. */
function drawDetailedLine(given: Appearance): DisplayNode[] {
  const { heads, headShape, startShape, opening, points, closed, curves } = given;
  const outline = lineOutline(given);
  if (outline === null) return [];
  const [appearance] = inBoxOf(given, outline);
  const { write, stroke: paint, strokeWidth } = appearance;
  if (points !== null && closed && curves === null) return drawClosedShape(appearance, outline);
  const headAt = (end: 'start' | 'end', shape: typeof headShape) =>
    heads === end || heads === 'both' ? lineHead(outline, end, shape, strokeWidth) : null;
  const first = headAt('start', startShape === 'same' ? headShape : startShape);
  const last = headAt('end', headShape);
  const line = clearEnds(openOutline(outline, opening), first?.clear ?? 0, last?.clear ?? 0);
  const shaft = dashed(trimOutline(line, write), appearance);
  const drawn = [
    { head: first, opacity: clampUnit(write / 0.2) },
    { head: last, opacity: clampUnit((write - 0.8) / 0.2) },
  ].flatMap(({ head, opacity }) => (head === null || strokeWidth <= 0 ? [] : { head, opacity }));
  const solid = drawn.flatMap(({ head, opacity }) => (opacity >= 1 && !head.isFilled ? [head.outline] : []));
  const others = drawn.filter(({ head, opacity }) => opacity < 1 || head.isFilled);
  return [
    // A single stroke, so that a translucent colour does not add up where the parts meet.
    ...stroke(together([shaft, ...solid]), appearance),
    ...others.flatMap(({ head, opacity }) =>
      faded(head.isFilled ? fill(head.outline, paint) : stroke(head.outline, appearance), opacity),
    ),
  ];
}

/** Returns the nodes of a line from the origin with an open arrowhead at its end. */
export function drawArrow(given: Appearance): DisplayNode[] {
  if (!isPlainLine(given, 'end')) return drawDetailedLine(given);
  const { width, height, write } = given;
  if (width === 0 && height === 0) return [];
  const [appearance, shaft] = inBoxOf(given, line(0, 0, width, height));
  const head = arrowHead(width, height, appearance.strokeWidth);
  // A single stroke for both, so that a translucent colour does not add up where they meet.
  if (write >= 1) return stroke(together([dashed(shaft, appearance), head]), appearance);
  return [
    ...drawOpenShape(appearance, shaft),
    ...faded(stroke(head, appearance), clampUnit((write - 0.8) / 0.2)),
  ];
}

/** Returns the nodes of an arrow with ticks across it. */
export function drawNumberline(given: Appearance): DisplayNode[] {
  const { width, height, write } = given;
  if (width === 0 && height === 0) return [];
  const [appearance] = inBoxOf(given, line(0, 0, width, height));
  const ticks = Array.from({ length: tickCount }, (_, index) => tick(width, height, index));
  if (write >= 1) {
    const shaft = dashed(line(0, 0, width, height), appearance);
    return stroke(together([shaft, arrowHead(width, height, appearance.strokeWidth), ...ticks]), appearance);
  }
  return [
    ...drawArrow(given),
    ...ticks.flatMap((outline, index) =>
      faded(stroke(outline, appearance), clampUnit(tickCount * write - index)),
    ),
  ];
}

/** Returns fills whose opacity is multiplied by `opacity`; no node if they would be invisible. */
export function fill(outline: Outline, paint: Paint | null, opacity = 1): DisplayNode[] {
  if (outline.points.length === 0) return [];
  return nodePaints(paint, opacity).map((own) => ({ type: 'fill', outline, ...own }));
}

/** Returns the pose's stroke along an outline. Divides its width by the scale at which the node is drawn. */
export function stroke(
  outline: Outline,
  appearance: Pick<Painted, 'stroke' | 'strokeWidth'>,
  scale = 1,
): DisplayNode[] {
  const { stroke: paint, strokeWidth } = appearance;
  if (strokeWidth <= 0 || outline.points.length === 0) return [];
  return nodePaints(paint).map((own) => ({ type: 'stroke', outline, ...own, width: strokeWidth / scale }));
}

/** Returns an outline in the object's dashes. `scale` is the scale at which the node is drawn. */
export function dashed(
  outline: Outline,
  { dash, dashOffset }: Pick<Appearance, 'dash' | 'dashOffset'>,
  scale = 1,
): Outline {
  if (dash === null) return outline;
  return dashOutline(
    outline,
    dash.map((length) => length / scale),
    dashOffset / scale,
  );
}

/** Nodes painted as one picture with the given opacity. */
export function faded(children: readonly DisplayNode[], opacity: number): GroupNode[] {
  if (opacity <= 0 || children.length === 0) return [];
  return [{ ...plainGroup, opacity, children }];
}

/** Joins outlines into one, so that a translucent paint does not add up where they meet. */
export function together(outlines: readonly Outline[]): Outline {
  return joinOutlines(outlines.map((outline) => ({ outline, matrix: identityMatrix })));
}
