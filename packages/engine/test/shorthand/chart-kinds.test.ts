import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';

const layOut = await loadLayout({ hasEquations: false });

const chart = (fields: object, theme?: string) => ({
  shorthand: true,
  ...(theme !== undefined && { theme }),
  objects: { c: { width: 1000, height: 600, fontSize: 30, ...fields } },
  compositions: { a: { states: { c: true } } },
});

function partsOf(fields: object, theme?: string): Record<string, CompositionState> {
  const result = expandProject(chart(fields, theme), {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  const states = result.value.project.scenes.main?.compositions.a?.states ?? {};
  return Object.fromEntries(Object.entries(states).map(([id, state]) => [id.replace('c-', ''), state]));
}

function problemsOf(fields: object): readonly string[] {
  const result = expandProject(chart(fields), {}, layOut);
  return result.ok ? [] : result.problems.map(describeProblem);
}

describe('a scatter chart', () => {
  it('has a point for each row, whose place is in proportion to its numbers', () => {
    const parts = partsOf({
      kind: 'scatter',
      data: [
        [0, 0],
        [5, 10],
        [10, 20],
      ],
    });
    const [one, two, three] = ['1', '2', '3'].map((id) => parts[id]) as CompositionState[];
    expect(two.x - one.x).toBeCloseTo(three.x - two.x, 1);
    expect(one.y - two.y).toBeCloseTo(two.y - three.y, 1);
    expect(three.y).toBeLessThan(one.y);
    // Points without a name have no label.
    expect(parts['1-label']).toBeUndefined();
  });

  it('gives points areas in proportion to their sizes', () => {
    const parts = partsOf({ kind: 'scatter', data: { small: [1, 1, 25], large: [2, 2, 100] } });
    expect(parts.large.width / parts.small.width).toBeCloseTo(2, 1);
  });

  it('writes labels only where they meet nothing', () => {
    const data = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`point ${at}`, [at % 8, (at * 5) % 7]]),
    );
    const states = Object.entries(partsOf({ kind: 'scatter', data }));
    const labels = states.filter(([id]) => /^point.*-label$/.test(id)).map(([, state]) => state);
    expect(labels.length).toBeGreaterThan(5);
    for (const [index, one] of labels.entries()) {
      for (const other of labels.slice(index + 1)) {
        const isApart =
          Math.abs(one.y - other.y) >= one.fontSize ||
          Math.abs(one.x - other.x) >= one.fontSize * one.text.length * 0.4;
        expect(isApart, `${one.text} and ${other.text}`).toBe(true);
      }
    }
  });

  it('names every point of a small chart, also where the lines of the axis are close, and none on the axis', () => {
    const data = { Chile: [3, 70], Peru: [5, 61], Cuba: [2, 65], Iran: [7, 72], Laos: [6, 74] };
    const parts = partsOf({ kind: 'scatter', data, width: 800, height: 440 });
    const number = parts['tick-0-label'];
    for (const name of Object.keys(data)) {
      const { x, fontSize } = parts[`${name}-label`] ?? { x: -1, fontSize: 0 };
      expect(x - 0.3 * name.length * fontSize, name).toBeGreaterThan(number?.x ?? Infinity);
    }
  });

  it('has axes that need not begin at 0, with the names of a header', () => {
    const parts = partsOf({
      kind: 'scatter',
      data: [
        ['country', 'income', 'life'],
        ['A', 500, 70],
        ['B', 600, 75],
      ],
    });
    expect(parts['tick-0-label'].text).toBe('70');
    expect(parts['across-0-label'].text).toBe('500');
    expect([parts['title-1'].text, parts['title-2'].text]).toEqual(['income', 'life']);
  });

  it('keeps points of one label apart by their number', () => {
    const parts = partsOf({
      kind: 'scatter',
      data: [
        ['A', 1, 2],
        ['A', 3, 4],
      ],
    });
    expect(parts['A-2'].x).toBeGreaterThan(parts.A.x);
  });
});

describe('a histogram', () => {
  it('counts numbers in round steps', () => {
    const parts = partsOf({ kind: 'histogram', bins: 4, data: [0, 1, 9, 10, 11, 12, 39, 40], values: true });
    const counts = ['0-to-10', '10-to-20', '20-to-30', '30-to-40'].map((id) =>
      Number(parts[`${id}-value`]?.text ?? 0),
    );
    expect(counts).toEqual([3, 3, 0, 2]);
    const edges = Object.entries(parts).flatMap(([id, { text }]) => (id.startsWith('edge-') ? [text] : []));
    expect(edges).toEqual(['0', '10', '20', '30', '40']);
    expect(parts['0-to-10'].height).toBeCloseTo(parts['10-to-20'].height, 1);
  });

  it('takes thousands of numbers, and one', () => {
    const data = Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 1000);
    const bars = Object.keys(partsOf({ kind: 'histogram', data })).filter((id) => / to |-to-/.test(id));
    expect(bars.length).toBeGreaterThan(5);
    expect(bars.length).toBeLessThan(30);
    expect(Object.keys(partsOf({ kind: 'histogram', data: [5] })).some((id) => id.includes('-to-'))).toBe(
      true,
    );
  });
});

