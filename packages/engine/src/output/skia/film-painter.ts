import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Patch, PixelArea, PixelSheet } from '@render-service/h264';
import type { DisplayList, ObjectNode } from '../../drawing/display-list.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import { fitScene, type Size } from '../fit-scene.ts';
import { BlurCache } from './blur-cache.ts';
import { areasMeet, findDamage, membersInSameLayer, nodeArea } from './damage.ts';
import { filmDither } from './dither-gradient.ts';
import { finishPixels } from './finish-pixels.ts';
import { freeCanvas } from './free-canvas.ts';
import { filmBackdrop, type PaintTarget, paintBackground, paintNodes } from './paint-list.ts';
import { arrangePatches, type PatchLayout, wholeSheet } from './pixel-sheet.ts';
import { type PaintSources, type PictureSource, SkiaCanvas } from './skia-canvas.ts';

// See docs/decisions.md, "Moving objects are painted on a small canvas".

/** Number of pictures after which a base that could contain more nodes is repainted. */
const patience = 8;

/** The lowest nodes of a picture, up to the first one that changes, painted once for many pictures. */
interface Base {
  readonly canvas: SkiaCanvas;
  readonly sceneIndex: number;
  readonly nodes: readonly ObjectNode[];
  /** The pixels that each of the visible nodes can change. */
  readonly areas: readonly PixelArea[];
  picturesBehind: number;
}

/** A node above the base, with the pixels that it can change. */
interface CoveredNode {
  readonly node: ObjectNode;
  readonly area: PixelArea;
  /** The areas of the objects that stay the same in the next picture: the node itself, or members of a layer. */
  readonly staying: readonly PixelArea[];
}

/**
 * Paints the pictures of a film one after another and passes on only the areas that may have changed. Every node that
 * meets a changed area is painted on top of the unchanged base.
 *
 * Skia rounds a clipped or shifted shape differently, by up to a quarter of a pixel at its edge. Nodes that stay for
 * the next picture are therefore painted completely and in place, with the pixels of a picture painted from scratch.
 * Areas in which everything above the base is moving are painted on a small canvas, which is much faster.
 */
export class FilmPainter {
  readonly #size: Size;
  readonly #sources: PaintSources;
  readonly #canvas: SkiaCanvas;
  readonly #patches = new PatchCanvas();
  readonly #tracksDamage: boolean;
  /** Where bases are painted, one after the other. */
  #baseCanvas: SkiaCanvas | undefined;
  /** The last background with a gradient, which every piece and composition of its scene begins with. */
  #ground: { readonly canvas: SkiaCanvas; readonly list: DisplayList } | undefined;
  #last: DisplayList | undefined;
  #base: Base | undefined;
  /** What the canvas of bases still shows of pictures before the restart. */
  #earlier: Base | undefined;

  constructor(size: Size, pictureSource: PictureSource, { tracksDamage = true } = {}) {
    this.#size = size;
    this.#sources = { pictureSource, blurs: new BlurCache(pictureSource.isOpaque), dither: filmDither };
    this.#canvas = new SkiaCanvas(size, this.#sources);
    this.#tracksDamage = tracksDamage;
  }

  /** Forgets the last picture. The next one is painted from scratch. */
  restart(): void {
    this.#last = undefined;
    this.#earlier = this.#base ?? this.#earlier;
    this.#base = undefined;
  }

