// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { BrowserTypesetter } from '../../../../test/support/browser-text.ts';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodePng, pixelAt } from '../../../../test/support/picture.ts';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import type { CompositionState, Scene } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';
import { shorthandJsonSchema } from '../../src/shorthand/json-schema.ts';
import { expand, plain, problemsOf } from './expand.ts';

const people = [
  { id: 'ada', name: 'Ada', points: 7, share: 12.5 },
  { name: 'Bob', points: 1200, share: -3 },
  { name: 'Cy', points: 45, share: 0.25 },
];

const shown = { a: { states: { t: true } } };

function film(data: unknown, fields: object = {}, compositions: object = shown, more: object = {}) {
  return { shorthand: true, objects: { t: { kind: 'table', data, ...fields } }, compositions, ...more };
}

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

function stateIn(scene: Scene, composition: string, id: string): CompositionState {
  const state = scene.compositions[composition]?.states[id];
  if (state === undefined) throw new Error(`no state of ${id}`);
  return state;
}

/** The texts of a table in a composition, row by row from the top, as they stand from left to right. */
function textsIn(scene: Scene, composition = 'a'): string[][] {
  const states = scene.compositions[composition]?.states ?? {};
  const rows = new Map<number, { x: number; text: string }[]>();
  for (const [id, { visible, text }] of Object.entries(states)) {
    const cell = states[id.replace(/-label$/, '')];
    if (!id.endsWith('-label') || !visible || cell === undefined) continue;
    const row = rows.get(cell.y) ?? [];
    rows.set(cell.y, row);
    row.push({ x: cell.x, text });
  }
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([, row]) => row.sort((one, other) => one.x - other.x).map(({ text }) => text));
}

const tableOf = (data: unknown, fields: object = {}) => textsIn(sceneOf(film(data, fields)));

/** The heights at which the first cells of rows are. */
function heightsOf(scene: Scene, composition: string, rows: readonly string[], column: string): number[] {
  return rows.map((row) => stateIn(scene, composition, `t-${row}-${column}`).y);
}

