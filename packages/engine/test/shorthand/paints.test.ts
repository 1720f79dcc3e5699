import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';
import { readCssGradient, readCssShadows } from '../../src/shorthand/css-paints.ts';
import { film, problemsOf, sceneOf, stateOf } from './expand.ts';

function gradientOf(css: string) {
  const read = readCssGradient(css);
  return read.ok ? read.value : read.problems[0];
}

const redToBlue = [
  [0, '#ff0000'],
  [1, '#0000ff'],
];

describe('colors of CSS', () => {
  it.each([
    ['text', ['fill', 'stroke', 'spoken', 'ground']],
    ['waveform', ['fill', 'stroke', 'played']],
  ])('every color of a %s may be a name of CSS', async (kind, fields) => {
    const state = Object.fromEntries(fields.map((field) => [field, 'rebeccapurple']));
    const made = film({ objects: { one: { kind, state } }, compositions: { only: { duration: 1000 } } });
    expect(stateOf(sceneOf(made), 'only', 'one')).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, '#663399'])),
    );
    const { data } = await render(made, { format: 'png', width: 100 });
    expect(data.length).toBeGreaterThan(0);
  });
});

describe('gradients of CSS', () => {
  it.each([
    ['linear-gradient(red, blue)', { type: 'linear', stops: redToBlue }],
    [
      'linear-gradient(90deg, #f00, rgb(0 0 255))',
      { type: 'linear', angle: 90, stops: [[0, '#f00'], redToBlue[1]] },
    ],
    ['linear-gradient(0.25turn, red, blue)', { type: 'linear', angle: 90, stops: redToBlue }],
    ['linear-gradient(to left, red, blue)', { type: 'linear', angle: 270, stops: redToBlue }],
    ['linear-gradient(to bottom right, red, blue)', { type: 'linear', angle: 135, stops: redToBlue }],
    ['linear-gradient(to top left, red, blue)', { type: 'linear', angle: 315, stops: redToBlue }],
    [
      'linear-gradient(red, lime, blue)',
      {
        type: 'linear',
        stops: [
          [0, '#ff0000'],
          [0.5, '#00ff00'],
          [1, '#0000ff'],
        ],
      },
    ],
    [
      'linear-gradient(red 20%, lime 40% 60%, blue)',
      {
        type: 'linear',
        stops: [
          [0.2, '#ff0000'],
          [0.4, '#00ff00'],
          [0.6, '#00ff00'],
          [1, '#0000ff'],
        ],
      },
    ],
    ['radial-gradient(red, blue)', { type: 'radial', stops: redToBlue }],
    ['radial-gradient(circle, red, blue)', { type: 'radial', shape: 'circle', stops: redToBlue }],
    [
      'radial-gradient(circle at 30% 40%, red, blue)',
      { type: 'radial', shape: 'circle', center: [0.3, 0.4], stops: redToBlue },
    ],
    ['radial-gradient(ellipse at top, red, blue)', { type: 'radial', center: [0.5, 0], stops: redToBlue }],
    [
      'radial-gradient(50% at left bottom, red, blue)',
      { type: 'radial', radius: 0.5, center: [0, 1], stops: redToBlue },
    ],
    [
      'conic-gradient(red, blue)',
      expect.stringMatching(/^must be linear-gradient\(…\) or radial-gradient\(…\)/),
    ],
    [
      'linear-gradient(to constructor, red, blue)',
      expect.stringMatching(/^has "to constructor", which is not understood/),
    ],
    ['linear-gradient(90dog, red, blue)', expect.stringMatching(/^has "90dog", which is not understood/)],
    [
      'linear-gradient(to middle, red, blue)',
      expect.stringMatching(/^has "to middle", which is not understood/),
    ],
    ['linear-gradient(red)', 'must have 2 to 16 colors, but has 1'],
    ['linear-gradient(red, rad)', 'has a stop without a color: "rad"'],
    ['linear-gradient(red 5px, blue)', expect.stringMatching(/^has a stop whose place is no share/)],
    ['linear-gradient(red, blue 120%)', expect.stringMatching(/^has a stop whose place is no share/)],
    ['radial-gradient(closest-side, red, blue)', expect.stringMatching(/^has "closest-side"/)],
  ])('reads %s', (css, expected) => {
    expect(gradientOf(css)).toEqual(expected);
  });

  it('reads any text without failing, in a short time', () => {
    const piece = fc.constantFrom(
      'linear-gradient(',
      'radial-gradient(',
      ')',
      ',',
      ' ',
      'red',
      '50%',
      '90deg',
      'to',
      'at',
      '(',
      '#fff',
      'left',
      '-1',
      'e9',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        for (const read of [readCssGradient(text), readCssShadows(text, 1080)])
          expect(read.ok ? typeof read.value : read.problems.length).toEqual(read.ok ? 'object' : 1);
      }),
      { numRuns: runs(2000) },
    );
    expect(gradientOf(`linear-gradient(${'('.repeat(100_000)}`)).toMatch(/^must be/);
  });
});

