import type { Canvas } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import {
  type Bounds,
  contentBounds,
  expandBounds,
  groupBounds,
  transformBounds,
  unionBounds,
} from '../../drawing/bounds.ts';
import {
  type BlurredCopy,
  blurReach,
  blurredCopies,
  type Effects,
  type GroupNode,
} from '../../drawing/display-list.ts';
import type { Shadow } from '../../timeline/effects.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { wholePixels } from './damage.ts';
import { freeCanvas, freeDrawnLayers } from './free-canvas.ts';
import { cssColor } from './paint-style.ts';
import type { PaintSurface } from './paint-surface.ts';
import { skiaPath } from './skia-path.ts';

/**
 * In pixels. A blur of a greater standard deviation shows no detail, so it is made smaller and drawn larger. Shadows have
 * one color, and show even less.
 */
const widestBlur = 16;
const widestShadow = 8;

/** In pixels. Only the visible part of a larger blurred picture is painted. */
const maxKeptPixels = 2_000_000;

/** In pixels. A narrower blur shows between which pixels it is, so it is painted in place. */
const narrowestKept = 1;

/** Paints a group with its effects; `parent` leads from its parent's coordinates to pixels of the whole picture. */
export function paintWithEffects(
  painter: PaintSurface,
  group: GroupNode,
  effects: Effects,
  parent: Matrix,
  opacity: number,
): void {
  const copies = blurredCopies(effects);
  if (effects.mask && copies.length > 0) {
    paintMaskedCopies(painter, group, effects, parent);
    return;
  }
  if (copies.length > 0) paintCopies(painter, group, copies, parent);
  if (effects.blur > 0) return;
  paintInside(painter, effects, parent, () =>
    painter.paintContent(group, multiplyMatrices(parent, group.matrix), opacity),
  );
}

/** Paints inside the mask. */
function paintInside(painter: PaintSurface, { mask }: Effects, parent: Matrix, paint: () => void): void {
  if (!mask) {
    paint();
    return;
  }
  painter.context.save();
  painter.setTransform(multiplyMatrices(parent, mask.matrix));
  painter.context.clip(skiaPath(mask.outline));
  paint();
  painter.context.restore();
}

/** Paints the shadows of a picture that is clipped after its blur, and the picture. */
function paintMaskedCopies(painter: PaintSurface, group: GroupNode, effects: Effects, parent: Matrix): void {
  const { sceneScale } = painter;
  const offsets = effects.shadows.map(
    ({ x, y, sigma }) => Math.max(Math.abs(x), Math.abs(y)) + blurReach * sigma,
  );
  const area = painter.pixelsOf(groupBounds(group), parent, Math.max(0, ...offsets) * sceneScale);
  if (!area) return;
  const picture = painter.onLayer(area, (layer) => {
    const unmasked = { ...group, opacity: 1, effects: { ...effects, mask: null, shadows: [] } };
    paintInside(layer, effects, parent, () => layer.paint(unmasked, parent, 1));
  });
  for (const shadow of effects.shadows.toReversed()) {
    const sharp = painter.onLayer(area, (layer) => layer.drawLayer(picture, area));
    stampBlurred(painter, sharp, area, shadow, sceneScale);
  }
  painter.stamp(picture, area, 1);
}

/** Paints the blurred copies of a group without a mask, in one piece that is kept if it is not too large. */
function paintCopies(
  painter: PaintSurface,
  group: GroupNode,
  copies: readonly BlurredCopy[],
  parent: Matrix,
): void {
  const { sceneScale } = painter;
  const content = contentBounds(group);
  if (!content) return;
  const [a, b, c, d, e, f] = multiplyMatrices(parent, group.matrix);
  const turned: Matrix = [a, b, c, d, 0, 0];
  const bounds = transformBounds(content, turned);
  const whole = wholePixels(copies.map((copy) => boundsOfCopy(bounds, copy, sceneScale)).reduce(aroundBoth));
  if (whole.width * whole.height > maxKeptPixels || !copies.every((copy) => isKept(copy, sceneScale))) {
    for (const copy of copies) paintVisible(painter, group, copy, parent);
    return;
  }
  const shape = [...turned, sceneScale, ...copies.flatMap(numbersOf)];
  const make = () => {
    const canvas = painter.onLayer(whole, (layer) => {
      for (const copy of copies) paintCopyOn(layer, group, copy, turned, bounds);
    });
    freeDrawnLayers(canvas);
    return { canvas, area: whole };
  };
  const isTinted = copies.every(({ color }) => color !== null);
  const { canvas, area } = painter.blurs.get(group, shape, make, isTinted);
  const isInWholePixels = copies.every((copy) => copy.sigma * sceneScale >= narrowestRounded(copy));
  const [x, y] = isInWholePixels ? [Math.round(e), Math.round(f)] : [e, f];
  painter.setTransform([1, 0, 0, 1, x, y]);
  painter.context.globalAlpha = 1;
  painter.context.drawImage(canvas, area.x, area.y);
}

/** In pixels. Nobody sees a shadow of this blur jump by half a pixel, and whole pixels are copied much faster. */
function narrowestRounded({ color, isPicture }: BlurredCopy): number {
  // A glow would also be rounded, but then films without shadows would change.
  if (color === null && !isPicture) return Infinity;
  return isPicture ? 8 : 2;
}

