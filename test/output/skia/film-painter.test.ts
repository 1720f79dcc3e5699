import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDrawing } from '../../../src/drawing/compile-drawing.ts';
import type { DisplayList } from '../../../src/drawing/display-list.ts';
import type { Size } from '../../../src/output/fit-scene.ts';
import { nodeArea } from '../../../src/output/skia/damage.ts';
import { FilmPainter } from '../../../src/output/skia/film-painter.ts';
import type { PictureSource } from '../../../src/output/skia/skia-canvas.ts';
import type { Project } from '../../../src/project/schema.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';
import { anyFilm, picturesOf } from '../../support/any-film.ts';
import { readFullProject } from '../../support/project-files.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../support/project-parts.ts';
import { runs } from '../../support/random-runs.ts';

/** Of 255: Skia rounds positions along an edge to a quarter of a pixel, differently for a shifted shape. */
const mostAtAnEdge = 80;
/** A thin stroke has two edges in one pixel, but no two rows of pixels beside each other. */
const mostInAPixel = 2 * mostAtAnEdge;

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
async function compareFilms(made: Project, size: Size, framesPerSecond: number): Promise<number> {
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
    const different = findDifference(whole.pixels, tracked.pixels, moving, size.width);
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
  const staying = new Set(next.nodes);
  for (const node of list.nodes) {
    const area = staying.has(node) ? null : nodeArea(node, list, size);
    if (!area) continue;
    for (let y = area.y; y < area.y + area.height; y++) {
      mask.fill(1, y * size.width + area.x, y * size.width + area.x + area.width);
    }
  }
  return mask;
}

/**
 * Finds a pixel that differs too much: at all, or where something is moving by more than its edges differ when shifted
 * by a quarter of a pixel. Returns -1 if there is none.
 */
function findDifference(whole: Buffer, tracked: Buffer, moving: Uint8Array, width: number): number {
  if (whole.equals(tracked)) return -1;
  const difference = (at: number) => Math.abs(whole[at] - tracked[at]);
  for (let at = 0; at < whole.length; at++) {
    const own = difference(at);
    if (own <= (moving[at >> 2] === 1 ? mostAtAnEdge : 0)) continue;
    if (moving[at >> 2] === 0 || own > mostInAPixel) return at >> 2;
    const row = width * 4;
    const above = at >= row ? difference(at - row) : 0;
    const below = at + row < whole.length ? difference(at + row) : 0;
    if ((own + Math.max(above, below)) / 2 > mostAtAnEdge) return at >> 2;
  }
  return -1;
}

const folders = ['../../../examples/', '../../fixtures/projects/'].map(
  (path) => new URL(path, import.meta.url),
);
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => new URL(name, folder)),
);

describe('film damage tracking', () => {
  it.each(files.map((url) => [url.pathname.split('/').at(-1), url] as const))(
    'damage tracking paints the same pixels in the film %s',
    async (_, url) => {
      const made = readFullProject(url);
      const { width, height } = made.scenes[made.sceneOrder[0]];
      const even = (length: number) => 2 * Math.round((length * 480) / width / 2);
      await compareFilms(made, { width: 480, height: even(height) }, 10);
    },
  );

  it('damage tracking paints the same pixels in generated films', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilm, (made) =>
        compareFilms(made, { width: 320, height: 200 }, 20).then(() => true),
      ),
      { numRuns: runs(200) },
    );
  });

  it('damage tracking paints the same pixels of thin letters at an angle', async () => {
    const letters = { width: 0, height: 0, strokeWidth: 0 };
    const name = state({ ...letters, text: 'Ay', fontSize: 8, fill: 'none' });
    const turned = state({ ...letters, text: '한국어 日本', fontSize: 33.3, rotation: 30, fill: '#f72585' });
    const tracks = ['name', 'turned'].map((objectId) => track({ objectId, duration: 300, easing: 'linear' }));
    const film = project(
      scene('scene', {
        objects: [object('name', { kind: 'equation' }), object('turned', { kind: 'equation', order: 1 })],
        compositions: [
          composition('a', 50, { name, turned }),
          composition('b', 50, { name: { ...name, fontSize: 20, fill: '#4cc9f0', effect: 'glow' }, turned }),
        ],
        transitions: [transition('a', 'b', 400, tracks)],
      }),
    );
    await compareFilms(film, { width: 320, height: 200 }, 20);
  });

  it('damage tracking paints under 10% of the pixels in a film with little motion', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `still${index}`);
    const still = Object.fromEntries(
      ids.map((id, index) => [id, state({ x: 20 + 7 * index, y: 90, fill: '#ff0000' })]),
    );
    const made = project(
      scene('scene', {
        objects: [...ids.map((id) => object(id)), object('box', { order: 1 })],
        compositions: [
          composition('a', 0, { ...still, box: state({ x: 40, y: 40 }) }),
          composition('b', 0, { ...still, box: state({ x: 280, y: 140 }) }),
        ],
        transitions: [transition('a', 'b', 1000, [track({ duration: 1000 })])],
      }),
    );
    expect(await compareFilms(made, { width: 320, height: 180 }, 60)).toBeLessThan(0.1);
  });
});
