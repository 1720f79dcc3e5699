import { describe, expect, it } from 'vitest';
import { problemsOf, sceneOf } from './expand.ts';

type Fields = Readonly<Record<string, unknown>>;

const box = { kind: 'rectangle', width: 300, height: 200 };
const line = { kind: 'text', text: 'line' };

/** The ids of the objects that each composition shows. */
function seenIn(objects: Fields, ...said: readonly Fields[]): string[][] {
  const compositions = said.map((states) => ({ enter: 500, states }));
  const { compositions: made, compositionOrder } = sceneOf({ objects, compositions });
  return compositionOrder
    .filter((key) => !key.startsWith('nothing'))
    .map((key) => {
      const states = Object.entries(made[key]?.states ?? {});
      return states.flatMap(([id, { visible }]) => (visible && !id.endsWith('-whole') ? [id] : []));
    });
}

describe('when objects are there', () => {
  it('an object that no composition names is there always', () => {
    expect(seenIn({ a: box, b: box }, {}, { b: { x: 5 } })).toEqual([['a'], ['a', 'b']]);
  });

  it('an object enters with true or with fields, and leaves with false', () => {
    const objects = { a: box, b: { ...box, x: 1300 } };
    expect(seenIn(objects, { a: true }, { b: { fill: 'red' } }, { a: false }, { a: { x: 9 } })).toEqual([
      ['a'],
      ['a', 'b'],
      ['b'],
      ['a', 'b'],
    ]);
  });

  it('false before an object is there says nothing, and of an object that is there always hides it', () => {
    expect(seenIn({ a: box }, {}, { a: false }, { a: true }, {})).toEqual([[], [], ['a'], ['a']]);
    expect(seenIn({ a: box }, {}, { a: false }, {})).toEqual([['a'], [], []]);
  });

  it('visible false and true are the same as false and true, and each takes the other back', () => {
    for (const no of [false, { visible: false }]) {
      for (const yes of [true, { visible: true }]) {
        expect(seenIn({ a: box }, { a: yes }, { a: no }, { a: yes }, { a: no })).toEqual([
          ['a'],
          [],
          ['a'],
          [],
        ]);
        expect(seenIn({ a: box }, { a: no }, { a: yes })).toEqual([[], ['a']]);
      }
    }
    expect(seenIn({ a: { ...box, visible: false } }, {}, { a: { x: 5 } }, { a: true })).toEqual([
      [],
      [],
      ['a'],
    ]);
  });

  it('what is hidden keeps what a composition changes of it', () => {
    const compositions = [
      { states: { a: true } },
      { states: { a: { visible: false, x: 700 } } },
      { states: { a: true } },
    ];
    const { compositions: made, compositionOrder } = sceneOf({ objects: { a: box }, compositions });
    expect(compositionOrder.map((key) => made?.[key]?.states.a)).toMatchObject([
      { visible: true, x: 960 },
      { visible: false, x: 700 },
      { visible: true, x: 700 },
    ]);
  });

  it('an object that only a relation names is there before a composition names it', () => {
    const objects = { a: { ...box, x: 300 }, note: line };
    expect(seenIn(objects, { note: { below: 'a' } }, { a: { fill: 'red' } })).toEqual([
      ['a', 'note'],
      ['a', 'note'],
    ]);
  });
});

