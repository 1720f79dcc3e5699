import type { DisplayNode, FillNode, ImageNode, ObjectNode } from '../../drawing/display-list.ts';
import { memoizeByObject } from '../../drawing/memoize-by-object.ts';
import { type Outline, visitSegments } from '../../drawing/outline.ts';
import { gradientColorAt } from '../../drawing/paint.ts';
import type { PictureAsset } from '../../media/video/clip-picture.ts';
import { clampUnit } from '../../project/numbers.ts';
import type { Color } from '../../timeline/color.ts';
import { invertMatrix, type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';

/** A colour that is painted with the opacity `alpha`. */
export type Paint = Color;

/** Returns the colour of an image at a point from 0 to 1 on both axes; null if it is unknown. */
export type ImageColors = (asset: PictureAsset, across: number, down: number) => Paint | null;

/** Returns the colour of a gradient at a point in scene pixels. */
type ColorAt = (x: number, y: number) => Color;

/** A line of points, x and y in turn, in scene pixels. */
type Contour = readonly number[];

/** One layer of an object's paint, in scene pixels. */
export type Layer = {
  readonly opacity: number;
  readonly contours: readonly Contour[];
  /** The outline inside which the object is painted; null for all of it. */
  readonly mask: readonly Contour[] | null;
} & (
  | { readonly type: 'fill'; readonly color: Color; readonly colorAt?: ColorAt }
  | { readonly type: 'stroke'; readonly color: Color; readonly reach: number }
  | { readonly type: 'image'; readonly asset: PictureAsset; readonly toImage: Matrix }
);

/** Number of straight lines that replace a curve. */
const linesPerCurve = 12;

/** The layers of an object other than a text or an equation, the lowest first. */
export const layersOf = memoizeByObject((node: ObjectNode): readonly Layer[] => {
  // What it paints depends on what is behind it.
  if (node.effects && node.effects.blend !== 'normal') return [];
  const mask = node.effects?.mask;
  const within = mask ? contoursOf(mask.outline, mask.matrix) : null;
  return layersIn(node.children, node.matrix, node.opacity, within);
});

function layersIn(
  nodes: readonly DisplayNode[],
  matrix: Matrix,
  opacity: number,
  mask: Layer['mask'],
): Layer[] {
  return nodes.flatMap((node): Layer[] => {
    switch (node.type) {
      case 'group':
        return layersIn(node.children, multiplyMatrices(matrix, node.matrix), opacity * node.opacity, mask);
      case 'fill':
        return [
          {
            type: 'fill',
            ...paintOf(node, matrix),
            opacity,
            mask,
            contours: contoursOf(node.outline, matrix),
          },
        ];
      case 'stroke': {
        const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
        const reach = (node.width / 2) * scale;
        return [
          {
            type: 'stroke',
            color: node.color,
            reach,
            opacity,
            mask,
            contours: contoursOf(node.outline, matrix),
          },
        ];
      }
      default:
        return imageLayer(node, matrix, opacity, mask);
    }
  });
}

/** The colour of a fill, and of a gradient at each point. */
function paintOf({ color, gradient }: FillNode, matrix: Matrix): { color: Color; colorAt?: ColorAt } {
  const toNode = gradient && invertMatrix(matrix);
  if (!gradient || !toNode) return { color };
  const [a, b, c, d, e, f] = toNode;
  return { color, colorAt: (x, y) => gradientColorAt(gradient, a * x + c * y + e, b * x + d * y + f) };
}

function imageLayer(
  { asset, width, height }: ImageNode,
  matrix: Matrix,
  opacity: number,
  mask: Layer['mask'],
): Layer[] {
  const toImage = invertMatrix(multiplyMatrices(matrix, [width, 0, 0, height, -width / 2, -height / 2]));
  const border = { verbs: 'MLLLZ', points: [-1, -1, 1, -1, 1, 1, -1, 1].map((side) => side / 2) };
  const contours = contoursOf(border, multiplyMatrices(matrix, [width, 0, 0, height, 0, 0]));
  return toImage ? [{ type: 'image', asset, opacity, mask, toImage, contours }] : [];
}

function contoursOf(outline: Outline, [a, b, c, d, e, f]: Matrix): number[][] {
  const contours: number[][] = [];
  let current: number[] = [];
  const add = (x: number, y: number) => current.push(a * x + c * y + e, b * x + d * y + f);
  visitSegments(outline, {
    moveTo(x, y) {
      current = [];
      contours.push(current);
      add(x, y);
    },
    lineTo: (x, y) => add(x, y),
    curveTo(c1x, c1y, c2x, c2y, x, y, fromX, fromY) {
      for (let step = 1; step <= linesPerCurve; step++) {
        const t = step / linesPerCurve;
        const rest = 1 - t;
        const [w0, w1, w2, w3] = [rest ** 3, 3 * rest * rest * t, 3 * rest * t * t, t ** 3];
        add(w0 * fromX + w1 * c1x + w2 * c2x + w3 * x, w0 * fromY + w1 * c1y + w2 * c2y + w3 * y);
      }
    },
    close: (x, y) => add(x, y),
  });
  return contours;
}

/** Calls `visit` for every straight line of a layer. */
export function visitLines(
  { contours }: Layer,
  visit: (x1: number, y1: number, x2: number, y2: number) => void,
): void {
  for (const contour of contours) {
    for (let at = 2; at < contour.length; at += 2)
      visit(contour[at - 2], contour[at - 1], contour[at], contour[at + 1]);
  }
}

/** The colour of an object at a point in scene pixels; null where it paints nothing, or something unknown. */
export function paintAt(
  layers: readonly Layer[],
  x: number,
  y: number,
  imageColors: ImageColors,
): Paint | null {
  let paint: Paint | null = null;
  for (const layer of layers) {
    const layerPaint = layerAt(layer, x, y, imageColors);
    if (layerPaint === null || layerPaint.alpha * layer.opacity === 0) continue;
    const faded = { ...layerPaint, alpha: layerPaint.alpha * layer.opacity };
    paint = paint ? over(faded, paint) : faded;
  }
  return paint;
}

function layerAt(layer: Layer, x: number, y: number, imageColors: ImageColors): Paint | null {
  if (layer.mask && !isInside(layer.mask, x, y)) return null;
  switch (layer.type) {
    case 'fill':
      return isInside(layer.contours, x, y) ? (layer.colorAt?.(x, y) ?? layer.color) : null;
    case 'stroke':
      return isOnLine(layer, layer.reach, x, y) ? layer.color : null;
    case 'image': {
      const [a, b, c, d, e, f] = layer.toImage;
      const [across, down] = [a * x + c * y + e, b * x + d * y + f];
      const isOnImage = across >= 0 && across < 1 && down >= 0 && down < 1;
      return isOnImage ? imageColors(layer.asset, across, down) : null;
    }
  }
}

/** Whether a point is inside by the non-zero rule. */
function isInside(contours: readonly Contour[], x: number, y: number): boolean {
  let winding = 0;
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 2) {
      const next = at + 2 < contour.length ? at + 2 : 0;
      const [x1, y1, x2, y2] = [contour[at], contour[at + 1], contour[next], contour[next + 1]];
      if (y1 <= y === y2 <= y) continue;
      if (x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) winding += y2 > y1 ? 1 : -1;
    }
  }
  return winding !== 0;
}

function isOnLine(layer: Layer, reach: number, x: number, y: number): boolean {
  let isNear = false;
  visitLines(layer, (x1, y1, x2, y2) => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : clampUnit(((x - x1) * dx + (y - y1) * dy) / length);
    isNear ||= Math.hypot(x - x1 - share * dx, y - y1 - share * dy) <= reach;
  });
  return isNear;
}

/** Paints one colour over another. */
export function over(top: Paint, bottom: Paint): Paint {
  const alpha = top.alpha + bottom.alpha * (1 - top.alpha);
  if (alpha === 0) return { red: 0, green: 0, blue: 0, alpha: 0 };
  const mix = (one: number, other: number) =>
    (one * top.alpha + other * bottom.alpha * (1 - top.alpha)) / alpha;
  return {
    red: mix(top.red, bottom.red),
    green: mix(top.green, bottom.green),
    blue: mix(top.blue, bottom.blue),
    alpha,
  };
}
