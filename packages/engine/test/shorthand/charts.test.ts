import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { scaleFor, ticksOf } from '../../src/shorthand/kinds/charts/scales.ts';
import { adviceOn } from '../advice/advice-on.ts';

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

/** The states of a composition by object. */
function statesIn(document: Document, composition: string): Record<string, CompositionState> {
  return expanded(document).scenes.main?.compositions[composition]?.states ?? {};
}

const still = (kind: string, state: object) => ({
  objects: { sales: { kind, state: { x: 960, y: 540, width: 1000, height: 600, ...state } } },
  compositions: { a: {} },
});

it('the letters of a chart have its family, or that of the theme', () => {
  const families = (document: Document) =>
    new Set(
      Object.values(statesIn(document, 'a'))
        .filter(({ text }) => /\w/.test(text))
        .map(({ fontFamily }) => fontFamily),
    );
  for (const kind of ['bars', 'line', 'area', 'waterfall', 'pie', 'donut']) {
    const own = still(kind, { data: { a: 1, b: 2 }, fontFamily: 'mono' });
    expect(families(own)).toEqual(new Set(['mono']));
    const themed = { ...still(kind, { data: { a: 1, b: 2 } }), theme: { fonts: { body: 'serif' } } };
    expect(families(themed)).toEqual(new Set(['serif']));
  }
});

it('a donut has a hole with a text that counts and fits', () => {
  const document = {
    objects: { costs: { kind: 'donut', data: { Rent: 3, Food: 1 }, text: '€2,480 in all' } },
    compositions: { a: { states: { costs: true } }, b: { states: { costs: { text: '€2,910 in all' } } } },
  };
  const parts = statesIn(document, 'a');
  const sectors = Object.values(parts).filter(({ sweep }) => sweep);
  expect(sectors.map(({ innerRadius }) => innerRadius)).toEqual([0.62, 0.62]);
  const middle = parts['costs-middle'];
  expect(middle).toMatchObject({ text: '€2,480 in all', textTransition: 'count' });
  expect(middle.x).toBe(sectors[0].x);
  expect(middle.fontSize * 13 * 0.5).toBeLessThan(sectors[0].width * 0.62);
  expect(statesIn(document, 'b')['costs-middle'].text).toBe('€2,910 in all');
  const whole = statesIn(still('donut', { data: { a: 1 }, text: 'all', innerRadius: 0 }), 'a');
  expect(whole['sales-middle']).toBeUndefined();
});

it('the labels of a pie become smaller before the pie is lost', () => {
  const data = { 'North America and the islands': 44, Europe: 31 };
  const states = Object.entries(statesIn(still('pie', { data, fontSize: 60 }), 'a'));
  const of = (pattern: RegExp) => states.filter(([id]) => pattern.test(id)).map(([, state]) => state);
  expect(of(/Europe$/)[0]?.width).toBeGreaterThanOrEqual(300);
  for (const { fontSize } of of(/-label$/)) expect(fontSize).toBeLessThan(60);
});

it('values have the decimals that they need, or those of a format', () => {
  const textsOf = (state: object) =>
    Object.entries(statesIn(still('bars', state), 'a')).flatMap(([id, { text }]) =>
      id.endsWith('-value') ? [text] : [],
    );
  expect(textsOf({ data: { a: 0.0004, b: 0.0002 } })).toEqual(['0.0004', '0.0002']);
  expect(textsOf({ data: { a: 12.345, b: 0.00041 } })).toEqual(['12.345', '0.00041']);
  expect(textsOf({ data: { a: 1 / 3, b: 0.1 + 0.2 } })).toEqual(['0.333', '0.300']);
  expect(textsOf({ data: { a: 12.34, b: 5 }, values: '{value:.1f} kg' })).toEqual(['12.3 kg', '5.0 kg']);
  expect(textsOf({ data: { a: 12.34, b: 5 }, values: '.1f' })).toEqual(['12.3', '5.0']);
  expect(textsOf({ data: { a: 0.5 }, values: '{value:.0%} of {value}' })).toEqual(['50% of 0.5']);
  for (const values of ['{value:kg}', 'kg']) {
    expect(problemsOf(still('bars', { data: { a: 1 }, values }))).toEqual([
      `objects.sales.state.values: must be true, false, a format of d3 such as ",.2f" or "%b %Y", or a text such as "{value} €", but is "${values}"`,
    ]);
  }
});

