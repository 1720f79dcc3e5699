import { type Canvas, createCanvas, type Image, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import {
  type Bounds,
  contentBounds,
  expandBounds,
  groupBounds,
  intersectBounds,
  transformBounds,
} from '../../drawing/bounds.ts';
import {
  type DisplayList,
  type DisplayNode,
  type GroupNode,
  glowReach,
  glowSigma,
  type ObjectNode,
  type StrokeNode,
} from '../../drawing/display-list.ts';
import type { Outline } from '../../drawing/outline.ts';
import { rectangle } from '../../drawing/shapes.ts';
import type { ImageAsset } from '../../project/schema.ts';
import type { Color } from '../../timeline/color.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import type { PixelArea } from './damage.ts';
import { freeCanvas } from './free-canvas.ts';
import { GlowCache } from './glow-cache.ts';
import { isImmenseStroke, strokeArea } from './stroke-area.ts';

/** Where the canvas takes the decoded pictures of images from. */
export type PictureSource = (asset: ImageAsset) => Image | Canvas;

/** Paints display lists with Skia on a canvas of its own, one at a time. */
export class SkiaCanvas {
  readonly #canvas: Canvas;
  readonly #size: Size;
  readonly #context: SKRSContext2D;
  readonly #pictureSource: PictureSource;
  readonly #glows = new GlowCache();

  constructor(size: Size, pictureSource: PictureSource) {
    this.#size = size;
    this.#canvas = createCanvas(size.width, size.height);
    this.#context = this.#canvas.getContext('2d');
    this.#pictureSource = pictureSource;
  }

  /**
   * Paints a display list over whatever stood on the canvas before. Where the list has no background, `backdrop`
   * shows through; null leaves the picture transparent.
   */
  paint(list: DisplayList, backdrop: Color | null = null): void {
    this.fillBackground(list, backdrop, [{ x: 0, y: 0, ...this.#size }]);
    this.paintNodes(list, list.nodes);
  }

  /** Replaces areas of the picture by the background of a display list, over `backdrop`. */
  fillBackground(list: DisplayList, backdrop: Color | null, areas: readonly PixelArea[]): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    const coats = [backdrop, list.background].filter((color) => color !== null);
    // What lies under an opaque coat need not be painted.
    const firstCoat = coats.findLastIndex(({ alpha }) => alpha === 1);
    for (const { x, y, width, height } of areas) {
      if (firstCoat < 0) context.clearRect(x, y, width, height);
      for (const color of coats.slice(Math.max(0, firstCoat))) {
        context.fillStyle = cssColor(color);
        context.fillRect(x, y, width, height);
      }
    }
  }

  /** Replaces areas of the picture by the same areas of another of the same size, which is opaque. */
  copyFrom(source: SkiaCanvas, areas: readonly PixelArea[]): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = false;
    for (const { x, y, width, height } of areas) {
      context.drawImage(source.#canvas, x, y, width, height, x, y, width, height);
    }
    context.imageSmoothingEnabled = true;
  }

  /** Paints nodes of a display list over what stands on the canvas. */
  paintNodes(list: DisplayList, nodes: readonly ObjectNode[]): void {
    const context = this.#context;
    const fit = fitScene(list, this.#size);
    context.save();
    if (fit[4] !== 0 || fit[5] !== 0) {
      const scene = transformBounds({ left: 0, top: 0, right: list.width, bottom: list.height }, fit);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clip(skiaPath(rectangle(scene.left, scene.top, scene.right, scene.bottom)));
    }
    const painter = new Painter(
      context,
      { x: 0, y: 0, ...this.#size },
      fit[0],
      this.#pictureSource,
      this.#glows,
    );
    for (const node of nodes) painter.paint(node, fit, 1);
    context.restore();
  }

  /** The painted pixels as premultiplied RGBA. */
  pixels(): Uint8Array {
    return this.#canvas.data();
  }

  /** The painted pixels of a part of an opaque picture as RGBA. */
  pixelsIn({ x, y, width, height }: PixelArea): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#context.getImageData(x, y, width, height).data;
    return new Uint8Array(buffer, byteOffset, byteLength);
  }
}

/** In pixels. A blur of a greater standard deviation shows no detail, so it is made smaller and drawn larger. */
const widestBlur = 32;

/** In pixels. Of a larger glow only what can be seen is painted. */
const largestKeptGlow = 2_000_000;

/** In a node's own coordinates. Skia takes a width that its 32-bit numbers do not hold for a line of one pixel. */
const thinnestStroke = 1e-30;

/** Paints nodes on a context whose upper left pixel stands at `area` of the whole picture. */
class Painter {
  readonly #context: SKRSContext2D;
  readonly #area: PixelArea;
  /** Output pixels to the scene pixel. */
  readonly #sceneScale: number;
  readonly #pictureSource: PictureSource;
  readonly #glows: GlowCache;

  constructor(
    context: SKRSContext2D,
    area: PixelArea,
    sceneScale: number,
    pictureSource: PictureSource,
    glows: GlowCache,
  ) {
    this.#context = context;
    this.#area = area;
    this.#sceneScale = sceneScale;
    this.#pictureSource = pictureSource;
    this.#glows = glows;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.imageSmoothingQuality = 'medium';
  }

  /** Paints a node; `matrix` leads from its parent's coordinates to pixels of the whole picture. */
  paint(node: DisplayNode, matrix: Matrix, opacity: number): void {
    const context = this.#context;
    if (node.type === 'group') {
      this.#paintGroup(node, matrix, opacity);
      return;
    }
    this.#setTransform(matrix);
    context.globalAlpha = opacity;
    if (node.type === 'fill') {
      context.fillStyle = cssColor(node.color);
      context.fill(skiaPath(node.outline));
    } else if (node.type === 'stroke') {
      this.#stroke(node, matrix);
    } else {
      const { width, height } = node;
      this.#setTransform(smoothEdges(matrix, width, height));
      context.drawImage(this.#pictureSource(node.asset), -width / 2, -height / 2, width, height);
    }
  }

  #stroke({ outline, color, width }: StrokeNode, matrix: Matrix): void {
    const context = this.#context;
    if (width < thinnestStroke) return;
    if (isImmenseStroke(outline, width, matrix)) {
      this.#setTransform([1, 0, 0, 1, 0, 0]);
      context.fillStyle = cssColor(color);
      context.fill(skiaPath(strokeArea(outline, width, matrix, this.#visible())));
      return;
    }
    context.strokeStyle = cssColor(color);
    context.lineWidth = width;
    context.stroke(skiaPath(outline));
  }

  /** The painter's area as bounds. */
  #visible(): Bounds {
    const { x, y, width, height } = this.#area;
    return { left: x, top: y, right: x + width, bottom: y + height };
  }

  #paintGroup(group: GroupNode, parent: Matrix, opacity: number): void {
    const total = opacity * group.opacity;
    if (total === 1 || paintsOnce(group)) {
      this.#paintWhole(group, parent, total);
      return;
    }
    const area = this.#pixelsOf(groupBounds(group), parent);
    if (!area) return;
    this.#stamp(
      this.#onLayer(area, (layer) => layer.#paintWhole(group, parent, 1)),
      area,
      total,
    );
  }

  #paintWhole(group: GroupNode, parent: Matrix, opacity: number): void {
    if (group.glow) this.#paintGlow(group, parent);
    this.#paintChildren(group, parent, opacity);
  }

  #paintGlow(group: GroupNode, parent: Matrix): void {
    const sigma = glowSigma * this.#sceneScale;
    if (sigma > widestBlur) {
      this.#paintGlowReduced(group, parent, widestBlur / sigma);
      return;
    }
    const matrix = multiplyMatrices(parent, group.matrix);
    const content = contentBounds(group);
    if (!content) return;
    const turned: Matrix = [matrix[0], matrix[1], matrix[2], matrix[3], 0, 0];
    const whole = wholePixels(expandBounds(transformBounds(content, turned), glowReach * sigma));
    if (whole.width * whole.height > largestKeptGlow) {
      this.#paintVisibleGlow(group, parent, sigma);
      return;
    }
    const { canvas, area } = this.#glows.get(group, matrix, sigma, () => {
      const sharp = this.#onLayer(whole, (layer) => layer.#paintContent(group, turned, 1));
      return {
        canvas: this.#onLayer(whole, (layer) => layer.#stampBlurred(sharp, whole, sigma)),
        area: whole,
      };
    });
    // Between two pixels the canvas interpolates, which a blurred picture does not show.
    this.#setTransform([1, 0, 0, 1, matrix[4], matrix[5]]);
    this.#context.globalAlpha = 1;
    this.#context.drawImage(canvas, area.x, area.y);
  }

  /** Paints the part of a glow that can be seen, for one that is too large to be painted whole. */
  #paintVisibleGlow(group: GroupNode, parent: Matrix, sigma: number): void {
    const area = this.#pixelsOf(groupBounds(group, false), parent, glowReach * sigma);
    if (!area) return;
    const sharp = this.#onLayer(area, (layer) => layer.#paintChildren(group, parent, 1));
    this.#stampBlurred(sharp, area, sigma);
  }

  /** Paints a glow at a fraction of the size, so that its layer stays small however large the scene is drawn. */
  #paintGlowReduced(group: GroupNode, parent: Matrix, scale: number): void {
    const reduce: Matrix = [scale, 0, 0, scale, 0, 0];
    const area = wholePixels(transformBounds(this.#visible(), reduce));
    const paint = (layer: Painter) => layer.#paintGlow(group, multiplyMatrices(reduce, parent));
    const glow = this.#onLayer(area, paint, this.#sceneScale * scale);
    this.#setTransform([1 / scale, 0, 0, 1 / scale, area.x / scale, area.y / scale]);
    this.#context.globalAlpha = 1;
    this.#context.drawImage(glow, 0, 0);
    freeCanvas(glow);
  }

  #paintChildren(group: GroupNode, parent: Matrix, opacity: number): void {
    this.#paintContent(group, multiplyMatrices(parent, group.matrix), opacity);
  }

  #paintContent(group: GroupNode, matrix: Matrix, opacity: number): void {
    if (group.clip) {
      this.#context.save();
      this.#setTransform(matrix);
      this.#context.clip(skiaPath(group.clip));
    }
    for (const child of group.children) this.paint(child, matrix, opacity);
    if (group.clip) this.#context.restore();
  }

  /** The pixels that bounds cover, as far as they lie in the picture or within `reach` pixels of it. */
  #pixelsOf(bounds: Bounds | null, parent: Matrix, reach = 0): PixelArea | null {
    if (!bounds) return null;
    const pixels = intersectBounds(transformBounds(bounds, parent), expandBounds(this.#visible(), reach));
    return pixels && wholePixels(pixels);
  }

  #onLayer(area: PixelArea, paint: (layer: Painter) => void, sceneScale = this.#sceneScale): Canvas {
    const canvas = createCanvas(area.width, area.height);
    paint(new Painter(canvas.getContext('2d'), area, sceneScale, this.#pictureSource, this.#glows));
    return canvas;
  }

  /** Lays a layer on the picture, pixel upon pixel, and frees it. */
  #stamp(layer: Canvas, area: PixelArea, opacity: number): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = opacity;
    context.drawImage(layer, area.x - this.#area.x, area.y - this.#area.y);
    freeCanvas(layer);
  }

  /** As `stamp`, blurred; a rectangle somewhat larger than the blur's reach is all that Skia works on. */
  #stampBlurred(layer: Canvas, area: PixelArea, sigma: number): void {
    const context = this.#context;
    const reach = Math.ceil(glowReach * sigma);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(
      area.x - this.#area.x - reach,
      area.y - this.#area.y - reach,
      area.width + 2 * reach,
      area.height + 2 * reach,
    );
    context.clip();
    context.filter = `blur(${sigma}px)`;
    this.#stamp(layer, area, 1);
    context.restore();
  }

  #setTransform([a, b, c, d, e, f]: Matrix): void {
    this.#context.setTransform(a, b, c, d, e - this.#area.x, f - this.#area.y);
  }
}

