import { expect, it } from 'vitest';
import type { CompositionState } from '../../src/project/schema.ts';
import { film, problemsOf, sceneOf } from './expand.ts';

const data = { Jan: 3, Feb: 5, Mar: 2 };

/** A film of one chart, with states in two compositions. */
function charted(kind: string, fields: object, changes: object = {}, others: object = {}) {
  return {
    ...others,
    objects: { it: { kind, data, width: 800, height: 500, ...fields } },
    compositions: { a: { states: { it: {} } }, b: { states: { it: changes } } },
  };
}

function statesIn(document: object, composition = 'a'): Record<string, CompositionState> {
  return sceneOf(document).compositions[composition]?.states ?? {};
}

/** The colours of bars, dots and sectors, in their order, and of all letters. */
function colorsOf(document: object, composition = 'a') {
  const states = Object.entries(statesIn(document, composition));
  const shapes = ['Jan', 'Feb', 'Mar'].map((label) => states.find(([id]) => id === `it-${label}`)?.[1].fill);
  const letters = states.flatMap(([, { text, fill }]) => (/\w/.test(text) ? [fill] : []));
  return { shapes: [...new Set(shapes)], letters: [...new Set(letters)] };
}

it.each(['bars', 'line', 'pie', 'donut'])(
  'fill colours the shapes of %s, and textColor the letters',
  (kind) => {
    const look = { fill: 'tomato', textColor: 'gold' };
    for (const others of [{}, { theme: 'midnight' }]) {
      const own = charted(kind, look, {}, others);
      expect(colorsOf(own)).toEqual({ shapes: ['#ff6347'], letters: ['#ffd700'] });
      const styled = charted(kind, { style: 'hot' }, {}, { ...others, styles: { hot: look } });
      expect(colorsOf(styled)).toEqual({ shapes: ['#ff6347'], letters: ['#ffd700'] });
      expect(colorsOf(charted(kind, {}, look, others), 'b')).toEqual({
        shapes: ['#ff6347'],
        letters: ['#ffd700'],
      });
    }
  },
);

it('fill colours the line of a line chart, too', () => {
  expect(statesIn(charted('line', { fill: 'tomato' }))['it-line']?.stroke).toBe('#ff6347');
});

it('fill is the colour of the labels that colors leaves out', () => {
  const document = charted('bars', { fill: 'tan', colors: { Feb: 'tomato' } });
  expect(colorsOf(document).shapes).toEqual(['#d2b48c', '#ff6347']);
});

it('fill beside one colour or a list of colours is a problem', () => {
  for (const colors of ['tan', ['tan', 'gold']]) {
    expect(problemsOf(film(charted('bars', { fill: 'red', colors })))).toEqual([
      'objects.it.fill: sets colors, which is beside it; keep one of the two',
    ]);
  }
});

it('a theme and a wrong colour are read for both', () => {
  const themed = charted('bars', { fill: 'positive', textColor: 'muted' }, {}, { theme: 'midnight' });
  const { shapes, letters } = colorsOf(themed);
  expect([...shapes, ...letters]).toHaveLength(2);
  for (const field of ['fill', 'textColor'])
    expect(problemsOf(film(charted('bars', { [field]: 'tomatoe' }))).join()).toContain(
      `objects.it.${field}: `,
    );
});

/** The labels of bars from left to right. */
function order(sort: unknown) {
  const states = statesIn(charted('bars', { sort }));
  return ['Jan', 'Feb', 'Mar'].toSorted(
    (one, other) => (states[`it-${one}`]?.x ?? 0) - (states[`it-${other}`]?.x ?? 0),
  );
}

it('bars are sorted in both directions', () => {
  expect(order('descending')).toEqual(['Feb', 'Jan', 'Mar']);
  expect(order(true)).toEqual(['Feb', 'Jan', 'Mar']);
  expect(order('ascending')).toEqual(['Mar', 'Jan', 'Feb']);
  expect(order(false)).toEqual(['Jan', 'Feb', 'Mar']);
  expect(problemsOf(film(charted('bars', { sort: 'up' })))).toEqual([
    'objects.it.sort: must be "ascending", "descending", true or false, but is "up"',
  ]);
});

it('the sectors of a pie are sorted', () => {
  const states = statesIn(charted('pie', { sort: 'ascending' }));
  expect(states['it-Mar']?.sweep?.[0]).toBe(0);
});

it('a line is not sorted', () => {
  for (const sort of [true, 'ascending', 'descending']) {
    expect(problemsOf(film(charted('line', { sort })))).toEqual([
      'objects.it.sort: is for bars and pies, because a line leads through its data in their order; remove it, or use kind bars',
    ]);
  }
  expect(problemsOf(film(charted('line', { sort: false })))).toEqual([]);
});

it('a chart that cannot be drawn has one problem, also in a row', () => {
  const line = { kind: 'line', flex: 1, data, sort: true };
  const objects = { it: { kind: 'row', place: 'fill', children: [line] } };
  expect(problemsOf(film({ objects, compositions: { a: { states: { it: true } } } }))).toEqual([
    'objects.it.children[0].sort: is for bars and pies, because a line leads through its data in their order; remove it, or use kind bars',
  ]);
});