describe('data of tables', () => {
  const expected = [
    ['name', 'points'],
    ['Ada', '7'],
    ['Bob', '1200'],
  ];

  it('objects, lists with a header, and CSV give the same table', () => {
    const rows = [
      { name: 'Ada', points: 7 },
      { name: 'Bob', points: 1200 },
    ];
    expect(tableOf(rows)).toEqual(expected);
    expect(tableOf([['name', 'points'], ...rows.map((row) => Object.values(row))], { header: true })).toEqual(
      expected,
    );
    expect(
      tableOf(
        rows.map((row) => Object.values(row)),
        { header: ['name', 'points'] },
      ),
    ).toEqual(expected);
    expect(tableOf('name;points\nAda;7\nBob;1200\n')).toEqual(expected);
  });

  it('a CSV file in the folder of the project gives a table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tables-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'people.csv'), 'name,2024,2023\nAda,7,8\n');
    const document = film('people.csv', { columns: ['2023', 'name'] });
    const { issues } = await inspect(document, { baseFolder: folder });
    expect(issues).toEqual([]);
    const { bytes } = await render(document, { baseFolder: folder, format: 'svg', timeMs: 0 });
    expect(bytes).toBeGreaterThan(1000);
  });

  it('an object has a row for each key, and values without names have no header', () => {
    expect(tableOf({ Mon: 4, Tue: 12 })).toEqual([
      ['Mon', '4'],
      ['Tue', '12'],
    ]);
    expect(tableOf({ 'São Paulo': { a: 1 } })).toEqual([['a'], ['São Paulo', '1']]);
    expect(tableOf(['one', 'two'])).toEqual([['one'], ['two']]);
  });

  it('CSV keeps the order of columns whose names are numbers', () => {
    expect(tableOf('name,2025,2024\nAda,1,2\n')[0]).toEqual(['name', '2025', '2024']);
  });

  it('columns choose, order and describe columns, and id is none unless it is chosen', () => {
    expect(tableOf(people, { columns: ['points', 'name'] })[0]).toEqual(['points', 'name']);
    expect(tableOf(people)[0]).toEqual(['name', 'points', 'share']);
    expect(tableOf(people, { columns: ['id', 'name'] })[1]).toEqual(['ada', 'Ada']);
    const titled = tableOf(people, { columns: ['name', 'share'], header: ['Who', 'Change'] });
    expect(titled[0]).toEqual(['Who', 'Change']);
    expect(tableOf(people, { header: false })[0]).toEqual(['Ada', '7', '12.50']);
  });

  it('numbers of a column have equal decimals, and commas from 10,000 on', () => {
    expect(tableOf(people).map((row) => row[2])).toEqual(['share', '12.50', '−3.00', '0.25']);
    expect(tableOf([[9999], [10_000.5]])).toEqual([['9,999.0'], ['10,000.5']]);
    expect(tableOf([[1e300], [-2.5e-9], [-0.5]])).toEqual([['1e+300'], ['−2.5e−9'], ['−0.5']]);
    expect(tableOf([[0.1 + 0.2], [4e-7], [0]])).toEqual([['0.3'], ['0.0000004'], ['0.0']]);
  });

  it('formats are those of d3 for numbers and dates, or a text around the value', () => {
    const columns = [
      { format: ',.1f' },
      { format: '%b %Y' },
      { format: '{value} €' },
      { format: '{value:.0%}!' },
    ];
    expect(tableOf([[1234, '2026-03-01', 2, 0.25, 'x']], { columns })).toEqual([
      ['1,234.0', 'Mar 2026', '2 €', '25%!', 'x'],
    ]);
  });

  it('missing fields and null are empty cells, and true and false are signs', () => {
    const rows = [{ a: 'x', b: true }, { a: null, b: false }, { b: null }, { a: 'y' }];
    expect(tableOf(rows, { header: false })).toEqual([['x', '✓'], ['–'], ['y']]);
  });

  it('ragged lists are filled with empty cells', () => {
    expect(tableOf([[1, 2], [3], []])).toEqual([['1', '2'], ['3']]);
  });

  it('variables and running numbers are the contents of cells', () => {
    const document = film(
      [['n', '${100 * s:.1f} €', '${name}']],
      {},
      { a: { states: { t: true } }, b: { enter: 500, variables: { s: 3 } } },
      { variables: { s: 2, name: 'Ada' } },
    );
    const scene = sceneOf(document);
    expect(stateIn(scene, 'a', 't-0-1-label')).toMatchObject({ formulas: { text: '${100 * s:.1f} €' } });
    expect(stateIn(scene, 'a', 't-0-2-label').text).toBe('Ada');
  });
});