describe('a heatmap', () => {
  const data = { Mon: { a: 0, b: 5 }, Tue: { a: 10, b: null } };

  it('has a cell for each number, with colours between those of the ends', () => {
    const parts = partsOf({ kind: 'heatmap', data, colors: ['#000000', '#ffffff'] });
    expect(parts['Mon-a'].fill).toBe('#000000');
    expect(parts['Mon-b'].fill).toBe('#808080');
    expect(parts['Tue-a'].fill).toBe('#ffffff');
    expect(parts['Tue-b']).toBeUndefined();
    expect(parts['Mon-a'].y).toBe(parts['Mon-b'].y);
    expect(parts['Mon-a'].x).toBe(parts['Tue-a'].x);
    expect(parts['Mon-a-value'].text).toBe('0');
    expect(parts['Tue-a-value'].fill).not.toBe(parts['Mon-a-value'].fill);
    expect([parts['Mon-label'].text, parts['a-name'].text]).toEqual(['Mon', 'a']);
  });

  it('leaves values out where they would be too small', () => {
    const wide = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`h${index}`, 1234.5 * index]));
    expect(Object.keys(partsOf({ kind: 'heatmap', data: { Mon: wide } })).join()).not.toContain('value');
  });
});

describe('a waterfall', () => {
  const data = { Start: 100, Shops: 40, Rent: -60, Sum: 'total' };

  it('has bars from sum to sum, and totals from the base', () => {
    const parts = partsOf({ kind: 'waterfall', data });
    const ends = ({ y, height }: CompositionState) => [y - height / 2, y + height / 2];
    const [start, shops, rent, sum] = ['Start', 'Shops', 'Rent', 'Sum'].map((id) => ends(parts[id]));
    expect(shops?.[1]).toBeCloseTo(start?.[0] ?? 0, 1);
    expect(rent?.[0]).toBeCloseTo(shops?.[0] ?? 0, 1);
    expect(sum?.[0]).toBeCloseTo(rent?.[1] ?? 0, 1);
    expect(sum?.[1]).toBeCloseTo(start?.[1] ?? 0, 1);
    const texts = ['Start', 'Shops', 'Rent', 'Sum'].map((id) => parts[`${id}-value`].text);
    expect(texts).toEqual(['100', '+40', '−60', '80']);
  });

  it('has colours for sums, for more and for less', () => {
    const parts = partsOf({ kind: 'waterfall', data }, 'midnight');
    expect(parts.Start.fill).toBe(parts.Sum.fill);
    expect(new Set([parts.Start.fill, parts.Shops.fill, parts.Rent.fill]).size).toBe(3);
    const own = partsOf({ kind: 'waterfall', data, colors: ['gray', 'green', 'red'] });
    expect([own.Shops.fill, own.Rent.fill]).toEqual(['#008000', '#ff0000']);
  });
});

it.each([
  [{ kind: 'scatter', data: [] }, 'objects.c.data: must have 1 to 400 points, but has 0'],
  [
    { kind: 'scatter', data: [[1, 2, 3, 4]] },
    'objects.c.data: has 4 numbers for each point, but needs 2, or 3 with a size: [x, y, size]',
  ],
  [
    { kind: 'scatter', data: { a: 3 } },
    'objects.c.data: has 1 number for each point, but needs 2, or 3 with a size: [x, y, size]',
  ],
  [
    { kind: 'scatter', data: [[1, 0]], scale: 'log' },
    'objects.c.scale: is "log", which has no place for 0 or less, but the data have 0; remove it, or leave that out',
  ],
  [
    { kind: 'scatter', data: [[Number.NaN, 1]] },
    'objects.c.data[0][0]: must be a number from -1e12 to 1e12, but is NaN',
  ],
  [
    { kind: 'histogram', data: Array(10_001).fill(1) },
    'objects.c.data: must have 1 to 10000 numbers, but has 10001',
  ],
  [{ kind: 'histogram', data: [1, 'a'] }, 'objects.c.data[1]: must be a row such as ["Mon", 48], but is "a"'],
  [{ kind: 'histogram', data: [1], bins: 0 }, 'objects.c.bins: must be an integer from 1 to 100, but is 0'],
  [
    { kind: 'bars', data: { a: 1 }, bins: 5 },
    'objects.c.bins: is not for charts, but this is a bars; remove it',
  ],
  [{ kind: 'heatmap', data: {} }, 'objects.c.data: must have 1 to 200 rows, but has 0'],
  [
    { kind: 'waterfall', data: { a: [1, 2] } },
    'objects.c.data: has 2 numbers for "a", but a waterfall has one for each label; use bars',
  ],
  [
    { kind: 'bars', data: { a: 1, b: 'total' } },
    'objects.c.data.b: must be a number from -1e12 to 1e12, but is "total"',
  ],
])('data that a kind of charts cannot draw are refused: %#', (fields, problem) => {
  expect(problemsOf(fields)[0]).toBe(problem);
});
