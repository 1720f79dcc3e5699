import { describe, expect, it } from 'vitest';
import { boxesOf, film, problemsOf, statesOf } from './laid-out.ts';

const text = (content: string, fields: object = {}) => ({
  ...{ kind: 'text', text: content, fontSize: 40 },
  ...fields,
});
const box = (fields: object = {}) => ({ kind: 'rectangle', ...fields });

/** The box of the card around a group. */
const boxOf = async (objects: object, id: string, changes: object = {}) => {
  const { a } = await boxesOf(film(objects, changes));
  return a?.[id];
};

describe('groups that fill a size', () => {
  it('a group with "place": "fill" fills the frame within its margin', async () => {
    const row = { kind: 'row', place: 'fill', fill: 'navy', children: [box()] };
    expect(await boxOf({ row }, 'row.box')).toEqual({ left: 36, top: 36, right: 964, bottom: 564 });
    expect(await boxOf({ row: { ...row, margin: 0 } }, 'row.box')).toEqual({
      ...{ left: 0, top: 0, right: 1000, bottom: 600 },
    });
  });

  it('a group fills the object that it is inside, wherever that is', async () => {
    const objects = {
      panel: box({ width: 400, height: 300, place: 'top left', margin: 20 }),
      column: {
        ...{ kind: 'column', inside: 'panel', place: 'fill', margin: 10, align: 'stretch', gap: 0 },
        children: { upper: box({ height: 50 }), lower: box({ flex: 1 }) },
      },
    };
    const { a } = await boxesOf(film(objects));
    expect(a?.['column.upper']).toEqual({ left: 30, top: 30, right: 410, bottom: 80 });
    expect(a?.['column.lower']).toEqual({ left: 30, top: 80, right: 410, bottom: 310 });
  });

  it('shapes and images fill the frame, with their strokes', async () => {
    const panel = box({ place: 'fill', stroke: 'gold', strokeWidth: 10 });
    expect(await boxOf({ panel }, 'panel')).toEqual({ left: 36, top: 36, right: 964, bottom: 564 });
  });

  it('what lies between letters becomes smaller with them', async () => {
    const objects = {
      panel: box({ width: 300, height: 60 }),
      own: text('Wide words', { inside: 'panel', fontSize: 80, letterSpacing: 20 }),
      column: {
        ...{ kind: 'column', inside: 'panel', place: 'fill', margin: 0 },
        children: { words: text('Tall\nlines', { fontSize: 80, letterSpacing: 20 }) },
      },
    };
    const { a } = await statesOf(film(objects));
    for (const id of ['own', 'column-words']) {
      const { fontSize = 0, letterSpacing = 0 } = a?.[id] ?? {};
      expect(fontSize).toBeLessThan(80);
      expect(letterSpacing / fontSize).toBeCloseTo(20 / 80, 4);
    }
  });

  it('a number takes a group out of what it fills, on its axis', async () => {
    const row = { kind: 'row', place: 'fill', fill: 'navy', children: [box()] };
    const { b } = await boxesOf(
      film({ row }, { compositions: { a: {}, b: { states: { row: { height: 200 } } } } }),
    );
    expect(b?.['row.box']).toEqual({ left: 36, top: 200, right: 964, bottom: 400 });
  });

  it('a group is never smaller than its children', async () => {
    const row = {
      kind: 'row',
      width: 50,
      height: 10,
      gap: 0,
      padding: 0,
      fill: 'navy',
      children: [box(), box()],
    };
    expect(await boxOf({ row }, 'row.box')).toEqual({ left: 400, top: 250, right: 600, bottom: 350 });
  });
});

