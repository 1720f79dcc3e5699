import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';

type Document = Readonly<Record<string, unknown>>;

const layOut = await loadLayout({ hasEquations: false });

function expanded(document: Document): Project {
  const result = expandProject({ shorthand: true, ...document }, {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return result.value.project;
}

function problemsOf(document: Document): readonly string[] {
  const result = expandProject({ shorthand: true, ...document }, {}, layOut);
  return result.ok ? [] : result.problems.map(describeProblem);
}

const months = { May: { 2025: 3, 2026: 5 }, June: { 2025: 4, 2026: 2 } };

const chart = (fields: object, more: object = {}) => ({
  objects: { sales: { kind: 'bars', width: 1000, height: 600, data: months, ...fields } },
  compositions: { a: { states: { sales: true } } },
  ...more,
});

/** The visible parts of the chart in a composition, by their ids. */
function partsIn(document: Document, composition = 'a'): Record<string, CompositionState> {
  const states = expanded(document).scenes.main?.compositions[composition]?.states ?? {};
  return Object.fromEntries(Object.entries(states).filter(([, { visible }]) => visible));
}

const edges = ({ y, height }: CompositionState) => [y - height / 2, y + height / 2];
const near = (one: number | undefined, other: number | undefined) =>
  expect(Math.abs((one ?? Number.NaN) - (other ?? Number.NaN))).toBeLessThan(0.1);

describe('bars of several series', () => {
  it('stand beside each other on one base, each series in a colour of its own', () => {
    const parts = partsIn(chart({}));
    const bars = ['May-2025', 'May-2026', 'June-2025', 'June-2026'].map((id) => parts[`sales-${id}`]);
    const [first, second, third, fourth] = bars as CompositionState[];
    expect(
      bars.map((bar) => bar?.height).map((height) => Math.round((height ?? 0) / (first.height / 3))),
    ).toEqual([3, 5, 4, 2]);
    for (const bar of bars as CompositionState[]) near(edges(bar)[1], edges(first)[1]);
    expect(first.x + first.width / 2).toBeLessThanOrEqual(second.x - second.width / 2);
    expect(second.x + second.width / 2).toBeLessThan(third.x - third.width / 2);
    expect([first.fill, second.fill]).toEqual([third.fill, fourth.fill]);
    expect(first.fill).not.toBe(second.fill);
  });

  it('are drawn the same from names, lists, rows with a header', () => {
    const rows = [
      ['month', '2025', '2026'],
      ['May', 3, 5],
      ['June', 4, 2],
    ];
    expect(partsIn(chart({ data: rows }))).toEqual(partsIn(chart({})));
    const listed = partsIn(chart({ data: { May: [3, 5], June: [4, 2] }, legend: false }));
    expect(listed['sales-May-1'].height).toBe(partsIn(chart({ legend: false }))['sales-May-2025'].height);
    // Series without names have none to list.
    expect(Object.keys(partsIn(chart({ data: { May: [3, 5] } }))).join()).not.toContain('legend');
  });

  it('lie on each other with stack, negative values below the base', () => {
    const data = { May: { a: 3, b: -2, c: 4 }, June: { a: 1, b: 1, c: null } };
    const parts = partsIn(chart({ data, stack: true }));
    const [a, b, c] = ['a', 'b', 'c'].map((name) => parts[`sales-May-${name}`]) as CompositionState[];
    near(edges(a)[0], edges(c)[1]);
    near(edges(a)[1], edges(b)[0]);
    expect(new Set([a.x, b.x, c.x]).size).toBe(1);
    expect(parts['sales-June-c']).toBeUndefined();
  });

  it('have their values in the bars of a stack only where there is room', () => {
    const data = { May: { a: 1, b: 90 } };
    const parts = partsIn(chart({ data, stack: true, values: true }));
    expect(parts['sales-May-b-value']?.text).toBe('90');
    expect(parts['sales-May-a-value']).toBeUndefined();
  });

  it('lie from the left with horizontal', () => {
    const parts = partsIn(chart({ horizontal: true }));
    const left = ({ x, width }: CompositionState) => x - width / 2;
    near(left(parts['sales-May-2025']), left(parts['sales-June-2026']));
    expect(parts['sales-May-2025'].y).toBeLessThan(parts['sales-May-2026'].y);
    expect(parts['sales-May-2026'].y).toBeLessThan(parts['sales-June-2025'].y);
  });

  it('have their values beyond their ends, and none where these would be tiny', () => {
    const data = { May: { a: 5, b: -3 } };
    const upright = partsIn(chart({ data, values: true }));
    expect(upright['sales-May-a-value'].y).toBeLessThan(edges(upright['sales-May-a'])[0]);
    expect(upright['sales-May-b-value'].y).toBeGreaterThan(edges(upright['sales-May-b'])[1]);
    const lying = partsIn(chart({ data, values: true, horizontal: true }));
    const right = ({ x, width }: CompositionState) => x + width / 2;
    expect(lying['sales-May-a-value'].x).toBeGreaterThan(right(lying['sales-May-a']));
    expect(lying['sales-May-b-value'].x).toBeLessThan(
      right(lying['sales-May-b']) - lying['sales-May-b'].width,
    );
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`n${index}`, [1111, 2222]]));
    expect(Object.keys(partsIn(chart({ data: many, values: true }))).join()).not.toContain('value');
  });

  it('are sorted by the sum of each label', () => {
    const parts = partsIn(chart({ sort: 'ascending' }));
    expect(parts['sales-June-2025'].x).toBeLessThan(parts['sales-May-2025'].x);
  });

  it('turn labels that are too long for their slots, and keep them apart', () => {
    const names = Array.from({ length: 12 }, (_, index) => `A long label ${index}`);
    const data = Object.fromEntries(names.map((name) => [name, { a: 1, b: 2 }]));
    const labels = Object.entries(partsIn(chart({ data }))).filter(([id]) => /long.*-label$/.test(id));
    expect(labels).toHaveLength(12);
    for (const [, { rotation, fontSize }] of labels) {
      expect(rotation).toBe(-40);
      expect(fontSize).toBeGreaterThan(20);
    }
  });
});

