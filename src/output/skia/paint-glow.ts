import type { Canvas } from '@napi-rs/canvas';
import { contentBounds, expandBounds, groupBounds, transformBounds } from '../../drawing/bounds.ts';
import { type GroupNode, glowReach, glowSigma } from '../../drawing/display-list.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import type { PixelArea } from './damage.ts';
import { freeCanvas } from './free-canvas.ts';
import type { Painter } from './painter.ts';
import { wholePixels } from './whole-pixels.ts';

/** In pixels. A blur of a greater standard deviation shows no detail, so it is made smaller and drawn larger. */
const widestBlur = 32;

/** In pixels. Of a larger glow only the visible part is painted. */
const largestKeptGlow = 2_000_000;

/** Paints the glow of a group; `parent` leads from its parent's coordinates to pixels of the whole picture. */
export function paintGlow(painter: Painter, group: GroupNode, parent: Matrix): void {
  const sigma = glowSigma * painter.sceneScale;
  if (sigma > widestBlur) {
    paintReduced(painter, group, parent, widestBlur / sigma);
    return;
  }
  const matrix = multiplyMatrices(parent, group.matrix);
  const content = contentBounds(group);
  if (!content) return;
  const turned: Matrix = [matrix[0], matrix[1], matrix[2], matrix[3], 0, 0];
  const whole = wholePixels(expandBounds(transformBounds(content, turned), glowReach * sigma));
  if (whole.width * whole.height > largestKeptGlow) {
    paintVisible(painter, group, parent, sigma);
    return;
  }
  const { canvas, area } = painter.glows.get(group, matrix, sigma, () => {
    const sharp = painter.onLayer(whole, (layer) => layer.paintContent(group, turned, 1));
    return {
      canvas: painter.onLayer(whole, (layer) => stampBlurred(layer, sharp, whole, sigma)),
      area: whole,
    };
  });
  // Between two pixels the canvas interpolates, which does not show in a blurred picture.
  painter.setTransform([1, 0, 0, 1, matrix[4], matrix[5]]);
  painter.context.globalAlpha = 1;
  painter.context.drawImage(canvas, area.x, area.y);
}

/** Paints the visible part of a glow that is too large to be painted whole. */
function paintVisible(painter: Painter, group: GroupNode, parent: Matrix, sigma: number): void {
  const area = painter.pixelsOf(groupBounds(group, false), parent, glowReach * sigma);
  if (!area) return;
  const sharp = painter.onLayer(area, (layer) =>
    layer.paintContent(group, multiplyMatrices(parent, group.matrix), 1),
  );
  stampBlurred(painter, sharp, area, sigma);
}

/** Paints a glow at a fraction of the size, so that its layer stays small however large the scene is drawn. */
function paintReduced(painter: Painter, group: GroupNode, parent: Matrix, scale: number): void {
  const reduce: Matrix = [scale, 0, 0, scale, 0, 0];
  const area = wholePixels(transformBounds(painter.visible(), reduce));
  const glow = painter.onLayer(
    area,
    (layer) => paintGlow(layer, group, multiplyMatrices(reduce, parent)),
    painter.sceneScale * scale,
  );
  painter.setTransform([1 / scale, 0, 0, 1 / scale, area.x / scale, area.y / scale]);
  painter.context.globalAlpha = 1;
  painter.context.drawImage(glow, 0, 0);
  freeCanvas(glow);
}

/** Draws a layer blurred and frees it. The clip saves Skia from blurring more than the glow's reach. */
function stampBlurred(painter: Painter, layer: Canvas, area: PixelArea, sigma: number): void {
  const { context } = painter;
  const reach = Math.ceil(glowReach * sigma);
  context.save();
  painter.setTransform([1, 0, 0, 1, 0, 0]);
  context.beginPath();
  context.rect(area.x - reach, area.y - reach, area.width + 2 * reach, area.height + 2 * reach);
  context.clip();
  context.filter = `blur(${sigma}px)`;
  painter.stamp(layer, area, 1);
  context.restore();
}