describe('texts in groups', () => {
  it('a text is wrapped to its card, and has the alignment of the card', async () => {
    const card = {
      ...{ kind: 'column', width: 300, padding: 20, align: 'start', fill: 'navy' },
      children: { long: text('several words that need more than one line'), short: text('word') },
    };
    const { a } = await statesOf(film({ card }));
    expect(a?.['card-long']).toMatchObject({ wrapWidth: 260, align: 'left' });
    expect(a?.['card-short']?.wrapWidth).toBeUndefined();
    expect(a?.['card-short']?.x).toBe(370);
    const own = await statesOf(
      film({ card: { ...card, children: { long: text('one', { align: 'center' }) } } }),
    );
    expect(own.a?.['card-long']?.align).toBe('center');
  });

  it('a word that is longer than its card makes the card wider', async () => {
    const card = {
      kind: 'column',
      width: 100,
      padding: 10,
      fill: 'navy',
      children: [text('Donaudampfschiff and')],
    };
    const { a } = await boxesOf(film({ card }));
    const [around, word] = [a?.['card.box'], a?.['card.0']];
    expect(around?.right).toBeGreaterThan((word?.right ?? 0) + 8);
    expect(around?.left).toBeLessThan((word?.left ?? 0) - 8);
  });

  it('cards of different letters have the same size, and their baselines agree', async () => {
    const cards = (align: string) => ({
      ...{
        kind: 'row',
        align,
        children: ['ace', 'gypsy', 'Élan'].map((word) => ({ ...card, children: [text(word)] })),
      },
    });
    const card = { kind: 'column', fill: 'navy', padding: 10 };
    for (const align of ['start', 'center', 'end', 'stretch']) {
      const { a } = await statesOf(film({ row: cards(align) }));
      const ys = [0, 1, 2].map((index) => a?.[`row-${index}-0`]?.y);
      expect(new Set(ys).size).toBe(1);
      expect([0, 1, 2].map((index) => a?.[`row-${index}-box`]?.height)).toEqual([70, 70, 70]);
    }
  });

  it('icons of one size take the same room, whatever they paint', async () => {
    const icons = ['minus', 'server', 'wind'];
    const card = (icon: string) => ({
      ...{ kind: 'column', fill: 'navy', padding: 10, gap: 5 },
      children: [{ kind: 'icon', icon, width: 60, height: 60 }, text('Name')],
    });
    const { a } = await statesOf(film({ row: { kind: 'row', align: 'start', children: icons.map(card) } }));
    expect(new Set(icons.map((_, index) => a?.[`row-${index}-0`]?.y)).size).toBe(1);
    expect(new Set(icons.map((_, index) => a?.[`row-${index}-1`]?.y)).size).toBe(1);
    expect(icons.map((_, index) => a?.[`row-${index}-box`]?.height)).toEqual([135, 135, 135]);
  });

  it('the baselines of a row with "align": "baseline" agree, also of a column in it', async () => {
    const row = {
      ...{ kind: 'row', align: 'baseline' },
      children: [
        text('49 €', { fontSize: 120, verticalAlign: 'baseline' }),
        text('a month', { verticalAlign: 'baseline' }),
        {
          kind: 'column',
          fill: 'navy',
          padding: 30,
          children: [text('in a card', { verticalAlign: 'baseline' }), text('below')],
        },
      ],
    };
    const { a } = await statesOf(film({ row }));
    const [one, two, three] = ['row-0', 'row-1', 'row-2-0'].map((id) => a?.[id]?.y ?? Number.NaN);
    expect(two).toBeCloseTo(one ?? 0, 2);
    expect(three).toBeCloseTo(one ?? 0, 2);
  });

  it('texts with flex are wrapped to their share', async () => {
    const row = {
      ...{ kind: 'row', width: 620, gap: 20 },
      children: ['one two three four', 'five six seven eight nine'].map((words) => text(words, { flex: 1 })),
    };
    const { a } = await statesOf(film({ row }));
    expect([a?.['row-0']?.wrapWidth, a?.['row-1']?.wrapWidth]).toEqual([300, 300]);
  });

  it('the boxes of groups of kind group are around the lines of their texts', async () => {
    const badge = (word: string, y: number) => ({
      kind: 'group',
      fill: 'navy',
      padding: 5,
      children: [text(word, { y })],
    });
    const { a } = await statesOf(film({ one: badge('ace', 100), two: badge('gypsy', 300) }));
    expect([a?.['one-box'], a?.['two-box']].map((box) => [box?.y, box?.height])).toEqual([
      [100, 60],
      [300, 60],
    ]);
  });

  it('a text without letters takes no space', async () => {
    const column = { kind: 'column', gap: 0, fill: 'navy', padding: 0, children: [box(), text('')] };
    expect(await boxOf({ column }, 'column.box')).toMatchObject({ top: 250, bottom: 350 });
  });
});

