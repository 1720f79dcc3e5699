import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { PixelArea } from '@render-service/h264';
import type { Bounds } from '../../drawing/bounds.ts';
import type { DisplayNode, GroupNode } from '../../drawing/display-list.ts';
import type { Matrix } from '../../timeline/matrix.ts';
import type { BlurCache } from './blur-cache.ts';

/** A position on a canvas, in pixels. */
export interface PixelPosition {
  readonly x: number;
  readonly y: number;
}

/** A context that shows an area of the whole picture, with what effects need of its painter. */
export interface PaintSurface {
  readonly context: SKRSContext2D;
  /** Output pixels per scene pixel. */
  readonly sceneScale: number;
  readonly blurs: BlurCache;
  /** Sets the matrix to pixels of the whole picture. */
  setTransform(matrix: Matrix): void;
  /** Paints a node; `matrix` leads from its parent's coordinates to pixels of the whole picture. */
  paint(node: DisplayNode, matrix: Matrix, opacity: number): void;
  paintContent(group: GroupNode, matrix: Matrix, opacity: number): void;
  /** Returns a new canvas of an area, on which `paint` has painted. */
  onLayer(area: PixelArea, paint: (layer: PaintSurface) => void): Canvas;
  /** Draws a layer at its place in the picture, moved by an offset in pixels, and frees it. */
  stamp(layer: Canvas, area: PixelArea, opacity: number, offset?: PixelPosition): void;
  /** Draws a layer at its place in the picture. */
  drawLayer(layer: Canvas, area: PixelArea, offset?: PixelPosition): void;
  /** Returns the pixels that bounds cover, limited to the picture and `reach` pixels around it. */
  pixelsOf(bounds: Bounds | null, parent: Matrix, reach?: number): PixelArea | null;
  /** Returns bounds in pixels, limited to the picture and `reach` pixels around it. */
  boundsOf(bounds: Bounds | null, parent: Matrix, reach?: number): Bounds | null;
}
