import { describe, expect, it } from 'vitest';
import { decodePng, pixelAt } from '../../../../test/support/picture.ts';
import { render } from '../../src/render/render.ts';
import { film, problemsOf, statesOf } from './laid-out.ts';

const texts = ['x = b^2', 'x = \\sqrt{b^2 - 4ac}', 'x = \\frac{1}{2}', 'x = b'];

/** An equation that begins with an x at the left edge of its box. */
const equation = (text: string, state: object = {}) => ({
  ...{ kind: 'equation', text, fontSize: 80, fill: 'white', align: 'left' },
  ...state,
});

/** A film of an equation that gets another text in each composition. */
function derivation(objects: object, id: string): object {
  const [first, ...later] = texts.map((text, index) => ({
    ...{ duration: 500, enter: index === 0 ? undefined : 400 },
    states: { [id]: { text, textTransition: 'morph' } },
  }));
  const all = Object.fromEntries(Object.keys(objects).map((one) => [one, true]));
  return film(objects, {
    background: '#000000',
    compositions: [{ ...first, states: { ...all, ...first?.states } }, ...later],
  });
}

/** The lowest row with ink among the columns of the x, which begins at `left`: its baseline. */
async function baseline(document: object, timeMs: number, left: number, fontSize = 80): Promise<number> {
  const picture = await decodePng((await render(JSON.stringify(document), { format: 'png', timeMs })).data);
  let lowest = Number.NaN;
  for (let y = 0; y < picture.height; y++) {
    for (let x = left; x < left + 0.5 * fontSize; x++) {
      const [red = 0] = pixelAt(picture, Math.round(x), y);
      if (red > 128) lowest = y;
    }
  }
  return lowest;
}

/** Moments in each composition and in each transition between two. */
const moments = [250, 700, 1150, 1600, 2050, 2500, 2950];

describe('the baseline of an equation', () => {
  const title = { kind: 'text', text: 'Title', fontSize: 40, place: 'top' };
  it.each([
    ['with coordinates', { law: equation('', { x: 300, y: 300 }) }, 'law', 300],
    ['with a place', { law: equation('', { place: 'left', margin: 300 }) }, 'law', 300],
    ['below a text', { title, law: equation('', { x: 300, below: 'title' }) }, 'law', 300],
    [
      'in a column',
      {
        box: {
          kind: 'column',
          align: 'start',
          x: 550,
          width: 500,
          fill: '#000080',
          padding: 0,
          children: { law: equation('') },
        },
      },
      'box.law',
      300,
    ],
    ['twice as large', { law: equation('', { x: 300, y: 300, scale: 2, fontSize: 40 }) }, 'law', 300],
  ])('stays when a root or a fraction appears, %s', async (_, objects, id, left) => {
    const document = derivation(objects, id);
    const rows = await Promise.all(moments.map((timeMs) => baseline(document, timeMs, left)));
    expect(rows[0]).toBeGreaterThan(0);
    expect(rows).toEqual(moments.map(() => rows[0]));
  });

  it('is where it was with one text, and its own verticalAlign wins', async () => {
    const still = await statesOf(film({ law: equation('x = b', { place: 'center' }) }));
    expect(still.a?.law).not.toHaveProperty('verticalAlign');
    const middle = await statesOf(
      derivation({ law: equation('', { place: 'center', verticalAlign: 'middle' }) }, 'law'),
    );
    const places = Object.values(middle).map(({ law }) => [law?.verticalAlign, law?.anchorY]);
    expect(new Set(places.map(String))).toEqual(new Set(['middle,']));
  });

  it('is not looked for in more than 300,000 letters', async () => {
    const long = (symbol: string) => `${symbol}%${'a'.repeat(9990)}`;
    const ids = Array.from({ length: 20 }, (_, index) => `law${index}`);
    const [objects, later] = ['x', 'y'].map((symbol) =>
      Object.fromEntries(ids.map((id) => [id, { kind: 'equation', text: long(symbol) }])),
    );
    const states = Object.fromEntries(Object.entries(later ?? {}).map(([id, { text }]) => [id, { text }]));
    const shown = Object.fromEntries(ids.map((id) => [id, true]));
    const compositions = { a: { states: shown }, b: { states } };
    expect(await problemsOf(film(objects ?? {}, { compositions }))).toEqual([
      'project: has more than 300000 characters to lay out; use shorter texts or numbers',
    ]);
  });

  it('neighbours keep their places when a root appears', async () => {
    const column = {
      kind: 'column',
      place: 'top',
      children: { law: equation(''), why: { kind: 'text', text: 'why' } },
    };
    const states = await statesOf(derivation({ column }, 'column.law'));
    expect(new Set(Object.values(states).map((one) => one['column-why']?.y)).size).toBe(1);
  });

  it('keeps its pivot in letters that become smaller', async () => {
    const card = { kind: 'rectangle', width: 300, height: 100 };
    const document = derivation({ card, law: equation('', { inside: 'card', align: 'center' }) }, 'law');
    const laws = Object.values(await statesOf(document)).map(({ law }) => law);
    expect(new Set(laws.map((law) => law?.fontSize)).size).toBeGreaterThan(1);
    const [first = 0, ...others] = laws.map((law) => (law?.anchorY ?? 0) / (law?.fontSize ?? 0));
    expect(first).toBeLessThan(-0.1);
    for (const other of others) expect(other).toBeCloseTo(first, 3);
  });
});

describe('equations in groups', () => {
  it('cards with different equations have the same size, and their baselines agree', async () => {
    const card = (text: string) => ({
      ...{ kind: 'column', padding: 10, fill: '#000080' },
      children: { law: equation(text, { verticalAlign: 'baseline' }) },
    });
    const { a } = await statesOf(film({ row: { kind: 'row', children: ['x', 'x = a', 'y_1^2'].map(card) } }));
    const ids = [0, 1, 2].map((index) => `row-${index}`);
    expect(new Set(ids.map((id) => a?.[`${id}-law`]?.y)).size).toBe(1);
    expect(ids.map((id) => a?.[`${id}-box`]?.height)).toEqual([120, 120, 120]);
  });

  it('the baselines of a text and an equation agree in a row, in its middle and with "align": "baseline"', async () => {
    for (const align of ['center', 'baseline']) {
      const children = [
        { kind: 'text', text: 'Area', fontSize: 80, verticalAlign: 'baseline' },
        equation('A = r^2', { verticalAlign: 'baseline' }),
      ];
      const { a } = await statesOf(film({ row: { kind: 'row', align, children } }));
      expect(a?.['row-1']?.y).toBeCloseTo(a?.['row-0']?.y ?? 0, 2);
    }
  });
});