describe('the legend of a chart', () => {
  it('names the series beside squares of their colours, outside of the plot', () => {
    const parts = partsIn(chart({}));
    expect(parts['sales-legend-2026-label']?.text).toBe('2026');
    expect(parts['sales-legend-2026']?.fill).toBe(parts['sales-May-2026']?.fill);
    expect(edges(parts['sales-legend-2026'])[1]).toBeLessThan(edges(parts['sales-May-2026'])[0]);
  });

  it.each([
    ['bottom', (legend: CompositionState, bar: CompositionState) => legend.y > bar.y],
    ['left', (legend: CompositionState, bar: CompositionState) => legend.x < bar.x],
    ['right', (legend: CompositionState, bar: CompositionState) => legend.x > bar.x],
    ['inside', (legend: CompositionState, bar: CompositionState) => legend.y < bar.y],
  ])('can be at the %s', (legend, isThere) => {
    const parts = partsIn(chart({ legend }));
    expect(isThere(parts['sales-legend-2025'], parts['sales-June-2025'])).toBe(true);
  });

  it('is left out if it is refused, and in charts of one series', () => {
    const hasLegend = (fields: object) => Object.keys(partsIn(chart(fields))).some((id) => /legend/.test(id));
    expect(hasLegend({})).toBe(true);
    expect(hasLegend({ legend: false })).toBe(false);
    expect(hasLegend({ data: { a: 1 } })).toBe(false);
    expect(hasLegend({ kind: 'line', labels: 'end' })).toBe(false);
  });
});

