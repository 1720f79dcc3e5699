import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';

const layOut = await loadLayout({ hasEquations: false });

const at = (year: string, data: object) => [['', year], ...Object.entries(data)];
const years = [
  at('1990', { A: 10, B: 8, C: 5, D: 1 }),
  at('1995', { A: 20, B: 40, C: 6, D: 30 }),
  at('2000', { A: 60, B: 50, C: 90, D: 10 }),
];
const race = (fields: object, data: readonly unknown[] = years) => ({
  shorthand: true,
  objects: {
    race: {
      kind: 'bars',
      horizontal: true,
      sort: 'descending',
      keep: 3,
      width: 1000,
      height: 600,
      data: data[0],
      ...fields,
    },
  },
  compositions: Object.fromEntries(
    data.map((one, index) => [`c${index}`, { states: { race: { data: one } } }]),
  ),
});

function statesOf(document: object): Record<string, CompositionState>[] {
  const result = expandProject(document, {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return Object.values(result.value.project.scenes.main?.compositions ?? {}).map(({ states }) => states);
}

describe('a race', () => {
  const [first, second, third] = statesOf(race({ text: '{key}' }));

  it('draws the first ones in their order, and lets others come and leave below them', () => {
    const inOrder = (states: Record<string, CompositionState>) =>
      ['A', 'B', 'C', 'D']
        .filter((name) => states[`race-${name}`]?.visible)
        .sort((one, other) => states[`race-${one}`].y - states[`race-${other}`].y);
    expect([first, second, third].map(inOrder)).toEqual([
      ['A', 'B', 'C'],
      ['B', 'D', 'A'],
      ['C', 'A', 'B'],
    ]);
    const last = Math.max(...['A', 'B', 'D'].map((name) => second[`race-${name}`].y));
    expect(second['race-C'].y).toBeGreaterThan(last);
    expect(first['race-D'].y).toBeGreaterThan(first['race-C'].y);
  });

  it('has an axis that ends at the largest number of each composition', () => {
    const widest = [first, second, third].map((states) =>
      Math.max(
        ...Object.values(states).map(({ visible, width, text }) => (visible && text === '' ? width : 0)),
      ),
    );
    expect(widest[1]).toBeCloseTo(widest[0], 0);
    expect(widest[2]).toBeCloseTo(widest[0], 0);
    const shared = statesOf(race({ keep: undefined }));
    expect(shared[0]['race-A'].width).toBeLessThan(shared[2]['race-C'].width / 5);
  });

  it('counts its values, and a text follows the name of the data', () => {
    expect([first, second, third].map((states) => states['race-middle'].text)).toEqual([
      '1990',
      '1995',
      '2000',
    ]);
    expect(first['race-middle'].textTransition).toBe('count');
    expect(second['race-A-value']).toMatchObject({ text: '20', textTransition: 'count' });
  });

  it('keeps the first as written without an order', () => {
    const [states] = statesOf(race({ sort: false, keep: 2 }));
    expect(Object.keys(states).filter((id) => /^race-[A-D]$/.test(id) && states[id].visible)).toEqual([
      'race-A',
      'race-B',
    ]);
  });
});

it.each([
  [
    { text: '{key}', data: { A: 1 } },
    'objects.race.text: has {key}, but the data have not one name; take them from a column such as "a.csv#1990", or write [["", "1990"], ["Mon", 48]]',
  ],
  [{ keep: 0, data: { A: 1 } }, 'objects.race.keep: must be an integer from 1 to 200, but is 0'],
  [
    { kind: 'line', sort: false, horizontal: undefined, keep: 2, data: { A: 1 } },
    'objects.race.keep: is for charts of kind bars, but race is of kind line; remove it',
  ],
])('refuses what a race cannot be: %#', (fields, problem) => {
  const result = expandProject(
    { ...race(fields), compositions: { a: { states: { race: true } } } },
    {},
    layOut,
  );
  expect(result.ok ? [] : result.problems.map(describeProblem)).toEqual([problem]);
});
