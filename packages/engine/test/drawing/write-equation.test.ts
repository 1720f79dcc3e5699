import { describe, expect, it } from 'vitest';
import { decodePng, encodePng } from '../../../../test/support/picture.ts';
import { expandProject } from '../../src/library.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';
import { type Authored, children, extent, stroke } from './drawn.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An equation that is written for 1,200 ms, stays for 500 ms, and is taken back for 1,000 ms. */
function film(tex: string, track: Fields = {}): Fields {
  return {
    ...{ shorthand: true, width: 480, height: 160, background: '#000000' },
    objects: { e: { kind: 'equation', fontSize: 60, text: tex, fill: '#ffffff' } },
    compositions: [
      { enter: { type: 'write', duration: 1200, ...track }, duration: 500, states: { e: true } },
      { enter: { type: 'write', duration: 1000, ...track }, states: { e: false } },
    ],
  };
}

async function pixelsAt(document: Fields, timeMs: number): Promise<Uint8ClampedArray> {
  return (await decodePng((await render(document, { format: 'png', timeMs })).data)).data;
}

/** Returns how far a picture differs from the one at rest, as a share of the ink of that. */
async function differenceFromRest(document: Fields, timeMs: number, restMs: number): Promise<number> {
  const [rest, seen, empty] = await Promise.all([restMs, timeMs, 0].map((time) => pixelsAt(document, time)));
  let [ink, difference] = [0, 0];
  for (const [index, value] of rest.entries()) {
    ink += Math.abs(value - empty[index]);
    difference += Math.abs(value - seen[index]);
  }
  return difference / ink;
}

const euler = 'e^{i\\pi} + 1 = 0';

/** The left and the upper end of each stroke of the pen, from left to right as they are seen. */
async function penAt(tex: string, progress: number) {
  const authored: Authored = {
    kind: 'equation',
    order: 'reading',
    state: { text: tex, fontSize: 50, verticalAlign: 'baseline' },
  };
  const strokes = (await children(authored, progress)).filter(({ type }) => type === 'stroke');
  return strokes.map((node) => extent(stroke(node).outline));
}

describe('an equation that is written', () => {
  it.each([
    ['as a whole', euler, {}],
    ['by letter', euler, { by: 'letter' }],
    ['of one glyph', 'x', {}],
    ['as the full format does it', euler, { order: 'together' }],
  ])('%s loses its outline before its last picture', async (_, tex, track) => {
    const document = film(tex, track);
    const frame = 1000 / 30;
    expect(await differenceFromRest(document, 1200 - frame, 1500)).toBeLessThan(0.02);
    expect(await differenceFromRest(document, 1700 + frame, 1500)).toBeLessThan(0.02);
    expect(await differenceFromRest(document, 600, 1500)).toBeGreaterThan(0.2);
  });

  it('in reading order starts at the left, and several glyphs are written at a time', async () => {
    const early = await penAt('a+b+c+d+e+f', 0.2);
    const late = await penAt('a+b+c+d+e+f', 0.8);
    expect(early.length).toBeGreaterThan(2);
    expect(early.length).toBeLessThan(6);
    expect(late.length).toBeLessThan(6);
    expect(Math.max(...early.map(({ x }) => x[1]))).toBeLessThan(Math.min(...late.map(({ x }) => x[0])));
  });

  it('in reading order has the numerator first, then the rule, then the denominator', async () => {
    const isRule = ({ x }: { x: readonly [number, number] }) => x[1] - x[0] > 0.55;
    const moments = await Promise.all([0.05, 0.3, 0.97].map((at) => penAt('\\frac{a}{bc}', at)));
    const [first, second, last] = moments;
    // The pen is above the axis, which is 0.25 em above the baseline.
    expect(first).toHaveLength(1);
    expect(first[0]?.y[1]).toBeLessThan(-0.25);
    expect(second.some(({ y }) => y[1] < -0.2 && y[0] > -0.3)).toBe(true);
    expect(last.every(({ y }) => y[1] > -0.25)).toBe(true);
    expect(last.some(isRule)).toBe(false);
  });

  it('in reading order draws the rule of a root with its sign', async () => {
    const pen = await penAt('\\sqrt{a+b+c+d}', 0.15);
    const reach = Math.max(...pen.map(({ x }) => x[1]));
    const [whole] = await penAt('\\sqrt{a+b+c+d}', 0.001);
    expect(pen.length).toBeGreaterThanOrEqual(2);
    // Further right than the first letters, which are not written yet.
    expect(reach).toBeGreaterThan((whole?.x[0] ?? 0) + 0.9);
  });

  it('has an order of the full format that needs the mark', async () => {
    const { project } = expandProject(JSON.stringify(film(euler)));
    expect(JSON.stringify(project)).toContain('"order":"reading"');
    expect((await inspect(JSON.stringify(project))).problems).toEqual([]);
    const { extended: _, ...unmarked }: Fields = { ...project };
    await expect(inspect(JSON.stringify(unmarked))).rejects.toThrow(
      /order: must be one of together, sequential/,
    );
  });
});

describe('an image that is written', () => {
  it('has all of its border when its last part is uncovered', async () => {
    const black = await encodePng({ width: 1, height: 1, data: new Uint8ClampedArray([0, 0, 0, 255]) });
    const document = {
      ...{ shorthand: true, width: 320, height: 240, background: '#000000' },
      objects: {
        picture: {
          ...{ kind: 'image', width: 200, height: 120, stroke: '#ffffff', strokeWidth: 24 },
          src: `data:image/png;base64,${Buffer.from(black).toString('base64')}`,
        },
      },
      compositions: [{ enter: { type: 'write', duration: 1000 }, duration: 500, states: { picture: true } }],
    };
    expect(await differenceFromRest(document, 1000 - 1000 / 30, 1400)).toBeLessThan(0.02);
    expect(await differenceFromRest(document, 500, 1400)).toBeGreaterThan(0.2);
  });
});
