import fc from 'fast-check';
import type { SceneObject } from '../../packages/engine/src/project/object-schemas.ts';
import type { CompositionState, Project } from '../../packages/engine/src/project/schema.ts';
import { composition, object, project, scene, state, track, transition } from './project-parts.ts';

const formulas = [
  ...[
    'y = a*x^2',
    'y = 1/(x - a)',
    'y = sin(3*x) + a',
    'tan(x)',
    'y = f0(x)*a',
    "y = f0'(x)",
    'sqrt(x + a)',
    'x = a*y^2',
  ],
  ...[
    'r = 1 + a*cos(t)',
    '(cos(3*t), a*sin(2*t))',
    'x^2 + a*y^2 = 2',
    'x*y = a',
    'floor(x*a)',
    'y = 1e300*x*a',
  ],
];

const number = fc.constantFrom(-2, -1, -0.5, 0.5, 1, 3);
const range = fc
  .tuple(fc.constantFrom(-4, -1, 0, 1), fc.constantFrom(1, 2, 10, -6))
  .map(([from, length]) => [from, from + length]);

const matrices: readonly number[][][] = [
  [
    [1, 0],
    [0, 1],
  ],
  [
    [1, 1],
    [0, 1],
  ],
  [
    [0, -1],
    [1, 0],
  ],
  [
    [1, 1],
    [1, 1],
  ],
];

const axesState = fc
  .record(
    {
      x: fc.integer({ min: 0, max: 320 }),
      y: fc.integer({ min: 0, max: 180 }),
      width: fc.integer({ min: -40, max: 300 }),
      height: fc.integer({ min: 0, max: 170 }),
      rotation: fc.constantFrom(0, 0, 20),
      xRange: range,
      yRange: range,
      matrix: fc.constantFrom(...matrices),
      fontSize: fc.constantFrom(8, 12),
      visible: fc.boolean(),
    },
    { requiredKeys: ['x', 'y', 'width', 'height', 'visible'] },
  )
  .map((fields) => state({ stroke: '#8090a0', strokeWidth: 1, ...fields }));

const axesField = fc.record(
  {
    grid: fc.boolean(),
    arrows: fc.boolean(),
    xLabels: fc.constantFrom('auto', 'pi', 'none'),
    equalUnits: fc.boolean(),
    xLabel: fc.constant('x'),
  },
  { requiredKeys: ['grid'] },
);

const onAxes = fc.oneof(
  fc.record({
    formula: fc.constantFrom(...formulas),
    area: fc.boolean(),
    visible: fc.tuple(fc.boolean(), fc.boolean()),
  }),
  fc.record({
    marks: fc.constantFrom('line', 'points', 'bars'),
    visible: fc.tuple(fc.boolean(), fc.boolean()),
  }),
  fc.record({
    kind: fc.constantFrom('circle', 'arrow', 'text'),
    visible: fc.tuple(fc.boolean(), fc.boolean()),
  }),
);

type OnAxes = typeof onAxes extends fc.Arbitrary<infer Value> ? Value : never;

function drawnOn(
  one: OnAxes,
  index: number,
): { readonly object: SceneObject; readonly states: readonly CompositionState[] } {
  const id = `o${index}`;
  const base = { order: index + 1, parentId: 'plane' };
  const [from, to] = one.visible;
  const shown = (fields: Partial<CompositionState>, later: Partial<CompositionState> = {}) => [
    state({ stroke: '#f9c74f', strokeWidth: 2, fill: 'none', ...fields, visible: from }),
    state({ stroke: '#f9c74f', strokeWidth: 2, fill: 'none', ...fields, ...later, visible: to }),
  ];
  if ('formula' in one) {
    const area = { area: { from: -1, to: 2, steps: 3 }, formulas: { areaEnd: 'a' } };
    return {
      object: object(id, { ...base, kind: 'plot', plot: { formula: one.formula } }),
      states: shown(one.area ? area : {}),
    };
  }
  if ('marks' in one) {
    const [dataPoints, later] = [
      [
        [0, 1],
        [1, 2],
        [2, -1],
      ],
      [
        [0, 2],
        [1, 0],
        [2, 3],
        [3, 1],
      ],
    ];
    return {
      object: object(id, { ...base, kind: 'plot', plot: { marks: one.marks } }),
      states: shown({ dataPoints }, { dataPoints: later }),
    };
  }
  const place = {
    x: 1,
    y: 1,
    width: one.kind === 'arrow' ? 1 : 12,
    height: one.kind === 'arrow' ? -1 : 12,
    text: 'Ay',
    fill: '#90be6d',
  };
  return {
    object: object(id, { ...base, kind: one.kind }),
    states: shown({ ...place, formulas: { x: 'a', y: 'f0(a)' } }, { rotation: 40 }),
  };
}

/** Films of axes with plots, data and other objects on them; the plot f0 can be called. */
export const anyAxesFilm: fc.Arbitrary<Project> = fc
  .record({
    axes: axesField,
    from: axesState,
    to: axesState,
    objects: fc.array(onAxes, { maxLength: 5 }),
    values: fc.tuple(number, number),
    type: fc.constantFrom('move', 'write', 'fade', 'grow'),
  })
  .map(({ axes, from, to, objects, values: [first, last], type }) => {
    const drawn = objects.map(drawnOn);
    const f0 = {
      object: object('f0', { parentId: 'plane', order: 9, kind: 'plot', plot: { formula: 'y = x/2 + 1' } }),
      states: [state({ stroke: '#ffffff', strokeWidth: 1 }), state({ stroke: '#ffffff', strokeWidth: 1 })],
    };
    const all = [...drawn, f0];
    const statesAt = (index: number) =>
      Object.fromEntries(all.map(({ object: { id }, states }) => [id, states[index] ?? state()]));
    const tracks = ['plane', ...all.map(({ object: { id } }) => id)].map((objectId) =>
      track({ objectId, type, duration: 300, easing: 'linear' }),
    );
    const made = scene('scene', {
      objects: [object('plane', { kind: 'axes', axes }), ...all.map(({ object: own }) => own)],
      compositions: [
        composition('a', 100, { plane: from, ...statesAt(0) }),
        composition('b', 100, { plane: to, ...statesAt(1) }),
      ],
      transitions: [transition('a', 'b', 400, tracks)],
      background: '#101418',
    });
    for (const [index, key] of made.compositionOrder.entries()) {
      const one = made.compositions[key];
      if (one !== undefined)
        made.compositions[key] = { ...one, variables: { a: index === 0 ? first : last } };
    }
    return { ...project(made), extended: true };
  });
