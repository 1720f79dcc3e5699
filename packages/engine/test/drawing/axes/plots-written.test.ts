import { describe, expect, it } from 'vitest';
import { decodePng, type Picture } from '../../../../../test/support/picture.ts';
import { render } from '../../../src/render/render.ts';

type Fields = Readonly<Record<string, unknown>>;

const width = 640;
const axes = { kind: 'axes', width: 560, height: 300, ticks: false, labels: false, stroke: '#000000' };

/** Pictures of a film that is written for a second, at shares of that. */
async function picturesOf(objects: Fields, shares: readonly number[]): Promise<Picture[]> {
  const film = {
    ...{ shorthand: true, width, height: 360, background: '#000000', objects },
    compositions: [
      { enter: { type: 'write', duration: 1000, easing: 'linear' }, duration: 200, states: { '*': true } },
    ],
  };
  const rendered = shares.map((at) => render(film, { format: 'png', timeMs: 1000 * at }));
  return Promise.all((await Promise.all(rendered)).map(({ data }) => decodePng(data)));
}

/** The last column with a colour: the channel that is bright in it, 0 for red to 2 for blue. -1 if there is none. */
function lastColumn({ data, width }: Picture, channel: number): number {
  let last = -1;
  for (let at = 0; at < data.length; at += 4) {
    const others = [0, 1, 2].filter((one) => one !== channel);
    if (data[at + channel] > 90 && others.every((one) => data[at + one] < 60))
      last = Math.max(last, (at / 4) % width);
  }
  return last;
}

const moments = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95];

describe('a plot that is written', () => {
  it('has an area that ends at the tip of its curve', async () => {
    const curve = { kind: 'plot', on: 'plane', stroke: '#ff0000', strokeWidth: 4, fill: '#0000ff' };
    const plane = { ...axes, xRange: [0, 4], yRange: [0, 16] };
    const f = { ...curve, formula: 'y = x^2', area: { from: 0, to: 4 } };
    for (const picture of await picturesOf({ plane, f }, moments)) {
      const [tip, end] = [lastColumn(picture, 0), lastColumn(picture, 2)];
      expect(end).toBeLessThanOrEqual(tip);
      expect(end).toBeGreaterThan(tip - 12);
    }
  });

  it('has points that come when a line through them reaches them', async () => {
    const data = [
      [0.2, 4],
      [1, 12],
      [2, 2],
      [3, 9],
      [3.8, 8],
    ];
    const plane = { ...axes, xRange: [0, 4], yRange: [0, 16] };
    const line = { kind: 'plot', on: 'plane', stroke: '#ff0000', strokeWidth: 3, data };
    const points = { kind: 'plot', on: 'plane', fill: '#0000ff', marks: 'points', data };
    const ends: number[] = [];
    for (const picture of await picturesOf({ plane, line, points }, moments)) {
      ends.push(lastColumn(picture, 2));
      expect(lastColumn(picture, 2)).toBeLessThanOrEqual(lastColumn(picture, 0) + 14);
    }
    expect(new Set(ends).size).toBeGreaterThan(2);
  });

  it('is on axes whose ticks and labels do not come before their lines', async () => {
    const looks = { kind: 'axes', width: 560, height: 300, stroke: '#ff0000', fill: '#0000ff' };
    const plane = { ...looks, xRange: [0, 8], yRange: [0, 4] };
    for (const picture of await picturesOf({ plane }, moments)) {
      expect(lastColumn(picture, 2)).toBeLessThanOrEqual(lastColumn(picture, 0) + 12);
    }
  });
});