describe('content that is larger than its room', () => {
  const page = (fields: object) => ({
    page: {
      ...{ kind: 'column', place: 'fill', fill: 'navy', align: 'start', ...fields },
      children: [
        text('a heading', { fontSize: 200 }),
        text('some words about it '.repeat(20), { fontSize: 60 }),
        box({ height: 50 }),
      ],
    },
  });

  it('texts in a group that fills the frame become smaller together until they fit', async () => {
    expect(await boxOf(page({}), 'page.box')).toEqual({ left: 36, top: 36, right: 964, bottom: 564 });
    const { a } = await statesOf(film(page({})));
    const [heading, words] = [a?.['page-0']?.fontSize ?? 0, a?.['page-1']?.fontSize ?? 0];
    expect(heading).toBeLessThan(200);
    expect(heading / words).toBeCloseTo(200 / 60, 1);
    expect(a?.['page-2']?.height).toBe(50);
  });

  it('texts keep at least half of their size', async () => {
    const { a } = await statesOf(film(page({ margin: 250 })));
    expect([a?.['page-0']?.fontSize, a?.['page-1']?.fontSize]).toEqual([100, 30]);
  });

  it('a column as narrow as its longest word breaks no word', async () => {
    for (const fontSize of [31, 37, 41.5, 43]) {
      const column = { kind: 'column', width: 10, padding: 0, children: [text('a month', { fontSize })] };
      const { a } = await boxesOf(film({ column }));
      const { top = 0, bottom = 0 } = a?.['column.0'] ?? {};
      expect(bottom - top).toBeLessThan(2.3 * fontSize);
      expect(bottom - top).toBeGreaterThan(1.5 * fontSize);
    }
  });
});

describe('contradictions of sizes', () => {
  const row = (fields: object, child: object = box()) => ({
    row: { kind: 'row', children: [child], ...fields },
  });

  it.each<[string, object, string]>([
    [
      'a size beside fill',
      row({ place: 'fill', width: 300 }),
      'objects.row.width: sets the size of row, which "place": "fill" sets already; keep one of the two',
    ],
    [
      'a text that fills',
      { title: text('title', { place: 'fill' }) },
      'objects.title.place: is "fill", which is for rows, columns, grids, rectangles, circles, images, axes and waveforms, but title is of kind text; write a side such as "center"',
    ],
    [
      'flex outside of a row',
      { one: box({ flex: 1 }) },
      'objects.one.flex: is for children of a row or a column, but one is in none; remove it, or put it into a row',
    ],
    [
      'flex in a grid',
      { grid: { kind: 'grid', columns: 2, children: [box({ flex: 1 })] } },
      'objects.grid.children[0].flex: is for children of a row or a column, but grid.0 is in grid, which is of kind grid; write "align": "stretch" in the grid, or put it into a row',
    ],
    [
      'flex of an equation',
      row({}, { kind: 'equation', text: 'a', flex: 1 }),
      'objects.row.children[0].flex: is for objects that can have any size, but row.0 is of kind equation; write its fontSize',
    ],
    [
      'a negative flex',
      row({}, box({ flex: -1 })),
      'objects.row.children[0].flex: must be a number from 0 to 1000, but is -1',
    ],
    [
      'a baseline in a column',
      { column: { kind: 'column', align: 'baseline', children: [box()] } },
      'objects.column.align: is for rows, but column is of kind column; write start, center, end or stretch',
    ],
    [
      'a margin without room',
      row({ place: 'fill', margin: 300 }),
      'objects.row.place: leaves no room in the frame beside a margin of 300; make the margin smaller',
    ],
    [
      'fill beside a relation',
      { one: box(), ...row({ place: 'fill', below: 'one' }) },
      'objects.row.below: sets y, which place sets already; keep one of the two',
    ],
  ])('a contradiction is reported at its place: %s', async (_, objects, problem) => {
    expect(await problemsOf(film(objects))).toEqual([problem]);
  });
});

