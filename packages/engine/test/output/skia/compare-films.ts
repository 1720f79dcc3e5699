import { expect } from 'vitest';
import { picturesOf } from '../../../../../test/support/any-film.ts';
import { compileDrawing } from '../../../src/drawing/compile-drawing.ts';
import type { DisplayList, ObjectNode } from '../../../src/drawing/display-list.ts';
import { fitScene, type Size } from '../../../src/output/fit-scene.ts';
import { nodeArea } from '../../../src/output/skia/damage.ts';
import { FilmPainter } from '../../../src/output/skia/film-painter.ts';
import type { PictureSource } from '../../../src/output/skia/skia-canvas.ts';
import type { Project } from '../../../src/project/schema.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

/** Of 255: differences at an edge that need no explanation. Skia rounds positions along it to a quarter of a pixel. */
const maxEdgeDifference = 80;
/** In pixels: where Skia may take an edge to be. */
const rounding = 0.25;

/** A film's picture, composed of the parts that a painter returns. */
class Assembled {
  readonly pixels: Buffer;
  readonly #painter: FilmPainter;
  readonly #size: Size;
  /** Number of pixels returned so far. */
  pixelCount = 0;

  constructor(size: Size, pictureSource: PictureSource, tracksDamage: boolean) {
    this.#size = size;
    this.#painter = new FilmPainter(size, pictureSource, { tracksDamage });
    this.pixels = Buffer.alloc(size.width * size.height * 4);
  }

  paint(list: DisplayList, next: DisplayList): void {
    for (const sheet of this.#painter.paint(list, next)) {
      for (const { area, x, y } of sheet.patches) {
        const { width, height } = area;
        expect([area.x % 2, area.y % 2, width % 2, height % 2]).toEqual([0, 0, 0, 0]);
        this.pixelCount += width * height;
        for (let row = 0; row < height; row++) {
          const start = ((y + row) * sheet.width + x) * 4;
          const part = sheet.rgba.subarray(start, start + width * 4);
          this.pixels.set(part, ((area.y + row) * this.#size.width + area.x) * 4);
        }
      }
    }
  }
}

/** Paints a film in both ways, compares every picture, and returns the share of pixels that damage tracking painted. */
export async function compareFilms(made: Project, size: Size, framesPerSecond: number): Promise<number> {
  const timeline = compileTimeline(made);
  const images = await picturesOf(made);
  const drawing = await compileDrawing(made, timeline);
  const whole = new Assembled(size, images, false);
  const tracked = new Assembled(size, images, true);
  const { durationMs } = timeline;
  const times = Array.from(
    { length: Math.floor((durationMs * framesPerSecond) / 1000) + 1 },
    (_, index) => (index * 1000) / framesPerSecond,
  );
  let list = drawing.at(0);
  for (const timeMs of times) {
    const next = drawing.at(Math.min(timeMs + 1000 / framesPerSecond, durationMs));
    whole.paint(list, next);
    tracked.paint(list, next);
    const moving = movingPixels(list, next, size);
    const rounded = () => paintRounded(list, size, images);
    const different = findDifference(whole.pixels, tracked.pixels, moving, rounded);
    if (different >= 0) {
      const at = `x ${different % size.width}, y ${Math.floor(different / size.width)}, ${timeMs} ms`;
      throw new Error(`the films differ at ${at}`);
    }
    list = next;
  }
  return tracked.pixelCount / whole.pixelCount;
}

/** Returns a mask of the pixels that objects which change in the next picture can touch. */
function movingPixels(list: DisplayList, next: DisplayList, size: Size): Uint8Array {
  const mask = new Uint8Array(size.width * size.height);
  const add = (nodes: readonly ObjectNode[], later: readonly ObjectNode[]) => {
    const staying = new Set(later);
    for (const node of nodes) {
      if (staying.has(node)) continue;
      const other = later.find(({ objectId }) => objectId === node.objectId);
      if (
        node.members &&
        other?.members &&
        node.opacity === other.opacity &&
        !node.effects &&
        !other.effects
      ) {
        add(node.members, other.members);
        continue;
      }
      const area = nodeArea(node, list, size);
      if (!area) continue;
      for (let y = area.y; y < area.y + area.height; y++) {
        mask.fill(1, y * size.width + area.x, y * size.width + area.x + area.width);
      }
    }
  };
  add(list.nodes, next.nodes);
  return mask;
}

/** Paints a picture with everything in it moved by what Skia may round away, in each direction. */
function paintRounded(list: DisplayList, size: Size, images: PictureSource): Buffer[] {
  const [scale] = fitScene(list, size);
  const shifts = [-rounding / scale, 0, rounding / scale];
  return shifts.flatMap((right) =>
    shifts.map((down) => {
      const nodes = list.nodes.map((node): ObjectNode => {
        const [a, b, c, d, x, y] = node.matrix;
        return { ...node, matrix: [a, b, c, d, x + right, y + down] };
      });
      const picture = new Assembled(size, images, false);
      const shifted = { ...list, nodes };
      picture.paint(shifted, shifted);
      return picture.pixels;
    }),
  );
}

/**
 * Finds a pixel that differs: at all, or where something is moving by more than Skia's rounding explains. Edges that
 * meet in one pixel are rounded together: moving a letter by a twentieth of a pixel can empty a pixel that was full.
 * Such a pixel must be as near to one of the `rounded` pictures, or a mixture of them. Returns -1 if there is none.
 */
function findDifference(
  whole: Buffer,
  tracked: Buffer,
  moving: Uint8Array,
  rounded: () => readonly Buffer[],
): number {
  if (whole.equals(tracked)) return -1;
  let pictures: readonly Buffer[] | undefined;
  for (let at = 0; at < whole.length; at++) {
    const difference = Math.abs(whole[at] - tracked[at]);
    if (difference === 0) continue;
    if (moving[at >> 2] === 0) return at >> 2;
    if (difference <= maxEdgeDifference) continue;
    pictures ??= rounded();
    const values = pictures.map((picture) => picture[at]);
    const [low, high] = [Math.min(...values) - maxEdgeDifference, Math.max(...values) + maxEdgeDifference];
    if (tracked[at] < low || tracked[at] > high) return at >> 2;
  }
  return -1;
}