const label = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,7}$/);
const data = fc.uniqueArray(fc.tuple(label, fc.integer({ min: 0, max: 1000 })), {
  minLength: 1,
  maxLength: 12,
  selector: ([one]) => one,
});

describe('charts', () => {
  it('charts have bars with heights proportional to their values, on one line and inside the box', () => {
    fc.assert(
      fc.property(data, fc.boolean(), (values, horizontal) => {
        fc.pre(values.some(([, value]) => value > 0));
        const states = Object.values(statesIn(still('bars', { data: values, horizontal }), 'a'));
        const bars = states.filter(
          ({ text, cornerRadius, points }) => text === '' && points === undefined && cornerRadius > 0,
        );
        expect(bars).toHaveLength(values.length);
        const lengthOf = (bar: CompositionState) => (horizontal ? bar.width : bar.height);
        const most = Math.max(...values.map(([, value]) => value));
        const longest = Math.max(...bars.map(lengthOf));
        for (const [index, bar] of bars.entries()) {
          const value = values[index]?.[1] ?? 0;
          expect(Math.abs(lengthOf(bar) - (longest * value) / most)).toBeLessThan(0.02);
          expect(bar.x - bar.width / 2).toBeGreaterThanOrEqual(459);
          expect(bar.x + bar.width / 2).toBeLessThanOrEqual(1461);
          expect(bar.y - bar.height / 2).toBeGreaterThanOrEqual(239);
          expect(bar.y + bar.height / 2).toBeLessThanOrEqual(841);
        }
        const bases = bars.map((bar) => (horizontal ? bar.x - bar.width / 2 : bar.y + bar.height / 2));
        expect(Math.max(...bases) - Math.min(...bases)).toBeLessThan(0.03);
      }),
    );
  });

  it('pies have sectors that add up to a full turn', () => {
    fc.assert(
      fc.property(data, (values) => {
        fc.pre(values.some(([, value]) => value > 0));
        const sectors = Object.values(statesIn(still('pie', { data: values }), 'a')).filter(
          ({ sweep }) => sweep,
        );
        let end = 0;
        for (const { sweep = [] } of sectors) {
          expect(sweep[0]).toBeCloseTo(end, 2);
          end = sweep[1] ?? 0;
        }
        expect(end).toBe(360);
      }),
    );
  });

  it('line charts have lines through their values', () => {
    const states = statesIn(still('line', { data: { a: 0, b: 10, c: 5 } }), 'a');
    expect(states['sales-line']?.points).toEqual([
      [0.16667, 1],
      [0.5, 0],
      [0.83333, 0.5],
    ]);
  });

  it('charts have round ticks up to the largest value', () => {
    expect(ticksOf(scaleFor([48, 52, 31]))).toEqual([0, 20, 40, 60]);
    expect(ticksOf(scaleFor([120, -45, 210]))).toEqual([-100, 0, 100, 200, 300]);
    expect(ticksOf(scaleFor([0.3, 0.71]))).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 }), (values) => {
        const { min, max, step } = scaleFor(values);
        expect(min).toBeLessThanOrEqual(Math.min(0, ...values));
        expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect((max - min) / step).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe('the numbers of a chart', () => {
  const textsOf = (kind: string, state: object) =>
    Object.fromEntries(
      Object.entries(statesIn(still(kind, state), 'a')).flatMap(([id, { text }]) =>
        text === '' ? [] : [[id.replace('sales-', ''), text]],
      ),
    );

  it('numbers of a chart have thousands separators if one of them has five digits', () => {
    const large = { data: { a: 1250000, b: 999.5, c: -4200 }, ticks: true };
    expect(textsOf('bars', large)).toMatchObject({
      'a-value': '1,250,000.0',
      'b-value': '999.5',
      'c-value': '-4,200.0',
      'tick-1-label': '0',
      'tick-2-label': '500,000',
    });
    expect(textsOf('pie', { data: { a: 12500, b: 500 }, values: '{value} $&' })).toEqual({
      'a-label': 'a 12,500 $&',
      'b-label': 'b 500 $&',
    });
    expect(textsOf('line', { data: { a: 2025, b: 1984 } })).toMatchObject({ 'a-value': '2025' });
  });

  it('numbers of a chart are not crossed by ticks and overlap nothing', async () => {
    const values = fc.uniqueArray(fc.tuple(label, fc.integer({ min: -60_000, max: 90_000 })), {
      minLength: 2,
      maxLength: 5,
      selector: ([one]) => one.toLowerCase(),
    });
    const chart = fc.constantFrom(
      { kind: 'bars', horizontal: false },
      { kind: 'bars', horizontal: true },
      { kind: 'line' },
    );
    await fc.assert(
      fc.asyncProperty(values, chart, async (data, { kind, ...state }) => {
        const film = still(kind, { data, ticks: true, ...state });
        const advice = await adviceOn({ shorthand: true, width: 1920, height: 1080, ...film });
        const seen = advice.filter(
          ({ rule, message }) => (rule === 'crossed' && message.includes('-tick-')) || rule === 'overlap',
        );
        expect(seen).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('data that change', () => {
  const race = {
    objects: {
      race: { kind: 'bars', state: { sort: true, horizontal: true, data: { Ada: 3, Bob: 2, Cem: 1 } } },
    },
    enter: 1000,
    compositions: {
      a: { states: { race: {} } },
      b: { states: { race: { data: { Ada: 1, Bob: 4, Dan: 2 } } } },
    },
  };

  it('sorted bars pass each other when data change, with their labels and counting values', () => {
    const [before, after] = [statesIn(race, 'a'), statesIn(race, 'b')];
    const order = (states: Record<string, CompositionState>) =>
      ['Ada', 'Bob', 'Cem', 'Dan']
        .filter((name) => states[`race-${name}`]?.visible)
        .sort((one, other) => (states[`race-${one}`]?.y ?? 0) - (states[`race-${other}`]?.y ?? 0));
    expect(order(before)).toEqual(['Ada', 'Bob', 'Cem']);
    expect(order(after)).toEqual(['Bob', 'Dan', 'Ada']);
    expect(after['race-Bob-label']?.y).toBe(after['race-Bob']?.y);
    expect(after['race-Bob-value']).toMatchObject({ text: '4', textTransition: 'count' });
  });

  it('bars grow from their base line when data change', () => {
    const entering = { ...race, compositions: { start: {}, ...race.compositions } };
    const { width, visible } = statesIn(entering, 'start')['race-Ada'] ?? {};
    expect([width, visible]).toEqual([0, false]);
  });
});

describe('the place of a chart', () => {
  const bars = { kind: 'bars', state: { width: 600, height: 400, data: { Mon: 48, Tue: 52 } } };
  const title = { kind: 'text', state: { text: 'Sales', place: 'top' } };
  /** The middle of the whole row of bars, and where they stand. */
  const placeOf = (states: Record<string, CompositionState>) => {
    const [one, other] = [states['sales-Mon'], states['sales-Tue']];
    return [((one?.x ?? 0) + (other?.x ?? 0)) / 2, (one?.y ?? 0) + (one?.height ?? 0) / 2];
  };
  const placed = (state: object, objects: object = {}) => {
    const sales = { ...bars, state: { ...bars.state, ...state } };
    return placeOf(statesIn({ objects: { title, sales, ...objects }, compositions: { a: {} } }, 'a'));
  };

  it('a chart is in the middle of the frame, or where numbers and relations place it', () => {
    const [x = 0, y = 0] = placed({});
    expect(x).toBe(960);
    expect(placed({ x: 400, y: 640 })).toEqual([400, y + 100]);
    expect(placed({ place: 'left', margin: 100 })).toEqual([400, y]);
    const [besideX = 0, besideY = 0] = placed({ below: 'title' });
    expect(besideX).toBe(960);
    expect(besideY).toBeLessThan(y);
    const heading = { kind: 'text', state: { text: 'Sales' } };
    const page = { kind: 'column', children: ['heading', 'sales'], gap: 40 };
    const [columnX = 0, columnY = 0] = placed({}, { heading, page });
    expect(columnX).toBe(960);
    expect(columnY).toBeGreaterThan(y + 30);
  });

  it('a chart moves with all its parts from composition to composition', () => {
    const document = {
      objects: { sales: bars },
      enter: 500,
      compositions: { a: { states: { sales: {} } }, b: { states: { sales: { place: 'right', margin: 0 } } } },
    };
    const [ax = 0, ay = 0] = placeOf(statesIn(document, 'a'));
    const [bx = 0, by = 0] = placeOf(statesIn(document, 'b'));
    expect([bx - ax, by - ay]).toEqual([660, 0]);
  });

  it('a chart is in the same place before it enters, so its bars only grow', () => {
    const document = {
      objects: { title, sales: { ...bars, state: { ...bars.state, below: 'title' } } },
      enter: 500,
      compositions: { a: {}, b: { states: { title: {}, sales: {} } } },
    };
    const [before, after] = [statesIn(document, 'a')['sales-Mon'], statesIn(document, 'b')['sales-Mon']];
    expect(before?.x).toBe(after?.x);
    expect(before?.height).toBe(0);
    expect(before?.y).toBeCloseTo((after?.y ?? 0) + (after?.height ?? 0) / 2, 1);
  });
});

describe('labels that come and go', () => {
  it('chart labels are invisible in all compositions without them', { tags: 'slow' }, () => {
    const dataOf = (...labels: string[]) => Object.fromEntries(labels.map((one, index) => [one, index + 1]));
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { minLength: 1 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom('bars', 'line', 'area', 'pie', 'donut'),
        fc.boolean(),
        fc.boolean(),
        (series, kind, isSorted, isMentionedFirst) => {
          const [first = []] = series;
          const sort = isSorted && kind !== 'line' && kind !== 'area';
          const document = {
            objects: { sales: { kind, state: { sort, data: dataOf(...first) } } },
            enter: 300,
            compositions: Object.fromEntries([
              ...(isMentionedFirst ? [['before', {}]] : []),
              ...series.map((labels, index) => [
                `c${index}`,
                { states: { sales: index === 0 ? {} : { data: dataOf(...labels) } } },
              ]),
            ]),
          };
          for (const [index, labels] of series.entries()) {
            const shown = Object.entries(statesIn(document, `c${index}`)).filter(
              ([, { visible }]) => visible,
            );
            const names = shown.flatMap(([id]) => /^sales-([A-E])$/.exec(id)?.[1] ?? []);
            expect(names.sort()).toEqual(labels.toSorted());
          }
          if (!isMentionedFirst) return;
          expect(Object.values(statesIn(document, 'before')).every(({ visible }) => !visible)).toBe(true);
        },
      ),
    );
  });
});

describe('parts of charts', () => {
  it('parts of charts are mentioned by their labels', () => {
    const document = {
      ...still('bars', { data: { Mon: 48, 'Q 2': 52, 東京: 3 } }),
      compositions: {
        a: {
          states: {
            sales: {},
            'sales.Mon': { fill: 'tomato' },
            'sales.Q 2.value': { fontSize: 50 },
            'sales.東京.label': { fill: 'gold' },
          },
        },
        b: { states: { sales: { opacity: 0.5 } } },
        c: { states: { sales: false } },
      },
    };
    const states = statesIn(document, 'a');
    expect(states['sales-Mon']?.fill).toBe('#ff6347');
    expect(states['sales-Q-2-value']?.fontSize).toBe(50);
    expect(states['sales-3-label']?.fill).toBe('#ffd700');
    expect(statesIn(document, 'b')['sales-Mon']).toMatchObject({ fill: '#ff6347', opacity: 1 });
    expect(statesIn(document, 'b')['sales-whole-layer']).toMatchObject({ opacity: 0.5 });
    const { 'sales-whole-layer': _, ...parts } = statesIn(document, 'c');
    expect(Object.values(parts).some(({ visible }) => visible)).toBe(false);
  });

  it('relations of other objects and groups can name parts of charts', () => {
    const { objects } = still('bars', { data: { Mon: 48, Tue: 52 } });
    const document = {
      objects: {
        ...objects,
        note: { kind: 'text', state: { text: 'up', above: 'sales.Tue', margin: 10 } },
        rise: { kind: 'arrow', state: { from: 'sales.Mon', to: 'sales.Tue' } },
        both: { kind: 'group', children: ['sales.Mon', 'sales.Mon.label'], state: { opacity: 0.5 } },
      },
      compositions: { a: {} },
    };
    const states = statesIn(document, 'a');
    const bar = states['sales-Tue'];
    expect(Math.abs((states.note?.x ?? 0) - (bar?.x ?? 0))).toBeLessThan(2);
    expect(states.note?.y).toBeLessThan((bar?.y ?? 0) - (bar?.height ?? 0) / 2 - 10);
    const { main } = expanded(document).scenes;
    const layerOf = (id: string) => main?.objects[id]?.layerId;
    expect(states['both-whole-layer']?.opacity).toBe(0.5);
    expect(['sales-Mon', 'sales-Mon-label', 'sales-Tue'].map(layerOf)).toEqual([
      'both-whole-layer',
      'both-whole-layer',
      undefined,
    ]);
  });

  it('parts of charts cannot be moved out of their chart', () => {
    const document = {
      ...still('bars', { data: { Mon: 48 } }),
      compositions: { a: { states: { 'sales.Mon': { x: 5 } } } },
    };
    expect(problemsOf(document)).toEqual([
      'compositions.a.states["sales.Mon"].x: is set by the chart sales; move the chart, or change its data',
    ]);
  });

  it('lists the parts of a chart if a mention matches none of them', () => {
    const document = {
      ...still('bars', { data: { Mon: 48 } }),
      compositions: { a: { states: { 'sales.Tue': {}, 'other.Tue': {} } } },
    };
    expect(problemsOf(document)).toEqual([
      'compositions.a.states["other.Tue"]: is "other.Tue", which does not exist: other has no parts',
      'compositions.a.states["sales.Tue"]: is not a part of the chart sales, which has "sales.base", "sales.Mon", "sales.Mon.value", "sales.Mon.label"',
    ]);
  });
});

describe('data that cannot be drawn', () => {
  const place = 'objects.sales.state';
  it.each([
    [
      'bars',
      {},
      `${place}.data: is required for a chart: { "Mon": 48, "Tue": 52 }, for several series { "Mon": { "2025": 48, "2026": 52 } }, rows such as ["Mon", 48], or the name of a CSV file`,
    ],
    [
      'bars',
      { data: 'sales.csv' },
      `${place}.data: is the file "sales.csv", but no base folder is given; write its values here, or use the command line, the tool server or the library's baseFolder`,
    ],
    [
      'bars',
      { data: 'https://example.com/a.csv' },
      `${place}.data: must be the name of a CSV file in the project's folder, but is "https://example.com/a.csv"`,
    ],
    [
      'line',
      { data: { a: 1 }, horizontal: true },
      `${place}.horizontal: is for charts of kind bars, but sales is of kind line; remove it`,
    ],
    [
      'bars',
      { data: { a: 1 }, rotation: 30 },
      `${place}.rotation: is not for charts, but sales is of kind bars; remove it, or write it on a part such as "sales.Mon"`,
    ],
    ['bars', { data: {} }, `${place}.data: must have 1 to 200 values, but has 0`],
    [
      'bars',
      { data: { Mon: '5' } },
      `${place}.data.Mon: must be a number from -1e12 to 1e12, but is "5"; write 5 without quotes`,
    ],
    [
      'bars',
      {
        data: [
          ['a', 1],
          ['a', 2],
        ],
      },
      `${place}.data: has the label "a" twice; give each value a label of its own`,
    ],
    [
      'pie',
      { data: { a: 1, b: -2 } },
      `${place}.data: has the negative value -2 of "b", but a pie shows shares; use bars`,
    ],
    [
      'pie',
      { data: { a: 0 } },
      `${place}.data: has only zeros, but a pie shows shares of a sum; give it a value above 0`,
    ],
    ['bars', { data: { a: 9 }, max: 5 }, `${place}.max: must be at least 9, the largest value, but is 5`],
    [
      'circle',
      { data: { a: 9 } },
      `${place}.data: is for charts (bars, line, area, scatter, histogram, heatmap, waterfall, pie, donut), but sales is of kind circle`,
    ],
  ])('reports chart data that cannot be drawn at their place: %s %j', (kind, state, problem) => {
    expect(problemsOf(still(kind, state))[0]).toBe(problem);
  });

  it('reports chart data that cannot be drawn only once, whatever depends on them', () => {
    const document = {
      ...still('bars', { data: { Mon: '5' } }),
      compositions: { a: { states: { sales: {}, 'sales.Mon': { fill: 'red' } } } },
    };
    expect(problemsOf(document)).toHaveLength(1);
  });

  it('refuses chart data that cannot be drawn in bounded time and memory', () => {
    const long = still('bars', { data: { ['x'.repeat(10_000)]: 1 } });
    expect(problemsOf(long)[0]).toMatch(/^objects\.sales\.state\.data: .*a label of 1 to 60 characters/);
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`n${index}`, 1]));
    expect(problemsOf(still('bars', { data: many }))).toEqual([
      `${place}.data: must have 1 to 200 values, but has 100000`,
    ]);
  });
});
