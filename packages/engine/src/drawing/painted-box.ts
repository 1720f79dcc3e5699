import { identityMatrix, type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import { type Bounds, intersectBounds, unionBounds } from './bounds.ts';
import type { DisplayNode, GroupNode, ImageNode, StrokeNode } from './display-list.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { type Outline, visitSegments } from './outline.ts';
import { rectangle } from './shapes.ts';

/**
 * Returns the smallest axis-aligned rectangle around everything that a group paints, in the coordinates to which
 * `matrix` leads from those of the group's parent; null if the group paints nothing. Includes the width of strokes, but
 * not a glow. Unlike the bounds of `bounds.ts`, which are quick and may be too large, the box touches the paint on
 * every side.
 */
export function paintedBox(group: GroupNode, matrix: Matrix = identityMatrix): Bounds | null {
  return contentBox(group, multiplyMatrices(matrix, group.matrix));
}

/** Like `paintedBox`, but `matrix` leads from the group's own coordinates; without it, the box is in those. */
export function contentBox(group: GroupNode, matrix: Matrix = identityMatrix): Bounds | null {
  if (group.opacity <= 0) return null;
  let box: Bounds | null = null;
  for (const child of group.children) box = unionBounds(box, nodeBox(child, matrix));
  if (!box || !group.clip) return box;
  const clip = outlineBox(group.clip, matrix);
  return clip && intersectBounds(box, clip);
}

function nodeBox(node: DisplayNode, matrix: Matrix): Bounds | null {
  if (node.type === 'group') return paintedBox(node, matrix);
  // A shape squeezed into a line or a point covers no pixel.
  if (matrix[0] * matrix[3] - matrix[1] * matrix[2] === 0) return null;
  switch (node.type) {
    case 'fill':
      return hasArea(node.outline) ? outlineBox(node.outline, matrix) : null;
    case 'stroke':
      return strokeBox(node, matrix);
    case 'image':
      return outlineBox(borderOf(node), matrix);
  }
}

/** A stroke with round caps and joins is the area under a round pen, which the matrix makes an ellipse. */
function strokeBox({ outline, width }: StrokeNode, matrix: Matrix): Bounds | null {
  const box = outlineBox(outline, matrix);
  if (!box) return null;
  const [a, b, c, d] = matrix;
  const reachX = (width / 2) * Math.hypot(a, c);
  const reachY = (width / 2) * Math.hypot(b, d);
  return {
    left: box.left - reachX,
    top: box.top - reachY,
    right: box.right + reachX,
    bottom: box.bottom + reachY,
  };
}

function borderOf({ width, height }: ImageNode): Outline {
  return rectangle(-width / 2, -height / 2, width / 2, height / 2);
}

function hasArea(outline: Outline): boolean {
  const box = tightBounds(outline);
  return box !== null && box.right > box.left && box.bottom > box.top;
}

/** Returns the box of an outline in its own coordinates, which touches it on every side; null if it is empty. */
export const tightBounds = memoizeByObject((outline: Outline) => measure(outline, identityMatrix));

function outlineBox(outline: Outline, matrix: Matrix): Bounds | null {
  const [a, b, c, d, e, f] = matrix;
  if (b !== 0 || c !== 0) return measure(outline, matrix);
  const box = tightBounds(outline);
  if (!box) return null;
  const xs = [a * box.left + e, a * box.right + e];
  const ys = [d * box.top + f, d * box.bottom + f];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

function measure(outline: Outline, [a, b, c, d, e, f]: Matrix): Bounds | null {
  if (outline.points.length === 0) return null;
  const xs: Range = [Infinity, -Infinity];
  const ys: Range = [Infinity, -Infinity];
  const include = (x: number, y: number) => {
    extend(xs, a * x + c * y + e);
    extend(ys, b * x + d * y + f);
  };
  visitSegments(outline, {
    moveTo: include,
    lineTo: include,
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      include(x, y);
      extendByCurve(
        xs,
        a * fromX + c * fromY + e,
        a * c1x + c * c1y + e,
        a * c2x + c * c2y + e,
        a * x + c * y + e,
      );
      extendByCurve(
        ys,
        b * fromX + d * fromY + f,
        b * c1x + d * c1y + f,
        b * c2x + d * c2y + f,
        b * x + d * y + f,
      );
    },
    close() {},
  });
  return { left: xs[0], top: ys[0], right: xs[1], bottom: ys[1] };
}

type Range = [least: number, greatest: number];

function extend(range: Range, value: number): void {
  if (value < range[0]) range[0] = value;
  if (value > range[1]) range[1] = value;
}

/** Extends a range, which already contains both ends of a cubic, to the cubic's extremes. */
function extendByCurve(range: Range, p0: number, p1: number, p2: number, p3: number): void {
  // The curve lies between the smallest and the largest of its four points.
  if (Math.min(p1, p2) >= range[0] && Math.max(p1, p2) <= range[1]) return;
  // A third of the derivative: quadratic t² + linear t + constant.
  const quadratic = p3 - 3 * p2 + 3 * p1 - p0;
  const linear = 2 * (p2 - 2 * p1 + p0);
  const constant = p1 - p0;
  for (const t of rootsOf(quadratic, linear, constant)) {
    if (!(t > 0 && t < 1)) continue;
    const s = 1 - t;
    extend(range, s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3);
  }
}

/** Returns the real roots of a quadratic equation, computed without cancellation. */
function rootsOf(quadratic: number, linear: number, constant: number): readonly number[] {
  const discriminant = linear * linear - 4 * quadratic * constant;
  if (!(discriminant >= 0)) return [];
  const sum = -0.5 * (linear + (linear < 0 ? -1 : 1) * Math.sqrt(discriminant));
  // A division by 0 gives no number from 0 to 1.
  return [sum / quadratic, constant / sum];
}