/** All pixels that bounds touch, and one more on every side for anti-aliasing. */
function wholePixels(bounds: Bounds): PixelArea {
  const x = Math.floor(bounds.left) - 1;
  const y = Math.floor(bounds.top) - 1;
  return { x, y, width: Math.ceil(bounds.right) + 1 - x, height: Math.ceil(bounds.bottom) + 1 - y };
}

/** Whether a group puts paint on each pixel at most once, so that its opacity can be the paint's own. */
function paintsOnce(group: GroupNode): boolean {
  if (group.glow || group.children.length > 1) return false;
  return group.children.every((child) => child.type !== 'group' || paintsOnce(child));
}

/** Far too little to move a pixel, yet not nothing. */
const imperceptible = 1e-9;

/**
 * Skia draws an upright image up to the nearest whole pixels, which would make a slowly moving one jump. What is
 * not quite upright gets anti-aliased edges, at the price of a slower drawing.
 */
function smoothEdges(matrix: Matrix, width: number, height: number): Matrix {
  const [a, b, c, d, e, f] = matrix;
  const isUpright = b === 0 && c === 0;
  const isOnItsSide = a === 0 && d === 0;
  if (!isUpright && !isOnItsSide) return matrix;
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  const { left, top, right, bottom } = transformBounds(
    { left: -halfWidth, top: -halfHeight, right: halfWidth, bottom: halfHeight },
    matrix,
  );
  if ([left, top, right, bottom].every(isWholePixel)) return matrix;
  return isUpright
    ? [a, imperceptible, -imperceptible, d, e, f]
    : [imperceptible, b, c, -imperceptible, e, f];
}

/** Nearer to a whole pixel than anti-aliasing can show. */
function isWholePixel(position: number): boolean {
  return Math.abs(position - Math.round(position)) < 1 / 512;
}

const paths = new WeakMap<Outline, Path2D>();

function skiaPath(outline: Outline): Path2D {
  const known = paths.get(outline);
  if (known) return known;
  const path = new Path2D();
  const { verbs, points } = outline;
  let at = 0;
  for (const verb of verbs) {
    if (verb === 'M') path.moveTo(points[at], points[at + 1]);
    else if (verb === 'L') path.lineTo(points[at], points[at + 1]);
    else if (verb === 'C') {
      path.bezierCurveTo(
        points[at],
        points[at + 1],
        points[at + 2],
        points[at + 3],
        points[at + 4],
        points[at + 5],
      );
    } else path.closePath();
    at += verb === 'Z' ? 0 : verb === 'C' ? 6 : 2;
  }
  paths.set(outline, path);
  return path;
}

function cssColor({ red, green, blue, alpha }: Color): string {
  // Without an exponent, which the canvas does not read.
  const opacity = Math.round(alpha * 1e6) / 1e6;
  return `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${opacity < 1e-6 ? 0 : opacity.toFixed(6)})`;
}
