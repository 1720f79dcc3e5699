import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../../test/support/build-project.ts';
import { decodePng, type Picture, pixelAt } from '../../../../../test/support/picture.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../../test/support/project-parts.ts';
import type { Project } from '../../../src/project/schema.ts';
import { render } from '../../../src/render/render.ts';
import { type SheetResult, sheet } from '../../../src/render/sheet/sheet.ts';
import { layOutSheet } from '../../../src/render/sheet/sheet-grid.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../../../examples/${name}.json`, import.meta.url), 'utf8');

const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff'];

/** A film in which every composition fills the frame with its own colour. */
function colorFilm(durations: readonly number[], betweenMs = 0): Project {
  const ids = durations.map((_, index) => `c${index}`);
  return project(
    scene('film', {
      objects: [object('box')],
      compositions: ids.map((id, index) =>
        composition(id, durations[index], {
          box: state({ x: 160, y: 90, width: 400, height: 300, fill: colors[index % colors.length] }),
        }),
      ),
      transitions:
        betweenMs === 0 ? [] : ids.slice(1).map((id, index) => transition(ids[index], id, betweenMs)),
    }),
  );
}

const times = ({ moments }: SheetResult) => moments.map(({ timeMs }) => timeMs);
const names = ({ moments }: SheetResult) =>
  moments.map(({ composition: from, to }) => (to === null ? from : `${from}>${to}`));

/** Whether a picture has pixels of a colour; looks at every fourth pixel. */
function hasColor(picture: Picture, [red, green, blue]: readonly number[]): boolean {
  for (let y = 0; y < picture.height; y += 4) {
    for (let x = 0; x < picture.width; x += 4) {
      const [r, g, b] = pixelAt(picture, x, y);
      if (r === red && g === green && b === blue) return true;
    }
  }
  return false;
}

describe("a sheet's moments", () => {
  it('a sheet shows the middle of each hold and transition', async () => {
    const made = await sheet(colorFilm([400, 200, 100], 300));
    expect(times(made)).toEqual([200, 550, 800, 1050, 1250]);
    expect(names(made)).toEqual(['c0', 'c0>c1', 'c1', 'c1>c2', 'c2']);
  });

  it('a sheet has no moment for a hold of 0 ms', async () => {
    const made = await sheet(colorFilm([0, 0, 200], 100), { width: 320 });
    expect(names(made)).toEqual(['c0>c1', 'c1>c2', 'c2']);
    expect(times(made)).toEqual([50, 150, 300]);
  });

  it('a sheet has a moment every two seconds of a long transition, at most five', async () => {
    expect(times(await sheet(colorFilm([0, 0], 8000)))).toEqual([1000, 3000, 5000, 7000]);
    expect(times(await sheet(colorFilm([0, 0], 2900)))).toEqual([1450]);
    expect(times(await sheet(colorFilm([1000, 0], 30_000)))).toEqual([
      500, 4000, 10_000, 16_000, 22_000, 28_000,
    ]);
  });

  it('a sheet shows the requested times', async () => {
    const film = colorFilm([400, 200, 100], 300);
    const made = await sheet(film, { times: [1300, 0, 500] });
    expect(times(made)).toEqual([1300, 0, 500]);
    expect(names(made)).toEqual(['c2', 'c0', 'c0>c1']);
    await expect(sheet(film, { times: [0, 1301] })).rejects.toMatchObject({
      code: 'invalid-option',
      message: "times must be at most the project's duration of 1300 ms, but one is 1301",
    });
    for (const wrong of [[], [-1], [Number.NaN], 'all', Array(101).fill(0)]) {
      await expect(sheet(film, { times: wrong as number[] })).rejects.toMatchObject({
        code: 'invalid-option',
        message: expect.stringContaining('times must be a list of 1 to 100 numbers'),
      });
    }
    await expect(sheet(film, { times: [0], moments: 3 })).rejects.toThrow(
      'moments and times exclude each other',
    );
  });

  it('a sheet with fewer moments has larger pictures', async () => {
    const widths: number[] = [];
    for (const count of [1, 2, 4, 5, 9, 10, 40]) {
      const { width, height } = layOutSheet({
        count,
        width: 1568,
        columns: undefined,
        maxHeight: 8192,
        film: { width: 1920, height: 1080 },
      }).picture;
      expect(Math.abs(width / height - 16 / 9)).toBeLessThan(0.01);
      widths.push(width);
    }
    expect(widths).toEqual([1512, 737, 737, 487, 487, 363, 363]);
  });

  it('a sheet with `moments` or `every` has evenly spaced moments', async () => {
    const film = colorFilm([600, 600]);
    expect(times(await sheet(film, { moments: 4 }))).toEqual([150, 450, 750, 1050]);
    expect(times(await sheet(film, { every: 500 }))).toEqual([0, 500, 1000]);
    expect(names(await sheet(film, { every: 500 }))).toEqual(['c0', 'c0', 'c1']);
  });

  it('a sheet of a project without duration has one moment', async () => {
    const film = colorFilm([0, 0]);
    for (const options of [{}, { moments: 5 }, { every: 100 }]) {
      expect((await sheet(film, options)).moments).toEqual([
        { timeMs: 0, scene: 'film', composition: 'c1', to: null },
      ]);
    }
  });

  it('a sheet of a thousand compositions has at most a hundred moments', { tags: 'slow' }, async () => {
    const scenes = Array.from({ length: 10 }, (_, place) => {
      const [film] = Object.values(colorFilm(new Array(100).fill(20), 10).scenes);
      return { ...film, id: `s${place}` };
    });
    const made = await sheet(project(...scenes));
    expect(made.moments).toHaveLength(100);
    expect(new Set(made.moments.map((moment) => moment.scene)).size).toBe(10);
    expect(made.moments.every(({ to }) => to === null)).toBe(true);
    expect(made.height).toBeLessThanOrEqual(8192);
  });
});

