import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Advice, AdviceRule } from '../../src/advice/advice.ts';
import { adviceOn } from './advice-on.ts';

const film = (objects: object, changes: object = {}) => ({
  shorthand: true,
  name: 'Film',
  background: '#101418',
  objects,
  compositions: [{ duration: 4000, states: { '*': true } }],
  ...changes,
});

const text = (x: number, y: number, fields: object = {}) => ({
  kind: 'text',
  text: 'Words',
  fontSize: 40,
  x,
  y,
  ...fields,
});
const card = (x: number, y: number, fields: object = {}) => ({
  kind: 'rectangle',
  x,
  y,
  width: 400,
  height: 300,
  fill: '#1d4ed8',
  ...fields,
});

async function of(rule: AdviceRule, document: object): Promise<readonly Advice[]> {
  return (await adviceOn(document)).filter((one) => one.rule === rule);
}

const placesOf = (advice: readonly Advice[]) => advice.map(({ path, fix }) => ({ path, fix }));

describe('advice on alignment', () => {
  const three = (changes: Readonly<Record<string, object>>) =>
    film({ a: card(460, 500), b: card(960, 500), c: card(1460, 500), ...changes });

  it('names an object that is a few pixels out of its row or column, and the number that puts it right', async () => {
    expect(placesOf(await of('nearly-aligned', three({ b: card(960, 504) })))).toEqual([
      { path: 'objects.b', fix: { y: 500 } },
    ]);
    expect(placesOf(await of('nearly-aligned', three({ a: card(460, 497) })))).toEqual([
      { path: 'objects.a', fix: { y: 500 } },
    ]);
    const column = film({ a: text(500, 300), b: text(500, 360), c: text(505, 420) });
    expect(placesOf(await of('nearly-aligned', column))).toEqual([{ path: 'objects.c', fix: { x: 500 } }]);
  });

  it.each([
    ['an exact row', three({})],
    ['a clear step', three({ b: card(960, 540) })],
    ['stairs', three({ b: card(960, 506), c: card(1460, 512) })],
    ['a wave', three({ b: card(960, 506), c: card(1460, 503) })],
    ['bars of other heights', three({ b: card(960, 496, { height: 308 }) })],
    ['turned cards', three({ b: card(960, 504, { rotation: 8 }) })],
    ['a card on its shadow', film({ shade: card(968, 508), card: card(960, 500) })],
    ['a row of a group', film({ row: { kind: 'row', children: [card(0, 0), card(0, 0)] } })],
  ])('is silent about %s', async (_, document) => {
    expect(await of('nearly-aligned', document)).toEqual([]);
    expect(await of('uneven-gaps', document)).toEqual([]);
  });

  it('names the object between uneven gaps', async () => {
    expect(placesOf(await of('uneven-gaps', three({ b: card(970, 500) })))).toEqual([
      { path: 'objects.b', fix: { x: 960 } },
    ]);
    expect(await of('uneven-gaps', three({ c: card(1560, 500) }))).toEqual([]);
  });
});

