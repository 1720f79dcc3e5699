import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { boxesOf } from '../layout/laid-out.ts';

const layOut = await loadLayout({ hasEquations: false });

type Said = Readonly<Record<string, unknown>>;

const data = { Mon: 4, Tue: 9, Wed: 6 };
const otherData = { Mon: 5, Tue: 2, Wed: 8 };

/** A film of one chart, called `sales`, whose compositions `c0`, `c1`, … have these states. */
function filmOf(states: readonly Said[], chart: object = { kind: 'bars' }): object {
  return {
    shorthand: true,
    objects: {
      title: { kind: 'text', state: { text: 'Sales', place: 'top' } },
      sales: { ...chart, state: { width: 900, height: 600, data, ...Reflect.get(chart, 'state') } },
    },
    enter: 1000,
    compositions: Object.fromEntries(states.map((said, index) => [`c${index}`, { states: said }])),
  };
}

function expanded(film: object): Project {
  const result = expandProject(film, {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return result.value.project;
}

/** The state of a part in each composition; undefined where it has none. */
function wayOf(
  part: string,
  states: readonly Said[],
  chart?: object,
): readonly (CompositionState | undefined)[] {
  const { compositions, compositionOrder } = expanded(filmOf(states, chart)).scenes.main ?? {};
  return (compositionOrder ?? []).map((id) => compositions?.[id]?.states[`sales-${part}`]);
}

const shownIn = (way: readonly (CompositionState | undefined)[]) =>
  way.map((state) => state?.visible === true);

describe('a part of a chart that false hides', () => {
  const kinds = [
    ['bars', { kind: 'bars' }],
    ['lying bars', { kind: 'bars', state: { horizontal: true } }],
    ['sorted bars', { kind: 'bars', state: { sort: true } }],
    ['a line', { kind: 'line' }],
    ['a pie', { kind: 'pie' }],
  ] as const;

  it.each(kinds)('a part of a chart hidden by false returns as its chart draws it: %s', (_, chart) => {
    for (const part of ['Wed', 'Wed-label', ...(chart.kind === 'pie' ? [] : ['Wed-value'])]) {
      const name = `sales.${part.replace('-', '.')}`;
      for (const sales of [{}, { data: otherData }, { place: 'left' }]) {
        for (const said of [{}, { visible: true }]) {
          const states = [
            { sales: {}, [name]: false },
            { sales, [name]: said },
          ];
          const way = wayOf(part, states, chart);
          expect(shownIn(way)).toEqual([false, true]);
          expect(way[1]).toEqual(wayOf(part, [{ sales: {} }, { sales }], chart)[1]);
        }
      }
    }
  });

  it('a hidden part of a chart keeps the fields that the document gave it', () => {
    const states = [
      { sales: {}, 'sales.Wed': { fill: 'tomato' } },
      { 'sales.Wed': false },
      { sales: { data: otherData }, 'sales.Wed': {} },
    ];
    const [before, , after] = wayOf('Wed', states);
    expect(after).toMatchObject({ visible: true, fill: '#ff6347' });
    expect((after?.height ?? 0) / (before?.height ?? 1)).toBeCloseTo(8 / 6, 2);
  });

  it('a hidden part of a chart stays hidden while the data change, and returns with the latest', () => {
    const states = [
      { sales: {} },
      { 'sales.Wed': false },
      { sales: { data: otherData } },
      { sales: {} },
      { 'sales.Wed': {} },
    ];
    const way = wayOf('Wed', states);
    expect(shownIn(way)).toEqual([true, false, false, false, true]);
    expect(way[4]).toEqual(wayOf('Wed', [{ sales: { data: otherData } }])[0]);
  });

  it('a hidden part of a chart stays hidden when its chart appears later', () => {
    for (const hidden of [false, { visible: false }]) {
      const states = [{ title: {}, 'sales.Wed': hidden }, { sales: {} }, { 'sales.Wed': { visible: true } }];
      expect(shownIn(wayOf('Tue', states))).toEqual([false, true, true]);
      const way = wayOf('Wed', states);
      expect(shownIn(way)).toEqual([false, false, true]);
      expect(way[2]).toEqual(wayOf('Wed', [{ sales: {} }])[0]);
    }
  });

  it('a hidden part of a chart stays hidden while its chart leaves and returns', () => {
    const states = [{ sales: {}, 'sales.Wed': false }, { sales: false }, { sales: {} }, { 'sales.Wed': {} }];
    expect(shownIn(wayOf('Wed', states))).toEqual([false, false, false, true]);
    expect(shownIn(wayOf('Tue', states))).toEqual([true, false, true, true]);
  });

  it('hiding a bar of a chart hides its value and its label with it', () => {
    const states = [{ sales: {}, 'sales.Wed': false }];
    expect(shownIn(wayOf('Wed', states))).toEqual([false]);
    expect(shownIn(wayOf('Wed-value', states))).toEqual([false]);
    expect(shownIn(wayOf('Wed-label', states))).toEqual([false]);
  });

  it('a part of a chart that returns has a box, so that objects can be placed next to it', async () => {
    const film = filmOf([
      { sales: {}, 'sales.Wed': false, 'sales.Wed.value': false },
      { 'sales.Wed': {}, 'sales.Wed.value': {}, note: {} },
    ]) as { objects: object };
    const note = { kind: 'text', state: { above: 'sales.Wed.value', margin: 10, text: 'less' } };
    const { c1 } = await boxesOf({ ...film, objects: { ...film.objects, note } });
    const [bar, value] = [c1?.['sales.Wed'], c1?.['sales.Wed.value']];
    expect(value?.bottom).toBeLessThan(bar?.top ?? 0);
    expect(value?.bottom).toBeGreaterThan((bar?.top ?? 0) - 40);
    expect(c1?.note?.bottom).toBeCloseTo((value?.top ?? 0) - 10, 1);
  });
});

describe('a mention of a part that its chart does not show', () => {
  it("a mention of a chart's part draws nothing before the chart appears", () => {
    const states = [{ title: {}, 'sales.Wed': { fill: 'tomato' } }, {}, { sales: {} }];
    expect(shownIn(wayOf('Wed', states))).toEqual([false, false, true]);
  });

  it("a mention of a chart's part draws nothing where the data do not have its label", () => {
    const later = { ...data, Thu: 7 };
    const states = [
      { sales: {}, 'sales.Thu': {} },
      { 'sales.Thu.value': {} },
      {},
      { sales: { data: later } },
      { sales: { data } },
      { 'sales.Thu': {} },
    ];
    expect(shownIn(wayOf('Thu', states))).toEqual([false, false, false, true, false, false]);
    expect(shownIn(wayOf('Thu-value', states))).toEqual([false, false, false, true, false, false]);
  });
});

describe('parts of a chart that a group hides', () => {
  /** Middle and height of a part in the middle of the only transition, and in the hold after it. */
  const enteringOf = (part: string, states: readonly Said[]) => {
    const film = filmOf(states) as { objects: object };
    const some = { kind: 'group', children: ['sales.Tue', 'sales.Wed', 'sales.Wed.value'] };
    const timeline = compileTimeline(expanded({ ...film, objects: { ...film.objects, some } }));
    return [1500, 2500].map((timeMs) => {
      const pose = timeline.at(timeMs).poses.find(({ objectId }) => objectId === `sales-${part}`);
      if (pose === undefined) throw new Error(`no ${part} at ${timeMs} ms`);
      const [, , , , x, y] = pose.matrix;
      return { x, y, height: pose.appearance.height, opacity: pose.opacity };
    });
  };

  it.each([
    ['alone', { sales: {} }, {}],
    ['although the document changes one of them', { sales: {}, 'sales.Wed': { fill: 'tomato' } }, {}],
    ['in a chart that moves', { sales: { place: 'left' } }, { sales: { place: 'right' } }],
    ['in a chart with other data', { sales: {} }, { sales: { data: otherData } }],
  ])('parts of a chart that a group hides fade in at their place: %s', (_, first, second) => {
    for (const part of ['Tue', 'Wed', 'Wed-value']) {
      const [entering, shown] = enteringOf(part, [
        { ...first, some: false },
        { ...second, some: {} },
      ]);
      expect(entering).toEqual({ ...shown, opacity: 0.5 });
      expect(shown?.opacity).toBe(1);
    }
  });
});