/** A narrower blur shows between which pixels it is, so it is painted in place. */
function isKept({ color, isPicture, sigma }: BlurredCopy, sceneScale: number): boolean {
  return sigma * sceneScale >= narrowestKept || (color === null && !isPicture);
}

function boundsOfCopy(content: Bounds, copy: BlurredCopy, sceneScale: number): Bounds {
  const { x, y, sigma } = copy;
  const reached = expandBounds(content, blurReach * sigma * sceneScale);
  return transformBounds(reached, [1, 0, 0, 1, x * sceneScale, y * sceneScale]);
}

function aroundBoth(one: Bounds, other: Bounds): Bounds {
  return unionBounds(one, other) ?? one;
}

function numbersOf({ x, y, sigma, color, isPicture }: BlurredCopy): number[] {
  return [
    x,
    y,
    sigma,
    isPicture ? 1 : 0,
    ...(color ? [color.red, color.green, color.blue, color.alpha] : [-1]),
  ];
}

/** Paints a copy of a group on a layer whose origin is that of the group. */
function paintCopyOn(
  layer: PaintSurface,
  group: GroupNode,
  copy: BlurredCopy,
  turned: Matrix,
  bounds: Bounds,
): void {
  const { sceneScale } = layer;
  const scale = reductionOf(copy, sceneScale);
  const reduce: Matrix = [scale, 0, 0, scale, 0, 0];
  const reach = blurReach * copy.sigma * sceneScale * scale;
  const area = wholePixels(expandBounds(transformBounds(bounds, reduce), reach));
  const sharp = layer.onLayer(area, (own) => own.paintContent(group, multiplyMatrices(reduce, turned), 1));
  if (scale === 1) {
    stampBlurred(layer, sharp, area, copy, sceneScale);
    return;
  }
  const blurred = layer.onLayer(area, (own) =>
    stampBlurred(own, sharp, area, { ...copy, x: 0, y: 0 }, sceneScale * scale),
  );
  drawEnlarged(layer, blurred, area, copy, scale);
}

/** How much smaller a copy is blurred. */
function reductionOf({ sigma, color }: BlurredCopy, sceneScale: number): number {
  const widest = color === null ? widestBlur : widestShadow;
  return Math.min(1, widest / (sigma * sceneScale));
}

function drawEnlarged(
  painter: PaintSurface,
  canvas: Canvas,
  area: PixelArea,
  { x, y }: BlurredCopy,
  scale: number,
): void {
  const { sceneScale } = painter;
  painter.setTransform([1 / scale, 0, 0, 1 / scale, x * sceneScale, y * sceneScale]);
  painter.context.globalAlpha = 1;
  painter.context.drawImage(canvas, area.x, area.y);
  freeCanvas(canvas);
}

/** Paints the visible part of a copy that is too large or too sharp to be kept. */
function paintVisible(painter: PaintSurface, group: GroupNode, copy: BlurredCopy, parent: Matrix): void {
  const { sceneScale } = painter;
  const scale = reductionOf(copy, sceneScale);
  const reduce: Matrix = [scale, 0, 0, scale, 0, 0];
  const reach =
    blurReach * copy.sigma * sceneScale + Math.max(Math.abs(copy.x), Math.abs(copy.y)) * sceneScale;
  const seen = painter.boundsOf(groupBounds(group, false), parent, reach);
  if (!seen) return;
  const area = wholePixels(transformBounds(seen, reduce));
  const toArea = multiplyMatrices(reduce, parent);
  const sharp = painter.onLayer(area, (layer) =>
    layer.paintContent(group, multiplyMatrices(toArea, group.matrix), 1),
  );
  if (scale === 1) {
    stampBlurred(painter, sharp, area, copy, sceneScale);
    return;
  }
  const margin = Math.ceil(blurReach * copy.sigma * sceneScale * scale);
  const wide = {
    x: area.x - margin,
    y: area.y - margin,
    width: area.width + 2 * margin,
    height: area.height + 2 * margin,
  };
  const blurred = painter.onLayer(wide, (layer) =>
    stampBlurred(layer, sharp, area, { ...copy, x: 0, y: 0 }, sceneScale * scale),
  );
  drawEnlarged(painter, blurred, wide, copy, scale);
}

/**
 * Draws a layer blurred, in the colour of a shadow, and frees it. The clip saves Skia from blurring more than it can
 * reach.
 */
function stampBlurred(
  painter: PaintSurface,
  layer: Canvas,
  area: PixelArea,
  { x, y, sigma, color }: Shadow,
  sceneScale: number,
): void {
  const { context } = painter;
  if (color) tintLayer(layer, cssColor(color));
  const deviation = sigma * sceneScale;
  const reach = Math.ceil(blurReach * deviation);
  const [left, top] = [x * sceneScale, y * sceneScale];
  context.save();
  painter.setTransform([1, 0, 0, 1, left, top]);
  context.beginPath();
  context.rect(area.x - reach, area.y - reach, area.width + 2 * reach, area.height + 2 * reach);
  context.clip();
  if (deviation > 0) context.filter = `blur(${deviation}px)`;
  painter.stamp(layer, area, 1, { x: left, y: top });
  context.restore();
}

function tintLayer(layer: Canvas, style: string): void {
  const context = layer.getContext('2d');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = style;
  context.fillRect(0, 0, layer.width, layer.height);
}
