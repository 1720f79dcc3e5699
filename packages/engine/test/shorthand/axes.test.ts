import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, Scene } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { expandLaidOut } from '../layout/laid-out.ts';

interface Film {
  readonly objects: Readonly<Record<string, object>>;
  readonly variables?: object;
  readonly compositions?: readonly object[];
}

async function expand({ objects, variables, compositions = [{}] }: Film) {
  return expandLaidOut({
    shorthand: true,
    width: 1000,
    height: 600,
    ...(variables && { variables }),
    objects,
    compositions,
  });
}

async function sceneOf(film: Film): Promise<Scene> {
  const result = await expand(film);
  expect(result.ok ? [] : result.problems.map(describeProblem)).toEqual([]);
  const [scene] = result.ok ? Object.values(result.value.project.scenes) : [];
  if (scene === undefined) throw new Error('there is no scene');
  return scene;
}

async function problemsOf(film: Film): Promise<string[]> {
  const result = await expand(film);
  return result.ok ? [] : result.problems.map(describeProblem);
}

it('labels in multiples of pi have ticks at simple ones, and a step that is none is advised on', async () => {
  const film = (xRange: readonly unknown[]) => ({
    shorthand: true,
    objects: { plane: { kind: 'axes', xRange, labels: { x: 'pi', y: false } } },
    compositions: [{ duration: 1000 }],
  });
  const stepOf = async (xRange: readonly unknown[]) => {
    const { objects, compositions = [] } = film(xRange);
    const expanded = await expand({ objects, compositions });
    if (!expanded.ok) throw new Error('the film is not valid');
    const [pose] = compileTimeline(expanded.value.project).at(0).poses;
    return (pose?.appearance.axes?.x.steps[0] ?? 0) / Math.PI;
  };
  expect(await stepOf([0, 6.3])).toBeCloseTo(0.25, 9);
  expect(await stepOf([-20, 20])).toBeCloseTo(1, 9);
  expect(await stepOf([0, 6.3, '=pi/4'])).toBeCloseTo(0.25, 9);
  const notes = async (xRange: readonly unknown[]) =>
    (await adviceOn(film(xRange))).filter(({ rule }) => rule === 'not-drawn').map(({ path }) => path);
  expect(await notes([0, 6, 1])).toEqual(['objects.plane.xRange']);
  for (const fine of [
    [0, 6],
    [0, 6.283, 1.571],
    [0, 7, '=pi'],
    [0, 7, 1.0472],
  ])
    expect(await notes(fine)).toEqual([]);
});

/** The states of an object in all compositions. */
async function statesOf(film: Film, id: string): Promise<(CompositionState | undefined)[]> {
  const { compositions, compositionOrder } = await sceneOf(film);
  return compositionOrder.map((key) => compositions[key]?.states[id]);
}

const plane = { kind: 'axes', x: 500, y: 300, width: 800, height: 400, xRange: [-4, 4], yRange: [-2, 2] };
const f = { kind: 'plot', on: 'plane', formula: 'y = a*x' };

