import { type Canvas, createCanvas, type Image, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import {
  type Bounds,
  expandBounds,
  groupBounds,
  intersectBounds,
  transformBounds,
} from '../drawing/bounds.ts';
import {
  type DisplayList,
  type DisplayNode,
  type GroupNode,
  glowReach,
  glowSigma,
} from '../drawing/display-list.ts';
import type { Outline } from '../drawing/outline.ts';
import { rectangle } from '../drawing/shapes.ts';
import type { ImageAsset } from '../project/schema.ts';
import type { Color } from '../timeline/color.ts';
import { type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import { fitScene, type Size } from './fit-scene.ts';

/** Where the canvas takes the decoded pictures of images from. */
export type PictureSource = (asset: ImageAsset) => Image | Canvas;

/** Paints display lists with Skia on a canvas of its own, one at a time. */
export class SkiaCanvas {
  readonly #canvas: Canvas;
  readonly #size: Size;
  readonly #context: SKRSContext2D;
  readonly #pictureSource: PictureSource;

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
    const context = this.#context;
    const { width, height } = this.#size;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    for (const color of [backdrop, list.background]) {
      if (!color) continue;
      context.fillStyle = cssColor(color);
      context.fillRect(0, 0, width, height);
    }
    const fit = fitScene(list, this.#size);
    const scene = transformBounds({ left: 0, top: 0, right: list.width, bottom: list.height }, fit);
    context.save();
    if (fit[4] !== 0 || fit[5] !== 0) {
      context.clip(skiaPath(rectangle(scene.left, scene.top, scene.right, scene.bottom)));
    }
    const painter = new Painter(context, { x: 0, y: 0, ...this.#size }, fit[0], this.#pictureSource);
    for (const node of list.nodes) painter.paint(node, fit, 1);
    context.restore();
  }

  /** The painted picture as a PNG file. */
  encodePng(): Promise<Uint8Array> {
    return this.#canvas.encode('png');
  }

  /** The painted pixels, premultiplied RGBA, one 32-bit word each with red in the lowest byte. */
  pixels(): Uint32Array {
    const bytes = this.#canvas.data();
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }
}

/** A rectangle of whole output pixels. */
interface PixelRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Paints nodes on a context whose upper left pixel stands at `area` of the whole picture. */
class Painter {
  readonly #context: SKRSContext2D;
  readonly #area: PixelRectangle;
  /** Output pixels to the scene pixel. */
  readonly #sceneScale: number;
  readonly #pictureSource: PictureSource;

  constructor(
    context: SKRSContext2D,
    area: PixelRectangle,
    sceneScale: number,
    pictureSource: PictureSource,
  ) {
    this.#context = context;
    this.#area = area;
    this.#sceneScale = sceneScale;
    this.#pictureSource = pictureSource;
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
      context.strokeStyle = cssColor(node.color);
      context.lineWidth = node.width;
      context.stroke(skiaPath(node.outline));
    } else {
      const { width, height } = node;
      context.drawImage(this.#pictureSource(node.asset), -width / 2, -height / 2, width, height);
    }
  }

  #paintGroup(group: GroupNode, parent: Matrix, opacity: number): void {
    const total = opacity * group.opacity;
    if (!group.glow && (total === 1 || paintsOnce(group))) {
      this.#paintChildren(group, parent, total);
      return;
    }
    const area = this.#pixelsOf(group, parent);
    if (!area) return;
    let picture = this.#onLayer(area, (layer) => layer.#paintChildren(group, parent, 1));
    if (group.glow) {
      const sharp = picture;
      const glowing = (layer: Painter) => {
        layer.#stamp(sharp, area, 1, glowSigma * this.#sceneScale);
        layer.#stamp(sharp, area, 1);
      };
      if (total === 1) {
        glowing(this);
        return;
      }
      picture = this.#onLayer(area, glowing);
    }
    this.#stamp(picture, area, total);
  }

  #paintChildren(group: GroupNode, parent: Matrix, opacity: number): void {
    const matrix = multiplyMatrices(parent, group.matrix);
    if (group.clip) {
      this.#context.save();
      this.#setTransform(matrix);
      this.#context.clip(skiaPath(group.clip));
    }
    for (const child of group.children) this.paint(child, matrix, opacity);
    if (group.clip) this.#context.restore();
  }

  /**
   * Pixels that a group can change, its glow included, as far as they can show: pixels beyond the picture's edge
   * count only where their glow reaches back into it.
   */
  #pixelsOf(group: GroupNode, parent: Matrix): PixelRectangle | null {
    const bounds = groupBounds(group);
    if (!bounds) return null;
    const reach = group.glow ? glowSigma * glowReach * this.#sceneScale : 0;
    const { x, y, width, height } = this.#area;
    const visible: Bounds = { left: x, top: y, right: x + width, bottom: y + height };
    const pixels = intersectBounds(transformBounds(bounds, parent), expandBounds(visible, reach));
    if (!pixels) return null;
    // A pixel more on every side for anti-aliasing.
    const left = Math.floor(pixels.left) - 1;
    const top = Math.floor(pixels.top) - 1;
    return {
      x: left,
      y: top,
      width: Math.ceil(pixels.right) + 1 - left,
      height: Math.ceil(pixels.bottom) + 1 - top,
    };
  }

  #onLayer(area: PixelRectangle, paint: (layer: Painter) => void): Canvas {
    const canvas = createCanvas(area.width, area.height);
    paint(new Painter(canvas.getContext('2d'), area, this.#sceneScale, this.#pictureSource));
    return canvas;
  }

  /** Lays a layer on the picture, pixel upon pixel. */
  #stamp(layer: Canvas, area: PixelRectangle, opacity: number, blurSigma = 0): void {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = opacity;
    if (blurSigma > 0) context.filter = `blur(${blurSigma}px)`;
    context.drawImage(layer, area.x - this.#area.x, area.y - this.#area.y);
    if (blurSigma > 0) context.filter = 'none';
  }

  #setTransform([a, b, c, d, e, f]: Matrix): void {
    this.#context.setTransform(a, b, c, d, e - this.#area.x, f - this.#area.y);
  }
}

/** Whether a group puts paint on each pixel at most once, so that its opacity can be the paint's own. */
function paintsOnce(group: GroupNode): boolean {
  if (group.glow || group.children.length > 1) return false;
  return group.children.every((child) => child.type !== 'group' || paintsOnce(child));
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