describe('when parts are there', () => {
  const row = { kind: 'row', children: { x: box, y: box } };

  it('the look of a part neither shows it nor makes it wait', () => {
    expect(seenIn({ row }, { 'row.x': true }, { 'row.y': { fill: 'red' } })).toEqual([
      ['row-x', 'row-y'],
      ['row-x', 'row-y'],
    ]);
    expect(seenIn({ row }, {}, { 'row.y': { fill: 'red' } }, { row: true })).toEqual([
      [],
      [],
      ['row-x', 'row-y'],
    ]);
    expect(seenIn({ row, x: box }, { row: false, x: true }, { 'row.x': { fill: 'red' }, row: true })).toEqual(
      [['x'], ['row-x', 'row-y', 'x']],
    );
  });

  it('a part is not there before a composition shows it itself', () => {
    expect(seenIn({ row }, { row: true }, { 'row.y': true }, { row: false }, { row: true })).toEqual([
      ['row-x'],
      ['row-x', 'row-y'],
      [],
      ['row-x', 'row-y'],
    ]);
  });

  it('a part that is hidden itself stays hidden when its whole comes back', () => {
    expect(seenIn({ row }, { row: true }, { 'row.x': false }, { row: false }, { row: true })).toEqual([
      ['row-x', 'row-y'],
      ['row-y'],
      [],
      ['row-y'],
    ]);
  });

  it('parts that are shown one by one stay where their whole only moves later', () => {
    expect(seenIn({ row }, { 'row.x': true }, { 'row.y': true }, { row: { x: 400 } })).toEqual([
      ['row-x'],
      ['row-x', 'row-y'],
      ['row-x', 'row-y'],
    ]);
  });

  it('a group enters with its first fields, and its children by their own ids follow it', () => {
    const objects = { title: line, a: box, g: { kind: 'group', children: ['a'] } };
    expect(
      seenIn(objects, { title: true }, { title: false, g: { x: 500 } }, { a: { fill: 'green' } }),
    ).toEqual([['title'], ['a'], ['a']]);
  });

  it('a bar of a chart follows its chart, unless a composition shows it itself', () => {
    const bars = { kind: 'bars', data: { A: 1, B: 2 } };
    const seen = (...said: readonly Fields[]) =>
      seenIn({ bars }, ...said).map((ids) => ids.filter((id) => /^bars-[AB]$/.test(id)));
    expect(seen({}, { 'bars.B': { fill: 'red' } }, { bars: true })).toEqual([[], [], ['bars-A', 'bars-B']]);
    expect(seen({ bars: true }, { 'bars.B': true })).toEqual([['bars-A'], ['bars-A', 'bars-B']]);
    expect(seen({ bars: true }, { 'bars.B': { fill: 'red' } }, { 'bars.B': false })).toEqual([
      ['bars-A', 'bars-B'],
      ['bars-A', 'bars-B'],
      ['bars-A'],
    ]);
  });

  it('a row of a table and its line are there with the table, whatever their look', () => {
    const table = {
      kind: 'table',
      data: [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    };
    const [first = [], second] = seenIn({ table }, {}, { 'table.1': { fill: 'red' } });
    expect(first.length).toBeGreaterThan(6);
    expect(second).toEqual(first);
  });

  it('a graph grows by its nodes and edges, and every label comes with its owner', () => {
    const g = { kind: 'graph', text: 'a[A] --> b[B] -- to --> c[C]' };
    const seen = seenIn({ g }, { 'g.a': true }, { 'g.b': true }, { 'g.b-c': true, 'g.c': { fill: 'red' } });
    const ofC = ['g-c', 'g-c-label'];
    expect(seen.map((ids) => ids.filter((id) => !ofC.includes(id)))).toEqual([
      ['g-a', 'g-a-label'],
      expect.arrayContaining(['g-a', 'g-a-label', 'g-a-b', 'g-b', 'g-b-label']),
      expect.arrayContaining(['g-a-b', 'g-b-c', 'g-b-c-label']),
    ]);
    for (const ids of seen) expect(ids).toEqual(expect.arrayContaining(ofC));
    expect(seen[1]).not.toContain('g-b-c');
  });

  it('words whose first state is true are not there before, whatever their look', () => {
    const compositions = [
      { states: { title: true, 'title.two': { fill: 'red' } } },
      { enter: 500, states: { 'title.two': true } },
      { enter: 500, states: { 'title.three': false } },
    ];
    const { compositions: made, compositionOrder } = sceneOf({
      objects: { title: { kind: 'text', text: 'one two three' } },
      compositions,
    });
    const opacities = compositionOrder.map((key) =>
      made[key]?.states.title?.spans?.map(({ start, opacity = 1 }) => [start, opacity]),
    );
    expect(opacities).toEqual([
      [[4, 0]],
      [[4, 1]],
      [
        [4, 1],
        [8, 0],
      ],
    ]);
  });

  it('groups that contain each other are refused, also with parts of a chart', () => {
    const objects = {
      bars: { kind: 'bars', data: { A: 1 } },
      one: { kind: 'group', children: ['other', 'bars.A'] },
      other: { kind: 'group', children: ['one', 'bars.A'] },
    };
    const compositions = [
      {},
      { states: { one: true, other: true } },
      { states: { one: { visible: false } } },
    ];
    expect(problemsOf({ shorthand: true, objects, compositions })).toEqual([
      expect.stringMatching(/; a group cannot contain itself$/),
    ]);
  });

  it('members of a group on axes follow the group', () => {
    const objects = {
      plane: { kind: 'axes', width: 800, height: 500 },
      title: line,
      dots: {
        kind: 'group',
        data: 2,
        each: { kind: 'circle', on: 'plane', x: 1, y: 1, width: 40, height: 40 },
      },
    };
    const dots = ['dots-0', 'dots-1'];
    expect(
      seenIn(objects, { title: true }, { plane: true }, { dots: true }).map((ids) =>
        ids.filter((id) => dots.includes(id)),
      ),
    ).toEqual([[], [], dots]);
  });
});

describe('what * speaks of', () => {
  const objects = { a: box, b: { ...box, x: 1300 }, c: { ...box, x: 200 } };

  it('the look and false of * are for what is there', () => {
    expect(
      seenIn(objects, { a: true }, { '*': { opacity: 0.3 }, b: true }, { '*': false }, { c: true }),
    ).toEqual([['a'], ['a', 'b'], [], ['c']]);
  });

  it('the true of * shows everything', () => {
    expect(seenIn(objects, { a: true }, { '*': true }, { b: false })).toEqual([
      ['a'],
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
  });

  it('* brings in no object that a composition names later', () => {
    const seen = seenIn(
      { title: line, g: box, h: box },
      { title: true },
      { '*': false, g: true },
      { h: true },
    );
    expect(seen).toEqual([['title'], ['g'], ['g', 'h']]);
  });
});

describe('what enters by itself', () => {
  const slide = { ...box, enter: { type: 'slide', from: 'left' } };

  it('enters in every composition, also in the first, and what does not is there at once', () => {
    const objects = { a: slide, b: { ...slide, x: 1300 }, still: { ...box, x: 200 } };
    const { transitions, compositions, compositionOrder } = sceneOf({
      objects,
      compositions: [{ states: { a: true, still: { fill: 'red' } } }, { states: { b: true } }],
    });
    const [nothing = '', first = '', second = ''] = compositionOrder;
    expect(compositions[nothing]?.states).toMatchObject({
      a: { visible: false },
      b: { visible: false },
      still: { visible: true, fill: '#ff0000' },
    });
    expect(compositions[nothing]?.duration).toBe(0);
    expect(Object.values(transitions)).toMatchObject([
      { fromId: nothing, toId: first, duration: 600, tracks: { a: {} } },
      { fromId: first, toId: second, duration: 600, tracks: { b: {} } },
    ]);
    expect(Object.values(transitions)[0]?.tracks).not.toHaveProperty('still');
  });

  it('makes a transition as long as its longest track', () => {
    const slow = { ...box, enter: { type: 'fade', start: 200, duration: 900 } };
    const { transitions } = sceneOf({
      objects: { slow, quick: { ...box, x: 200 } },
      compositions: [
        { states: { quick: { x: 200 } } },
        { enter: 300, states: { slow: true, quick: { x: 600 } } },
      ],
    });
    const [{ duration, tracks } = { duration: 0, tracks: {} }] = Object.values(transitions);
    expect(duration).toBe(1100);
    expect(tracks).toMatchObject({ slow: { start: 200, duration: 900 }, quick: { start: 0, duration: 300 } });
  });

  it('leaves the way that it came, unless it has an exit', () => {
    const gone = { ...slide, x: 1300, exit: 'fade' };
    const { transitions, compositionOrder } = sceneOf({
      objects: { a: { ...slide, enter: { ...slide.enter, start: 200, duration: 500 } }, gone },
      compositions: [{ states: { a: true, gone: true } }, { states: { a: false, gone: false } }],
    });
    const { tracks } = Object.values(transitions).find(({ fromId }) => fromId === compositionOrder[1]) ?? {};
    const ofA = Object.values(tracks?.a?.keyframes ?? {});
    expect(tracks?.a).toMatchObject({ start: 0, duration: 500 });
    expect(ofA).toMatchObject([{ property: 'x', at: 1 }]);
    expect(Number(ofA[0]?.value)).toBeLessThan(960);
    expect(tracks?.gone).toMatchObject({ type: 'fade' });
  });
});