describe('shadows of CSS', () => {
  it.each([
    ['0 12px 40px #0006', [{ x: 0, y: 12, blur: 40, color: '#00000066' }]],
    ['red 1px 2px', [{ x: 1, y: 2, blur: 0, color: '#ff0000' }]],
    ['-1 .5 3', [{ x: -1, y: 0.5, blur: 3, color: '#000000' }]],
    [
      '0 0 4px rgba(0, 0, 0, 0.5), 1px 1px blue',
      [
        { x: 0, y: 0, blur: 4, color: '#00000080' },
        { x: 1, y: 1, blur: 0, color: '#0000ff' },
      ],
    ],
    ['none', []],
  ])('reads %s', (css, expected) => {
    expect(readCssShadows(css, 1080)).toEqual({ ok: true, value: expected });
  });

  it('soft, medium and strong are larger in larger frames', () => {
    for (const word of ['soft', 'medium', 'strong']) {
      const [small, large] = [540, 1080].map((side) => readCssShadows(word, side));
      if (!small?.ok || !large?.ok) throw new Error(`${word} is not read`);
      expect(large.value.length).toBe(2);
      for (const [index, { y, blur }] of small.value.entries()) {
        expect(Math.abs((large.value[index]?.y ?? 0) - 2 * y)).toBeLessThanOrEqual(0.2);
        expect(Math.abs((large.value[index]?.blur ?? 0) - 2 * blur)).toBeLessThanOrEqual(0.2);
      }
    }
  });

  it.each([
    ['1 2 3 4 red', 'has a spread, which does not exist; leave the fourth length out'],
    ['big', expect.stringMatching(/^must be soft, medium, strong, none/)],
    ['1px', expect.stringMatching(/^must be soft/)],
    ['0 0 -1px red', expect.stringMatching(/^must have a blur from 0 to 1000/)],
    ['1 1, 1 1, 1 1, 1 1, 1 1', 'has 5 shadows; write at most 4'],
  ])('refuses %s', (css, expected) => {
    const read = readCssShadows(css, 1080);
    expect(read.ok ? read.value : read.problems).toEqual([expected]);
  });
});

const box = (fields: object) => ({ box: { kind: 'rectangle', ...fields } });

function states(objects: object, changes: object): (CompositionState | undefined)[] {
  const scene = sceneOf({
    objects,
    compositions: { a: { states: { box: {} } }, b: { states: changes } },
    width: 1920,
    height: 1080,
  });
  return ['a', 'b'].map((key) => stateOf(scene, key));
}

