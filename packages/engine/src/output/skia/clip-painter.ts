import type { I420Picture, PixelArea } from '@render-service/h264';
import type { DisplayList } from '../../drawing/display-list.ts';
import type { Footage } from '../../media/video/footage.ts';
import type { Size } from '../fit-scene.ts';
import { type ClipGround, clipGroundOf, isInSamePlace, isWhole, PlainObjects } from './clip-ground.ts';
import { OverlayPainter } from './overlay-painter.ts';
import type { PictureSource } from './skia-canvas.ts';

/** A picture of a film with a clip whose samples it can take. */
export interface PlacedClip {
  readonly ground: ClipGround;
  /** What is to be painted before: the picture without that of the clip. Null if the clip hides all of it. */
  readonly rest: DisplayList | null;
}

/** Puts the samples of clips into pictures of a film as they are, and lays what covers them over them. */
export class ClipPainter {
  readonly #size: Size;
  readonly #footage: Footage;
  readonly #overlays: OverlayPainter;
  readonly #plain = new PlainObjects();
  #last: ClipGround | undefined;

  constructor(size: Size, source: PictureSource, footage: Footage) {
    this.#size = size;
    this.#footage = footage;
    this.#overlays = new OverlayPainter(size, source);
  }

  /**
   * Finds the clip of a picture; undefined if there is none whose samples can be taken. One that moves is left to a painter,
   * which knows where it is between pixels; `next` is the next picture.
   */
  find(list: DisplayList, next: DisplayList): PlacedClip | undefined {
    const found = this.#place(list);
    if (!found) return undefined;
    const later = found.ground.isExact || next === list ? found.ground : clipGroundOf(next, this.#size);
    const stays = later !== undefined && isInSamePlace(found.ground, later);
    return stays && this.#footage.hasPlanes(found.ground.clip) ? found : undefined;
  }

  /** Returns what will probably be painted of a later picture, whose clip is not decoded yet. */
  restOf(list: DisplayList): DisplayList {
    return this.#place(list)?.rest ?? list;
  }

  #place(list: DisplayList): PlacedClip | undefined {
    const found = clipGroundOf(list, this.#size);
    if (!found) return undefined;
    const ground = { ...found, node: this.#plain.of(found.node) };
    const rest = { ...list, nodes: [...ground.under, ground.node, ...ground.over] };
    return { ground, rest: isWhole(ground, this.#size) ? null : rest };
  }

  /** Forgets the last picture. */
  restart(): void {
    this.#last = undefined;
  }

  /**
   * Puts a clip into a picture that shows its `rest`. Returns the areas that may differ from the last picture, and how many
   * pixels were read from canvases.
   */
  paint(
    picture: I420Picture,
    { ground }: PlacedClip,
    list: DisplayList,
  ): { readonly areas: readonly PixelArea[]; readonly readPixels: number } {
    const { clip, source, area } = ground;
    picture.putPlanes(this.#footage.planesOf(clip, source, area), area);
    const { sheets, changes } = this.#overlays.paint(ground, list);
    for (const sheet of sheets) picture.blend(sheet);
    const last = this.#last;
    this.#last = ground;
    const isSame = last?.clip.clipMs === clip.clipMs && isInSamePlace(last, ground);
    const readPixels = changes.reduce((sum, { width, height }) => sum + width * height, 0);
    return { areas: isSame ? changes : [area], readPixels };
  }
}