describe('advice on what fills the frame', () => {
  it('names a film that leaves most of the frame, or one half, empty', async () => {
    const small = film({ a: text(960, 500), b: text(960, 600), c: text(960, 700) });
    expect(await of('empty-frame', small)).toMatchObject([
      { path: 'compositions[0]', message: expect.stringMatching(/^at most \d % of the frame is used/) },
    ]);
    const left = film({
      box: card(480, 540, { width: 860, height: 900 }),
      a: text(480, 500),
      b: text(480, 640),
    });
    expect(await of('empty-frame', left)).toMatchObject([
      { message: expect.stringMatching(/^at most \d+ % of the frame is used, from 50, 90 to 910, 990/) },
    ]);
  });

  it.each([
    ['large type', film({ a: text(960, 540, { fontSize: 120 }) })],
    [
      'a picture behind everything',
      film({ all: card(960, 540, { width: 1920, height: 1080 }), a: text(960, 540) }),
    ],
    ['a film to be laid over others', film({ a: text(400, 900) }, { background: 'none' })],
    ['a film that fills up', film({ box: card(960, 540, { width: 1400, height: 800 }), a: text(960, 540) })],
    ['a film without words', film({ ball: { kind: 'circle', width: 90, height: 90 } })],
  ])('is silent about %s', async (_, document) => {
    expect(await of('empty-frame', document)).toEqual([]);
  });

  it('names a text at the edge of the frame, and a place with a margin', async () => {
    const document = film(
      { a: text(960, 1050, { fontSize: 48 }), all: card(960, 400, { width: 1800, height: 700 }) },
      { compositions: [{ duration: 4000, states: { a: true, all: true } }] },
    );
    const [advice] = await of('crowded', document);
    expect(advice).toMatchObject({
      path: 'compositions[0].states.a',
      message: expect.stringMatching(/^the text a is only \d+ pixels from the edge/),
      fix: { y: expect.any(Number) },
    });
    const { a } = document.objects as { a: object };
    expect(
      await of('crowded', { ...document, objects: { ...document.objects, a: { ...a, ...advice?.fix } } }),
    ).toEqual([]);
  });

  it('asks for no larger letters in a portrait frame than themes have there', async () => {
    const styles = ['title', 'heading', 'body', 'caption', 'muted'];
    const objects = {
      all: { kind: 'column', children: styles.map((style) => ({ kind: 'text', style, text: style })) },
    };
    const document = { shorthand: true, aspectRatio: '9:16', theme: 'swiss', objects, compositions: [{}] };
    expect(await of('small-type', document)).toEqual([]);
    expect(
      await of('small-type', { ...document, objects: { a: text(540, 960, { fontSize: 24 }) } }),
    ).toMatchObject([{ message: expect.stringContaining('24 pixels high; make them at least 26') }]);
  });

  it('names letters below 2.4 % of the height of the frame', async () => {
    expect(
      await of(
        'small-type',
        film({ a: text(960, 540, { fontSize: 25 }) }, { compositions: [{ states: { a: true } }] }),
      ),
    ).toMatchObject([{ fix: { fontSize: 26 } }]);
    expect(await of('small-type', film({ a: text(960, 540, { fontSize: 26 }) }))).toEqual([]);
  });
});

describe('advice on variety', () => {
  const sized = (...sizes: number[]) =>
    film(
      Object.fromEntries(
        sizes.map((fontSize, index) => [`t${index}`, text(960, 120 + 150 * index, { fontSize })]),
      ),
    );

  it('names more than five sizes of letters at once', async () => {
    expect(await of('many-sizes', sized(30, 40, 52, 66, 84, 120))).toMatchObject([
      {
        path: 'compositions[0]',
        message: expect.stringContaining('6 sizes at once: 30, 40, 52, 66, 84 and 120 pixels'),
      },
    ]);
    expect(await of('many-sizes', sized(30, 31, 40, 52, 66, 120))).toEqual([]);
  });

  it('names a picture that is covered very many times', async () => {
    const stacked = (count: number) =>
      film({
        stack: {
          kind: 'group',
          data: count,
          each: card(960, 540, { width: 1920, height: 1080, opacity: 0.5 }),
        },
      });
    expect(await of('heavy-picture', stacked(100))).toMatchObject([
      {
        path: 'compositions[0]',
        message: expect.stringMatching(
          /^its 100 objects take as long to paint as 10\d that cover the picture; show fewer/,
        ),
      },
    ]);
    expect(await of('heavy-picture', stacked(50))).toEqual([]);
  });

  it('names curves that take long to draw', async () => {
    const curves = (formula: string) =>
      film({
        ax: { kind: 'axes', width: 1800, height: 1000, xRange: [-5, 5], yRange: [-5, 5] },
        ...Object.fromEntries(
          ['a', 'b', 'c', 'd'].map((id, index) => [
            id,
            { kind: 'plot', on: 'ax', formula: `${formula} = 0.${index + 1}` },
          ]),
        ),
      });
    expect(await of('heavy-picture', curves('sin(20*x*y)*cos(13*x) + sin(17*y^2)'))).toHaveLength(1);
    expect(await of('heavy-picture', curves('x^2 + y^2'))).toEqual([]);
  });

  const colored = (...fills: string[]) =>
    film(
      Object.fromEntries(
        fills.map((fill, index) => [`c${index}`, card(200 + 200 * index, 540, { fill, width: 150 })]),
      ),
    );

  it('names more than six hues at once, not shades and grays', async () => {
    const hues = ['#ef4444', '#f59e0b', '#84cc16', '#10b981', '#06b6d4', '#3b82f6', '#a855f7'];
    expect(await of('many-colours', colored(...hues))).toMatchObject([
      { message: expect.stringMatching(/^7 colors of different hues/) },
    ]);
    expect(await of('many-colours', colored(...hues.slice(1), '#9ca3af', '#111827', '#1d4ed8'))).toEqual([]);
  });
});

