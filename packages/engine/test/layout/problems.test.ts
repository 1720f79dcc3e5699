import { describe, expect, it } from 'vitest';
import { film, problemsOf } from './laid-out.ts';

const box = (state: object = {}, fields: object = {}) => ({ kind: 'rectangle', state, ...fields });
const text = (state: object = {}) => ({ kind: 'text', state: { text: 'Words', ...state } });

describe('relations that make no sense', () => {
  it.each<[string, object, string]>([
    [
      'an unknown id',
      { one: box({ below: 'titel' }), title: text() },
      'objects.one.state.below: is "titel", which is not the id of an object in the scene: "one", "title"; did you mean "title"?',
    ],
    [
      'itself',
      { one: box({ below: 'one' }) },
      'objects.one.state.below: is the object itself; name another one',
    ],
    [
      'a cycle of relations',
      { one: box({ below: 'two' }), two: box({ rightOf: 'three' }), three: box({ above: 'one' }) },
      'objects.one.state.below: depends on itself: "one", which depends on "two", which depends on "three", which depends on "one"; give one of them a position in numbers',
    ],
    [
      'two relations for one axis',
      { one: box({ leftOf: 'two', rightOf: 'two' }), two: box() },
      'objects.one.state.rightOf: sets x, which leftOf sets already; keep one of the two',
    ],
    [
      'a side of the frame against a relation',
      { one: box({ place: 'top', below: 'two' }), two: box() },
      'objects.one.state.below: sets y, which place sets already; keep one of the two',
    ],
    [
      'around for a text',
      { one: text({ around: 'two' }), two: box() },
      'objects.one.state.around: is for rectangles and circles, but one is of kind text',
    ],
    [
      'an end for a shape',
      { one: box({ to: [0, 0], from: 'two' }), two: box() },
      'objects.one.state.from: is for arrows, paths and number lines, but one is of kind rectangle',
    ],
    [
      'a line with one end',
      { one: { kind: 'arrow', state: { from: 'two' } }, two: box() },
      'objects.one.state.from: needs to beside it: the id of an object, or [x, y]',
    ],
    [
      'a parent that the target does not share',
      { one: box({ below: 'two' }, { parentId: 'two' }), two: box() },
      'objects.one.state.below: has no parent, but one has the parent two; only objects of the same parent can be related',
    ],
    [
      'the frame for a child',
      { one: box({ place: 'top' }, { parentId: 'two' }), two: box() },
      'objects.one.state.place: refers to the frame, but one moves with its parent two; name an object of the same parent in "inside"',
    ],
    [
      'no room for a text',
      { one: text({ inside: 'two', margin: 60 }), two: box() },
      'objects.one.state.inside: leaves no room in two beside a margin of 60; make two larger or the margin smaller',
    ],
    [
      'no room for an arrow',
      { arrow: { kind: 'arrow', state: { from: 'one', to: 'two' } }, one: box(), two: box() },
      'objects.arrow.state.from: finds no room between one and two; move them apart',
    ],
    [
      'a position beyond all limits',
      { one: box({ x: 90_000 }), two: box({ rightOf: 'one', margin: 90_000 }) },
      'objects.two.state.rightOf: leads to a position beyond 100000 pixels; use smaller gaps and sizes',
    ],
    [
      'a place that does not exist',
      { one: box({ place: 'middle' }) },
      'objects.one.state.place: must be one of center, top, bottom, left, right, top left, top right, bottom left, bottom right, fill, but is "middle"',
    ],
    [
      'an alignment of groups for a text',
      { one: text({ align: 'start' }) },
      'objects.one.state.align: must be left, center or right for an object; start and end are for alignTo and for groups, but is "start"',
    ],
  ])('a wrong relation is reported at its place: %s', async (_, objects, problem) => {
    expect(await problemsOf(film(objects))).toEqual([problem]);
  });

  it.each<[string, object, string]>([
    ['no members', { group: { kind: 'row' } }, 'objects.group.children: is required: the ids of the members'],
    [
      'an unknown member',
      { one: box(), group: { kind: 'row', children: ['one', 'two'] } },
      'objects.group.children[1]: is "two", which is not the id of an object in the scene: "one", "group"',
    ],
    [
      'a member of two groups',
      { one: box(), a: { kind: 'row', children: ['one'] }, b: { kind: 'row', children: ['one'] } },
      'objects.b.children[0]: is also a member of the group a; an object has only one place',
    ],
    [
      'a member named twice',
      { one: box(), a: { kind: 'row', children: ['one', 'one'] } },
      'objects.a.children[1]: is named twice in this group; an object has only one place',
    ],
    [
      'a group in itself',
      { a: { kind: 'row', children: ['b'] }, b: { kind: 'row', children: ['a'] } },
      'objects.a.children: "a", which contains "b", which contains "a"; a group cannot contain itself',
    ],
    [
      'a member with a place of its own',
      { one: box({ place: 'top' }), a: { kind: 'row', children: ['one'] } },
      'objects.one.state.place: sets the position of one, which its group a sets already; keep one of the two',
    ],
    [
      'a grid without columns',
      { one: box(), a: { kind: 'grid', children: ['one'] } },
      'objects.a.columns: is required for a grid: a number from 1 to 100',
    ],
    [
      'columns of a row',
      { one: box(), a: { kind: 'row', children: ['one'], columns: 2 } },
      'objects.a.columns: is for a grid, but this is a row; remove it, or make this a grid',
    ],
    [
      'members of a shape',
      { one: box({}, { children: ['two'] }), two: box() },
      'objects.one.children: is a field of groups only (row, column, grid, stack, group), but this is a rectangle',
    ],
  ])('a group with %s is reported at its place', async (_, objects, problem) => {
    const shown = Object.entries(objects).filter(([, { kind }]) => kind === 'rectangle');
    const states = Object.fromEntries(shown.map(([id]) => [id, {}]));
    expect(await problemsOf(film(objects, { compositions: { a: { states } } }))).toEqual([problem]);
  });

  it('the problem of a relation to a hidden object names the composition', async () => {
    const document = film(
      { title: text(), one: box({ below: 'title' }) },
      { compositions: { a: { states: { title: {}, one: {} } }, b: { states: { title: false } } } },
    );
    expect(await problemsOf(document)).toEqual([
      'objects.one.state.below: is "title", which the composition b does not show; show it, or place one in another way there',
    ]);
  });
});

