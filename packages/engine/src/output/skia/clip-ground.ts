import type { PixelArea } from '@render-service/h264';
import {
  type Bounds,
  hasArea,
  heightOf,
  intersectBounds,
  outlineBounds,
  transformBounds,
  widthOf,
} from '../../drawing/bounds.ts';
import type { DisplayList, DisplayNode, ObjectNode, PlacedOutline } from '../../drawing/display-list.ts';
import { rectangle } from '../../drawing/shapes.ts';
import { type ClipPicture, isClipPicture } from '../../media/video/clip-picture.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { fitScene, type Size } from '../fit-scene.ts';

/** A picture of a clip whose samples fill an area of a film's picture, cropped and scaled. */
export interface ClipGround {
  readonly clip: ClipPicture;
  /** What is seen of the clip, in its pixels; all numbers are even. */
  readonly source: PixelArea;
  /** Where it is seen in the film's picture; all numbers are even. */
  readonly area: PixelArea;
  /** Whether each pixel of the film, or each mean of pixels, is where a painter would put it. Otherwise it is near. */
  readonly isExact: boolean;
  /** It is seen inside these, in the coordinates of the film's picture; none if it fills its area. */
  readonly shape: readonly PlacedOutline[];
  /** The objects under it, its own, and those over it. */
  readonly under: readonly ObjectNode[];
  readonly node: ObjectNode;
  readonly over: readonly ObjectNode[];
}

/** How far from whole pixels a picture may be, which nobody sees. */
const tolerance = 1 / 512;

/**
 * Returns the clip with the largest area whose samples a film can take as they are, if everything over it can be laid over
 * it afterwards, as colours with an alpha. Whether the clip is opaque is not known here.
 */
export function clipGroundOf(list: DisplayList, size: Size): ClipGround | undefined {
  const fit = fitScene(list, size);
  if (list.finish || fit[4] !== 0 || fit[5] !== 0) return undefined;
  let largest: ClipGround | undefined;
  for (let index = list.nodes.length - 1; index >= 0; index--) {
    const node = list.nodes[index];
    const placed = placedClip(node, fit, size);
    if (placed && pixelsOf(placed) > (largest ? pixelsOf(largest) : 0))
      largest = { ...placed, node, under: list.nodes.slice(0, index), over: list.nodes.slice(index + 1) };
    if (mixesWithGround(node)) break;
  }
  return largest;
}

function pixelsOf({ area: { width, height } }: Pick<ClipGround, 'area'>): number {
  return width * height;
}

/** Whether a clip is in the same place in two pictures, with the same part of it. */
export function isInSamePlace(one: ClipGround, other: ClipGround): boolean {
  return (
    one.clip.src === other.clip.src && areEqual(one.source, other.source) && areEqual(one.area, other.area)
  );
}

/** Whether a clip hides everything that is under it. */
export function isWhole({ area, shape }: ClipGround, { width, height }: Size): boolean {
  return shape.length === 0 && area.width === width && area.height === height;
}

/** An object with a black picture instead of that of its clip, which has the same shadows. */
function withoutClip<Node extends DisplayNode>(node: Node): Node {
  if (node.type === 'group') return { ...node, children: node.children.map(withoutClip) };
  if (node.type !== 'image') return node;
  const [x, y] = [node.width / 2, node.height / 2];
  return { type: 'fill', outline: rectangle(-x, -y, x, y), color: black } as DisplayNode as Node;
}

/** Objects without the pictures of their clips, each the same as long as it looks the same. */
export class PlainObjects {
  readonly #kept = new Map<string, { readonly look: string; readonly node: ObjectNode }>();

  of(object: ObjectNode): ObjectNode {
    const node = withoutClip(object);
    const look = JSON.stringify(node);
    const kept = this.#kept.get(node.objectId);
    if (kept?.look === look) return kept.node;
    this.#kept.set(node.objectId, { look, node });
    return node;
  }
}

const black = { red: 0, green: 0, blue: 0, alpha: 1 };

type PlacedClip = Omit<ClipGround, 'under' | 'node' | 'over'>;

