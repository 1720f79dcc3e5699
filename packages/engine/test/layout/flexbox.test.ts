// @module-tag chromium

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ChromiumSession, openChromium } from '../../../../test/support/chromium-session.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Bounds } from '../../src/drawing/bounds.ts';
import { boxesOf, film } from './laid-out.ts';

type Align = 'start' | 'center' | 'end' | 'stretch';
type Justify = 'start' | 'center' | 'end' | 'between' | 'evenly';

interface Box {
  /** Undefined for a side that only the group sets. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly flex?: number | undefined;
}

interface Group extends Box {
  readonly kind: 'row' | 'column' | 'grid';
  readonly columns?: number;
  readonly align?: Align;
  readonly justify?: Justify;
  readonly gap?: number;
  readonly padding?: number;
  readonly children: readonly (Box | Group)[];
}

const isGroup = (node: Box | Group): node is Group => 'kind' in node;

/** The objects of a document by id: groups are cards, whose boxes are the parts `ID.box`. */
function objectsOf(node: Box | Group, id: string, place: object = {}): Record<string, object> {
  const { width, height, flex } = node;
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const own = { ...size, ...(flex !== undefined && { flex }), ...place };
  if (!isGroup(node)) return { [id]: { kind: 'rectangle', fill: 'red', ...own } };
  const { kind, columns = 1, align = 'center', justify = 'center', gap = 0, padding = 0 } = node;
  const children = node.children.map((_, index) => `${id}-${index}`);
  return {
    [id]: {
      ...{ kind, children, align, justify, gap, padding, fill: 'navy', ...own },
      ...(kind === 'grid' && { columns }),
    },
    ...Object.assign({}, ...node.children.map((child, index) => objectsOf(child, `${id}-${index}`))),
  };
}

const justifications = { between: 'space-between', evenly: 'space-evenly' } as const;

/** 100 pixels that may become narrower, as a shape without a width may that is stretched across a group. */
const shrinkable = `<i>${'<u></u>'.repeat(100)}</i>`;

/** 100 pixels, as a shape without a width has along a row. */
const rigid = '<s></s>';

/** The same in HTML, with 100 pixels in place of a size that the document leaves out. */
function htmlOf(node: Box | Group, id: string, parent?: Group['kind']): string {
  const { width, height, flex } = node;
  const size = [
    width === undefined ? '' : `width:${width}px`,
    height === undefined ? '' : `height:${height}px`,
  ];
  const own = [...size, flex === undefined ? 'flex:none' : `flex:${flex} 1 0px`].join(';');
  if (!isGroup(node)) {
    const natural = parent === 'row' ? rigid : shrinkable;
    const wide = width === undefined ? natural : '';
    const tall = height === undefined ? '<b></b>' : '';
    return `<div id="${id}" style="${own};min-width:0;min-height:0">${wide}${tall}</div>`;
  }
  const { kind, columns, align = 'center', justify = 'center', gap = 0, padding = 0 } = node;
  const track = align === 'stretch' ? '1fr' : 'auto';
  const content = justify === 'between' || justify === 'evenly' ? justifications[justify] : justify;
  const display =
    kind === 'grid'
      ? `display:grid;grid-template-columns:repeat(${columns},${track});grid-auto-rows:${track};place-items:${align};place-content:${content}`
      : `display:flex;flex-direction:${kind};align-items:${align};justify-content:${content}`;
  const children = node.children.map((child, index) => htmlOf(child, `${id}-${index}`, kind));
  return `<div id="${id}.box" style="${own};${display};gap:${gap}px;padding:${padding}px">${children.join('')}</div>`;
}

/** The sides of the boxes that differ by more than a pixel, as text. */
async function differences(chromium: ChromiumSession, node: Group): Promise<string[]> {
  const objects = objectsOf(node, 'all', { place: 'top left', margin: 0 });
  const { a = {} } = await boxesOf(film(objects, { width: 4000, height: 4000 }));
  await chromium.page.setContent(
    `<style>*{box-sizing:border-box}body{margin:0}b{display:block;height:100px}i{display:block;height:0;font-size:0}u{display:inline-block;width:1px}s{display:block;width:100px}body>div{width:max-content;min-width:min-content;min-height:min-content}</style>${htmlOf(node, 'all')}`,
  );
  const measured = (await chromium.page.evaluate(
    `Object.fromEntries([...document.querySelectorAll('div')].map((item) => {
      const { left, top, right, bottom } = item.getBoundingClientRect();
      return [item.id, { left, top, right, bottom }];
    }))`,
  )) as Record<string, Bounds>;
  return Object.entries(measured).flatMap(([id, expected]) => {
    const isEmpty = expected.right === expected.left || expected.bottom === expected.top;
    return (['left', 'top', 'right', 'bottom'] as const).flatMap((side) => {
      const actual = a[id]?.[side];
      const isSame = actual === undefined ? isEmpty : Math.abs(actual - expected[side]) <= 1;
      return isSame ? [] : [`${id}.${side}: ${actual} instead of ${expected[side]}`];
    });
  });
}

async function session(): Promise<ChromiumSession> {
  const chromium = await openChromium();
  onTestFinished(() => chromium.close());
  return chromium;
}

const [small, large]: readonly Box[] = [
  { width: 60, height: 40 },
  { width: 140, height: 90 },
];
const card = (children: readonly (Box | Group)[], fields: object = {}): Group => ({
  ...{ kind: 'column', children, gap: 10, padding: 20, align: 'start' as const },
  ...fields,
});

const cases: readonly (readonly [string, Group])[] = [
  ...(['start', 'center', 'end', 'between', 'evenly'] as const).flatMap((justify) =>
    (['row', 'column'] as const).map(
      (kind) =>
        [
          `${kind} with ${justify}`,
          { kind, justify, width: 700, height: 600, gap: 10, children: [small, large, small] },
        ] as const,
    ),
  ),
  ['one child between', { kind: 'row', justify: 'between', width: 700, children: [small] }],
  [
    'cards of one height',
    { kind: 'row', align: 'stretch', gap: 20, children: [card([small]), card([large, large])] },
  ],
  [
    'shapes without a height',
    { kind: 'row', align: 'stretch', height: 300, children: [{ width: 80 }, small] },
  ],
  [
    'shapes without a width',
    { kind: 'column', align: 'stretch', width: 300, children: [{ height: 80 }, small] },
  ],
  [
    'equal columns',
    {
      kind: 'row',
      width: 900,
      gap: 30,
      align: 'stretch',
      children: [1, 1, 1].map((flex) => card([small], { flex })),
    },
  ],
  [
    'columns of 1 to 3',
    {
      kind: 'row',
      width: 900,
      height: 300,
      gap: 30,
      align: 'stretch',
      children: [1, 2, 3].map((flex) => card([], { flex, children: [small] })),
    },
  ],
  [
    'flex below 1',
    {
      kind: 'row',
      width: 900,
      align: 'start',
      children: [
        { width: 0, height: 50, flex: 0.25 },
        { width: 0, height: 50, flex: 0.5 },
      ],
    },
  ],
  [
    'a card too narrow for its share',
    {
      kind: 'row',
      width: 400,
      children: [card([large, large], { kind: 'row', flex: 1 }), card([small], { flex: 1 })],
    },
  ],
  [
    'a title, a row that fills the rest, and a note',
    {
      kind: 'column',
      width: 1600,
      height: 900,
      gap: 40,
      padding: 60,
      align: 'stretch',
      children: [
        large,
        {
          kind: 'row',
          flex: 1,
          gap: 40,
          align: 'stretch',
          children: [card([small], { flex: 1 }), card([large], { flex: 2, justify: 'between' })],
        },
        small,
      ],
    },
  ],
  [
    'a grid that fills its size',
    {
      kind: 'grid',
      columns: 2,
      width: 1200,
      height: 800,
      gap: 30,
      align: 'stretch',
      children: [card([small]), card([large]), card([small, large]), card([large])],
    },
  ],
  ...(['start', 'center', 'end', 'between', 'evenly'] as const).map(
    (justify) =>
      [
        `a grid with ${justify}`,
        {
          kind: 'grid',
          columns: 2,
          width: 800,
          height: 700,
          gap: 10,
          justify,
          align: 'end',
          children: [small, large, large, small, small],
        },
      ] as const,
  ),
  ['content larger than its card', card([large, large], { height: 100, width: 160 })],
];

const side = fc.integer({ min: 5, max: 160 });
const anyBox = fc.record({ width: side, height: side });
const flexible = fc.record({ width: fc.constant(0), height: fc.constant(0), flex: fc.constantFrom(1, 2) });
const unsized = fc.record({ width: side, height: side, flex: fc.constant(undefined) }, { requiredKeys: [] });

const anyGroup = (depth: number): fc.Arbitrary<Group> => {
  const child = (kind: Group['kind'], align: Align): fc.Arbitrary<Box | Group> =>
    fc.oneof(
      { arbitrary: anyBox, weight: 3 },
      ...(kind === 'grid' ? [] : [{ arbitrary: flexible, weight: 1 }]),
      ...(align === 'stretch' ? [{ arbitrary: unsized, weight: 1 }] : []),
      ...(depth === 0
        ? []
        : [
            {
              arbitrary: fc
                .tuple(anyGroup(depth - 1), fc.constantFrom(undefined, undefined, 1, 2))
                .map(([group, flex]) => (kind === 'grid' ? group : { ...group, flex })),
              weight: 3,
            },
          ]),
    );
  return fc
    .record({
      kind: fc.constantFrom('row' as const, 'column' as const, 'grid' as const),
      align: fc.constantFrom('start' as const, 'center' as const, 'end' as const, 'stretch' as const),
      justify: fc.constantFrom(...(['start', 'center', 'end', 'between', 'evenly'] as const)),
      gap: fc.integer({ min: 0, max: 30 }),
      padding: fc.integer({ min: 0, max: 30 }),
    })
    .chain((fields) =>
      fc
        .array(child(fields.kind, fields.align), { minLength: 1, maxLength: 3 })
        .chain((children) =>
          fc.integer({ min: 1, max: children.length }).map((columns) => ({ ...fields, columns, children })),
        ),
    );
};

/** A row that shares the space of its row, with a shape that has no width. */
const besideFlexible: Group = {
  kind: 'grid',
  children: [
    {
      ...{ kind: 'row', align: 'stretch', padding: 20 },
      children: [
        { width: 0, height: 0, flex: 1 },
        { kind: 'row', align: 'stretch', padding: 25, flex: 1, children: [{}] },
      ],
    },
  ],
};

describe('groups and the flexbox and grid of Chromium', () => {
  it('rows, columns and grids have the boxes of Chromium, within a pixel', { tags: 'slow' }, async () => {
    const chromium = await session();
    if (!chromium) return;
    const found: Record<string, readonly string[]> = {};
    for (const [name, group] of cases) {
      const differing = await differences(chromium, group);
      if (differing.length > 0) found[name] = differing;
    }
    expect(found).toEqual({});
  });

  it('random groups of groups that fill their size have the boxes of Chromium, within a pixel', async () => {
    const chromium = await session();
    if (!chromium) return;
    await fc.assert(
      fc.asyncProperty(anyGroup(2), async (group) => {
        expect(await differences(chromium, { ...group, width: 4000, height: 4000 })).toEqual([]);
      }),
      { numRuns: runs(60), examples: [[besideFlexible]] },
    );
  });
});