describe('charts that share the space of their group', () => {
  const charts = [
    { kind: 'bars', data: { Mon: 3, Tue: 5 } },
    { kind: 'line', data: { Mon: 3, Tue: 5 } },
    { kind: 'pie', data: { Mon: 3, Tue: 5 } },
  ];
  /** A page with a title, and two cards of which one has this. */
  const page = (one: object) => ({
    page: {
      ...{ kind: 'column', place: 'fill', align: 'stretch' },
      children: {
        title: text('Sales'),
        cards: {
          ...{ kind: 'row', flex: 1, align: 'stretch' },
          children: {
            left: {
              ...{ kind: 'column', flex: 1, align: 'stretch', fill: 'navy' },
              children: { note: text('in a week'), one },
            },
            right: box({ flex: 1 }),
          },
        },
      },
    },
  });

  it.each(charts)('$kind with flex is the same as one with the size of a box in its place', async (chart) => {
    const { a } = await statesOf(film(page(box({ flex: 1 }))));
    const { width = 0, height = 0 } = a?.['page-cards-left-one'] ?? {};
    expect(width).toBeLessThan(500);
    expect(await statesOf(film(page({ ...chart, flex: 1 })))).toEqual(
      await statesOf(film(page({ ...chart, width, height }))),
    );
  });

  it('a chart keeps a width of its own across its column', async () => {
    const { a } = await statesOf(film(page({ kind: 'bars', flex: 1, width: 200, data: { Mon: 3 } })));
    expect(a?.['page-cards-left-one-base']?.width).toBe(200);
  });

  it('axes with flex fill their row or column in both directions', async () => {
    const axes = { kind: 'axes', flex: 1, labels: false, xRange: [0, 4], yRange: [0, 3] };
    for (const kind of ['row', 'column']) {
      const page = {
        kind,
        place: 'fill',
        margin: 0,
        gap: 0,
        align: 'stretch',
        children: { axes, side: box() },
      };
      const { a } = await statesOf(film({ page }));
      const { width = 0, height = 0 } = a?.['page-axes'] ?? {};
      const side = { width: a?.['page-side']?.width ?? 0, height: a?.['page-side']?.height ?? 0 };
      const room = { width: 1000, height: 600 };
      if (kind === 'row') room.width -= side.width;
      else room.height -= side.height;
      expect(Math.abs(width - room.width)).toBeLessThan(10);
      expect(Math.abs(height - room.height)).toBeLessThan(10);
    }
  });

  it('a flex that changes is a problem', async () => {
    const compositions = { a: {}, b: { states: { 'page.cards.left.one': { flex: 2 } } } };
    expect(await problemsOf(film(page({ ...charts[0], flex: 1 }), { compositions }))).toEqual([
      'compositions.b.states["page.cards.left.one"].flex: cannot change for page.cards.left.one of kind bars; write it in the object, beside "kind"',
    ]);
  });

  it('problems elsewhere are reported once', async () => {
    const objects = { ...page({ ...charts[0], flex: 1 }), note: text('x', { below: 'nothing' }) };
    const problems = await problemsOf(film(objects));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('objects.note.below');
  });
});