function placedClip(node: ObjectNode, fit: Matrix, size: Size): PlacedClip | undefined {
  const { effects, opacity } = node;
  const hasOnlyShadows =
    effects === null ||
    (effects.blur === 0 &&
      effects.mask === null &&
      effects.blend === 'normal' &&
      effects.turn === undefined &&
      effects.shadows.every(({ color }) => color !== null));
  if (opacity !== 1 || !hasOnlyShadows || 'moments' in node) return undefined;
  const clips: PlacedOutline[] = [];
  let inner: DisplayNode = { ...node, effects: null };
  let matrix = fit;
  while (inner.type === 'group') {
    if (inner.children.length !== 1 || inner.effects !== null || inner.opacity !== 1) return undefined;
    matrix = multiplyMatrices(matrix, inner.matrix);
    if (inner.clip) clips.push({ outline: inner.clip, matrix });
    inner = inner.children[0];
  }
  if (inner.type !== 'image' || !isClipPicture(inner.asset)) return undefined;
  if (matrix[1] !== 0 || matrix[2] !== 0 || matrix[0] <= 0 || matrix[3] <= 0) return undefined;
  const [x, y] = [inner.width / 2, inner.height / 2];
  return cutClip(inner.asset, [{ outline: rectangle(-x, -y, x, y), matrix }, ...clips], size);
}

/** Cuts a clip to what is seen of it. The first outline is that of its picture. */
function cutClip(
  clip: ClipPicture,
  outlines: readonly PlacedOutline[],
  { width, height }: Size,
): PlacedClip | undefined {
  const film = { left: 0, top: 0, right: width, bottom: height };
  const [picture] = outlines.map(boundsOf);
  const shape: PlacedOutline[] = [];
  let seen: Bounds | null = film;
  for (const one of outlines) {
    const bounds = boundsOf(one);
    seen = seen && bounds && intersectBounds(seen, bounds);
    const inFilm = bounds && intersectBounds(film, bounds);
    if (!inFilm || !isUpright(one) || !evenBounds(inFilm)) shape.push(one);
  }
  if (!picture || !seen || !hasArea(seen)) return undefined;
  const area = areaOf(aroundEven(seen));
  const [across, down] = [clip.width / widthOf(picture), clip.height / heightOf(picture)];
  const within = {
    left: (area.x - picture.left) * across,
    top: (area.y - picture.top) * down,
    right: (area.x + area.width - picture.left) * across,
    bottom: (area.y + area.height - picture.top) * down,
  };
  const exact = evenBounds(within);
  // What is cut off a clip of odd size is less than a pixel of its samples of colour.
  const whole = { left: 0, top: 0, right: clip.width & ~1, bottom: clip.height & ~1 };
  const source = intersectBounds(whole, exact ?? aroundEven(within));
  if (!source || !hasArea(source)) return undefined;
  const isExact = exact !== undefined && across === down && exactScales.includes(across);
  return { clip, source: areaOf(source), area, isExact, shape };
}

/** Pixels of a clip in one of the film for which all ways of scaling give the same. */
const exactScales = [1, 2, 4, 8];

function boundsOf({ outline, matrix }: PlacedOutline): Bounds | null {
  const bounds = outlineBounds(outline);
  return bounds && transformBounds(bounds, matrix);
}

function areaOf({ left, top, right, bottom }: Bounds): PixelArea {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether an outline is an upright rectangle. */
function isUpright({ outline: { verbs, points }, matrix }: PlacedOutline): boolean {
  // As `rectangle` makes them.
  const [x1, y1, x2, y2, x3, y3, x4, y4] = points;
  const isRectangle = verbs === 'MLLLZ' && y1 === y2 && x2 === x3 && y3 === y4 && x4 === x1;
  return isRectangle && matrix[1] === 0 && matrix[2] === 0;
}

/** Bounds in even pixels; undefined if they are somewhere else. */
function evenBounds({ left, top, right, bottom }: Bounds): Bounds | undefined {
  const sides = [left, top, right, bottom];
  const even = sides.map((side) => Math.round(side / 2) * 2);
  if (!sides.every((side, index) => Math.abs(side - even[index]) < tolerance)) return undefined;
  return { left: even[0], top: even[1], right: even[2], bottom: even[3] };
}

/** The smallest bounds in even pixels around others. */
function aroundEven({ left, top, right, bottom }: Bounds): Bounds {
  return {
    left: Math.floor(left / 2) * 2,
    top: Math.floor(top / 2) * 2,
    right: Math.ceil(right / 2) * 2,
    bottom: Math.ceil(bottom / 2) * 2,
  };
}

export function areEqual(one: PixelArea, other: PixelArea): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** Whether the colours of a node depend on those that are under it. */
function mixesWithGround(node: DisplayNode): boolean {
  if (node.type !== 'group') return false;
  return (node.effects !== null && node.effects.blend !== 'normal') || node.children.some(mixesWithGround);
}