describe('lines and areas of several series', () => {
  it('have one line for each series through its points', () => {
    const parts = partsIn(chart({ kind: 'line' }));
    expect(parts['sales-2025-line']?.points).toHaveLength(2);
    expect(parts['sales-2025-line']?.stroke).toBe(parts['sales-May-2025']?.fill);
    expect(parts['sales-2025-line']?.stroke).not.toBe(parts['sales-2026-line']?.stroke);
  });

  it('have their names at their ends, which never overlap', () => {
    const data = { a: { x: 10, y: 10.1, z: 9.9 }, b: { x: 10, y: 10.1, z: 9.9 } };
    const parts = partsIn(chart({ kind: 'line', labels: 'end', data }));
    const names = ['x', 'y', 'z'].map((name) => parts[`sales-${name}-name`]) as CompositionState[];
    const heights = names.map(({ y }) => y).sort((one, other) => one - other);
    expect(heights[1] - heights[0]).toBeGreaterThan(names[0].fontSize);
    expect(heights[2] - heights[1]).toBeGreaterThan(names[0].fontSize);
    for (const { x } of names) expect(x).toBeGreaterThan(parts['sales-b-x'].x);
  });

  it('lead over gaps, and need no number in each label', () => {
    const data = { a: { x: 1, y: 2 }, b: { x: 3 }, c: { x: 2, y: 5 } };
    const parts = partsIn(chart({ kind: 'line', data }));
    expect(parts['sales-x-line']?.points).toHaveLength(3);
    expect(parts['sales-y-line']?.points).toHaveLength(2);
  });

  it('areas reach down to the base, or to the series below them', () => {
    const lowest = (points: readonly (readonly number[])[] = []) => Math.max(...points.map(([, y = 0]) => y));
    const beside = partsIn(chart({ kind: 'area' }));
    expect(lowest(beside['sales-2026-area']?.points)).toBe(1);
    const stacked = partsIn(chart({ kind: 'area', stack: true }));
    expect(lowest(stacked['sales-2026-area']?.points)).toBeLessThan(1);
    const single = partsIn(chart({ kind: 'area', data: { a: 1, b: 2 } }));
    expect(single['sales-area']?.points).toHaveLength(4);
    expect(single['sales-line']?.points).toHaveLength(2);
  });

  it('leave labels out that would overlap', () => {
    const data = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`year ${1960 + index}`, [1, 2]]),
    );
    const labels = Object.entries(partsIn(chart({ kind: 'line', data }))).filter(([id]) =>
      /year-\d+-label$/.test(id),
    );
    expect(labels.length).toBeGreaterThan(3);
    expect(labels.length).toBeLessThan(20);
    expect(new Set(labels.map(([, { fontSize }]) => fontSize)).size).toBe(1);
  });
});

