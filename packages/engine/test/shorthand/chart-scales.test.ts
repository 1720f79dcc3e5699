import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';

const layOut = await loadLayout({ hasEquations: false });

const week = { Mon: 10, Tue: 40, Wed: 20 };
const chart = (fields: object) => ({
  shorthand: true,
  objects: { sales: { kind: 'bars', width: 1000, height: 600, fontSize: 30, data: week, ...fields } },
  compositions: { a: { states: { sales: true } } },
});

function partsOf(fields: object): Record<string, CompositionState> {
  const result = expandProject(chart(fields), {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  const states = result.value.project.scenes.main?.compositions.a?.states ?? {};
  return Object.fromEntries(Object.entries(states).map(([id, state]) => [id.replace('sales-', ''), state]));
}

function problemsOf(fields: object): readonly string[] {
  const result = expandProject(chart(fields), {}, layOut);
  return result.ok ? [] : result.problems.map(describeProblem);
}

const ticksIn = (fields: object) =>
  Object.entries(partsOf({ ticks: true, ...fields })).flatMap(([id, { text }]) =>
    /^tick-\d+-label$/.test(id) ? [text] : [],
  );

describe('the scale of a chart', () => {
  it('has powers of ten at equal distances with "log"', () => {
    const fields = { scale: 'log', data: { a: 5, b: 500, c: 5000 } };
    expect(ticksIn(fields)).toEqual(['1', '10', '100', '1,000', '10,000']);
    const { a, b, c } = partsOf(fields);
    expect((b.height - a.height) / (c.height - b.height)).toBeCloseTo(2, 2);
  });

  it('begins at min and ends at max', () => {
    const line = { kind: 'line', data: { a: 50, b: 55, c: 60 }, min: 50, max: 60 };
    expect(ticksIn(line)[0]).toBe('50');
    expect(ticksIn(line).at(-1)).toBe('60');
    const { line: path } = partsOf(line);
    expect(path.points?.map(([, y]) => y)).toEqual([1, 0.5, 0]);
  });

  it('bars grow from the beginning of the axis, not from below it', () => {
    const parts = partsOf({ min: 5, ticks: true });
    const bottom = ({ y, height }: CompositionState) => y + height / 2;
    expect(bottom(parts.Tue)).toBeCloseTo(parts.base.y, 1);
  });

  it('writes numbers on its axis and values with a format', () => {
    const parts = partsOf({ ticks: true, format: '{value:.1f} kg' });
    expect(parts['Mon-value'].text).toBe('10.0 kg');
    expect(parts['tick-1-label'].text).toBe('10.0 kg');
    expect(partsOf({ format: '.0f', values: '{value} €' })['Mon-value'].text).toBe('10 €');
  });

  it.each([
    [
      { data: { a: 0, b: 5 } },
      'is "log", which has no place for 0 or less, but the data have 0; remove it, or leave that out',
    ],
    [
      { data: { a: -3, b: 5 } },
      'is "log", which has no place for 0 or less, but the data have -3; remove it, or leave that out',
    ],
    [{ min: 0 }, 'is "log", which has no place for 0 or less, but min is 0; remove it, or leave that out'],
    [
      { data: { a: [1, 2] }, stack: true },
      'is "log", on which parts of a sum have no lengths that add up; remove it, or stack',
    ],
  ])('refuses a logarithm of what has none: %#', (fields, rule) => {
    expect(problemsOf({ scale: 'log', ...fields })).toEqual([`objects.sales.scale: ${rule}`]);
  });

  it.each([
    [{ min: 15 }, 'objects.sales.min: must be at most 10, the smallest value, but is 15'],
    [{ min: 5, max: 5, data: { a: 5 } }, 'objects.sales.min: must be less than max, which is 5, but is 5'],
    [{ scale: 2 }, 'objects.sales.scale: must be one of linear, log, but is 2'],
    [
      { kind: 'pie', min: 2 },
      'objects.sales.min: is for charts of kind bars or line or area or scatter or histogram or heatmap or waterfall, but sales is of kind pie; remove it',
    ],
    [
      { format: 'kg' },
      'objects.sales.format: must be a format of d3 such as ",.2f" or "%b %Y", or a text such as "{value} €", but is "kg"',
    ],
    [
      { labels: 'start' },
      'objects.sales.labels: must be true, false, "end" or a format of dates such as "%b %Y", but is "start"',
    ],
  ])('refuses ends and formats that fit nothing: %#', (fields, problem) => {
    expect(problemsOf(fields)).toEqual([problem]);
  });
});

describe('labels that are dates', () => {
  const data = { '2024-01-01': 1, '2024-01-11': 3, '2024-03-01': 2 };

  it('are at their times in lines, and round dates are below them', () => {
    const parts = partsOf({ kind: 'line', data });
    const xs = (parts.line.points ?? []).map(([x = 0]) => x);
    expect((xs[1] - xs[0]) / (xs[2] - xs[0])).toBeCloseTo(10 / 60, 2);
    const dates = Object.entries(parts).filter(([id]) => id.startsWith('time-'));
    expect(dates.length).toBeGreaterThan(2);
    expect(dates[0]?.[1].text).toMatch(/^\d+ [A-Z][a-z]+$/);
  });

  it('have the format of labels', () => {
    const texts = Object.values(partsOf({ kind: 'line', data, labels: '%d/%m/%Y' })).map(({ text }) => text);
    expect(texts.some((text) => /^\d\d\/\d\d\/2024$/.test(text))).toBe(true);
  });

  it('are labels like others in bars, and years are everywhere', () => {
    expect(partsOf({ data })['2024-01-11-label'].text).toBe('2024-01-11');
    expect(partsOf({ kind: 'line', data: { 2020: 1, 2021: 2, 2030: 3 } })['2021-label'].text).toBe('2021');
  });
});

describe('labels that are too long for their slots', () => {
  const names = Array.from({ length: 30 }, (_, index) => `A place ${index + 1}`);
  const data = Object.fromEntries(names.map((name, index) => [name, index - 3]));
  const labels = (fields: object) =>
    Object.entries(partsOf({ data, ...fields })).flatMap(([id, state]) =>
      /place.*-label$/.test(id) ? [state] : [],
    );

  it('are turned below bars, inside of the chart', () => {
    const turned = labels({});
    expect(turned).toHaveLength(30);
    for (const { rotation, fontSize, y } of turned) {
      expect(rotation).toBe(-40);
      expect(fontSize).toBeGreaterThan(30 * 0.6);
      expect(y + fontSize * 0.56 * 10 * Math.sin((40 / 180) * Math.PI)).toBeLessThan(840);
    }
  });

  it('are left out below lines', () => {
    const some = labels({ kind: 'line' });
    expect(some.length).toBeLessThan(10);
    const [first, second] = some;
    expect((second?.x ?? 0) - (first?.x ?? 0)).toBeGreaterThan(30 * 0.56 * 9);
  });
});

describe('annotations', () => {
  const box = ({ x, y, text, fontSize }: CompositionState) => ({
    left: x - text.length * fontSize * 0.25,
    right: x + text.length * fontSize * 0.25,
    top: y - fontSize / 2,
    bottom: y + fontSize / 2,
  });

  it('at a label have a text where nothing is, and a line that leads to the bar', () => {
    for (const at of ['Mon', 'Tue', 'Wed']) {
      const parts = partsOf({ annotations: [{ at, text: 'market day' }] });
      const note = box(parts['annotation-1-text']);
      for (const [id, state] of Object.entries(parts)) {
        if (!/^(Mon|Tue|Wed)(-value|-label)?$/.test(id)) continue;
        const other = id.includes('-')
          ? box(state)
          : {
              left: state.x - state.width / 2,
              right: state.x + state.width / 2,
              top: state.y - state.height / 2,
              bottom: state.y + state.height / 2,
            };
        const meets =
          note.left < other.right &&
          note.right > other.left &&
          note.top < other.bottom &&
          note.bottom > other.top;
        expect(meets, `${at} meets ${id}`).toBe(false);
      }
      const leader = parts['annotation-1'];
      expect(Math.abs(leader.x + leader.width - parts[at].x)).toBeLessThan(parts[at].width / 2);
    }
  });

  it('at a value are a line across, and values of bars are not struck through by it', () => {
    const parts = partsOf({ annotations: [{ at: 42, text: 'target' }] });
    const line = parts['annotation-1'];
    expect(line).toMatchObject({ height: 0 });
    expect(line.width).toBeGreaterThan(900);
    expect(line.y).toBeLessThan(parts.Tue.y - parts.Tue.height / 2);
    expect(Math.abs(parts['Tue-value'].y - line.y)).toBeGreaterThan(parts['Tue-value'].fontSize / 3);
    const far = partsOf({ ticks: true, annotations: [{ at: 100 }] });
    expect(far.Tue.height).toBeLessThan(parts.Tue.height);
  });

  it('at two values or two labels mark a range behind the data', () => {
    const parts = partsOf({
      annotations: [
        { at: [10, 20], text: 'usual' },
        { at: ['Tue', 'Wed'], fill: 'tomato' },
      ],
    });
    expect(parts['annotation-1'].height).toBeCloseTo(parts.Wed.height - parts.Mon.height, 1);
    expect(parts['annotation-2'].fill).toBe('#ff6347');
    expect(parts['annotation-2'].x).toBeCloseTo((parts.Tue.x + parts.Wed.x) / 2, 1);
    const order = Object.keys(parts);
    expect(order.indexOf('annotation-1')).toBeLessThan(order.indexOf('Mon'));
  });

  it('point to a series, and to a line without dots', () => {
    const data = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`d${index}`, { a: index, b: 90 }]),
    );
    const parts = partsOf({ kind: 'line', data, annotations: [{ at: 'd10.a', text: 'here' }] });
    const leader = parts['annotation-1'];
    expect(parts['d10-a']).toBeUndefined();
    expect(leader.y + leader.height).toBeGreaterThan(300);
  });

  it.each([
    [{ at: 'May', text: 'x' }, '[0].at: is "May", which is no label of the data'],
    [{ at: 'mon', text: 'x' }, '[0].at: is "mon", which is no label of the data; did you mean "Mon"?'],
    [{ text: 'x' }, '[0].at: is required: a value, a label, or two of one sort such as ["Mon", "Wed"]'],
    [
      { at: ['Mon', 5] },
      '[0].at: must be a value, a label, or two of one sort such as ["Mon", "Wed"], but is an array of 2 items',
    ],
    [{ at: ['Mon', 'May'] }, '[0].at: is "May", which is no label of the data'],
  ])('that are about nothing are refused: %#', (annotation, problem) => {
    expect(problemsOf({ annotations: [annotation] })[0]).toMatch(
      new RegExp(`^${`objects.sales.annotations${problem}`.replace(/[[\]?.()]/g, '\\$&')}`),
    );
  });
});
