import type { SvgElement } from './svg-tree.ts';
import { pixelsIn } from './units.ts';

/** A rectangle in the units of an SVG. */
export interface ReferenceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a replaced element of CSS that has none of its own. */
const defaultSize = { width: 300, height: 150 };

/** Returns the part of an SVG that is drawn: its `viewBox`, or else its size. */
export function viewBoxOf(root: SvgElement): ReferenceBox {
  const numbers = root.attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = numbers ?? [];
  if (numbers?.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0)
    return { x, y, width, height };
  return {
    x: 0,
    y: 0,
    width: lengthIn(root, 'width') ?? defaultSize.width,
    height: lengthIn(root, 'height') ?? defaultSize.height,
  };
}

/** Gives the file the size that browsers derive for it if only one side is declared, or none. Returns whether it did. */
export function completeSize(root: SvgElement): boolean {
  const { attributes } = root;
  const width = lengthIn(root, 'width');
  const height = lengthIn(root, 'height');
  if (width !== undefined && height !== undefined) return false;
  const box = viewBoxOf(root);
  const hasRatio = attributes.has('viewBox');
  const size = {
    width: width ?? (hasRatio && height !== undefined ? (height * box.width) / box.height : box.width),
    height: height ?? (hasRatio && width !== undefined ? (width * box.height) / box.width : box.height),
  };
  const isSame = hasRatio && !attributes.has('width') && !attributes.has('height');
  if (isSame) return false;
  attributes.set('width', String(size.width));
  attributes.set('height', String(size.height));
  return true;
}

/** Draws the background that styles give to the file. Returns whether there is one. */
export function paintBackground(root: SvgElement): boolean {
  const color = root.attributes.get('background-color');
  if (color === undefined) return false;
  root.attributes.delete('background-color');
  const box = viewBoxOf(root);
  const width = lengthIn(root, 'width') ?? box.width;
  const height = lengthIn(root, 'height') ?? box.height;
  // The file may be wider or higher than its view box, wherever that is in it.
  const scale = Math.min(width / box.width, height / box.height);
  const [left, top] = [width / scale - box.width, height / scale - box.height];
  const attributes = new Map(
    Object.entries({
      x: box.x - left,
      y: box.y - top,
      width: box.width + 2 * left,
      height: box.height + 2 * top,
      fill: color,
      'fill-opacity': 1,
      stroke: 'none',
    }).map(([key, value]) => [key, String(value)]),
  );
  root.children.unshift({ name: 'rect', attributes, children: [], parent: root });
  return true;
}

/** A length of the file in pixels; undefined for a percentage, or if it is not one. */
function lengthIn(root: SvgElement, side: 'width' | 'height'): number | undefined {
  const [, number, unit = ''] =
    /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/i.exec(root.attributes.get(side) ?? '') ??
    [];
  return number === undefined ? undefined : Number(number) * pixelsIn(unit);
}