describe('the parts of a chart of several series', () => {
  const changed = (states: object) =>
    partsIn(chart({}, { compositions: { a: { states: { sales: true } }, b: { states } } }), 'b');

  it('are named by label, by series and by both', () => {
    const tomato = '#ff6347';
    const red = (states: object) =>
      Object.entries(changed(states)).flatMap(([id, { fill }]) => (fill === tomato ? [id.slice(6)] : []));
    const fill = { fill: 'tomato' };
    expect(red({ 'sales.May': fill })).toEqual(['May-2025', 'May-2026']);
    expect(red({ 'sales.2026': fill })).toEqual(['May-2026', 'June-2026']);
    expect(red({ 'sales.May.2026': fill })).toEqual(['May-2026']);
    expect(red({ 'sales.legend': fill })).toEqual(['legend-2025-label', 'legend-2026-label']);
  });

  it('keep what one name says beside what a name of many says', () => {
    const parts = changed({
      'sales.2026': { opacity: 0.5 },
      'sales.May.2026': { fill: 'tomato' },
      'sales.May': { opacity: 1 },
    });
    expect(parts['sales-May-2026']).toMatchObject({ fill: '#ff6347' });
    expect(parts['sales-June-2026']?.opacity).toBe(0.5);
  });

  it('move to new data, and enter and leave with their series', () => {
    const data = { May: { 2025: 6, 2027: 1 }, June: { 2025: 1, 2027: 2 } };
    const parts = changed({ sales: { data } });
    expect(parts['sales-May-2026']).toBeUndefined();
    expect(parts['sales-May-2027']?.height).toBeGreaterThan(0);
    expect(parts['sales-May-2025'].height).toBeGreaterThan(parts['sales-June-2025'].height);
    expect(parts['sales-legend-2027-label']?.text).toBe('2027');
  });

  it('enter in turn with a stagger: bars by label, lines by series', () => {
    const starts = (kind: string, pattern: RegExp) => {
      const { scenes } = expanded({
        objects: { sales: { kind, data: months, enter: { stagger: 200, duration: 500 } } },
        compositions: { none: {}, a: { enter: 2000, states: { sales: true } } },
      });
      const [transition] = Object.values(scenes.main?.transitions ?? {});
      return Object.values(transition?.tracks ?? {}).flatMap(({ objectId, start }) =>
        pattern.test(objectId) ? [start] : [],
      );
    };
    expect(starts('bars', /(May|June)-\d+$/)).toEqual([0, 0, 200, 200]);
    expect(starts('line', /-line$/)).toEqual([0, 200]);
  });
});

describe('data of several series that cannot be drawn', () => {
  const place = 'objects.sales.data';
  it.each([
    [
      { data: { May: 3, June: { a: 1 } } },
      `${place}.May: has no names for its numbers, but "June" has; write every label in the same way`,
    ],
    [
      { data: { May: [3, 4], June: [1] } },
      `${place}.June: has 1 number, but "May" has 2; write null where there is none`,
    ],
    [
      {
        data: [
          ['x', 'a', 'b'],
          ['May', 1],
        ],
      },
      `${place}[1]: has 1 number, but the first row names 2; write null where there is none`,
    ],
    [{ data: [['May']] }, `${place}[0]: must be a row such as ["Mon", 48], but is an array of 1 item`],
    [{ data: [[5, 3]] }, `${place}[0][0]: must be a label of 1 to 60 characters, but is 5`],
    [
      { data: { May: { a: '3', b: 2 } } },
      `${place}.May.a: must be a number from -1e12 to 1e12, but is "3"; write 3 without quotes`,
    ],
    [{ data: { May: [null, null] } }, `${place}: has no number; give at least one label a number`],
    [{ data: { May: [] } }, `${place}: has no number; give each label at least one`],
    [{ data: { May: Array(60).fill(1) } }, `${place}: must have at most 24 series, but has 60`],
    [
      {
        data: [
          ['m', 'a', 'a'],
          ['May', 1, 2],
        ],
      },
      `${place}: has two columns of one name; rename one`,
    ],
    [{ kind: 'pie' }, `${place}: has 2 numbers for "May", but a pie has one for each label; use bars`],
    [{ stack: true, max: 7 }, `objects.sales.max: must be at least 8, the largest sum, but is 7`],
    [
      { legend: 'middle' },
      'objects.sales.legend: must be true, false or top, bottom, left, right or inside, but is "middle"',
    ],
    [
      {
        data: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`n${index}`, Array(10).fill(1)])),
      },
      `${place}: must have at most 1000 numbers, but has 1500; leave some out`,
    ],
  ])('is refused with the way out: %#', (fields, problem) => {
    expect(problemsOf(chart(fields))[0]).toBe(problem);
  });

  it('names of prototypes are names like others', () => {
    const data = { May: { toString: 3, valueOf: 5 }, hasOwnProperty: { toString: 1, valueOf: 1 } };
    expect(partsIn(chart({ data }))['sales-May-toString']?.height).toBeGreaterThan(0);
  });
});