describe('a relation of an object that no composition mentions', () => {
  const compositions = { empty: { states: {} }, shown: { states: { chrome: {} } } };
  const way = 'so that they appear together';

  it('the problem of a relation of an unmentioned object explains that it is always visible', async () => {
    const objects = { chrome: box(), flower: box({ below: 'chrome' }) };
    expect(await problemsOf(film(objects, { compositions }))).toEqual([
      `objects.flower.state.below: is "chrome", but flower is in no states, so it is always visible, also in empty, where chrome is not shown; add "flower": true to the states of shown, ${way}`,
    ]);
  });

  it('the problem of an unmentioned group, and of a relation to one, explains that it is always visible', async () => {
    const objects = {
      chrome: box(),
      frame: { kind: 'row', children: ['chrome'] },
      flower: box(),
      bed: { kind: 'row', children: ['flower'], state: { below: 'frame' } },
    };
    expect(await problemsOf(film(objects, { compositions }))).toEqual([
      `objects.bed.state.below: is "frame", but bed is in no states, so it is always visible, also in empty, where frame is not shown; add "bed": true to the states of shown, ${way}`,
    ]);
  });

  it('the problem of an unmentioned chart explains that it is always visible, and names parts as the document does', async () => {
    const sales = (state: object = {}) => ({ kind: 'bars', state: { data: { Mon: 3, Tue: 5 }, ...state } });
    expect(
      await problemsOf(film({ chrome: box(), sales: sales({ below: 'chrome' }) }, { compositions })),
    ).toEqual([
      `objects.sales.state.below: is "chrome", but sales is in no states, so it is always visible, also in empty, where chrome is not shown; add "sales": true to the states of shown, ${way}`,
    ]);
    const later = { empty: { states: {} }, shown: { states: { sales: {} } } };
    const objects = { sales: sales(), flower: box({ above: 'sales.Mon.value' }) };
    expect(await problemsOf(film(objects, { compositions: later }))).toEqual([
      `objects.flower.state.above: is "sales.Mon.value", but flower is in no states, so it is always visible, also in empty, where sales.Mon.value is not shown; add "flower": true to the states of shown, ${way}`,
    ]);
  });
});

describe('hostile relations', () => {
  it('a hundred nested groups are laid out', async () => {
    const groups = Array.from({ length: 100 }, (_, index) => [
      `g${index}`,
      { kind: 'row', children: [index === 0 ? 'one' : `g${index - 1}`] },
    ]);
    expect(
      await problemsOf(
        film({ one: box(), ...Object.fromEntries(groups) }, { compositions: { a: { states: { one: {} } } } }),
      ),
    ).toEqual([]);
  });

  it('a cycle of groups is a problem', async () => {
    const document = film({
      one: box(),
      two: box({ below: 'outer' }),
      outer: { kind: 'row', children: ['inner'], state: { below: 'two' } },
      inner: { kind: 'column', children: ['one'] },
    });
    const [problem] = await problemsOf({
      ...document,
      compositions: { a: { states: { one: {}, two: {} } } },
    });
    expect(problem).toMatch(/depends on itself: "outer", which depends on "two", which depends on "outer"/);
  });

  it('relations accept ids such as toString', async () => {
    const objects = { toString: box(), hasOwnProperty: box({ below: 'toString' }) };
    expect(await problemsOf(film(objects))).toEqual([]);
    expect(await problemsOf(film({ one: box({ below: 'valueOf' }) }))).toHaveLength(1);
  });
});