describe('places of cells', () => {
  const scene = sceneOf(film(people));

  it('texts are on the left, and numbers on the right with tabular digits, each column at one line', () => {
    for (const [column, align] of [
      ['name', 'left'],
      ['points', 'right'],
      ['share', 'right'],
    ] as const) {
      const states = ['header', 'ada', '1', '2'].map((row) => {
        const cell = stateIn(scene, 'a', `t-${row}-${column}`);
        const label = stateIn(scene, 'a', `t-${row}-${column}-label`);
        return { align: label.align, edge: cell.x + label.x, width: cell.width };
      });
      expect(new Set(states.map(({ edge }) => Math.round(edge * 100))).size).toBe(1);
      expect(new Set(states.map(({ width }) => width)).size).toBe(1);
      expect(states.map((one) => one.align)).toEqual([align, align, align, align]);
    }
    expect(stateIn(scene, 'a', 't-1-share-label').tabularNumbers).toBe(true);
  });

  it('the header is bold, and each row has a thin line below it as wide as the table', () => {
    expect(stateIn(scene, 'a', 't-header-name-label').fontWeight).toBe(600);
    const lines = ['header', 'ada', '1', '2'].map((row) => stateIn(scene, 'a', `t-${row}-whole-line`));
    const width = ['name', 'points', 'share'].reduce(
      (sum, one) => sum + stateIn(scene, 'a', `t-1-${one}`).width,
      0,
    );
    for (const line of lines) expect(line.width).toBeCloseTo(width, 1);
    expect(lines[0]?.height).toBeGreaterThan(lines[1]?.height ?? 0);
    expect(lines.every(({ height }) => height < 4)).toBe(true);
    const none = sceneOf(film(people, { lines: false }));
    expect(Object.keys(none.objects).filter((id) => id.endsWith('line'))).toEqual([]);
  });

  it('width and height are those of the whole table, and columns have their own widths', () => {
    const fields = { width: 1200, height: 700, columns: { name: { width: '25%' }, points: { width: 200 } } };
    const sized = sceneOf(film(people, fields));
    const cells = ['name', 'points', 'share'].map((column) => stateIn(sized, 'a', `t-1-${column}`));
    expect(cells.map(({ width }) => width)).toEqual([300, 200, 700]);
    const heights = ['header', 'ada', '1', '2'].map((row) => stateIn(sized, 'a', `t-${row}-name`).height);
    expect(heights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(700, 1);
  });

  it('a long text wraps in its column, and its row is higher', () => {
    const long = 'a sentence that is much longer than its narrow column';
    const wrapped = sceneOf(film([[long], ['short']], { columns: [{ width: 500 }] }));
    expect(stateIn(wrapped, 'a', 't-0-0-label').wrapWidth).toBeLessThan(500);
    expect(stateIn(wrapped, 'a', 't-0-0').height).toBeGreaterThan(
      1.8 * stateIn(wrapped, 'a', 't-1-0').height,
    );
  });

  it('a table that is too large for the frame is inside it, with letters of one size in all compositions', {
    tags: 'slow',
  }, () => {
    const many = Array.from({ length: 40 }, (_, row) =>
      Array.from({ length: 12 }, (_, at) => `cell ${row} ${at}`),
    );
    const large = sceneOf(
      film(many, {}, { a: { states: { t: true } }, b: { states: { t: { data: many.slice(0, 3) } } } }),
    );
    for (const composition of ['a', 'b']) {
      const states = Object.entries(large.compositions[composition]?.states ?? {});
      const sizes = states.filter(([id, { visible }]) => visible && id.endsWith('label'));
      expect(new Set(sizes.map(([, { fontSize }]) => fontSize)).size).toBe(1);
      expect(sizes[0]?.[1].fontSize).toBe(stateIn(large, 'a', 't-0-0-label').fontSize);
      for (const [id, { x, y, width, height, visible }] of states) {
        if (!visible || id.endsWith('label')) continue;
        expect([x - width / 2, y - height / 2].every((edge) => edge >= 0)).toBe(true);
        expect(x + width / 2).toBeLessThanOrEqual(1920);
        expect(y + height / 2).toBeLessThanOrEqual(1080);
      }
    }
  });

  it('a table is a child of rows and cards, and fills the space that is left with flex', () => {
    const document = {
      shorthand: true,
      theme: 'mist',
      objects: {
        card: {
          ...{ kind: 'column', style: 'card', width: 900, height: 800, align: 'stretch' },
          children: [
            { kind: 'text', text: 'People' },
            { id: 'people', kind: 'table', flex: 1, data: people },
          ],
        },
      },
      compositions: { a: {} },
    };
    const inCard = sceneOf(document);
    const box = stateIn(inCard, 'a', 'card-box');
    const line = stateIn(inCard, 'a', 'card-people-2-whole-line');
    expect(line.width).toBeGreaterThan(0.8 * box.width);
    expect(line.width).toBeLessThan(box.width);
    expect(box.y + box.height / 2 - line.y).toBeLessThan(0.1 * box.height);
  });

  it('hidden rows keep their place, and other objects are placed at rows and cells', () => {
    const rows = sceneOf({
      shorthand: true,
      objects: {
        t: { kind: 'table', data: people },
        note: { kind: 'text', text: 'most', rightOf: 't.1.share' },
        mark: { kind: 'rectangle', around: 't.1', padding: 0 },
      },
      compositions: {
        a: { states: { 't.*': false, 't.header': true } },
        b: { states: { 't.1': true, note: true, mark: true } },
      },
    });
    expect(textsIn(rows, 'a')).toEqual([['name', 'points', 'share']]);
    expect(textsIn(rows, 'b')[1]).toEqual(['Bob', '1200', '−3.00']);
    expect(heightsOf(rows, 'b', ['header', '1'], 'name')).toEqual(
      heightsOf(scene, 'a', ['header', '1'], 'name'),
    );
    const line = stateIn(rows, 'b', 't-1-whole-line');
    expect(stateIn(rows, 'b', 'mark').width).toBeCloseTo(line.width, 1);
    expect(stateIn(rows, 'b', 'note').x).toBeGreaterThan(line.x + line.width / 2);
  });
});

describe('parts of tables', () => {
  const colours = (states: object, fields: object = {}) => {
    const scene = sceneOf(
      film(people, fields, { a: { states: { t: true } }, b: { states } }, { theme: 'paper' }),
    );
    return (id: string) => stateIn(scene, 'b', id).fill;
  };

  it('the fill of a row or a cell keeps its texts easy to read, and none brings their colour back', () => {
    const of = colours({ 't.1': { fill: 'text' }, 't.ada.name': { fill: 'text' } });
    const plainOf = colours({});
    expect(of('t-1-box')).toBe(plainOf('t-2-name-label'));
    for (const id of ['t-1-name-label', 't-1-share-label', 't-ada-name-label'])
      expect(of(id)).not.toBe(plainOf(id));
    expect(of('t-ada-points-label')).toBe(plainOf('t-ada-points-label'));
    const document = film(
      people,
      {},
      {
        a: { states: { t: true } },
        b: { states: { 't.1': { fill: 'black' } } },
        c: { states: { 't.1': { fill: 'none' } } },
      },
      { background: '#ffffff' },
    );
    const [, dark, again] = ['a', 'b', 'c'].map(
      (key) => stateIn(sceneOf(document), key, 't-1-name-label').fill,
    );
    expect(dark).toBe('#ffffff');
    expect(again).toBe(stateIn(sceneOf(document), 'a', 't-1-name-label').fill);
  });

  it('a written colour wins over the one that is easy to read, also in a later composition', () => {
    const document = film(
      people,
      {},
      {
        a: { states: { t: true, 't.1': { fill: '#ffffff', textColor: '#aa0000' } } },
        b: {
          states: { 't.1': { fill: '#000000' }, 't.2': { fill: '#ffffff' }, 't.2.name': { fill: '#000000' } },
        },
        c: { states: { 't.2.name': { fill: 'none' } } },
      },
    );
    const scene = sceneOf(document);
    const inkOf = (key: string, id: string) => stateIn(scene, key, id).fill;
    expect(['a', 'b'].map((key) => inkOf(key, 't-1-name-label'))).toEqual(['#aa0000', '#aa0000']);
    expect(['b', 'c'].map((key) => inkOf(key, 't-2-name-label'))).toEqual([
      '#ffffff',
      inkOf('b', 't-2-share-label'),
    ]);
    expect(inkOf('b', 't-2-share-label')).not.toBe('#ffffff');
  });

  it('letters of a row, of the whole table and of a column are those of its cells, of which the nearest win', () => {
    const of = colours({
      t: { textColor: '#111111' },
      't.*.share': { textColor: '#222222' },
      't.1': { textColor: '#333333' },
      't.1.points': { textColor: '#444444' },
    });
    expect(['name', 'points', 'share'].map((column) => of(`t-2-${column}-label`))).toEqual([
      '#111111',
      '#111111',
      '#222222',
    ]);
    expect(of('t-1-name-label')).toBe('#333333');
    expect(of('t-1-points-label')).toBe('#444444');
    expect(of('t-header-share-label')).toBe('#222222');
  });

  it('all columns are parts of all rows, also in other groups', () => {
    const document = {
      shorthand: true,
      objects: {
        row: {
          kind: 'row',
          data: [1, 2],
          each: {
            kind: 'column',
            children: { n: { kind: 'text', text: '${item}' }, m: { kind: 'text', text: 'm' } },
          },
        },
      },
      compositions: { a: {}, b: { states: { 'row.*.n': { fill: 'gold' } } } },
    };
    const scene = sceneOf(document);
    expect(['row-0-n', 'row-1-n', 'row-0-m'].map((id) => stateIn(scene, 'b', id).fill)).toEqual([
      '#ffd700',
      '#ffd700',
      '#ffffff',
    ]);
    expect(problemsOf({ ...document, compositions: { a: { states: { 'row.*.x': false } } } })).toEqual([
      'compositions.a.states["row.*.x"]: mentions "x" of the parts of "row", which have none',
    ]);
  });

  it('names with dots and of other scripts are names of cells', () => {
    const scene = sceneOf(
      film(
        [{ 'a.b': 1, größe: 2, '*': 3 }],
        {},
        {
          a: { states: { t: true } },
          b: { states: { 't.0.a-b': { fill: '#123456' }, 't.0.größe': { fill: '#654321' } } },
        },
      ),
    );
    const fills = Object.values(scene.compositions.b?.states ?? {}).map(({ fill }) => fill);
    expect(fills).toEqual(expect.arrayContaining(['#123456', '#654321']));
  });

  it('a stagger counts rows, whose cells enter together', () => {
    const enter = { duration: 1000, stagger: 100, type: 'slide' };
    const scene = sceneOf(film(people, {}, { a: {}, b: { enter, states: { t: true } } }));
    const [transition] = Object.values(scene.transitions);
    const tracks = Object.values(transition?.tracks ?? {}).flat();
    const startOf = (id: string) => tracks.find(({ objectId }) => objectId === id)?.start;
    expect(['header', 'ada', '1', '2'].map((row) => startOf(`t-${row}-name-label`))).toEqual([
      0, 100, 200, 300,
    ]);
    expect(startOf('t-1-whole-line')).toBe(200);
    expect(startOf('t-1-share-label')).toBe(200);
  });
});

describe('changes of tables', () => {
  const changed = (data: unknown, later: unknown, fields: object = {}) =>
    sceneOf(
      film(data, fields, { a: { states: { t: true } }, b: { enter: 500, states: { t: { data: later } } } }),
    );

  it('data in another order move rows, and numbers of a row count', () => {
    const [ada, bob, cy] = people;
    const scene = changed(people, [cy, { ...bob, points: 1300 }, ada]);
    expect(textsIn(scene, 'b').map(([name]) => name)).toEqual(['name', 'Cy', 'Bob', 'Ada']);
    const [first, second, third] = heightsOf(scene, 'a', ['ada', '1', '2'], 'name');
    expect(heightsOf(scene, 'b', ['ada', '1', '2'], 'name')).toEqual([third, second, first]);
    const label = stateIn(scene, 'b', 't-1-points-label');
    expect([label.text, label.textTransition]).toEqual(['1300', 'count']);
  });

  it('rows are the same by their first column, also when everything else changes', () => {
    const scene = changed(
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
      [
        ['c', 30],
        ['d', 4],
        ['a', 10],
      ],
    );
    expect(textsIn(scene, 'b')).toEqual([
      ['c', '30'],
      ['d', '4'],
      ['a', '10'],
    ]);
    expect(stateIn(scene, 'b', 't-2-0-label').text).toBe('c');
    expect(stateIn(scene, 'b', 't-1-0').visible).toBe(false);
  });

  it('columns keep their widths and their format when the data change', () => {
    const scene = changed(
      [{ n: 'x', v: 1 }],
      [
        { n: 'a much longer name', v: 12_345.25 },
        { n: 'x', v: 2 },
      ],
    );
    expect(stateIn(scene, 'a', 't-0-n').width).toBe(stateIn(scene, 'b', 't-0-n').width);
    expect(stateIn(scene, 'a', 't-0-v-label').text).toBe('1.00');
    expect(stateIn(scene, 'b', 't-0-v-label').text).toBe('2.00');
  });

  it('the JSON Schema accepts later data of tables, and columns in all forms', { tags: 'slow' }, () => {
    const validate = new Ajv2020({ strict: false }).compile(shorthandJsonSchema);
    const compositions = [{ states: { t: true } }, { states: { t: { data: people } } }];
    for (const columns of [['name'], [{ width: '20%' }, { align: 'right' }], { share: { format: '.1f' } }]) {
      const document = film(people, { columns, header: ['a', 'b', null], lines: false }, compositions);
      expect([validate(document), validate.errors]).toEqual([true, null]);
    }
    expect(validate(film(people, { columns: [{ align: 'top' }] }, compositions))).toBe(false);
  });

  it('data may begin or end with no rows', () => {
    expect(textsIn(changed([], [{ a: 1 }]), 'b')).toEqual([['a'], ['1']]);
    expect(textsIn(changed([{ a: 1 }], []), 'b')).toEqual([['a']]);
  });
});

describe('wrong tables', () => {
  const first = (data: unknown, fields: object = {}) => problemsOf(film(data, fields))[0];

  it.each([
    [undefined, {}, /^objects\.t\.data: is required for a table: its rows, such as /],
    [5, {}, /^objects\.t\.data: must be a list of rows, .*, or CSV, but is 5$/],
    [[], {}, /^objects\.t\.data: has no columns; write at least one row, or columns$/],
    [
      [{ a: { b: 1 } }],
      {},
      /^objects\.t\.data\[0\]\.a: in row 1, column "a" must be a text, a number, true, /,
    ],
    [
      [
        ['x', 'y'],
        [1, [2]],
      ],
      { header: true },
      /^objects\.t\.data\[1\]\[1\]: in row 1, column "y" must be a text/,
    ],
    [
      [['x'], [1, 2]],
      { header: true },
      /^objects\.t\.data\[1\]: has 2 cells, but the header has 1; write as many$/,
    ],
    [
      [[1], { a: 2 }],
      {},
      /^objects\.t\.data\[1\]: is an object, but the first row is a list; all rows must be /,
    ],
    [
      [{ a: 1 }],
      { columns: ['b'] },
      /^objects\.t\.columns\[0\]: is "b", which is no column of the table; that has "a"$/,
    ],
    [[{ a: 1 }], { columns: 3 }, /^objects\.t\.columns: must be a list of names or of objects with align, /],
    [
      [{ a: 1 }],
      { columns: { a: { align: 'top' } } },
      /^objects\.t\.columns\.a\.align: must be left, center or right, /,
    ],
    [
      [{ a: 1 }],
      { columns: { a: { wdth: 3 } } },
      /^objects\.t\.columns\.a\.wdth: is no field of a column, which has /,
    ],
    [
      [{ a: 1 }],
      { columns: { a: { format: 'zz' } } },
      /^objects\.t\.columns\.a\.format: must be a format of d3 such as /,
    ],
    [
      [{ a: 1 }],
      { header: ['x', 'y'] },
      /^objects\.t\.header: has 2 texts, but the table has 1 column; write one /,
    ],
    [
      [{ a: 1 }],
      { gap: 3 },
      /^objects\.t\.gap: is a field of rows and grids; a table has columns, each with align/,
    ],
    [
      [{ a: 1 }],
      { children: ['x'] },
      /^objects\.t\.children: is a field of other groups; the rows of a table are /,
    ],
    [
      Array.from({ length: 201 }, () => [1]),
      {},
      /^objects\.t\.data: must have at most 200 rows, but has 201$/,
    ],
    [[Array(31).fill(1)], {}, /^objects\.t\.data: must have at most 30 columns, but has 31$/],
    [
      Array.from({ length: 200 }, () => Array(8).fill(1)),
      {},
      /at most 600 cells in all compositions, but has 200 rows of 8$/,
    ],
    [
      [['x'.repeat(501)]],
      {},
      /^objects\.t\.data\[0\]\[0\]: in row 1, column "0" has 501 letters; a cell has at most 500$/,
    ],
    ['a,b\n1,2,3', {}, /^objects\.t\.data: is CSV that has a row 1 that has 3 fields, but the header has 2$/],
    [[{ id: 'x' }, { id: 'x' }], {}, /^objects\.t\.data: has two items with the id "x"; give each its own$/],
  ])('refuses %# with %j in a sentence', (data, fields, message) => {
    expect(first(data, fields)).toMatch(message);
  });

  it('advice names unknown fields with those of tables, and small letters once', async () => {
    const { advice } = await inspect(
      film(
        Array.from({ length: 30 }, (_, row) => [row, row]),
        { headr: true },
      ),
      { advice: true },
    );
    const messages = (advice ?? []).map(({ rule, message }) => `${rule}: ${message}`);
    expect(messages.filter((one) => one.startsWith('unknown-field'))).toEqual([
      expect.stringMatching(/A table has header, columns, lines, data, .* see the page "table"$/),
    ]);
    expect(messages.filter((one) => one.startsWith('small-type'))).toHaveLength(1);
  });
});

describe('pictures of tables', () => {
  const browser = new ReferenceBrowser();
  const typesetter = new BrowserTypesetter();
  afterAll(async () => {
    await browser.close();
    await typesetter.close();
  });

  it.each(['midnight', 'paper', 'poster'])(
    'a table in the theme %s looks in Chromium as it is drawn',
    { tags: 'chromium' },
    async (theme) => {
      const document = film(
        people,
        { style: 'card' },
        { a: { states: { t: true, 't.1': { fill: 'accent' } } } },
        { theme },
      );
      const { advice, issues } = await inspect(document, { advice: true });
      expect([issues, (advice ?? []).filter(({ rule }) => rule !== 'empty-frame')]).toEqual([[], []]);
      const ours = await decodePng((await render(document, { format: 'png', timeMs: 0, width: 960 })).data);
      const svg = await render(document, { format: 'svg', timeMs: 0, width: 960 });
      await demandSamePicture(ours, await browser.draw(svg.data, svg), theme);
    },
  );

  it('columns are as wide as Chromium sets their longest texts, with the padding', {
    tags: 'chromium',
  }, async () => {
    const scene = sceneOf(film(people, { fontSize: 50 }));
    const widthOf = (text: string, tabularNumbers: boolean) =>
      typesetter.widthOf({ text, fonts: ['Inter'], fontSize: 50, tabularNumbers });
    const share = await widthOf('12.50', true);
    const points = await widthOf('1200', true);
    const title = await typesetter.widthOf({
      ...{ text: 'points', fonts: ['Inter'], fontSize: 50, css: 'font-weight:600' },
    });
    expect(stateIn(scene, 'a', 't-1-share').width).toBeGreaterThanOrEqual(share + 70 - 1);
    expect(Math.abs(stateIn(scene, 'a', 't-1-points').width - 70 - Math.max(points, title))).toBeLessThan(6);
  });

  it('the fill of a row covers it from the first to the last cell, and rows above and below are not covered', async () => {
    const scene = film(people, {}, { a: { states: { t: true, 't.1': { fill: '#ff0000' } } } });
    const picture = await decodePng((await render(scene, { format: 'png', timeMs: 0 })).data);
    const laidOut = sceneOf(scene);
    const line = stateIn(laidOut, 'a', 't-1-whole-line');
    const [above, own, below] = heightsOf(laidOut, 'a', ['ada', '1', '2'], 'name');
    const left = Math.round(line.x - line.width / 2) + 4;
    const right = Math.round(line.x + line.width / 2) - 4;
    const colours = [above, own, below].map((y) =>
      [left, right].map((x) => [...pixelAt(picture, x, Math.round(y ?? 0))].slice(0, 3)),
    );
    expect(colours).toEqual([
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
      [
        [255, 0, 0],
        [255, 0, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ]);
  });
});

describe('any tables', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'x',
      'two words',
      'שלום',
      '👩‍👩‍👧',
      '12 €',
      '2026-01-01',
      'line\nline',
      '=1+1',
      '{value}',
    ),
    fc.string({ maxLength: 12 }).filter((text) => !text.includes('${')),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const key = fc.constantFrom('a', 'b', 'name', 'id', 'größe', 'a b', 'x.y', '*', 'label', 'header', '1', '');
  const row = fc.oneof(fc.array(cell, { maxLength: 4 }), fc.dictionary(key, cell, { maxKeys: 4 }), cell);
  const lists = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 });
  const objects = fc.array(fc.dictionary(key, cell, { maxKeys: 4 }), { maxLength: 5 });
  const rows = fc.oneof(
    { weight: 3, arbitrary: fc.oneof(lists, objects, fc.array(cell, { maxLength: 4 })) },
    fc.oneof(
      fc.array(row, { maxLength: 4 }),
      fc.dictionary(key, row, { maxKeys: 4 }),
      fc.constantFrom('a,b\n1,2\n3,4', 'a;a\n1;2', 'a\n"'),
    ),
  );
  const column = fc.record(
    {
      id: key,
      align: fc.constantFrom('left', 'right', 'middle'),
      width: fc.constantFrom(300, '20%', 0, 5),
      format: fc.constantFrom(',.2f', '%b %Y', '{value} €', '{value', '%', '{value:q}'),
    },
    { requiredKeys: [] },
  );
  const looks = {
    header: fc.boolean(),
    lines: fc.boolean(),
    width: fc.constantFrom(10, 700, 5000),
    fontSize: fc.constantFrom(1, 40, 400),
    style: fc.constant('card'),
    place: fc.constant('top left'),
  };
  const wild = {
    ...looks,
    header: fc.oneof(fc.boolean(), fc.array(cell, { maxLength: 4 })),
    columns: fc.oneof(
      fc.array(fc.oneof(key, column), { maxLength: 3 }),
      fc.dictionary(key, column, { maxKeys: 2 }),
    ),
    height: fc.constantFrom(10, 700, 5000),
    place: fc.constantFrom('fill', 'top left'),
  };
  const fields = fc.oneof(
    fc.record(looks, { requiredKeys: [] }),
    fc.record<object>(wild, { requiredKeys: [] }),
  );

  it('any data give a table whose numbers are finite, or sentences that name a place in it', {
    tags: 'slow',
    timeout: runTimeoutMs,
  }, () => {
    let drawn = 0;
    fc.assert(
      fc.property(rows, rows, fields, (data, later, own) => {
        const states = { t: { data: later }, 't.*': { fill: 'gold' } };
        const document = film(
          data,
          own,
          { a: { states: { t: true } }, b: { enter: 100, states } },
          { theme: 'mist' },
        );
        const problems = problemsOf(document);
        for (const problem of problems)
          expect(problem).toMatch(/^(objects\.t(?:\.|\[)|compositions\.[ab]\.states(?:\.t|\["t)).*: .{10,}/s);
        if (problems.length > 0) return;
        drawn++;
        for (const { states: all } of Object.values(sceneOf(document).compositions)) {
          for (const { x, y, width, height, fontSize } of Object.values(all))
            expect([x, y, width, height, fontSize].every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: runs(300) },
    );
    expect(drawn).toBeGreaterThan(10);
  });
});
