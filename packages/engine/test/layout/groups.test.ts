import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openChromium } from '../../../../test/support/chromium-session.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Bounds } from '../../src/drawing/bounds.ts';
import { boxesOf, expandLaidOut, film, problemsOf, statesOf } from './laid-out.ts';

const box = (width: number, height: number, state: object = {}) => ({
  kind: 'rectangle',
  state: { width, height, ...state },
});

describe('row, column and grid', () => {
  const members = { one: box(100, 40), two: box(60, 80), three: box(40, 20) };
  const of = Object.keys(members);

  it('a row puts its members side by side in the middle of the frame', async () => {
    const { a } = await boxesOf(film({ ...members, group: { kind: 'row', children: of, gap: 10 } }));
    expect([a?.one?.left, a?.two?.left, a?.three?.left]).toEqual([390, 500, 570]);
    expect([a?.one?.top, a?.two?.top, a?.three?.top]).toEqual([280, 260, 290]);
  });

  it('a column puts its members one below the other, aligned at the start', async () => {
    const group = {
      kind: 'column',
      children: of,
      gap: 10,
      align: 'start',
      state: { place: 'top left', margin: 0 },
    };
    const { a } = await boxesOf(film({ ...members, group }));
    expect([a?.one?.top, a?.two?.top, a?.three?.top]).toEqual([0, 50, 140]);
    expect([a?.one?.left, a?.two?.left, a?.three?.left]).toEqual([0, 0, 0]);
  });

  it('a grid fills its rows from left to right', async () => {
    const group = {
      kind: 'grid',
      children: of,
      columns: 2,
      gap: 10,
      state: { place: 'top left', margin: 0 },
    };
    const { a } = await boxesOf(film({ ...members, group }));
    expect(a?.two).toMatchObject({ left: 110, top: 0 });
    expect(a?.three).toMatchObject({ left: 30, top: 90 });
  });

  it('equal gives all shapes of a row the width of the widest shape', async () => {
    const { a } = await statesOf(film({ ...members, group: { kind: 'row', children: of, equal: true } }));
    expect([a?.one?.width, a?.two?.width, a?.three?.width]).toEqual([100, 100, 100]);
    expect([a?.one?.height, a?.two?.height, a?.three?.height]).toEqual([40, 80, 20]);
  });

  describe('stretched columns in a row', () => {
    const heading = { kind: 'text', text: 'Plan', fontSize: 30 };
    const cards = (changes: object = {}, first: object = heading) => ({
      row: {
        ...{ kind: 'row', height: 400, align: 'stretch', gap: 20 },
        children: [60, 120, 200].map((height) => ({
          ...{ kind: 'column', fill: 'navy', padding: 20, gap: 10, ...changes },
          children: [height === 60 ? first : heading, { kind: 'rectangle', width: 100, height }],
        })),
      },
    });
    const tops = async (objects: object) => {
      const { a = {} } = await boxesOf(film(objects));
      return [0, 1, 2].map((index) => Math.round(a[`row.${index}.0`]?.top ?? 0));
    };

    it('begin with the fullest of them, which is in the middle', async () => {
      const [one, two, three] = await tops(cards());
      expect([two, three]).toEqual([one, one]);
      const [, , centered] = await tops(cards({ justify: 'center' }));
      expect(three).toBe(centered);
    });

    it('stand alone with justify, and if they begin with something else', async () => {
      const [one = 0, two = 0, three = 0] = await tops(cards({ justify: 'center' }));
      expect(one).toBeGreaterThan(two);
      expect(two).toBeGreaterThan(three);
      const [icon = 0, , last = 0] = await tops(cards({}, { kind: 'rectangle', width: 40, height: 40 }));
      expect(icon).toBeGreaterThan(last + 20);
    });
  });

  it('a group can be a member of another one', async () => {
    const objects = {
      ...members,
      right: { kind: 'column', children: ['two', 'three'], gap: 10 },
      all: { kind: 'row', children: ['one', 'right'], gap: 20, state: { place: 'top left', margin: 0 } },
    };
    const { a } = await boxesOf(film(objects));
    expect(a?.one).toMatchObject({ left: 0, top: 35 });
    expect(a?.two).toMatchObject({ left: 120, top: 0 });
    expect(a?.three).toMatchObject({ left: 130, top: 90 });
  });

  it('a group can be placed, surrounded and related to like an object', async () => {
    const objects = {
      ...members,
      group: { kind: 'row', children: of, gap: 10, state: { below: 'title', margin: 30 } },
      title: box(500, 50, { x: 500, y: 100 }),
      frame: { kind: 'rectangle', state: { around: 'group', padding: 5 } },
      note: box(20, 20, { rightOf: 'group', margin: 0 }),
    };
    const { a } = await boxesOf(film(objects));
    expect(a?.two).toMatchObject({ top: 155 });
    expect(a?.frame).toEqual({ left: 385, top: 150, right: 615, bottom: 240 });
    expect(a?.note?.left).toBe(610);
  });

  it('a group moves when its place changes from composition to composition', async () => {
    const states = { one: {}, two: {}, three: {} };
    const document = film(
      { ...members, group: { kind: 'row', children: of, gap: 10 } },
      { compositions: { a: { states }, b: { states: { group: { place: 'top', margin: 0, gap: 20 } } } } },
    );
    const { b } = await boxesOf(document);
    expect(b?.two).toMatchObject({ left: 500, top: 0 });
  });

  it('members that a composition does not show leave no gap in their group', async () => {
    const states = { one: {}, two: {}, three: {} };
    const document = film(
      { ...members, group: { kind: 'row', children: of, gap: 10, state: { place: 'left', margin: 0 } } },
      { compositions: { a: { states }, b: { states: { two: false } } } },
    );
    const { b } = await boxesOf(document);
    expect([b?.one?.left, b?.three?.left]).toEqual([0, 110]);
  });

  it('a member with a number leaves its place in the group on that axis', async () => {
    const states = { one: {}, two: {}, three: {} };
    const document = film(
      { ...members, group: { kind: 'row', children: of, gap: 10 } },
      { compositions: { a: { states }, b: { states: { two: { y: 100 } } } } },
    );
    const { a, b } = await statesOf(document);
    expect(b?.two).toMatchObject({ x: a?.two?.x, y: 100 });
  });
});

