import type { Appearance } from '../timeline/appearance.ts';
import type { Color } from '../timeline/color.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { DisplayNode, GroupNode } from './display-list.ts';
import { joinOutlines, type Outline } from './outline.ts';
import { arrowHead, curve, ellipse, line, roundedRectangle, tick, tickCount } from './shapes.ts';
import { trimOutline } from './trim-outline.ts';

/** Returns the nodes of an ellipse centred on the origin. */
export function drawCircle(appearance: Appearance): DisplayNode[] {
  return drawClosedShape(appearance, ellipse(Math.abs(appearance.width), Math.abs(appearance.height)));
}

/** Returns the nodes of a rectangle centred on the origin. */
export function drawRectangle(appearance: Appearance): DisplayNode[] {
  const { width, height, cornerRadius } = appearance;
  return drawClosedShape(appearance, roundedRectangle(Math.abs(width), Math.abs(height), cornerRadius));
}

function drawClosedShape(appearance: Appearance, outline: Outline): DisplayNode[] {
  if (appearance.width === 0 && appearance.height === 0) return [];
  return [
    ...fill(outline, appearance.fill, appearance.write),
    ...stroke(trimOutline(outline, appearance.write), appearance),
  ];
}

/** Returns the nodes of a cubic curve that starts at the origin: stroke only. */
export function drawPath(appearance: Appearance): DisplayNode[] {
  const { c1x, c1y, c2x, c2y, width, height } = appearance;
  if ([c1x, c1y, c2x, c2y, width, height].every((length) => length === 0)) return [];
  return stroke(trimOutline(curve(c1x, c1y, c2x, c2y, width, height), appearance.write), appearance);
}

/** Returns the nodes of a line from the origin with an open arrowhead at its end. */
export function drawArrow(appearance: Appearance): DisplayNode[] {
  const { width, height, write } = appearance;
  if (width === 0 && height === 0) return [];
  const shaft = line(0, 0, width, height);
  const head = arrowHead(width, height, appearance.strokeWidth);
  // A single stroke for both, so that a translucent colour does not add up where they meet.
  if (write >= 1) return stroke(together([shaft, head]), appearance);
  return [
    ...stroke(trimOutline(shaft, write), appearance),
    ...faded(stroke(head, appearance), clampUnit((write - 0.8) / 0.2)),
  ];
}

/** Returns the nodes of an arrow with ticks across it. */
export function drawNumberline(appearance: Appearance): DisplayNode[] {
  const { width, height, write } = appearance;
  if (width === 0 && height === 0) return [];
  const ticks = Array.from({ length: tickCount }, (_, index) => tick(width, height, index));
  if (write >= 1) {
    return stroke(
      together([line(0, 0, width, height), arrowHead(width, height, appearance.strokeWidth), ...ticks]),
      appearance,
    );
  }
  return [
    ...drawArrow(appearance),
    ...ticks.flatMap((outline, index) =>
      faded(stroke(outline, appearance), clampUnit(tickCount * write - index)),
    ),
  ];
}

/** Returns a fill whose opacity is multiplied by `opacity`; no node if it would be invisible. */
export function fill(outline: Outline, color: Color | null, opacity = 1): DisplayNode[] {
  if (!color || color.alpha * opacity <= 0 || outline.points.length === 0) return [];
  return [
    { type: 'fill', outline, color: opacity === 1 ? color : { ...color, alpha: color.alpha * opacity } },
  ];
}

/** Returns the pose's stroke along an outline. Divides its width by the scale at which the node is drawn. */
export function stroke(outline: Outline, appearance: Appearance, scale = 1): DisplayNode[] {
  const { stroke: color, strokeWidth } = appearance;
  if (!color || color.alpha <= 0 || strokeWidth <= 0 || outline.points.length === 0) return [];
  return [{ type: 'stroke', outline, color, width: strokeWidth / scale }];
}

/** Nodes painted as one picture with the given opacity. */
export function faded(children: readonly DisplayNode[], opacity: number): GroupNode[] {
  if (opacity <= 0 || children.length === 0) return [];
  return [{ type: 'group', matrix: identityMatrix, opacity, clip: null, glow: false, label: null, children }];
}

/** The value limited to 0..1. */
export function clampUnit(value: number): number {
  return Math.max(0, Math.min(1, value));
}

function together(outlines: readonly Outline[]): Outline {
  return joinOutlines(outlines.map((outline) => ({ outline, matrix: identityMatrix })));
}
