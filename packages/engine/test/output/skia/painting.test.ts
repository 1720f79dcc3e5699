import { describe, expect, it } from 'vitest';
import { type ObjectSpec, stillProject, writtenProject } from '../../../../../test/support/build-project.ts';
import { decodePng, type Picture, pixelAt } from '../../../../../test/support/picture.ts';
import type { CompositionState } from '../../../src/project/schema.ts';
import { render } from '../../../src/render/render.ts';

/** Returns a 320 x 180 picture of some objects on black. */
async function painted(specs: Readonly<Record<string, ObjectSpec>>): Promise<Picture> {
  return decodePng((await render(stillProject(specs))).data);
}

const lit = (picture: Picture, x: number, y: number) => pixelAt(picture, x, y).slice(0, 3);
const white = [255, 255, 255];
const black = [0, 0, 0];

/** Returns the first and last columns that are not black in some rows. */
function columnsOf(picture: Picture, top: number, bottom: number): [first: number, last: number] {
  const columns = [];
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < picture.width; x++) if (pixelAt(picture, x, y)[0] > 0) columns.push(x);
  }
  return [Math.min(...columns), Math.max(...columns)];
}

describe('scene coordinates', () => {
  it('measures scene positions from the top left with y pointing down', async () => {
    const picture = await painted({
      box: { kind: 'rectangle', state: { x: 40, y: 20, width: 20, height: 10 } },
    });
    for (const [x, y] of [
      [30, 15],
      [49, 15],
      [30, 24],
      [49, 24],
    ]) {
      expect(lit(picture, x, y)).toEqual(white);
    }
    for (const [x, y] of [
      [29, 20],
      [50, 20],
      [40, 14],
      [40, 25],
      [40, 160],
    ]) {
      expect(lit(picture, x, y)).toEqual(black);
    }
  });
});

describe('colours', () => {
  it.each([
    ['#0a141e', [10, 20, 30]],
    ['#4fc', [68, 255, 204]],
    ['#ff804080', [128, 64, 32]],
  ])('paints the sRGB colour %s on black', async (fill, expected) => {
    const picture = await painted({
      box: { kind: 'rectangle', state: { x: 160, y: 90, width: 40, height: 40, fill } },
    });
    expect(lit(picture, 160, 90)).toEqual(expected);
  });
});

describe('strokes', () => {
  const line = (changes: Partial<CompositionState> = {}): ObjectSpec => ({
    kind: 'path',
    state: {
      x: 100,
      y: 90,
      width: 100,
      height: 0,
      path: { c1: { x: 30, y: 0 }, c2: { x: 70, y: 0 } },
      stroke: '#ffffff',
      strokeWidth: 20,
      ...changes,
    },
  });

  it('paints half of a stroke on each side of its outline', async () => {
    const picture = await painted({ line: line() });
    expect([79, 80, 99, 100].map((y) => lit(picture, 150, y))).toEqual([black, white, white, black]);
  });

  it('paints strokes with round ends', async () => {
    const picture = await painted({ line: line() });
    // A half disc of radius 10 around (100, 90) and (200, 90).
    for (const [near, far, corner] of [
      [91, 89, 92],
      [208, 210, 207],
    ]) {
      expect(lit(picture, near, 90)).toEqual(white);
      expect(lit(picture, far, 90)).toEqual(black);
      expect(lit(picture, corner, 82)).toEqual(black);
    }
  });

  it('paints strokes with round corners', async () => {
    const picture = await painted({
      box: {
        kind: 'rectangle',
        state: { x: 150, y: 90, width: 100, height: 60, stroke: '#ffffff', strokeWidth: 40, fill: 'none' },
      },
    });
    // Around the corner (100, 60) the pen reaches 20 in every direction: 14 along both axes at once.
    expect(lit(picture, 87, 47)).toEqual(white);
    expect(lit(picture, 83, 43)).toEqual(black);
    expect(lit(picture, 81, 90)).toEqual(white);
  });

  it('scales a stroke with its object', async () => {
    const picture = await painted({ line: line({ scaleX: 1, scaleY: 3 }) });
    expect([59, 60, 119, 120].map((y) => lit(picture, 150, y))).toEqual([black, white, white, black]);
  });
});

describe('object opacity', () => {
  it("applies opacity to an object's fill and stroke together", async () => {
    const picture = await painted({
      box: {
        kind: 'rectangle',
        state: {
          x: 160,
          y: 90,
          width: 100,
          height: 60,
          fill: '#ff0000',
          stroke: '#0000ff',
          strokeWidth: 20,
          opacity: 0.5,
        },
      },
    });
    // Where the stroke covers the fill, no red shines through.
    expect(lit(picture, 115, 90).map((level) => Math.round(level / 2))).toEqual([0, 0, 64]);
    expect(lit(picture, 160, 90).map((level) => Math.round(level / 2))).toEqual([64, 0, 0]);
  });
});

