import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { decodeFrames } from '../../../../test/support/ffmpeg.ts';
import { CountingStore } from '../../../../test/support/kept-films.ts';
import { decodePng, type Picture } from '../../../../test/support/picture.ts';
import { filmOf } from '../../../../test/support/write-film.ts';
import { expandProject, render } from '../../src/index.ts';

const size = { width: 1920, height: 1080 };

/** A film that only shows a background. */
function plain(background: string, more: object = {}) {
  return {
    shorthand: true,
    ...size,
    background,
    objects: { dot: { kind: 'circle', x: 1900, y: 1060, width: 8, fill: '#808080' }, ...more },
    compositions: {
      a: {
        duration: 1000,
        states: { dot: true, ...Object.fromEntries(Object.keys(more).map((id) => [id, true])) },
      },
    },
  };
}

/** The mean luma of a row from one column to another. */
function meanLuma({ width, data }: Picture, row: number, from: number, to: number): number {
  let sum = 0;
  for (let x = from; x < to; x++) {
    const at = (row * width + x) * 4;
    sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
  }
  return sum / (to - from);
}

/** The most rows after each other whose mean over a part of their width is the same. */
function widestBand(picture: Picture, from: number, to: number): number {
  let [widest, rows] = [1, 1];
  for (let row = 1; row < picture.height; row++) {
    const isEqual = Math.abs(meanLuma(picture, row, from, to) - meanLuma(picture, row - 1, from, to)) < 1e-6;
    rows = isEqual ? rows + 1 : 1;
    widest = Math.max(widest, rows);
  }
  return widest;
}

// The backgrounds of themes, without the part of midnight that is plain.
it.each([
  ['midnight', 'linear-gradient(165deg, #0b1220, #14203c)'],
  ['dark from top to bottom', 'linear-gradient(#0b1220, #14203c)'],
  ['blue', 'linear-gradient(160deg, #1a3ad6, #0f2ba8)'],
  ['plum', 'linear-gradient(160deg, #27122f, #421a45)'],
])(
  'a decoded film shows no band of over 20 rows in the gradient %s',
  { tags: 'ffmpeg' },
  async (_, background) => {
    const film = await render(plain(background), { format: 'mp4' });
    const [frame] = await decodeFrames(film.data, [15], film);
    // Eyes average a few columns.
    expect(widestBand(frame, 64, 192)).toBeLessThanOrEqual(20);
    expect(widestBand(frame, 0, 1600)).toBeLessThanOrEqual(20);
  },
);

it('a picture follows a gradient within a tenth of a level, and no pixel is off by more than one', async () => {
  const picture = await decodePng((await render(plain('linear-gradient(#0b1220, #14203c)'))).data);
  for (let row = 0; row < 1080; row += 7) {
    const share = (row + 0.5) / 1080;
    for (const [channel, from, to] of [
      [0, 0x0b, 0x14],
      [1, 0x12, 0x20],
      [2, 0x20, 0x3c],
    ]) {
      const ideal = from + (to - from) * share;
      let sum = 0;
      for (let x = 0; x < 64; x++) {
        const value = picture.data[(row * 1920 + x) * 4 + channel];
        expect(Math.abs(value - ideal)).toBeLessThanOrEqual(1);
        sum += value;
      }
      expect(Math.abs(sum / 64 - ideal)).toBeLessThan(0.1);
    }
  }
});

it('plain parts of a gradient and narrow steps keep their colours', async () => {
  const background = 'linear-gradient(#0b1220 50%, #14203c)';
  const more = {
    steep: {
      kind: 'rectangle',
      x: 300,
      y: 200,
      width: 64,
      height: 200,
      strokeWidth: 0,
      fill: 'linear-gradient(#000, #fff)',
    },
  };
  const picture = await decodePng((await render(plain(background, more))).data);
  const at = (x: number, y: number) => [...picture.data.subarray((y * 1920 + x) * 4, (y * 1920 + x) * 4 + 3)];
  for (let x = 0; x < 200; x++) expect(at(x, 500)).toEqual([0x0b, 0x12, 0x20]);
  for (let y = 110; y < 290; y += 9) {
    expect(new Set(Array.from({ length: 60 }, (_, x) => at(270 + x, y).join())).size).toBe(1);
  }
});

it('a film with gradients at rest and in motion has the same bytes on one and on two threads, in pieces and whole', {
  tags: 'ffmpeg',
}, async () => {
  const card = {
    kind: 'rectangle',
    x: 90,
    y: 90,
    width: 120,
    height: 90,
    fill: 'linear-gradient(20deg, #203050, #283a60)',
  };
  const { project } = expandProject({
    ...{ shorthand: true, width: 320, height: 180, background: 'radial-gradient(#14203c, #0b1220)' },
    objects: { card, dot: { kind: 'circle', x: 250, y: 90, width: 60, fill: 'gold', opacity: 0.5 } },
    compositions: {
      a: { duration: 2000, states: { card: true, dot: true } },
      b: {
        enter: 1000,
        duration: 2000,
        states: { card: { x: 230, rotation: 30, opacity: 0.6 }, dot: { x: 60 } },
      },
    },
  });
  const whole = await filmOf(project, { threads: 0 });
  const threaded = await filmOf(project, { threads: 1, isChecked: false });
  expect(Buffer.compare(threaded.bytes, whole.bytes)).toBe(0);
  const store = new CountingStore();
  for (const index of [1, 0]) {
    await filmOf(project, { threads: 0, isChecked: false, store, share: { index, count: 2 } });
  }
  const joined = await filmOf(project, { store });
  expect(Buffer.compare(joined.bytes, whole.bytes)).toBe(0);
});