describe('advice on time', () => {
  it('names a film that shows nothing in its first half second', async () => {
    const late = (duration: number) =>
      film(
        { a: text(960, 540, { fontSize: 120 }) },
        {
          compositions: [
            { duration, states: {} },
            { enter: 300, duration: 3000, states: { a: true } },
          ],
        },
      );
    expect(await of('flat-start', late(800))).toMatchObject([{ path: 'compositions[0]' }]);
    expect(await of('flat-start', late(100))).toEqual([]);
    expect(await of('flat-start', { ...late(800), background: 'none' })).toEqual([]);
  });

  it('names texts that overlap in the middle of a transition', async () => {
    const turn = (b: object, tracks: object, a: object | false = false) =>
      film(
        { a: text(960, 540, { fontSize: 120 }), b: text(960, 540, { text: 'Other', fontSize: 120, ...b }) },
        {
          compositions: [
            { duration: 1500, states: { a: true } },
            { duration: 1500, enter: { duration: 1000, tracks }, states: { a, b: true } },
          ],
        },
      );
    expect(await of('texts-meet', turn({}, {}))).toMatchObject([
      {
        path: 'compositions[1].states.b',
        message: expect.stringMatching(/^b and a overlap in the middle of the transition/),
      },
    ]);
    const oneAfterTheOther = { a: { duration: 300 }, b: { start: 700, duration: 300 } };
    expect(await of('texts-meet', turn({}, oneAfterTheOther))).toEqual([]);
    expect(await of('texts-meet', turn({ y: 800 }, {}))).toEqual([]);
    // Both stay, and their overlap is another rule's.
    expect(await of('texts-meet', turn({ y: 600 }, {}, {}))).toEqual([]);
  });

  it('names an object that vanishes for a moment, and keeps it', async () => {
    const blink = (duration: number) =>
      film(
        { a: text(960, 540, { fontSize: 120 }) },
        {
          compositions: [
            { duration: 1500, states: { a: true } },
            { duration, states: { a: false } },
            { duration: 1500, states: { a: true } },
          ],
        },
      );
    expect(await of('flicker', blink(100))).toMatchObject([
      { path: 'compositions[1].states.a', message: expect.stringContaining('vanishes for only 100 ms') },
    ]);
    expect(await of('flicker', blink(400))).toEqual([]);
  });
});

describe('texts that leave the frame for a moment', () => {
  const moving = (easing: string, from: number, to: number) =>
    film(
      { a: text(from, 540, { align: 'left', fontSize: 80 }) },
      {
        compositions: [
          { duration: 1500, states: { a: true } },
          { duration: 1500, enter: { duration: 1000, easing }, states: { a: { x: to } } },
        ],
      },
    );

  it('names a text whose easing overshoots the edge of the frame, with the moment', async () => {
    const found = await of('beyond-frame', moving('spring', 1200, 40));
    expect(found).toMatchObject([{ message: expect.stringContaining('in the transition from') }]);
    expect(found[0]?.atMs).toBeGreaterThan(1500);
    expect(found[0]?.atMs).toBeLessThan(2500);
  });

  it('leaves out easings that stay inside, and entrances from outside', async () => {
    expect(await of('beyond-frame', moving('easeOut', 1200, 40))).toEqual([]);
    const entering = film(
      { a: text(960, 540, { fontSize: 80 }) },
      {
        compositions: [{ duration: 1500, enter: { type: 'slide', from: { x: -2000 } }, states: { a: true } }],
      },
    );
    expect(await of('beyond-frame', entering)).toEqual([]);
  });
});

const examples = new URL('../../../../examples/', import.meta.url);

it.each(readdirSync(examples).filter((name) => name.endsWith('.json')))(
  'the example %s gets no advice',
  async (name) => {
    expect(
      await adviceOn(readFileSync(new URL(name, examples), 'utf8'), { baseFolder: examples.pathname }),
    ).toEqual([]);
  },
);
