import { Buffer } from 'node:buffer';
import type { DisplayList } from '../drawing/display-list.ts';
import type { DecodedImage } from '../media/images/decode-image.ts';
import { lookUpAsset } from '../media/images/project-images.ts';
import type { ImageAsset } from '../project/schema.ts';
import { embeddableSource } from './embed-image.ts';
import type { Size } from './fit-scene.ts';
import type { StillFormat } from './formats.ts';
import { writePng } from './png.ts';
import { SkiaCanvas } from './skia/skia-canvas.ts';
import { writeSvg } from './svg.ts';

export interface Still {
  readonly list: DisplayList;
  readonly size: Size;
  /** The images of the list. */
  readonly images: ReadonlyMap<ImageAsset, DecodedImage>;
  readonly maximumBytes: number;
  /** Called after the picture is drawn, before its encoding begins. */
  readonly onDrawn: () => void;
}

/** Rejects with an OutputTooLargeError as soon as it is certain that the file exceeds `maximumBytes`. */
type StillWriter = (still: Still) => Promise<Uint8Array>;

/** The writer of each format of stills. */
export const stillWriters: Readonly<Record<StillFormat, StillWriter>> = {
  svg: async ({ list, size, images, maximumBytes, onDrawn }) => {
    onDrawn();
    const sources = new Map<ImageAsset, string>();
    for (const [asset, image] of images) sources.set(asset, await embeddableSource(image));
    return Buffer.from(writeSvg(list, size, (asset) => lookUpAsset(sources, asset), maximumBytes));
  },
  png: async ({ list, size, images, onDrawn }) => {
    const canvas = new SkiaCanvas(size, (asset) => lookUpAsset(images, asset).drawable);
    canvas.paint(list);
    const pixels = canvas.pixels();
    onDrawn();
    return writePng(pixels, size);
  },
};
