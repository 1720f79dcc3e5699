import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import type { CompositionState, Scene } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';
import { expand, plain, problemsOf } from './expand.ts';

const company = { CEO: { CTO: ['Web', 'App'], CFO: [], COO: null } };

function film(data: unknown, compositions: object = { a: { states: { t: true } } }, fields: object = {}) {
  return { shorthand: true, objects: { t: { kind: 'tree', data, ...fields } }, compositions };
}

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

function stateOf(document: object, id: string, composition = 'a'): CompositionState {
  const state = sceneOf(document).compositions[composition]?.states[id];
  if (state === undefined) throw new Error(`no state of ${id}`);
  return state;
}

/** The corners of a line of straight pieces. */
function cornersOf({ x, y, curves = [] }: CompositionState): number[][] {
  return [[x, y], ...curves.map((curve) => [x + (curve[4] ?? 0), y + (curve[5] ?? 0)])];
}

describe('trees', () => {
  it('a film of an organisation without a coordinate has no issues and no advice, and draws', async () => {
    const document = {
      ...film(company, [{ duration: 2000, enter: 3000, states: { t: true } }], {
        enter: { type: 'draw', stagger: 150 },
      }),
      theme: 'paper',
    };
    const text = JSON.stringify(document);
    const { issues, advice, pages } = await inspect(text, { advice: true });
    expect(issues).toEqual([]);
    expect(advice).toEqual([]);
    expect(pages).toContain('diagrams');
    for (const timeMs of [500, 2000, 4000])
      expect((await render(text, { timeMs, width: 320 })).bytes).toBeGreaterThan(500);
  });

  it('boxes of a level are in a row, a parent is over the middle of its children, and none overlap', () => {
    const document = film(company);
    const state = (id: string) => stateOf(document, `t-${id}`);
    expect(state('CTO').y).toBe(state('CFO').y);
    expect(state('CEO').y).toBeLessThan(state('CTO').y);
    expect(state('Web').y).toBeGreaterThan(state('CTO').y);
    expect(state('CTO').x).toBeCloseTo((state('Web').x + state('App').x) / 2, 1);
    expect(state('CEO').x).toBeCloseTo((state('CTO').x + state('COO').x) / 2, 1);
    for (const [one, other] of [
      ['CTO', 'CFO'],
      ['CFO', 'COO'],
      ['Web', 'App'],
    ] as const)
      expect(state(other).x - state(other).width / 2).toBeGreaterThan(state(one).x + state(one).width / 2);
  });

  it('lines turn at right angles and share the trunk of their parent', () => {
    const document = film(company);
    const lines = ['CTO', 'CFO', 'COO'].map((id) => cornersOf(stateOf(document, `t-CEO-${id}`)));
    const [start, trunk] = lines[0] ?? [];
    for (const [first, second, third, last] of lines) {
      expect(first).toEqual(start);
      expect(second).toEqual(trunk);
      expect(third?.[1]).toBeCloseTo(second?.[1] ?? 0, 2);
      expect(last?.[0]).toBeCloseTo(third?.[0] ?? 0, 2);
    }
    expect(stateOf(document, 't-CEO-CTO')).toMatchObject({ heads: 'none' });
  });

  it.each([
    ['down', 'y', 1],
    ['up', 'y', -1],
    ['right', 'x', 1],
    ['left', 'x', -1],
  ] as const)('a tree leads to its direction: %s', (direction, axis, sign) => {
    const document = film(company, undefined, { direction });
    const at = (id: string) => stateOf(document, id)[axis];
    expect((at('t-CTO') - at('t-CEO')) * sign).toBeGreaterThan(50);
    expect((at('t-Web') - at('t-CTO')) * sign).toBeGreaterThan(50);
    const across = axis === 'y' ? 'x' : 'y';
    expect(stateOf(document, 't-Web')[across]).toBeLessThan(stateOf(document, 't-App')[across]);
  });

  it('names beside each other have one baseline', () => {
    const document = film({ a: ['App', 'AI', 'Ops'] });
    const heights = ['App', 'AI', 'Ops'].map((id) => stateOf(document, `t-${id}-label`).y);
    expect(new Set(heights).size).toBe(1);
  });

  it('each is the template of the boxes, with the name, the level and the fields of an item', () => {
    const data = { name: 'Ada', role: 'CEO', children: [{ name: 'Bo', role: 'CTO' }] };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the template.
    const each = { kind: 'circle', fill: '#ff0000', text: '${name}, ${role} ${depth}' };
    const document = film(data, undefined, { each });
    expect(stateOf(document, 't-Ada')).toMatchObject({ fill: '#ff0000' });
    expect(sceneOf(document).objects['t-Ada']?.kind).toBe('circle');
    expect(stateOf(document, 't-Bo-label').text).toBe('Bo, CTO 1');
  });

  it('later data add, remove and move boxes, which are the same by their names', () => {
    const document = film({ a: ['b', 'c'] }, [
      { states: { t: true } },
      { states: { t: { data: { a: { c: ['d'] } } } } },
      { states: { 't.c': false } },
    ]);
    const { compositionOrder, compositions } = sceneOf(document);
    const shown = compositionOrder.map((key) =>
      Object.entries(compositions[key]?.states ?? {}).flatMap(([id, { visible }]) =>
        visible && !id.endsWith('label') ? [id] : [],
      ),
    );
    expect(shown.map((ids) => ids.sort())).toEqual([
      ['t-a', 't-a-b', 't-a-c', 't-b', 't-c'],
      ['t-a', 't-a-c', 't-c', 't-c-d', 't-d'],
      ['t-a', 't-d'],
    ]);
    expect(stateOf(document, 't-c', '2').x).not.toBe(stateOf(document, 't-c', '1').x);
  });

  it('several roots, equal names and names of JavaScript are boxes as others', () => {
    const data: unknown = [{ a: ['x', 'x', 'constructor', '__proto__'] }, { toString: ['b'] }, 'box'];
    const document = film(data);
    expect(problemsOf(document)).toEqual([]);
    const { objects } = sceneOf(document);
    expect(Object.keys(objects)).toEqual(
      expect.arrayContaining(['t-constructor', 't-x', 't-x-2', 't-__proto__', 't-toString', 't-box-2']),
    );
    expect(stateOf(document, 't-x-2-label').text).toBe('x');
  });
});