/** A row, column or grid of boxes of some sizes. */
const anyGroup = fc.record({
  kind: fc.constantFrom('row' as const, 'column' as const, 'grid' as const),
  columns: fc.integer({ min: 1, max: 5 }),
  gap: fc.integer({ min: 0, max: 30 }),
  align: fc.constantFrom('start' as const, 'center' as const, 'end' as const),
  sizes: fc.array(fc.tuple(fc.integer({ min: 1, max: 160 }), fc.integer({ min: 1, max: 90 })), {
    minLength: 1,
    maxLength: 9,
  }),
});

describe('the layout of Chromium', () => {
  it('groups have the boxes that Chromium gives flexbox and grid', { tags: 'chromium' }, async () => {
    const chromium = await openChromium();
    onTestFinished(() => chromium.close());
    await fc.assert(
      fc.asyncProperty(anyGroup, async ({ kind, columns, gap, align, sizes }) => {
        const ids = sizes.map((_, index) => `m${index}`);
        const objects = {
          ...Object.fromEntries(sizes.map(([width, height], index) => [ids[index], box(width, height)])),
          group: {
            ...{ kind, children: ids, gap, align },
            ...(kind === 'grid' ? { columns } : {}),
            state: { place: 'top left', margin: 0 },
          },
        };
        const { a = {} } = await boxesOf(film(objects, { width: 2000, height: 2000 }));
        const css =
          kind === 'grid'
            ? `display: inline-grid; grid-template-columns: repeat(${columns}, auto); place-items: ${align}`
            : `display: inline-flex; flex-direction: ${kind}; align-items: ${align === 'center' ? align : `flex-${align}`}`;
        const items = sizes.map(([width, height]) => `<i style="width:${width}px;height:${height}px"></i>`);
        await chromium.page.setContent(
          `<style>body{margin:0}i{display:block;flex:none}</style><div style="${css};gap:${gap}px;width:max-content">${items.join('')}</div>`,
        );
        const measured = (await chromium.page.evaluate(
          `[...document.querySelectorAll('i')].map((item) => {
            const { left, top, right, bottom } = item.getBoundingClientRect();
            return { left, top, right, bottom };
          })`,
        )) as Bounds[];
        for (const [index, id] of ids.entries()) {
          for (const side of ['left', 'top', 'right', 'bottom'] as const) {
            expect(Math.abs((a[id]?.[side] ?? Number.NaN) - (measured[index]?.[side] ?? 0))).toBeLessThan(
              0.5,
            );
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('groups that place and act together', () => {
  const box = { kind: 'rectangle', state: { width: 100, height: 100 } };
  const objects = {
    one: box,
    two: box,
    three: box,
    pair: { kind: 'column', children: ['one', 'two'] },
    all: { kind: 'row', children: ['pair', 'three'] },
  };

  it('a group enters with the first composition that moves it, and its members with it', async () => {
    const states = await statesOf({
      shorthand: true,
      objects,
      compositions: { a: {}, b: { states: { all: { place: 'left' } } } },
    });
    const seen = [states.a, states.b].map((all) => Object.values(all ?? {}).map(({ visible }) => visible));
    expect(seen).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
  });

  it('a box is drawn below the children of its group, wherever the document has them', async () => {
    const dot = { kind: 'circle', state: {} };
    const orderOf = async (fields: object) => {
      const result = await expandLaidOut({ shorthand: true, ...fields, compositions: [{}] });
      if (!result.ok) throw new Error('invalid');
      const all = Object.values(result.value.project.scenes.main?.objects ?? {});
      return all.sort((one, other) => one.order - other.order).map(({ id }) => id);
    };
    const card = (children: readonly string[]) => ({ kind: 'column', fill: 'red', children });
    expect(
      await orderOf({
        objects: { a: dot, b: dot, c: dot, inner: card(['b']), outer: card(['inner', 'c']), d: dot },
      }),
    ).toEqual(['a', 'outer-box', 'inner-box', 'b', 'c', 'd']);
    expect(await orderOf({ objects: { outer: card(['a']), a: dot } })).toEqual(['outer-box', 'a']);
  });

  it('a group with a box is a member of a row like a card', async () => {
    const badge = {
      kind: 'group',
      fill: 'red',
      padding: 10,
      children: {
        left: { kind: 'rectangle', x: 100, y: 100, width: 40, height: 40 },
        right: { kind: 'rectangle', x: 200, y: 120, width: 40, height: 40 },
      },
    };
    const box = { kind: 'rectangle', width: 100, height: 100 };
    const row = { kind: 'row', gap: 20, children: [badge, box] };
    const states = await statesOf({
      shorthand: true,
      objects: { row },
      compositions: {
        a: {},
        b: { states: { 'row.0': { padding: 20 } } },
        c: { states: { 'row.0.right': { x: 240 } } },
      },
    });
    const at = (composition: string, id: string) => {
      const { x, y, width, height } = states[composition]?.[id] ?? {};
      return [x, y, width, height];
    };
    // 140 x 60 with its children, and 10 on each side.
    expect(at('a', 'row-0-box')).toEqual([900, 540, 160, 80]);
    expect(at('a', 'row-0-left')).toEqual([850, 530, 40, 40]);
    expect(at('a', 'row-0-right')).toEqual([950, 550, 40, 40]);
    expect(at('a', 'row-1')).toEqual([1050, 540, 100, 100]);
    expect(at('b', 'row-0-box')).toEqual([900, 540, 180, 100]);
    expect(at('c', 'row-0-box')).toEqual([900, 540, 220, 100]);
    expect(
      await problemsOf({
        shorthand: true,
        objects: { row: { ...row, children: [{ ...badge, children: [{ ...box, place: 'top' }] }] } },
        compositions: [{}],
      }),
    ).toEqual([
      'objects.row.children[0].children[0].place: sets the position of row.0.0, which its group row.0 sets already; keep one of the two',
    ]);
  });

  it('a group leaves no gap for members that it hides, and fades them together', async () => {
    const states = await statesOf({
      shorthand: true,
      objects,
      compositions: {
        a: { states: { all: {} } },
        b: { states: { pair: false } },
        c: { states: { pair: {}, all: { opacity: 0.5 } } },
      },
    });
    expect([states.a?.three?.x, states.b?.three?.x]).toEqual([expect.not.closeTo(960, 0), 960]);
    expect(states.c?.three?.x).toBe(states.a?.three?.x);
    const shown = (id: string) =>
      Object.values(states[id] ?? {}).map(({ visible, opacity }) => visible && opacity);
    // The last one is the layer of the group.
    expect([shown('a'), shown('b'), shown('c')]).toEqual([
      [1, 1, 1, 1],
      [false, false, 1, 1],
      [1, 1, 1, 0.5],
    ]);
  });

  it('a member that its group hides stays where it is shown next, even if the document changes it', async () => {
    const states = await statesOf({
      shorthand: true,
      objects: { ...objects, some: { kind: 'group', children: ['three'] } },
      compositions: {
        a: { states: { all: {}, three: { fill: 'gold' }, some: false } },
        b: { states: { some: {} } },
      },
    });
    expect(states.a?.three).toEqual({ ...states.b?.three, visible: false });
    expect(states.b?.three?.x).toBeGreaterThan(960);
  });
});