  /**
   * Paints the film's next picture; `next` is the one after it. Returns the pixels of every part in which the picture
   * may differ from the previous one, valid until the next call.
   */
  paint(list: DisplayList, next: DisplayList): PixelSheet[] {
    const sheets = this.#paintUnfinished(list, next);
    if (!list.finish) return sheets;
    for (const { rgba, width, patches } of sheets) {
      for (const { area, x, y } of patches)
        finishPixels({ rgba, width, x, y }, area, list, this.#size, filmDither);
    }
    return sheets;
  }

  #paintUnfinished(list: DisplayList, next: DisplayList): PixelSheet[] {
    const last = this.#last;
    this.#last = list;
    const damage = last && this.#tracksDamage ? findDamage(last, list, this.#size) : null;
    if (!damage?.areas) return [this.#paintWhole(list)];
    if (damage.areas.length === 0) return [];
    const base = this.#baseOf(list, damage.unchangedNodes);
    const nodes = this.#nodesAbove(base, list, next);
    const [moving, staying] = partition(damage.areas, (area) =>
      nodes.every(({ staying }) => !staying.some((one) => areasMeet(one, area))),
    );
    const layout = arrangePatches(moving);
    if (layout.width * layout.height > this.#size.width * this.#size.height) return [this.#paintWhole(list)];
    const sheets = this.#paintInPlace(staying, list, base, nodes);
    if (moving.length > 0) {
      const sheet = this.#patches.paint(layout, (context, patch) =>
        this.#paintPatch(context, patch, list, base, nodes),
      );
      sheets.push(sheet);
    }
    return sheets;
  }

  #paintWhole(list: DisplayList): PixelSheet {
    const earlier = this.#base ?? this.#earlier;
    // What is painted already is copied, which gives the same pixels.
    if (earlier && earlier.nodes.length > 0 && isBottomOf(earlier, list, list.nodes.length)) {
      const [context, whole] = [this.#canvas.canvas.getContext('2d'), { x: 0, y: 0, ...this.#size }];
      this.#paintBase(context, { area: whole, ...whole }, list, earlier);
      paintNodes(
        list.nodes.slice(earlier.nodes.length),
        this.#targetOf(context, { area: whole, ...whole }, list),
      );
    } else this.#paintFromGround(this.#canvas, list);
    return wholeSheet({ x: 0, y: 0, ...this.#size }, this.#canvas.pixels());
  }

  /** Paints a picture from scratch. A background with a gradient is copied, which is faster than painting it. */
  #paintFromGround(target: SkiaCanvas, list: DisplayList): void {
    if (!list.backgroundGradient) {
      target.paintUnfinished(list, filmBackdrop);
      return;
    }
    if (!this.#ground || !hasSameGround(this.#ground.list, list)) {
      const canvas = this.#ground?.canvas ?? new SkiaCanvas(this.#size, this.#sources);
      const bare = { ...list, nodes: [] };
      canvas.paintUnfinished(bare, filmBackdrop);
      this.#ground = { canvas, list: bare };
    }
    target.paintPicture(this.#ground.canvas, 0, 0);
    const area = { x: 0, y: 0, ...this.#size };
    paintNodes(list.nodes, this.#targetOf(target.canvas.getContext('2d'), { area, ...area }, list));
  }

  /** Paints areas at their place in the picture, with complete nodes. Pixels outside the areas are ignored. */
  #paintInPlace(
    areas: readonly PixelArea[],
    list: DisplayList,
    base: Base | undefined,
    nodes: readonly CoveredNode[],
  ): PixelSheet[] {
    if (areas.length === 0) return [];
    const context = this.#canvas.canvas.getContext('2d');
    for (const area of areas) this.#paintBase(context, { area, ...area }, list, base);
    const hit = nodes.filter((one) => areas.some((area) => areasMeet(one.area, area)));
    const whole = { x: 0, y: 0, ...this.#size };
    this.#paintNodes(context, { area: whole, ...whole }, list, hit);
    return areas.map((area) => wholeSheet(area, this.#canvas.pixelsIn(area)));
  }

  #paintPatch(
    context: SKRSContext2D,
    patch: Patch,
    list: DisplayList,
    base: Base | undefined,
    nodes: readonly CoveredNode[],
  ): void {
    this.#paintBase(context, patch, list, base);
    const hit = nodes.filter((one) => areasMeet(one.area, patch.area));
    this.#paintNodes(context, patch, list, hit);
  }

  #paintBase(context: SKRSContext2D, { area, x, y }: Patch, list: DisplayList, base: Base | undefined): void {
    const { width, height } = area;
    // Filling with one colour is several times as fast as copying from another canvas.
    const isBare = !list.backgroundGradient && !base?.areas.some((covered) => areasMeet(covered, area));
    if (!base || isBare) {
      // The canvas shows the area at another place.
      const [scale, , , , left, top] = fitScene(list, this.#size);
      const fit: Matrix = [scale, 0, 0, scale, left + x - area.x, top + y - area.y];
      paintBackground(context, list, filmBackdrop, { x, y, width, height }, fit, filmDither);
      return;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = false;
    context.drawImage(base.canvas.canvas, area.x, area.y, width, height, x, y, width, height);
    context.imageSmoothingEnabled = true;
  }

  #paintNodes(
    context: SKRSContext2D,
    patch: Patch,
    list: DisplayList,
    covered: readonly CoveredNode[],
  ): void {
    paintNodes(
      covered.map(({ node }) => node),
      this.#targetOf(context, patch, list),
    );
  }

  #targetOf(context: SKRSContext2D, patch: Patch, list: DisplayList): PaintTarget {
    return {
      context,
      list,
      size: this.#size,
      area: patch.area,
      position: patch,
      ...this.#sources,
    };
  }

  #nodesAbove(base: Base | undefined, list: DisplayList, next: DisplayList): CoveredNode[] {
    const nextNodes = new Set(next.nodes);
    return list.nodes.slice(base?.nodes.length ?? 0).flatMap((node) => {
      const area = nodeArea(node, list, this.#size);
      if (!area) return [];
      if (nextNodes.has(node)) return [{ node, area, staying: [area] }];
      return [{ node, area, staying: node.members ? this.#stayingMembers(node, list, next) : [] }];
    });
  }

  /** The areas of the members of a changing layer that look the same in the next picture. */
  #stayingMembers(layer: ObjectNode, list: DisplayList, next: DisplayList): readonly PixelArea[] {
    const areas: PixelArea[] = [];
    const compare = (node: ObjectNode, later: ObjectNode | undefined) => {
      if (node === later) {
        const area = nodeArea(node, list, this.#size);
        if (area) areas.push(area);
        return;
      }
      const members = later && membersInSameLayer(node, later);
      if (!members) return;
      const laterById = new Map(members[1].map((member) => [member.objectId, member]));
      for (const member of members[0]) compare(member, laterById.get(member.objectId));
    };
    compare(
      layer,
      next.nodes.find(({ objectId }) => objectId === layer.objectId),
    );
    return areas;
  }

  /** The painted start of the list: at most its first `unchangedNodes`, which are also in the previous list. */
  #baseOf(list: DisplayList, unchangedNodes: number): Base | undefined {
    // A gradient is copied faster than it is painted.
    if (unchangedNodes === 0 && !list.backgroundGradient) return undefined;
    const base = this.#base;
    if (base && isBottomOf(base, list, unchangedNodes)) {
      const isWhole = base.nodes.length === unchangedNodes;
      base.picturesBehind = isWhole ? 0 : base.picturesBehind + 1;
      if (base.picturesBehind < patience) return base;
    }
    const earlier = this.#earlier;
    const isPainted = earlier?.nodes.length === unchangedNodes && isBottomOf(earlier, list, unchangedNodes);
    if (isPainted) {
      this.#base = { ...earlier, picturesBehind: 0 };
      return this.#base;
    }
    this.#earlier = undefined;
    this.#baseCanvas ??= new SkiaCanvas(this.#size, this.#sources);
    const canvas = this.#baseCanvas;
    const nodes = list.nodes.slice(0, unchangedNodes);
    this.#paintFromGround(canvas, { ...list, nodes });
    const areas = nodes.flatMap((node) => nodeArea(node, list, this.#size) ?? []);
    this.#base = { canvas, sceneIndex: list.sceneIndex, nodes, areas, picturesBehind: 0 };
    return this.#base;
  }
}

function hasSameGround(one: DisplayList, other: DisplayList): boolean {
  return (
    one.backgroundGradient === other.backgroundGradient &&
    one.background === other.background &&
    one.width === other.width &&
    one.height === other.height
  );
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  const [yes, no]: [Item[], Item[]] = [[], []];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}

function isBottomOf(base: Base, list: DisplayList, unchangedNodes: number): boolean {
  return (
    base.sceneIndex === list.sceneIndex &&
    base.nodes.length <= unchangedNodes &&
    base.nodes.every((node, index) => node === list.nodes[index])
  );
}

/** For fewer pixels than this, a copy is made faster than memory that V8 frees. */
const fewPixels = 256 * 256;

/** Returns the pixels of a canvas that is opaque wherever it is looked at. */
function pixelsOf(canvas: Canvas, context: SKRSContext2D): Uint8Array {
  const { width, height } = canvas;
  if (width * height > fewPixels) return canvas.data();
  const { buffer, byteOffset, byteLength } = context.getImageData(0, 0, width, height).data;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * A small canvas for painting areas of a picture side by side. Reading it once is faster than reading the areas of a
 * large canvas one by one.
 */
class PatchCanvas {
  #canvas: Canvas | undefined;

  /**
   * Calls back to paint each area at its place, clipped to it, and returns the pixels of all areas; they are valid
   * until the next call.
   */
  paint(layout: PatchLayout, paintPatch: (context: SKRSContext2D, patch: Patch) => void): PixelSheet {
    const canvas = this.#canvasOf(layout);
    const context = canvas.getContext('2d');
    for (const patch of layout.patches) {
      const { x, y, area } = patch;
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.beginPath();
      context.rect(x, y, area.width, area.height);
      context.clip();
      paintPatch(context, patch);
      context.restore();
    }
    return { rgba: pixelsOf(canvas, context), width: canvas.width, patches: layout.patches };
  }

  #canvasOf({ width, height }: PatchLayout): Canvas {
    const old = this.#canvas;
    if (old && old.width === width && old.height === height) return old;
    if (old) freeCanvas(old);
    this.#canvas = createCanvas(width, height);
    return this.#canvas;
  }
}