describe('axes in shorthand', () => {
  it('an object on axes is at its point at every time, also while the axes change', async () => {
    const dot = { kind: 'circle', on: 'plane', x: '=t', y: '=f(t)', width: 20, height: 20 };
    const result = await expand({
      objects: { plane, f, dot },
      variables: { t: -1, a: 1 },
      compositions: [
        { duration: 100, states: { plane: true } },
        { duration: 100, enter: 1000, variables: { t: 1 }, states: { plane: { xRange: [-2, 2], x: 600 } } },
      ],
    });
    if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
    const timeline = compileTimeline(result.value.project);
    const placeAt = (timeMs: number) => {
      const { matrix } = timeline.at(timeMs).poses.find(({ objectId }) => objectId === 'dot') ?? {};
      return [Math.round(matrix?.[4] ?? NaN), Math.round(matrix?.[5] ?? NaN)];
    };
    expect(placeAt(0)).toEqual([400, 400]);
    // Halfway, the range is -3 to 3, the axes are at 550, and t is 0.
    expect(placeAt(600)).toEqual([550, 300]);
    expect(placeAt(1150)).toEqual([800, 200]);
  });

  it('lines have points of the axes as ends, which may be formulas', async () => {
    const line = { kind: 'path', on: 'plane', from: [0, '=t'], to: ['=2*t', 1] };
    const [first] = await statesOf(
      {
        objects: { plane, line },
        variables: { t: 0.5 },
        compositions: [{}, { enter: 100, variables: { t: 1 } }],
      },
      'line',
    );
    expect(first).toMatchObject({ x: 0, y: 0.5, width: 1, height: 0.5 });
    expect(first?.formulas).toMatchObject({
      y: 't',
      width: '2*t',
      height: '(1) - (t)',
      c1y: '1/3*((1) - (t))',
    });
  });

  it('a later composition may change only one end of a line', async () => {
    const line = { kind: 'arrow', on: 'plane', from: [1, 1], to: [2, 1], text: 'v' };
    const film = {
      objects: { plane, line },
      compositions: [{ states: { line: true } }, { states: { line: { to: [3, 2] } } }],
    };
    expect(await statesOf(film, 'line')).toMatchObject([
      { x: 1, y: 1, width: 1, height: 0 },
      { x: 1, y: 1, width: 2, height: 1 },
    ]);
    expect(await statesOf(film, 'line-label')).toMatchObject([
      { x: 2, y: 1, align: 'left' },
      { x: 3, y: 2 },
    ]);
  });

  it('a text beside an object on axes moves with it', async () => {
    const dot = { kind: 'circle', on: 'plane', x: 1, y: 1, width: 20, height: 20 };
    const scene = await sceneOf({
      objects: { plane, dot, name: { kind: 'text', text: 'P', above: 'dot', margin: 5 } },
    });
    expect(scene.objects.name?.parentId).toBe('dot');
    expect(scene.compositions['1']?.states.name).toMatchObject({
      x: 0,
      y: 0,
      anchorY: 15,
      verticalAlign: 'bottom',
    });
  });

  it('what is on axes is hidden with them, unless a composition mentions it', async () => {
    const dot = { kind: 'circle', on: 'plane' };
    const film = {
      objects: { plane, f: { ...f, formula: 'x' }, dot },
      compositions: [
        {},
        { states: { plane: true } },
        { states: { plane: false } },
        { states: { plane: true, dot: false } },
      ],
    };
    const visible = async (id: string) => (await statesOf(film, id)).map((state) => state?.visible);
    expect(await visible('plane')).toEqual([false, true, false, true]);
    expect(await visible('f')).toEqual([false, true, false, true]);
  });

  it('axes enter with the first composition that gives them fields', async () => {
    const film = {
      objects: { plane, f: { ...f, formula: 'x' } },
      compositions: [{}, { enter: 100, states: { plane: { xRange: [0, 1] } } }],
    };
    expect(await statesOf(film, 'plane')).toMatchObject([
      { visible: false, xRange: [0, 1] },
      { visible: true, xRange: [0, 1] },
    ]);
  });

  it('ranges, a matrix and areas have formulas', async () => {
    const axes = {
      ...plane,
      xRange: ['=-s', '=s', 1],
      matrix: [
        [1, '=s'],
        [0, 1],
      ],
    };
    const film = {
      objects: {
        plane: axes,
        g: { kind: 'plot', on: 'plane', formula: 'x', area: { from: 0, to: '=s', steps: '=4*s' } },
      },
      variables: { s: 2 },
      compositions: [{}, { enter: 100, variables: { s: 3 } }],
    };
    expect(await statesOf(film, 'plane')).toMatchObject([
      {
        xRange: [-2, 2, 1],
        matrix: [
          [1, 2],
          [0, 1],
        ],
        formulas: { xStart: '-s', xEnd: 's', m12: 's' },
      },
      { xRange: [-3, 3, 1] },
    ]);
    expect(await statesOf(film, 'g')).toMatchObject([
      { area: { from: 0, to: 2, steps: 8 } },
      { area: { to: 3, steps: 12 } },
    ]);
  });

  it('dates of data are numbers on time axes, in lists, objects and CSV', async () => {
    const [january, march] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 2, 15, 18, 30)];
    const expected = [
      [january, 10],
      [march, 12.5],
    ];
    const forms = [
      [
        ['2026-01-15', 10],
        ['2026-03-15T18:30', 12.5],
      ],
      { '2026-01-15': 10, '2026-03-15 18:30': 12.5 },
      { 'Jan 15, 2026': 10, '3/15/2026 6:30 pm': 12.5 },
      'day,price\n2026-01-15,10\n2026-03-15T18:30Z,12.5\n',
      'day;price\n2026-01-15;10\n2026-03-15 20:30+02:00;12,5\n',
    ];
    for (const data of forms) {
      const scene = await sceneOf({
        objects: {
          plane: { ...plane, xRange: ['2026-01-01', '2026-04-01'] },
          f: { kind: 'plot', on: 'plane', data },
        },
      });
      const [key = ''] = scene.compositionOrder;
      expect(scene.compositions[key]?.states.f?.dataPoints).toEqual(expected);
    }
    expect(
      await problemsOf({ objects: { plane, f: { kind: 'plot', on: 'plane', data: { '2026-02-30': 1 } } } }),
    ).toEqual([
      expect.stringMatching(/^objects\.f\.data: .*a date such as "2026-03-01", but item 0 has "2026-02-30"$/),
    ]);
  });

  it('data become points, histograms the same bins in all compositions, and dates milliseconds', async () => {
    const time = { ...plane, xRange: ['2026-01-01', '2026-02-01'] };
    const scene = await sceneOf({
      objects: {
        time,
        points: {
          kind: 'plot',
          on: 'time',
          data: [
            [1, 2],
            [3, 4],
          ],
          marks: 'points',
        },
        list: { kind: 'plot', on: 'time', data: [5, 6] },
        table: { kind: 'plot', on: 'time', data: 'x,y\n1,2\n3,5\n' },
        bins: { kind: 'plot', on: 'time', data: [0, 1, 1, 4], bins: 4 },
      },
      compositions: [{ states: { bins: true } }, { states: { bins: { data: [8, 8] } } }],
    });
    const [first, second] = scene.compositionOrder.map((key) => scene.compositions[key]?.states);
    expect(scene.objects.time?.axes).toEqual({ xScale: 'time' });
    expect(first?.time?.xRange).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)]);
    expect(first?.points?.dataPoints).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(first?.list?.dataPoints).toEqual([
      [0, 5],
      [1, 6],
    ]);
    expect(first?.table?.dataPoints).toEqual([
      [1, 2],
      [3, 5],
    ]);
    expect(scene.objects.bins?.plot).toEqual({ marks: 'bars' });
    expect(first?.bins?.dataPoints).toEqual([
      [1, 3],
      [3, 0],
      [5, 1],
      [7, 0],
    ]);
    expect(second?.bins?.dataPoints).toEqual([
      [1, 0],
      [3, 0],
      [5, 0],
      [7, 2],
    ]);
  });

  it.each<[string, Film, string]>([
    [
      'a plot without axes',
      { objects: { g: { ...f, on: undefined, formula: 'x' } } },
      'objects.g.on: is required, because a plot is drawn on axes; the scene has no axes; add an object of kind axes',
    ],
    [
      'a plot on something else',
      { objects: { plane, box: { kind: 'rectangle' }, g: { ...f, on: 'box', formula: 'x' } } },
      'objects.g.on: must be the id of axes, but is "box", because a plot is drawn on axes; write one of "plane"',
    ],
    [
      'a broken formula',
      { objects: { plane, g: { ...f, formula: 'y = 2x' } } },
      'objects.g.formula: has no operator before "x" at letter 6; write 2*x to multiply',
    ],
    [
      'an unknown name',
      { objects: { plane, g: { ...f, formula: 'y = b*x' } } },
      'objects.g.formula: uses the unknown variable "b" at letter 5; declare it in "variables"',
    ],
    [
      'an unknown function in a place',
      {
        objects: {
          plane,
          curve: { ...f, formula: 'x' },
          dot: { kind: 'circle', on: 'plane', x: '=curv(1)' },
        },
      },
      'objects.dot.x: has the unknown function "curv" at letter 2; did you mean curve?',
    ],
    [
      'an empty range',
      { objects: { plane: { ...plane, xRange: [2, 2] } } },
      'objects.plane.xRange: must have different ends, but both are 2',
    ],
    [
      'a logarithm of 0',
      { objects: { plane: { ...plane, xRange: [0, 10], xScale: 'log' } } },
      'objects.plane.xRange: must be above 0 on a logarithmic scale, but is from 0 to 10',
    ],
    [
      'a relation on axes',
      {
        objects: {
          plane,
          a: { kind: 'circle', on: 'plane' },
          b: { kind: 'circle', on: 'plane', above: 'a' },
        },
      },
      'objects.b.above: is not for b, which is on the axes plane; write x and y, or for a line from and to, as points of the axes. A text can be above, below, leftOf or rightOf a circle, a rectangle, a text or an image there; the text of a line is its label',
    ],
    [
      'parents in a cycle',
      {
        objects: { plane: { ...plane, parentId: 'b' }, b: { kind: 'circle', on: 'plane' } },
        compositions: [{}, { states: { plane: true } }],
      },
      'objects.plane.parentId: parents form a cycle: plane -> b -> plane',
    ],
    [
      'labels that are no format',
      { objects: { plane: { ...plane, labels: { x: '0.1 units' } } } },
      'objects.plane.labels: must be a format of d3-format such as ".1f", "pi", "auto" or "none", but is "0.1 units"',
    ],
    [
      'labels of dates that are no format',
      { objects: { plane: { ...plane, xRange: ['2024-01-01', '2024-12-31'], labels: { x: 'months' } } } },
      'objects.plane.labels: must be a format of d3-time-format such as "%b %Y", "pi", "auto" or "none", but is "months"',
    ],
    [
      'a margin in percent',
      {
        objects: {
          plane,
          a: { kind: 'circle', on: 'plane' },
          b: { kind: 'text', text: 'b', above: 'a', margin: '2%' },
        },
      },
      'objects.b.margin: must be a number of pixels beside an object on axes, but is "2%"',
    ],
    [
      'an end that is an object',
      {
        objects: {
          plane,
          a: { kind: 'circle', on: 'plane' },
          b: { kind: 'arrow', on: 'plane', from: 'a', to: [1, 1] },
        },
      },
      'objects.b.from: must be a point [x, y] in the coordinates of the axes, but is "a"',
    ],
    [
      'wrong data',
      { objects: { plane, g: { kind: 'plot', on: 'plane', data: ['a'] } } },
      'objects.g.data: must be a list of numbers or of points [x, y], an object with numbers by x, or a CSV file with such columns, where x can be a date such as "2026-03-01", but item 0 has "a"',
    ],
    [
      'too many bins',
      { objects: { plane, g: { kind: 'plot', on: 'plane', data: [1], bins: 1e6 } } },
      'objects.g.bins: must be a number of bins from 1 to 500, or [from, to, number], but is 1000000',
    ],
    [
      'a wrong date',
      { objects: { plane: { ...plane, xRange: ['soon', 3] } } },
      'objects.plane.xRange[0]: must be a number, a formula or a date such as "2026-03-01", but is "soon"',
    ],
    [
      'a base that is no plot',
      { objects: { plane, g: { ...f, formula: 'x', area: { from: 0, to: 1, base: 'plane' } } } },
      'objects.g.area.base: must be a number or the id of a plot with a formula, but is "plane"',
    ],
  ])('reports %s', async (_, film, problem) => {
    expect(await problemsOf(film)).toContain(problem);
  });
});