describe('paint in shorthand', () => {
  it('a fill may be a gradient, and a later color replaces it', () => {
    const [first, last] = states(box({ fill: 'linear-gradient(red, blue)' }), { box: { fill: 'green' } });
    expect(first).toMatchObject({ fill: '#800080', fillGradient: { type: 'linear', stops: redToBlue } });
    expect(last).toMatchObject({ fill: '#008000' });
    expect(last).not.toHaveProperty('fillGradient');
  });

  it('a style may have a gradient and a shadow, and another style takes them away', () => {
    const scene = sceneOf({
      styles: { hot: { fill: 'linear-gradient(red, blue)', shadow: 'soft' }, cold: { fill: 'navy' } },
      objects: box({ style: 'hot' }),
      compositions: { a: { states: { box: true } }, b: { states: { box: { style: 'cold' } } } },
    });
    expect(stateOf(scene, 'a')).toMatchObject({
      fillGradient: { type: 'linear' },
      shadow: [{ x: 0 }, { x: 0 }],
    });
    expect(stateOf(scene, 'b')).toMatchObject({ fill: '#000080', shadow: [] });
    expect(stateOf(scene, 'b')).not.toHaveProperty('fillGradient');
  });

  it('the background of a scene may be a gradient', () => {
    const { background, backgroundGradient } = sceneOf({ background: 'radial-gradient(white, black)' });
    expect(background).toBe('#808080');
    expect(backgroundGradient).toMatchObject({
      type: 'radial',
      stops: [
        [0, '#ffffff'],
        [1, '#000000'],
      ],
    });
  });

  it('a group with a blur, a clip or a shadow is a layer; with a box, the box has the shadow', () => {
    const row = (fields: object) => ({
      kind: 'row',
      children: [{ kind: 'circle' }, { kind: 'circle' }],
      ...fields,
    });
    const scene = sceneOf({
      objects: {
        plain: row({ blur: 3, shadow: '1 2 3 red' }),
        card: row({ fill: 'navy', shadow: '1 2 3 red' }),
      },
      compositions: { a: {} },
    });
    const layers = Object.values(scene.objects).filter(({ kind }) => kind === 'layer');
    expect(layers).toHaveLength(1);
    expect(stateOf(scene, 'a', layers[0]?.id)).toMatchObject({ blur: 3, shadow: [{ x: 1, y: 2 }] });
    expect(stateOf(scene, 'a', 'card-box')).toMatchObject({ shadow: [{ x: 1, y: 2, color: '#ff0000' }] });
  });

  it('the box of a group has its gradients, from the start and in a state', () => {
    const gradients = { fill: 'linear-gradient(red, blue)', stroke: 'linear-gradient(lime, navy)' };
    const card = { kind: 'row', children: [{ kind: 'circle' }] };
    const scene = sceneOf({
      objects: { first: { ...card, ...gradients }, later: { ...card, fill: 'navy' } },
      compositions: { a: { states: { later: true } }, b: { states: { later: gradients } } },
    });
    const painted = { fillGradient: { type: 'linear' }, strokeGradient: { type: 'linear' } };
    expect(stateOf(scene, 'a', 'first-box')).toMatchObject(painted);
    expect(stateOf(scene, 'a', 'later-box')).not.toHaveProperty('fillGradient');
    expect(stateOf(scene, 'b', 'later-box')).toMatchObject(painted);
  });

  it('an object that is named as a clip is hidden, unless the first composition shows it', () => {
    const objects = { hole: { kind: 'circle', x: 10 }, photo: { kind: 'rectangle', clip: 'hole' } };
    const scene = sceneOf({
      objects,
      compositions: { a: { states: { '*': true } }, b: { states: { hole: { x: 90 } } } },
    });
    expect(['a', 'b'].map((key) => stateOf(scene, key, 'hole'))).toMatchObject([
      { visible: false, x: 10 },
      { visible: false, x: 90 },
    ]);
    const shown = sceneOf({ objects, compositions: { a: { states: { hole: true, photo: true } } } });
    expect(stateOf(shown, 'a', 'hole').visible).toBe(true);
  });

  it('reports wrong paints at their place', () => {
    const objects = {
      box: {
        kind: 'rectangle',
        fill: 'linear-gradient(red)',
        shadow: 'large',
        stroke: 'radial-gradient(at 1px, red, blue)',
      },
      clipped: { kind: 'rectangle', clip: 'nowhere' },
      line: { kind: 'arrow' },
      other: { kind: 'rectangle', clip: 'line' },
    };
    expect(
      problemsOf(film({ background: 'conic-gradient(red, blue)', objects: { box: objects.box } })),
    ).toEqual([
      expect.stringMatching(/^background: must be linear-gradient/),
      'objects.box.fill: must have 2 to 16 colors, but has 1',
      expect.stringMatching(/^objects\.box\.stroke: has "at 1px"/),
      expect.stringMatching(/^objects\.box\.shadow: must be soft/),
    ]);
    const { clipped, line, other } = objects;
    expect(problemsOf(film({ objects: { clipped, line, other }, compositions: { a: {} } }))).toEqual([
      expect.stringMatching(/clip.*must name another object of the scene, but is "nowhere"/),
      expect.stringMatching(/clip.*has an outline, but "line" is of kind arrow; use a shape/),
    ]);
  });

  it('refuses objects that clip each other', () => {
    const objects = {
      box: { kind: 'rectangle', clip: 'ring' },
      ring: { kind: 'circle', clip: 'word' },
      word: { kind: 'text', text: 'Clip', clip: 'box' },
    };
    expect(problemsOf(film({ objects, compositions: { a: {} } }))).toEqual([
      expect.stringMatching(/\.clip: clips form a cycle: box -> ring -> word -> box$/),
    ]);
  });
});
