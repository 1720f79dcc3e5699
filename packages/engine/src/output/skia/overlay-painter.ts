import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelArea, PixelSheet } from '@render-service/h264';
import type { DisplayList, ObjectNode, PlacedOutline } from '../../drawing/display-list.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import { BlurCache } from './blur-cache.ts';
import { areEqual, type ClipGround } from './clip-ground.ts';
import { areasMeet, joinAreas, nodeArea, unionArea } from './damage.ts';
import { filmDither } from './dither-gradient.ts';
import { freeCanvas } from './free-canvas.ts';
import { filmBackdrop, paintBackground, paintNodes } from './paint-list.ts';
import { wholeSheet } from './pixel-sheet.ts';
import type { PaintSources, PictureSource } from './skia-canvas.ts';
import { skiaPath } from './skia-path.ts';

/** An area in which something covers a clip. */
interface Overlay {
  readonly area: PixelArea;
  readonly nodes: readonly ObjectNode[];
  /** What else its pixels depend on. */
  readonly look: string;
  /** Premultiplied RGBA, transparent where nothing covers the clip. */
  readonly sheet: PixelSheet;
}

/** What covers a clip in one picture. */
export interface Overlays {
  readonly sheets: readonly PixelSheet[];
  /** The areas that differ from the last picture, if the clip is the same. */
  readonly changes: readonly PixelArea[];
}

/** Paints what covers a clip in pictures of a film, one after another. What stays the same is painted once. */
export class OverlayPainter {
  readonly #size: Size;
  readonly #sources: PaintSources;
  #overlays: readonly Overlay[] = [];

  constructor(size: Size, pictureSource: PictureSource) {
    this.#size = size;
    this.#sources = { pictureSource, blurs: new BlurCache(pictureSource.isOpaque), dither: filmDither };
  }

  /** Paints what covers a clip inside its area, on transparent ground. The sheets are disjoint and stay valid. */
  paint(ground: ClipGround, list: DisplayList): Overlays {
    const { area: clipArea, shape, under, node, over } = ground;
    const seen = shape.length > 0 ? [...under, node, ...over] : over;
    const covered = seen.flatMap((one) => {
      const area = nodeArea(one, list, this.#size);
      const within = area && overlapOf(area, clipArea);
      return within ? [{ node: one, area: within }] : [];
    });
    const earlier = this.#overlays;
    const changes: PixelArea[] = [];
    const areas = shape.length > 0 ? [clipArea] : disjointAreas(covered.map(({ area }) => area));
    const look = JSON.stringify([shape, list.sceneIndex]);
    this.#overlays = areas.map((area) => {
      const nodes = covered.filter((one) => areasMeet(one.area, area)).map((one) => one.node);
      const same = earlier.find(
        (one) => one.look === look && areEqual(one.area, area) && haveSameNodes(one.nodes, nodes),
      );
      if (same) return same;
      changes.push(area);
      return { area, nodes, look, sheet: this.#paintArea(area, ground, list) };
    });
    for (const gone of earlier) if (!this.#overlays.includes(gone)) changes.push(gone.area);
    return { sheets: this.#overlays.map(({ sheet }) => sheet), changes };
  }

  #paintArea(area: PixelArea, { shape, under, node, over }: ClipGround, list: DisplayList): PixelSheet {
    const canvas = createCanvas(area.width, area.height);
    const context = canvas.getContext('2d');
    const place = { list, size: this.#size, area };
    const target = { context, ...place, position: { x: 0, y: 0 }, ...this.#sources };
    if (shape.length > 0) {
      const whole = { x: 0, y: 0, width: area.width, height: area.height };
      const [scale] = fitScene(list, this.#size);
      const fit: Matrix = [scale, 0, 0, scale, -area.x, -area.y];
      paintBackground(context, list, filmBackdrop, whole, fit, filmDither);
      paintNodes([...under, node], target);
      cutHole(context, area, shape);
    }
    paintNodes(over, target);
    const pixels = canvas.data();
    freeCanvas(canvas);
    return wholeSheet(area, pixels);
  }
}

/** Makes what is inside of all outlines transparent. */
function cutHole(context: SKRSContext2D, area: PixelArea, shape: readonly PlacedOutline[]): void {
  context.save();
  const place = ([a, b, c, d, x, y]: Matrix) => context.setTransform(a, b, c, d, x - area.x, y - area.y);
  for (const { outline, matrix } of shape.slice(1)) {
    place(matrix);
    context.clip(skiaPath(outline));
  }
  place(shape[0].matrix);
  context.globalCompositeOperation = 'destination-out';
  context.globalAlpha = 1;
  context.fillStyle = '#000';
  context.fill(skiaPath(shape[0].outline));
  context.restore();
}

function overlapOf(one: PixelArea, other: PixelArea): PixelArea | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Joins areas until none meets another. */
function disjointAreas(areas: readonly PixelArea[]): PixelArea[] {
  let joined = joinAreas(areas);
  for (;;) {
    const disjoint: PixelArea[] = [];
    for (const area of joined) {
      const met = disjoint.findIndex((one) => areasMeet(one, area));
      if (met < 0) disjoint.push(area);
      else disjoint[met] = unionArea(disjoint[met], area);
    }
    if (disjoint.length === joined.length) return disjoint;
    joined = disjoint;
  }
}

function haveSameNodes(some: readonly ObjectNode[], others: readonly ObjectNode[]): boolean {
  return some.length === others.length && some.every((node, index) => node === others[index]);
}
