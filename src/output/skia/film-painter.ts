import type { DisplayList, ObjectNode } from '../../drawing/display-list.ts';
import type { Color } from '../../timeline/color.ts';
import type { Size } from '../fit-scene.ts';
import { areasMeet, findDamage, nodeArea, type PixelArea } from './damage.ts';
import { type PictureSource, SkiaCanvas } from './skia-canvas.ts';

/** Receives the pixels of a part of the picture: RGBA, opaque, row by row. */
export type AreaSink = (area: PixelArea, rgba: Uint8Array) => void;

/** A film has no transparency. A scene without a background is shown on black. */
const filmBackdrop: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

/** A base that could hold more nodes is repainted after this many pictures. */
const patience = 8;

/** The lowest nodes of a picture, up to the first one that changes, painted once for many pictures. */
interface Base {
  readonly canvas: SkiaCanvas;
  readonly sceneIndex: number;
  readonly nodes: readonly ObjectNode[];
  picturesBehind: number;
}

/**
 * Paints the pictures of a film one after the other and passes on only what may have changed.
 *
 * A changed area is not painted with a clip, because Skia rounds a clipped shape differently. Instead every node that
 * meets the area is painted as a whole on top of the unchanged base, and pixels outside are ignored. So every
 * pixel is the same as in a picture painted from scratch.
 */
export class FilmPainter {
  readonly #size: Size;
  readonly #canvas: SkiaCanvas;
  readonly #pictureSource: PictureSource;
  readonly #tracksDamage: boolean;
  #last: DisplayList | undefined;
  #base: Base | undefined;

  constructor(size: Size, pictureSource: PictureSource, { tracksDamage = true } = {}) {
    this.#size = size;
    this.#pictureSource = pictureSource;
    this.#canvas = new SkiaCanvas(size, pictureSource);
    this.#tracksDamage = tracksDamage;
  }

  /** Paints the film's next picture. `sink` receives every part in which it may differ from the previous one. */
  paint(list: DisplayList, sink: AreaSink): void {
    const last = this.#last;
    this.#last = list;
    const damage = last && this.#tracksDamage ? findDamage(last, list, this.#size) : null;
    if (!damage?.areas) {
      this.#canvas.paint(list, filmBackdrop);
      sink({ x: 0, y: 0, ...this.#size }, this.#canvas.pixels());
      return;
    }
    const { areas } = damage;
    if (areas.length === 0) return;
    const base = this.#baseOf(list, damage.unchangedNodes);
    if (base) this.#canvas.copyFrom(base.canvas, areas);
    else this.#canvas.fillBackground(list, filmBackdrop, areas);
    const rest = list.nodes.slice(base?.nodes.length ?? 0);
    this.#canvas.paintNodes(
      list,
      rest.filter((node) => this.#isIn(node, list, areas)),
    );
    for (const area of areas) sink(area, this.#canvas.pixelsIn(area));
  }

  /** The painted start of the list: at most its first `unchangedNodes`, which the previous list has as well. */
  #baseOf(list: DisplayList, unchangedNodes: number): Base | undefined {
    if (unchangedNodes === 0) return undefined;
    const base = this.#base;
    if (base && isBottomOf(base, list, unchangedNodes)) {
      const isWhole = base.nodes.length === unchangedNodes;
      base.picturesBehind = isWhole ? 0 : base.picturesBehind + 1;
      if (base.picturesBehind < patience) return base;
    }
    const canvas = base?.canvas ?? new SkiaCanvas(this.#size, this.#pictureSource);
    const nodes = list.nodes.slice(0, unchangedNodes);
    canvas.paint({ ...list, nodes }, filmBackdrop);
    this.#base = { canvas, sceneIndex: list.sceneIndex, nodes, picturesBehind: 0 };
    return this.#base;
  }

  #isIn(node: ObjectNode, list: DisplayList, areas: readonly PixelArea[]): boolean {
    const covered = nodeArea(node, list, this.#size);
    return covered !== null && areas.some((area) => areasMeet(covered, area));
  }
}

function isBottomOf(base: Base, list: DisplayList, unchangedNodes: number): boolean {
  return (
    base.sceneIndex === list.sceneIndex &&
    base.nodes.length <= unchangedNodes &&
    base.nodes.every((node, index) => node === list.nodes[index])
  );
}