describe('a sheet', () => {
  it('a picture on a sheet equals the still at the same moment', { tags: 'slow' }, async () => {
    const text = example('bakery-week');
    // Only one picture, whose position is known: the sheet is 1600 wide, of which its margins leave 1544.
    const made = await sheet(text, { moments: 1 });
    const [{ timeMs }] = made.moments;
    const still = await decodePng((await render(text, { timeMs, width: 1544 })).data);
    const picture = await decodePng(made.data);
    const left = (picture.width - still.width) / 2;
    const top = Array.from({ length: 200 }, (_, y) => y).find(
      (y) => pixelAt(picture, left + 5, y).join() === pixelAt(still, 5, 0).join(),
    );
    expect(top).toBeDefined();
    for (let y = 0; y < still.height; y += 3) {
      for (let x = 0; x < still.width; x += 3) {
        expect(pixelAt(picture, left + x, (top ?? 0) + y)).toEqual(pixelAt(still, x, y));
      }
    }
  });

  it("a sheet's caption depends on the composition's name", async () => {
    const named = (name: string): Project => {
      const film = colorFilm([500]);
      const { c0 } = film.scenes.film.compositions;
      return { ...film, scenes: { film: { ...film.scenes.film, compositions: { c0: { ...c0, name } } } } };
    };
    const dataOf = async (name: string) => Buffer.from((await sheet(named(name))).data);
    const [first, other, again] = await Promise.all([
      dataOf('Opening'),
      dataOf('Closing'),
      dataOf('Opening'),
    ]);
    expect(first.equals(other)).toBe(false);
    expect(first.equals(again)).toBe(true);
    const longer = await decodePng((await sheet(named('很长 name\n'.repeat(20)))).data);
    expect(longer.width).toBe(1600);
  });

  it('a sheet has the requested width and columns', async () => {
    const film = colorFilm([100, 100, 100, 100, 100, 100]);
    const [one, three, small] = await Promise.all([
      sheet(film, { columns: 1 }),
      sheet(film, { columns: 3 }),
      sheet(film, { width: 400 }),
    ]);
    expect(one.width).toBe(1600);
    expect(one.height).toBeGreaterThan(6 * 800);
    expect(three.height).toBeLessThan(one.height / 5);
    expect(small.width).toBe(400);
    const { width, height } = await decodePng(small.data);
    expect({ width, height }).toEqual({ width: small.width, height: small.height });
  });

  it('a sheet shows transparent pictures on chequers', async () => {
    const made = await sheet(stillProject({}, { background: 'none' }));
    const picture = await decodePng(made.data);
    expect(hasColor(picture, [0xb9, 0xbd, 0xc6])).toBe(true);
    expect(hasColor(picture, [0x9a, 0x9f, 0xab])).toBe(true);
  });

  it.each([
    [1, 8192],
    [8192, 1],
  ])('a sheet of a film of %i x %i is less than 3000 pixels high', async (width, height) => {
    const made = await sheet(stillProject({}, { width, height }), { moments: 12 });
    expect(made.height).toBeLessThan(3000);
  });

  it('a sheet stays within the given side and byte limits', async () => {
    const limits = { maxSide: 700, maxBytes: 20_000 };
    const made = await sheet(example('product-launch'), { limits });
    expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(700);
    expect(made.bytes).toBeLessThanOrEqual(20_000);
  });
});

describe('sheet options', () => {
  const film = colorFilm([100_000]);

  it.each([
    [{ moments: 0 }, 'moments must be an integer from 1 to 100, but is 0'],
    [{ moments: 101 }, 'moments must be an integer from 1 to 100, but is 101'],
    [{ every: 0 }, 'every must be a number of at least 1, but is 0'],
    [
      { every: 2 },
      'every 2 makes 50000 moments of a project of 100000 ms, but a sheet has at most 100; choose at least 1000',
    ],
    [{ columns: 1.5 }, 'columns must be an integer from 1 to 20, but is 1.5'],
    [{ width: 4000 }, 'width must be an integer from 320 to 1920, but is 4000'],
    [{ width: '800' as never }, 'width must be an integer from 320 to 1920, but is "800"'],
    [{ moments: 3, every: 100 }, 'moments and every exclude each other; use one of them'],
    [{ moments: 100, columns: 1 }, 'columns 1 makes a sheet of 1600 x '],
  ])('sheet rejects the options %o', async (options, message) => {
    const refused = await sheet(film, options).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'invalid-option', message: expect.stringContaining(message) });
  });

  it('sheet rejects unsupported and invalid projects with the same codes as render', async () => {
    const made = stillProject({
      one: { kind: 'image', state: {}, image: { src: 'a.webp', width: 1, height: 1 } },
    });
    await expect(sheet(made)).rejects.toMatchObject({ code: 'unsupported' });
    await expect(sheet('{')).rejects.toMatchObject({ code: 'invalid-project' });
  });
});
