import { isLine, type ObjectKind } from '../language/kinds.ts';
import type { Appearance } from '../timeline/appearance.ts';
import { identityMatrix, type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import type { Pose } from '../timeline/pose.ts';
import { hasArea, outlineBounds } from './bounds.ts';
import type { DisplayNode, PlacedOutline } from './display-list.ts';
import { emptyOutline, joinOutlines, type Outline } from './outline.ts';
import { roundedRectangle } from './shapes.ts';

/** Returns the nodes of an object by its kind, and the scale at which they are drawn. */
type DrawContent = (
  kind: ObjectKind,
  appearance: Appearance,
) => { readonly children: readonly DisplayNode[]; readonly scale: number };

/** Draws the outlines inside which an object is painted, at successive times. */
export class MaskDrawer {
  readonly #draw: DrawContent;
  #last: { readonly appearance: Appearance; readonly outline: Outline } | undefined;

  constructor(draw: DrawContent) {
    this.#draw = draw;
  }

  /** Null if the object has no clip. */
  maskOf({ clip }: Pose): PlacedOutline | null {
    if (clip === undefined) return null;
    if (clip.pose === null) return { outline: emptyOutline, matrix: identityMatrix };
    const { kind, appearance, matrix } = clip.pose;
    if (this.#last?.appearance !== appearance) {
      this.#last = { appearance, outline: this.#outlineOf(kind, appearance) };
    }
    const { outline } = this.#last;
    return isFlat(outline, matrix) ? { outline: emptyOutline, matrix: identityMatrix } : { outline, matrix };
  }

  #outlineOf(kind: Pose['kind'], appearance: Appearance): Outline {
    if (kind === 'image') {
      const { width, height, cornerRadius } = appearance;
      return roundedRectangle(Math.abs(width), Math.abs(height), cornerRadius);
    }
    // A path that is not closed has no fill, but clips as if it were.
    const paint = isLine(kind) ? { fill: null, stroke: opaque } : { fill: opaque, stroke: null };
    const { children, scale } = this.#draw(kind, { ...appearance, ...paint, ...complete });
    const outline = joinOutlines(outlinesIn(children, [scale, 0, 0, scale, 0, 0]));
    const bounds = outlineBounds(outline);
    return bounds && hasArea(bounds) ? outline : emptyOutline;
  }
}

/** Nothing is seen inside an outline that is thinner, in scene pixels; Skia takes minutes for flat letters. */
const minThickness = 1e-3;

/** Whether a matrix makes an outline flat. */
function isFlat(outline: Outline, [a, b, c, d]: Matrix): boolean {
  const bounds = outlineBounds(outline);
  if (bounds === null) return false;
  const length = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  // At most the smaller scale of the matrix times the square root of 2.
  const scale = Math.abs(a * d - b * c) / Math.hypot(a, b, c, d);
  return !(scale * length >= minThickness);
}

const opaque = { red: 0, green: 0, blue: 0, alpha: 1 };

/** An object clips as a whole, also while it is written. */
const complete = {
  write: 1,
  strokeWidth: 1,
  dash: null,
  textChange: null,
  fillGradient: null,
  strokeGradient: null,
  partsNow: null,
} as const;

function outlinesIn(nodes: readonly DisplayNode[], matrix: Matrix): PlacedOutline[] {
  return nodes.flatMap((node): PlacedOutline[] => {
    if (node.type === 'group') return outlinesIn(node.children, multiplyMatrices(matrix, node.matrix));
    return node.type === 'image' ? [] : [{ outline: node.outline, matrix }];
  });
}
