import { type Canvas, createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import {
  type Bounds,
  contentBounds,
  expandBounds,
  groupBounds,
  intersectBounds,
  outlineBounds,
  perspectiveOfGroup,
  transformBounds,
} from '../../drawing/bounds.ts';
import {
  blurredCopies,
  type DisplayNode,
  type Effects,
  type FillNode,
  type GroupNode,
  isObject,
  type ObjectNode,
  type StrokeNode,
} from '../../drawing/display-list.ts';
import { scalePerspective } from '../../drawing/perspective.ts';
import type { PictureAsset } from '../../media/video/clip-picture.ts';
import type { BlendMode } from '../../project/properties/values.ts';
import { type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import type { BlurCache } from './blur-cache.ts';
import { wholePixels } from './damage.ts';
import { type Dither, ditheredGradient } from './dither-gradient.ts';
import { freeCanvas } from './free-canvas.ts';
import { meanOf } from './mean-of.ts';
import { paintWithEffects } from './paint-effects.ts';
import { cssColor, matrixFor, outlineFor, type PlacedStyle, styleOf } from './paint-style.ts';
import type { PaintSurface, PixelPosition } from './paint-surface.ts';
import { turnPicture } from './paint-turned.ts';
import { skiaPath } from './skia-path.ts';
import { isImmenseStroke, strokeArea } from './stroke-area.ts';

/** The decoded pictures of a project. */
export interface PictureSource {
  /** Returns a picture that is drawn at a share of its size; it may be smaller if the share is. */
  (asset: PictureAsset, scale: number): Image | Canvas;
  /** Whether a picture is known to be opaque everywhere. */
  readonly isOpaque?: (asset: PictureAsset) => boolean;
}

/** What all painters of a canvas share. */
export interface PaintSources {
  readonly pictureSource: PictureSource;
  readonly blurs: BlurCache;
  readonly dither: Dither;
}

/** In pixels beyond the picture, from where a turned object may reach into it. */
const farthestTurned = 2000;

/** In a node's own coordinates. Skia draws a width that rounds to 0 in 32 bits as a line of one pixel. */
const thinnestStroke = 1e-30;

/** Farther than any picture reaches, in units of a gradient's radius. */
const everywhere = 1e6;

const noOffset: PixelPosition = { x: 0, y: 0 };

/** Paints nodes on a context that shows `area` of the whole picture. */
export class Painter implements PaintSurface {
  readonly context: SKRSContext2D;
  readonly area: PixelArea;
  /** Actual or virtual position of the whole picture's corner on the canvas. */
  readonly #origin: PixelPosition;
  /** Output pixels per scene pixel. */
  readonly sceneScale: number;
  readonly #sources: PaintSources;

  /** `position` is the position of the area's corner on the canvas. */
  constructor(
    context: SKRSContext2D,
    area: PixelArea,
    sceneScale: number,
    sources: PaintSources,
    position: PixelPosition = { x: 0, y: 0 },
  ) {
    this.context = context;
    this.area = area;
    this.#origin = { x: position.x - area.x, y: position.y - area.y };
    this.sceneScale = sceneScale;
    this.#sources = sources;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.imageSmoothingQuality = 'medium';
  }

  get blurs(): BlurCache {
    return this.#sources.blurs;
  }

  /** Paints a node; `matrix` leads from its parent's coordinates to pixels of the whole picture. */
  paint(node: DisplayNode, matrix: Matrix, opacity: number): void {
    const context = this.context;
    if (node.type === 'group') {
      this.#paintGroup(node, matrix, opacity);
      return;
    }
    this.setTransform(matrix);
    context.globalAlpha = opacity;
    if (node.type === 'fill') {
      if (this.#fillDithered(node, matrix, opacity)) return;
      const placed = styleOf(context, node);
      if (placed.matrix) this.setTransform(matrixFor(matrix, placed));
      context.fillStyle = placed.style;
      context.fill(skiaPath(outlineFor(node.outline, placed)));
    } else if (node.type === 'stroke') {
      this.#stroke(node, matrix);
    } else {
      const { asset, width, height } = node;
      const [a, b, c, d] = matrix;
      const scale = Math.max(
        (Math.hypot(a, b) * width) / asset.width,
        (Math.hypot(c, d) * height) / asset.height,
      );
      this.setTransform(smoothEdges(matrix, width, height));
      const picture = this.#sources.pictureSource(asset, scale);
      context.drawImage(picture, -width / 2, -height / 2, width, height);
    }
  }

  /** Fills with a gradient that has visible steps otherwise; returns whether it has. */
  #fillDithered({ outline, gradient }: FillNode, matrix: Matrix, opacity: number): boolean {
    const bounds = gradient && outlineBounds(outline);
    const area = bounds && this.pixelsOf(bounds, matrix);
    const filling = area && ditheredGradient(gradient, matrix, area, this.#sources.dither);
    if (!filling) return false;
    const pixels = createCanvas(area.width, area.height);
    pixels.getContext('2d').putImageData(filling, 0, 0);
    const layer = this.onLayer(area, (painter) => {
      painter.setTransform(matrix);
      painter.context.fill(skiaPath(outline));
      painter.context.globalCompositeOperation = 'source-in';
      painter.stamp(pixels, area, 1);
    });
    this.stamp(layer, area, opacity);
    return true;
  }

  #stroke(node: StrokeNode, matrix: Matrix): void {
    const context = this.context;
    const { outline, color, width } = node;
    if (width < thinnestStroke) return;
    if (isImmenseStroke(outline, width, matrix)) {
      this.setTransform([1, 0, 0, 1, 0, 0]);
      context.fillStyle = cssColor(color);
      context.fill(skiaPath(strokeArea(outline, width, matrix, this.visible())));
      return;
    }
    const placed = styleOf(context, node);
    context.lineWidth = width;
    if (placed.matrix) {
      this.#strokeThrough(node, matrix, placed);
      return;
    }
    context.strokeStyle = placed.style;
    context.stroke(skiaPath(outline));
  }

  /** Strokes with a style in other coordinates, in which the pen would be an ellipse: fills the stroke on a layer. */
  #strokeThrough({ outline, width }: StrokeNode, matrix: Matrix, placed: PlacedStyle): void {
    const bounds = outlineBounds(outline);
    const area = bounds && this.pixelsOf(expandBounds(bounds, width / 2), matrix);
    if (!area) return;
    const opacity = this.context.globalAlpha;
    const layer = this.onLayer(area, (painter) => {
      const { context } = painter;
      painter.setTransform(matrix);
      context.lineWidth = width;
      context.stroke(skiaPath(outline));
      painter.setTransform(matrixFor(matrix, placed));
      context.globalCompositeOperation = 'source-in';
      context.fillStyle = placed.style;
      context.fillRect(-everywhere, -everywhere, 2 * everywhere, 2 * everywhere);
    });
    this.stamp(layer, area, opacity);
  }

  /** The painter's area as bounds. */
  visible(): Bounds {
    const { x, y, width, height } = this.area;
    return { left: x, top: y, right: x + width, bottom: y + height };
  }

  #paintGroup(group: GroupNode, parent: Matrix, opacity: number): void {
    if (isObject(group) && group.moments) {
      this.#paintMean(group, group.moments, parent, opacity);
      return;
    }
    if (group.effects?.turn) {
      this.#paintTurned(group, group.effects, parent, opacity);
      return;
    }
    const total = opacity * group.opacity;
    const isLayer = 'members' in group;
    const blend = group.effects?.blend ?? 'normal';
    // The pixels of a member must not depend on whether the layer has others.
    if (blend === 'normal' && (total === 1 || (!isLayer && paintsOnce(group)))) {
      this.#paintWhole(group, parent, total);
      return;
    }
    const pixels = this.pixelsOf(groupBounds(group), parent);
    if (!pixels) return;
    const area = isLayer ? this.#fromCorner(pixels) : pixels;
    const picture = this.onLayer(area, (layer) => layer.#paintWhole(group, parent, 1));
    this.#stampBlended(picture, area, total, blend);
  }

  /** Paints the mean of the pictures of an object at some moments. */
  #paintMean(group: ObjectNode, moments: readonly ObjectNode[], parent: Matrix, opacity: number): void {
    const area = this.pixelsOf(groupBounds(group), parent);
    if (!area) return;
    const blend = group.effects?.blend ?? 'normal';
    const seen = everyFewPixels(moments, parent);
    const picture = meanOf(
      seen.map((moment) => () => {
        const effects = moment.effects && { ...moment.effects, blend: 'normal' as const };
        return this.onLayer(area, (layer) => layer.paint({ ...moment, effects }, parent, 1));
      }),
      area,
    );
    this.#stampBlended(picture, area, opacity, blend);
  }

  /** Paints a group that is turned in space: its flat picture, then that in perspective. */
  #paintTurned(group: GroupNode, effects: Effects, parent: Matrix, opacity: number): void {
    const seen = perspectiveOfGroup(group);
    const { turn: _, ...flat } = { ...effects, blend: 'normal' as const };
    const upright = { ...group, effects: flat, opacity: 1 };
    const area = this.pixelsOf(groupBounds(upright), parent, farthestTurned);
    if (!seen || !area) return;
    const canvas = this.onLayer(area, (layer) => layer.paint(upright, parent, 1));
    const [scale, , , , x, y] = parent;
    const turned = turnPicture({ canvas, area }, scalePerspective(seen, scale, x, y));
    this.#stampBlended(turned.canvas, turned.area, opacity * group.opacity, effects.blend);
  }

  #stampBlended(picture: Canvas, area: PixelArea, opacity: number, blend: BlendMode): void {
    // Canvas calls CSS's normal so.
    this.context.globalCompositeOperation = blend === 'normal' ? 'source-over' : blend;
    this.stamp(picture, area, opacity);
    this.context.globalCompositeOperation = 'source-over';
  }

  /**
   * Extends pixels to the corner of the painter's area. Skia rounds a shifted shape differently, so without this a
   * member of a layer would flicker while another one moves, because the pixels depend on both.
   */
  #fromCorner({ x, y, width, height }: PixelArea): PixelArea {
    const left = Math.min(this.area.x, x);
    const top = Math.min(this.area.y, y);
    return { x: left, y: top, width: x + width - left, height: y + height - top };
  }

  #paintWhole(group: GroupNode, parent: Matrix, opacity: number): void {
    if (group.effects) {
      // Lengths of an object's effects are in scene pixels, also while a layer around it is painted smaller.
      const surface = isObject(group) ? this : this.#inUnitsOf(parent);
      paintWithEffects(surface, group, group.effects, parent, opacity);
    } else this.paintContent(group, multiplyMatrices(parent, group.matrix), opacity);
  }

  /** A painter for which the coordinates of a group, instead of the scene's, are the unit of effects. */
  #inUnitsOf([a, b, c, d]: Matrix): Painter {
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    const position = { x: this.#origin.x + this.area.x, y: this.#origin.y + this.area.y };
    return new Painter(this.context, this.area, scale, this.#sources, position);
  }

  paintContent(group: GroupNode, matrix: Matrix, opacity: number): void {
    if (group.clip) {
      // A hairline beside its clip would leave a trace there, where nothing looks for it.
      if (!contentBounds(group)) return;
      this.context.save();
      this.setTransform(matrix);
      this.context.clip(skiaPath(group.clip));
    }
    for (const child of group.children) this.paint(child, matrix, opacity);
    if (group.clip) this.context.restore();
  }

  /** Returns the pixels that bounds cover, limited to the picture and `reach` pixels around it. */
  pixelsOf(bounds: Bounds | null, parent: Matrix, reach = 0): PixelArea | null {
    const seen = this.boundsOf(bounds, parent, reach);
    return seen && wholePixels(seen);
  }

  /** Returns bounds in pixels, limited to the picture and `reach` pixels around it. */
  boundsOf(bounds: Bounds | null, parent: Matrix, reach = 0): Bounds | null {
    return bounds && intersectBounds(transformBounds(bounds, parent), expandBounds(this.visible(), reach));
  }

  onLayer(area: PixelArea, paint: (layer: Painter) => void, sceneScale = this.sceneScale): Canvas {
    const canvas = createCanvas(area.width, area.height);
    paint(new Painter(canvas.getContext('2d'), area, sceneScale, this.#sources));
    return canvas;
  }

  /** Draws a layer at its place in the picture, moved by an offset in pixels, and frees it. */
  stamp(layer: Canvas, area: PixelArea, opacity: number, offset: PixelPosition = noOffset): void {
    this.context.globalAlpha = opacity;
    this.drawLayer(layer, area, offset);
    freeCanvas(layer);
  }

  /** Draws a layer at its place in the picture. */
  drawLayer(layer: Canvas, area: PixelArea, { x, y }: PixelPosition = noOffset): void {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.drawImage(layer, area.x + this.#origin.x + x, area.y + this.#origin.y + y);
  }

  setTransform([a, b, c, d, e, f]: Matrix): void {
    this.context.setTransform(a, b, c, d, e + this.#origin.x, f + this.#origin.y);
  }
}

/** Returns the moments between which an object goes about a pixel; all of them if it goes farther. */
function everyFewPixels(moments: readonly ObjectNode[], parent: Matrix): readonly ObjectNode[] {
  const [first, last] = [moments[0], moments[moments.length - 1]].map((node) => {
    const bounds = contentBounds(node);
    return bounds ? cornersOf(bounds, multiplyMatrices(parent, node.matrix)) : [];
  });
  const distances = first.map((position, index) => Math.abs(position - (last[index] ?? position)));
  const wanted = Math.max(1, Math.min(moments.length, Math.max(0, ...distances) + 1));
  const step = Math.max(1, Math.floor(moments.length / wanted));
  return moments.filter((_, index) => index % step === step >> 1);
}

/** The x and y of the corners of bounds after a transform. */
function cornersOf({ left, top, right, bottom }: Bounds, [a, b, c, d, e, f]: Matrix): readonly number[] {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return corners.flatMap(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
}

/** Whether a group paints each pixel at most once, so that its opacity can be applied to the paint. */
function paintsOnce(group: GroupNode): boolean {
  if (group.children.length > 1 || (group.effects && blurredCopies(group.effects).length > 0)) return false;
  return group.children.every((child) => child.type !== 'group' || paintsOnce(child));
}

/** Too small to shift a pixel, but not 0. */
const imperceptible = 1e-9;

/**
 * Skia rounds the edges of an upright image to whole pixels, which makes a slowly moving image jump. An image that is
 * not quite upright gets anti-aliased edges, but is slower to draw.
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

/** Whether a position is closer to a whole pixel than anti-aliasing can show. */
function isWholePixel(position: number): boolean {
  return Math.abs(position - Math.round(position)) < 1 / 512;
}
