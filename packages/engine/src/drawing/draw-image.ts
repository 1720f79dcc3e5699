import type { ImageAsset, MediaAsset } from '../project/object-schemas.ts';
import type { Appearance } from '../timeline/appearance.ts';
import { hasArea } from './bounds.ts';
import { type DisplayNode, type GroupNode, plainGroup } from './display-list.ts';
import { dashed, inOwnBox, stroke } from './draw-shape.ts';
import type { Outline } from './outline.ts';
import { rectangle, roundedRectangle } from './shapes.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle by its size and its middle. */
interface Place extends Size {
  readonly x: number;
  readonly y: number;
}

/** Returns the nodes of an image centred on the origin with rounded corners, and of the stroke over its border. */
export function drawImage(appearance: Appearance, asset: ImageAsset): DisplayNode[] {
  return drawPicture(appearance, asset, ({ width, height }) => ({ type: 'image', asset, width, height }));
}

/** Returns the nodes of a video as those of an image; nothing for a clip of unknown size. */
export function drawClip(appearance: Appearance, place: string, { src, ...size }: MediaAsset): DisplayNode[] {
  if (size.width === undefined || size.height === undefined) return [];
  const natural = { width: size.width, height: size.height };
  const asset = { src, ...natural, place, clipMs: appearance.clipMs ?? 0 };
  return drawPicture(appearance, asset, ({ width, height }) => ({ type: 'image', asset, width, height }));
}

/**
 * Returns the nodes of a picture of a given size: a node, centred on the origin, for the size in which it is drawn, with
 * rounded corners, and the stroke over its border.
 */
export function drawPicture(
  appearance: Appearance,
  natural: Size,
  draw: (size: Size) => DisplayNode,
): DisplayNode[] {
  const box = { width: Math.abs(appearance.width), height: Math.abs(appearance.height), x: 0, y: 0 };
  if (!hasArea({ left: 0, top: 0, right: box.width, bottom: box.height })) return [];
  const picture = placeOf(appearance, natural, box);
  const seen = overlapOf(box, picture);
  const border = roundedRectangle(seen.width, seen.height, appearance.cornerRadius);
  const node = draw(picture);
  const isCut = picture.width > seen.width || picture.height > seen.height;
  const drawn = [
    movedBy(picture.x - seen.x, picture.y - seen.y, node),
    ...stroke(dashed(border, appearance), inOwnBox(appearance)),
  ];
  const [placed, ...strokes] = drawn;
  const clip = appearance.cornerRadius > 0 || isCut ? border : null;
  const nodes = [clip && placed ? group([placed], { clip }) : (placed ?? node), ...strokes];
  return seen.x === 0 && seen.y === 0 ? nodes : [group(nodes, { matrix: [1, 0, 0, 1, seen.x, seen.y] })];
}

/** Returns where the picture is, relative to its box. */
function placeOf({ fit, focusX, focusY, zoom }: Appearance, natural: Size, box: Place): Place {
  if (fit === 'stretch' && zoom === 1) return box;
  const scales = [box.width / natural.width, box.height / natural.height] as const;
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const width = zoom * (fit === 'stretch' ? box.width : scale * natural.width);
  const height = zoom * (fit === 'stretch' ? box.height : scale * natural.height);
  return {
    width,
    height,
    // As in CSS: this share of what is too long is cut off at the left, and of what is too short is free there.
    x: (focusX - 0.5) * (box.width - width),
    y: (focusY - 0.5) * (box.height - height),
  };
}

function overlapOf(box: Place, picture: Place): Place {
  const [left, right] = overlap(box.width, picture.x, picture.width);
  const [top, bottom] = overlap(box.height, picture.y, picture.height);
  return { width: right - left, height: bottom - top, x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** The part of a length around 0 that another one covers. */
function overlap(length: number, middle: number, other: number): [start: number, end: number] {
  if (other >= length) return [-length / 2, length / 2];
  return [middle - other / 2, middle + other / 2];
}

function movedBy(x: number, y: number, node: DisplayNode): DisplayNode {
  return x === 0 && y === 0 ? node : group([node], { matrix: [1, 0, 0, 1, x, y] });
}

function group(children: readonly DisplayNode[], own: Partial<GroupNode>): GroupNode {
  return { ...plainGroup, ...own, children };
}

/**
 * Returns the visible part of an image at a write progress below 1: its left part, including the border's outer half. At
 * the right border, the outer half is uncovered with the inner one.
 */
export function imageReveal(appearance: Appearance): Outline | null {
  if (appearance.write >= 1) return null;
  const width = Math.abs(appearance.width);
  const bottom = Math.abs(appearance.height) / 2 + appearance.strokeWidth;
  const right = width * (appearance.write - 0.5);
  const inBorder = Math.max(0, right - width / 2 + appearance.strokeWidth / 2);
  return rectangle(-width / 2 - appearance.strokeWidth, -bottom, right + inBorder, bottom);
}