const forms = 'names with what is below them, such as { "CEO": { "CTO": ["Web", "App"], "CFO": [] } }';

describe('data of trees', () => {
  const wide = { root: Array.from({ length: 299 }, (_, index) => `n${index}`) };
  const chain = (levels: number): unknown => (levels === 0 ? [] : { [`l${levels}`]: chain(levels - 1) });

  it.each([
    [5, 'data', `must be ${forms}, but is 5`],
    [null, 'data', `must be ${forms}, but is null`],
    [{}, 'data', `has no boxes; write ${forms}`],
    [{ a: true }, 'data.a', `has below a box must be ${forms}, but is true`],
    [{ a: ['b', true] }, 'data.a[1]', 'must be the name of a box, but is true'],
    [{ a: [''] }, 'data.a[0]', 'must be the name of a box, but is ""'],
    [{ a: ['x'.repeat(301)] }, 'data.a[0]', 'has 301 letters; the name of a box has at most 300'],
    [{ root: [...wide.root, 'more'] }, 'data.root[299]', 'makes more than 300 boxes'],
  ])('data that cannot be read are answered with their place: %j', (data, place, message) => {
    expect(problemsOf(film(data))[0]).toBe(`objects.t.${place}: ${message}`);
  });

  it('300 boxes and 30 levels are drawn, and more levels are refused', () => {
    expect(problemsOf(film(wide))).toEqual([]);
    expect(problemsOf(film(chain(30)))).toEqual([]);
    expect(problemsOf(film(chain(31)))[0]).toMatch(/is on level 31 of a tree, which has at most 30$/);
  });

  it('templates and fields that a tree cannot use are answered', () => {
    const each = (template: unknown) => problemsOf(film(company, undefined, { each: template }))[0];
    expect(each(5)).toBe('objects.t.each: must be one object, the template of the boxes, but is 5');
    expect(each({ kind: 'column' })).toBe(
      'objects.t.each.kind: must be rectangle or circle for the boxes of a tree, but is "column"; lines of its text are divided by \\n',
    );
    expect(each({ width: 5 })).toBe(
      'objects.t.each.width: is decided by the tree: its boxes are as large as their texts; remove it',
    );
    expect(problemsOf({ shorthand: true, objects: { t: { kind: 'tree' } }, compositions: [{}] })[0]).toMatch(
      /^objects\.t\.data: is required for a tree: names with what is below them/,
    );
    expect(problemsOf(film(company, undefined, { children: [] }))[0]).toBe(
      'objects.t.children: is a field of other groups; the boxes of a tree are in its data',
    );
    expect(problemsOf(film(company, undefined, { direction: 'north' }))[0]).toBe(
      'objects.t.direction: must be one of right, left, down, up, but is "north"',
    );
  });
});

