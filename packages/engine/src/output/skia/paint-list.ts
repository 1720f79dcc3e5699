import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import { transformBounds } from '../../drawing/bounds.ts';
import type { DisplayList, ObjectNode } from '../../drawing/display-list.ts';
import type { Outline } from '../../drawing/outline.ts';
import { rectangle } from '../../drawing/shapes.ts';
import type { Color } from '../../timeline/color.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import { type Dither, ditheredGradient } from './dither-gradient.ts';
import { freeCanvas } from './free-canvas.ts';
import { cssColor, matrixFor, outlineFor, styleOf } from './paint-style.ts';
import type { PixelPosition } from './paint-surface.ts';
import { Painter, type PaintSources } from './painter.ts';
import { skiaPath } from './skia-path.ts';

/** Films have no transparency. A scene without a background is shown on black. */
export const filmBackdrop: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

/**
 * Fills a rectangle of a canvas with the background of a display list, over `backdrop`. `fit` leads from the coordinates
 * of the scene to those of the canvas. A gradient is only painted at its place in the picture, because its dither is.
 */
export function paintBackground(
  context: SKRSContext2D,
  list: DisplayList,
  backdrop: Color | null,
  { x, y, width, height }: PixelArea,
  fit: Matrix,
  dither: Dither,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  const coats = [backdrop, list.background].filter((color) => color !== null);
  // Nothing under an opaque colour needs to be painted.
  const firstCoat = coats.findLastIndex(({ alpha }) => alpha === 1);
  if (firstCoat < 0) context.clearRect(x, y, width, height);
  for (const color of coats.slice(Math.max(0, firstCoat))) {
    context.fillStyle = cssColor(color);
    context.fillRect(x, y, width, height);
  }
  if (!list.backgroundGradient) return;
  const dithered = ditheredGradient(list.backgroundGradient, fit, { x, y, width, height }, dither);
  if (dithered && list.backgroundGradient.stops.every(({ color }) => color.alpha === 1)) {
    context.putImageData(dithered, x, y);
    return;
  }
  if (dithered) {
    const layer = createCanvas(width, height);
    layer.getContext('2d').putImageData(dithered, 0, 0);
    context.drawImage(layer, x, y);
    freeCanvas(layer);
    return;
  }
  const placed = styleOf(context, { color: transparent, gradient: list.backgroundGradient });
  context.setTransform(...matrixFor(fit, placed));
  context.fillStyle = placed.style;
  context.fill(skiaPath(outlineFor(pixelsOfScene({ x, y, width, height }, fit), placed)));
}

const transparent: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

/** Returns a rectangle of pixels in the coordinates of the scene. */
function pixelsOfScene({ x, y, width, height }: PixelArea, [scale, , , , left, top]: Matrix): Outline {
  const [across, down] = [(x - left) / scale, (y - top) / scale];
  return rectangle(across, down, across + width / scale, down + height / scale);
}

/** Context for painting the nodes of a display list. */
export interface PaintTarget extends PaintSources {
  readonly context: SKRSContext2D;
  readonly list: DisplayList;
  /** Size of the whole picture, into which the scene is fitted. */
  readonly size: Size;
  /** The visible part of the picture. */
  readonly area: PixelArea;
  /** Position of that part's corner on the canvas. */
  readonly position: PixelPosition;
}

/** Paints nodes of a display list over the content of the canvas. */
export function paintNodes(nodes: readonly ObjectNode[], target: PaintTarget): void {
  const { context, list, size, area, position } = target;
  const fit = fitScene(list, size);
  context.save();
  const painter = new Painter(context, area, fit[0], target, position);
  if (fit[4] !== 0 || fit[5] !== 0) {
    const scene = transformBounds({ left: 0, top: 0, right: list.width, bottom: list.height }, fit);
    painter.setTransform([1, 0, 0, 1, 0, 0]);
    context.clip(skiaPath(rectangle(scene.left, scene.top, scene.right, scene.bottom)));
  }
  for (const node of nodes) painter.paint(node, fit, 1);
  context.restore();
}
