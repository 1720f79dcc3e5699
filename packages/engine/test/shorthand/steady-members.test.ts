import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../../test/support/picture.ts';
import { render } from '../../src/render/render.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The first and the last column, and row, with bright pixels in a picture of a film; null without any. */
async function inkAt(film: Fields, timeMs: number) {
  const { data, width } = await decodePng((await render(film, { format: 'png', timeMs })).data);
  const columns: number[] = [];
  const rows: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] < 120) continue;
    columns.push((at / 4) % width);
    rows.push(Math.floor(at / 4 / width));
  }
  const ends = (all: number[]) => [
    all.reduce((a, b) => Math.min(a, b)),
    all.reduce((a, b) => Math.max(a, b)),
  ];
  return columns.length === 0 ? null : { columns: ends(columns), rows: ends(rows) };
}

const frame = { shorthand: true, width: 960, height: 540, background: '#000000' };

/** A film whose text becomes another one after 300 ms, in a second. */
function changing(
  text: Fields,
  texts: readonly [string, string],
  change: Fields,
  others: Fields = {},
): Fields {
  const looks = { kind: 'text', fontSize: 40, fill: '#ffffff', text: texts[0] };
  return {
    ...frame,
    objects: { ...others, t: { ...looks, ...text } },
    compositions: [
      { duration: 300, states: { '*': true } },
      { enter: 1000, duration: 300, states: { t: { text: texts[1], ...change } } },
    ],
  };
}

const words = ['Hello', 'Hello to everybody here'] as const;
const numbers = ['7', '1,234,567'] as const;
const moments = [310, 500, 700, 790, 810, 900, 1100, 1290, 1500];

describe('a text that changes', () => {
  it.each([
    ['at the left of the frame', { place: 'left' }, words, {}],
    ['at a corner of the frame', { place: 'top left' }, words, {}],
    ['at the left of the frame that crossfades', { place: 'left' }, words, { textTransition: 'crossfade' }],
    ['at the left of the frame that counts', { place: 'left' }, numbers, { textTransition: 'count' }],
    ['with a size of its own', { place: 'left' }, words, { fontSize: 60 }],
  ])('%s keeps its left edge', async (_, text, texts, change) => {
    const film = changing(text, texts, change);
    const lefts = await Promise.all(moments.map(async (time) => (await inkAt(film, time))?.columns[0]));
    const seen = lefts.filter((left) => left !== undefined);
    expect(seen.length).toBeGreaterThan(moments.length / 2);
    for (const left of seen) expect(Math.abs(left - seen[0])).toBeLessThanOrEqual(4);
  });

  it('at the right of the frame keeps its right edge', async () => {
    const film = changing({ place: 'right' }, words, {});
    const rights = await Promise.all(moments.map(async (time) => (await inkAt(film, time))?.columns[1] ?? 0));
    for (const right of rights) expect(Math.abs(right - rights[0])).toBeLessThanOrEqual(4);
  });

  it('in the middle of the frame stays centred', async () => {
    const film = changing({}, words, {});
    for (const time of moments) {
      const [left, right] = (await inkAt(film, time))?.columns ?? [0, 0];
      expect(Math.abs((left + right) / 2 - 480)).toBeLessThanOrEqual(4);
    }
  });
});

describe('a member that leaves its card', () => {
  const looks = { kind: 'text', fontSize: 36, fill: '#808080' };
  const film = (enter: unknown, leaving: string): Fields => ({
    ...{ ...frame, theme: 'midnight', background: '#000000' },
    objects: {
      card: { kind: 'column', fill: '#0000ff', padding: 30, gap: 24, children: ['one', 'two', 'last'] },
      one: { ...looks, text: 'The first line' },
      two: { ...looks, text: 'The second line' },
      last: { ...looks, text: 'The last and longest line of them all', fill: '#ffffff' },
    },
    compositions: [
      { duration: 300, states: { card: true } },
      { enter, duration: 300, states: { [leaving]: false } },
    ],
  });

  /** The rows and columns of the card. */
  async function cardAt(document: Fields, timeMs: number) {
    const { data, width } = await decodePng((await render(document, { format: 'png', timeMs })).data);
    let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
    for (let at = 0; at < data.length; at += 4) {
      if (!(data[at + 2] > 200 && data[at] < 40)) continue;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    return { left, right, top, bottom };
  }

  it.each([
    ['as usual', 1000],
    ['slowly', { duration: 2000, easing: 'linear' }],
    ['with a slide', { duration: 1000, type: 'slide' }],
  ])('%s is not seen outside of it', async (_, enter) => {
    const document = film(enter, 'last');
    let seen = 0;
    for (let time = 320; time <= 1280; time += 80) {
      const ink = await inkAt(document, time);
      if (ink === null) continue;
      seen++;
      const { left, right, top, bottom } = await cardAt(document, time);
      expect(ink.columns[0]).toBeGreaterThan(left);
      expect(ink.columns[1]).toBeLessThan(right);
      expect(ink.rows[0]).toBeGreaterThan(top);
      expect(ink.rows[1]).toBeLessThan(bottom);
    }
    expect(seen).toBeGreaterThan(1);
    // The card closes.
    expect((await cardAt(document, 1550)).bottom).toBeLessThan((await cardAt(document, 200)).bottom - 10);
  });
});