it('only films with trees load d3-hierarchy, and they do not load dagre', () => {
  const dist = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href;
  const script = (kind: string) => `
    import { createRequire } from 'node:module';
    const { loadLayout } = await import(${JSON.stringify(dist('layout/load-layout.js'))});
    const { expandProject } = await import(${JSON.stringify(dist('shorthand/expand-project.js'))});
    const film = { shorthand: true, objects: { a: ${kind}, b: { kind: 'text', text: 'b', below: 'a' } }, compositions: { c: {} } };
    const { ok } = expandProject(film, {}, await loadLayout({ hasEquations: false }));
    if (!ok) throw new Error('invalid');
    const files = Object.keys(createRequire(import.meta.url).cache);
    console.log(['dagre', 'd3-hierarchy'].filter((name) => files.some((file) => file.includes(name))).join());
  `;
  const loads = (kind: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script(kind)], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      encoding: 'utf8',
    }).trim();
  expect(loads("{ kind: 'sequence', text: 'A->>B: hi', height: 500 }")).toBe('');
  expect(loads("{ kind: 'graph', text: 'a --> b', height: 500 }")).toBe('dagre');
  expect(loads("{ kind: 'tree', data: { a: ['b'] }, height: 500 }")).toBe('d3-hierarchy');
});

describe('any tree', () => {
  const name = fc.constantFrom('a', 'Ops', 'a long name', 'two\nlines', 'größe', '7');
  const { data } = fc.letrec((tie) => ({
    data: fc.oneof(
      { maxDepth: 4 },
      fc.array(name, { maxLength: 4 }),
      fc
        .array(fc.oneof(name, tie('data')), { maxLength: 3 })
        .map((items) => items.filter((item) => typeof item === 'string')),
      fc.dictionary(name, tie('data'), { minKeys: 1, maxKeys: 3 }),
    ),
  }));

  it(
    'boxes do not overlap, lines lead from box to box, and all is in its room',
    () => {
      const direction = fc.constantFrom('down', 'up', 'left', 'right');
      fc.assert(
        fc.property(fc.dictionary(name, data, { minKeys: 1, maxKeys: 2 }), direction, (tree, leads) => {
          const scene = sceneOf(film(tree, undefined, { width: 1000, height: 800, direction: leads }));
          const boxes = Object.entries(scene.compositions.a?.states ?? {}).flatMap(
            ([id, { x, y, width, height }]) =>
              scene.objects[id]?.kind === 'rectangle'
                ? [
                    {
                      id,
                      left: x - width / 2,
                      right: x + width / 2,
                      top: y - height / 2,
                      bottom: y + height / 2,
                    },
                  ]
                : [],
          );
          for (const [index, one] of boxes.entries()) {
            expect(one.left).toBeGreaterThanOrEqual(459);
            expect(one.right).toBeLessThanOrEqual(1461);
            expect(one.top).toBeGreaterThanOrEqual(139);
            expect(one.bottom).toBeLessThanOrEqual(941);
            for (const other of boxes.slice(index + 1)) {
              const isApart =
                one.right <= other.left ||
                other.right <= one.left ||
                one.bottom <= other.top ||
                other.bottom <= one.top;
              expect(isApart, `${one.id} and ${other.id}`).toBe(true);
            }
          }
        }),
        { numRuns: runs(60) },
      );
    },
    runTimeoutMs,
  );

  it(
    'any data are a tree, or a problem with a sentence',
    () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
          for (const problem of problemsOf(film(value)))
            expect(problem).toMatch(/^objects\.t\.data.*: .{10,}/);
        }),
        { numRuns: runs(300) },
      );
    },
    runTimeoutMs,
  );
});
