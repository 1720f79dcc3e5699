import type { DisplayList, ObjectNode } from '../../drawing/display-list.ts';
import type { Color } from '../../timeline/color.ts';
import type { Size } from '../fit-scene.ts';
import { areasMeet, findDamage, nodeArea, type PixelArea } from './damage.ts';
import { type PictureSource, SkiaCanvas } from './skia-canvas.ts';

/** Takes the pixels of a part of the picture: RGBA, opaque, row by row. */
export type AreaSink = (area: PixelArea, rgba: Uint8Array) => void;

/** A film has no transparency: where a scene has no background, it is black. */
const filmBackdrop: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

/** Pictures that a base may lag behind what it could hold before it is painted anew. */
const patience = 8;

/** The bottom of a picture, up to the first object that changes, painted once for many pictures. */
interface Base {
  readonly canvas: SkiaCanvas;
  readonly sceneIndex: number;
  readonly nodes: readonly ObjectNode[];
  picturesBehind: number;
}

/**
 * Paints the pictures of a film one after the other and hands over only what may have changed.
 *
 * A part is painted without being cut to it: whatever meets it is painted whole, on top of the unchanged base, and
 * what falls outside is never looked at. Skia rounds a cut shape otherwise than a whole one, so this is what makes
 * every pixel the same as in a picture painted from scratch.
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

  /** Paints the film's next picture; `sink` gets every part in which it may differ from the one before. */
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

  /** The painted bottom of the list: at most its first `unchangedNodes`, which were in the list before as well. */
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