describe('text', () => {
  it('centres every line of a text', async () => {
    const picture = await painted({
      words: { kind: 'text', state: { x: 160, y: 90, text: 'HHHHHH\nH\nHHH', fontSize: 40 } },
    });
    // Baselines at 52, 102 and 152; an H is about 29 high.
    const widths = [52, 102, 152].map((baseline) => {
      const [first, last] = columnsOf(picture, baseline - 25, baseline - 4);
      expect(Math.abs((first + last + 1) / 2 - 160)).toBeLessThanOrEqual(1);
      return last - first;
    });
    expect(widths[0]).toBeGreaterThan(2 * widths[1]);
    expect(widths[2]).toBeGreaterThan(2 * widths[1]);
  });
});

describe('text written together', () => {
  const written = async (text: string, changes: Partial<CompositionState> = {}) => {
    const project = writtenProject({
      words: { kind: 'text', state: { x: 160, y: 90, text, fontSize: 40, ...changes } },
    });
    const [whole, half] = await Promise.all(
      [999.999, 500].map(async (timeMs) => decodePng((await render(project, { timeMs })).data)),
    );
    return { whole, half };
  };

  it('writes Latin text and numbers from the left, and Hebrew and Arabic from the right', async () => {
    for (const text of ['Hello', '1234']) {
      const { whole, half } = await written(text);
      expect(columnsOf(half, 0, 180)[0]).toBe(columnsOf(whole, 0, 180)[0]);
      expect(columnsOf(half, 0, 180)[1]).toBeLessThan(161);
    }
    for (const text of ['שלום', 'مرحبا']) {
      const { whole, half } = await written(text);
      expect(columnsOf(half, 0, 180)[1]).toBe(columnsOf(whole, 0, 180)[1]);
      expect(columnsOf(half, 0, 180)[0]).toBeGreaterThan(158);
    }
  });

  it('writes half of every text line at 0.5, each from its own side', async () => {
    const { whole, half } = await written('HHHHHHHH\nHH\nשלום');
    // Baselines at 52, 102 and 152.
    for (const [baseline, rightToLeft] of [
      [52, false],
      [102, false],
      [152, true],
    ] as const) {
      const [first, last] = columnsOf(whole, baseline - 20, baseline - 8);
      const shown = columnsOf(half, baseline - 20, baseline - 8);
      expect(shown[rightToLeft ? 1 : 0]).toBe(rightToLeft ? last : first);
      expect(Math.abs(shown[rightToLeft ? 0 : 1] - 160)).toBeLessThan(12);
    }
  });

  it("cuts a written text's wide stroke only where writing has stopped", async () => {
    const { whole, half } = await written('HH', { stroke: '#ffffff', strokeWidth: 60 });
    const column = columnsOf(whole, 0, 180)[0] + 30;
    const rows = (picture: Picture) =>
      Array.from({ length: 180 }, (_, y) => y).filter((y) => pixelAt(picture, column, y)[0] > 0);
    expect(rows(half)).toEqual(rows(whole));
    expect(columnsOf(half, 0, 180)[0]).toBe(columnsOf(whole, 0, 180)[0]);
    expect(columnsOf(half, 0, 180)[1]).toBeLessThan(161);
  });
});

describe('written equations', () => {
  it("writes both bars of an equation's equals sign at the same time", async () => {
    const project = writtenProject({
      sign: { kind: 'equation', state: { x: 160, y: 90, text: '=', fontSize: 150 } },
    });
    const rowsAt = async (timeMs: number) => {
      const picture = await decodePng((await render(project, { timeMs })).data);
      const rows = new Set<number>();
      for (let y = 0; y < 180; y++) {
        for (let x = 0; x < 320; x++) if (pixelAt(picture, x, y)[0] > 100) rows.add(y < 90 ? 0 : 1);
      }
      return [...rows];
    };
    expect(await rowsAt(300)).toEqual([0, 1]);
  });
});

describe('glows', () => {
  const glowing = (changes: Partial<CompositionState>): ObjectSpec => ({
    kind: 'rectangle',
    state: { x: 160, y: 90, width: 80, height: 60, effect: 'glow', ...changes },
  });

  it('paints a glow under its object', async () => {
    const picture = await painted({
      box: glowing({ fill: '#ff0000', stroke: '#0000ff', strokeWidth: 6 }),
    });
    // The blur of both is purple where they meet; the object shows its own colours there.
    expect(lit(picture, 120, 90)).toEqual([0, 0, 255]);
    expect(lit(picture, 125, 90)).toEqual([255, 0, 0]);
    const [red, green, blue] = lit(picture, 114, 90);
    expect(blue).toBeGreaterThan(50);
    expect(Math.max(red, green)).toBeLessThan(blue);
  });

  it('paints an equally wide glow around a scaled object', async () => {
    const plain = await painted({ box: glowing({}) });
    for (const [scaleX, scaleY] of [
      [8, 8],
      [0.1, 0.1],
      [4, 0.5],
    ]) {
      const scaled = await painted({
        box: glowing({ width: 80 / scaleX, height: 60 / scaleY, scaleX, scaleY }),
      });
      for (let distance = 1; distance <= 16; distance++) {
        for (const [x, y] of [
          [119 - distance, 90],
          [160, 59 - distance],
        ]) {
          expect(Math.abs(lit(scaled, x, y)[0] - lit(plain, x, y)[0])).toBeLessThanOrEqual(3);
        }
      }
    }
  });
});
