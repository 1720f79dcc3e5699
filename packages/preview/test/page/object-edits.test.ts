import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { editText } from '../../../engine/src/fix/edit-text.ts';
import { deletion, duplication } from '../../src/page/object-edits.js';

const film = {
  shorthand: true,
  objects: {
    title: { kind: 'text', text: 'Hello' },
    box: { kind: 'rectangle', x: 100, y: '50%', text: 'Box' },
    page: { kind: 'column', children: ['title', { id: 'a', kind: 'circle' }, { kind: 'circle' }] },
    cards: { kind: 'row', data: [{ id: 'x', n: 1 }, { n: 2 }], each: { kind: 'text', text: 'n' } },
    rows: { kind: 'row', data: { one: 1, two: 2 }, each: { kind: 'text', text: 'n' } },
    table: { kind: 'row', data: 'rows.csv', each: { kind: 'text', text: 'n' } },
  },
  compositions: [
    { states: { page: true } },
    {
      enter: { tracks: { box: 500, 'page.a': 'pop' } },
      states: { box: { x: 200 }, 'box.label': { fill: 'red' }, 'page.a': false, 'rows.two': false },
    },
  ],
};

/** The film after the edits that an object gets. */
function after(make: typeof deletion, path: string, name: string, document: object = film, prefix = '') {
  const scene = prefix === '' ? document : (document as { scenes: { s: object } }).scenes.s;
  const { objects, compositions } = scene as typeof film;
  const made = make({ name, path, prefix, objects, compositions });
  const text = editText(JSON.stringify(document), made.edits);
  const edited = text.ok ? JSON.parse(text.value) : expect.unreachable(text.problems.join());
  return { ...made, edited, keys: Object.keys(edited.objects ?? {}) };
}

describe('deleting an object', () => {
  it('its states, tracks and those of its parts go, too', () => {
    const { keys, edited } = after(deletion, 'objects.box', 'box');
    expect(keys).toEqual(['title', 'page', 'cards', 'rows', 'table']);
    const [, second] = edited.compositions;
    expect([second.enter.tracks, second.states]).toEqual([
      { 'page.a': 'pop' },
      { 'page.a': false, 'rows.two': false },
    ]);
  });

  it('a group no longer lists it', () => {
    expect(after(deletion, 'objects.title', 'title').edited.objects.page.children).toHaveLength(2);
  });

  it.each([
    ['objects.page.children[2]', 'page.2', 'page', 'children', ['title', { id: 'a', kind: 'circle' }]],
    ['objects.cards.each', 'cards.x', 'cards', 'data', [{ n: 2 }]],
    ['objects.cards.each', 'cards.1', 'cards', 'data', [{ id: 'x', n: 1 }]],
    ['objects.rows.each', 'rows.two', 'rows', 'data', { one: 1 }],
  ] as const)('%s as %s is one member of its group', (path, name, group, field, rest) => {
    expect(after(deletion, path, name).edited.objects[group][field]).toEqual(rest);
  });

  it('an object of a scene in a list of scenes goes with its states', () => {
    const document = { shorthand: true, scenes: { s: film } };
    const { edited } = after(deletion, 'scenes.s.objects.box', 'box', document, 'scenes.s.');
    expect(edited.scenes.s.objects.box).toBeUndefined();
    expect(Object.keys(edited.scenes.s.compositions[1].states)).toEqual(['page.a', 'rows.two']);
  });

  it('members of data that are elsewhere, and numbers that would change, are refused', () => {
    const reasonOf = (path: string, name: string, compositions: object = film.compositions) =>
      deletion({ name, path, prefix: '', objects: film.objects, compositions }).reason;
    expect(reasonOf('objects.table.each', 'table.0')).toBe(
      'not deleted: the data that make table.0 are not in the document',
    );
    expect(reasonOf('objects.cards.each', 'cards.x', [{ states: { 'cards.1': false } }])).toBe(
      'not deleted: a composition names cards.1 by its number, which would change; give it an id',
    );
  });
});

describe('duplicating an object', () => {
  it('the copy is beside it, with its states and tracks', () => {
    const { name, keys, edited } = after(duplication, 'objects.box', 'box');
    expect(name).toBe('box-2');
    expect(keys.slice(0, 3)).toEqual(['title', 'box', 'box-2']);
    expect(edited.objects['box-2']).toEqual({ ...film.objects.box, x: 140 });
    const [, second] = edited.compositions;
    expect(second.enter.tracks['box-2']).toBe(500);
    expect(second.states).toMatchObject({ 'box-2': { x: 240 }, 'box-2.label': { fill: 'red' } });
  });

  it.each([
    ['objects.title', 'title', 'title-2', 'page', 'children', 'title-2'],
    ['objects.page.children[1]', 'page.a', 'page.a-2', 'page', 'children', { id: 'a-2', kind: 'circle' }],
    ['objects.page.children[2]', 'page.2', 'page.3', 'page', 'children', { kind: 'circle' }],
    ['objects.cards.each', 'cards.x', 'cards.x-2', 'cards', 'data', { id: 'x-2', n: 1 }],
    ['objects.rows.each', 'rows.one', 'rows.one-2', 'rows', 'data', 1],
  ] as const)('a copy of %s as %s is %s in %s', (path, name, copy, group, field, value) => {
    const made = after(duplication, path, name);
    expect(made.name).toBe(copy);
    const members = Object.values(made.edited.objects[group][field]);
    const same = Object.values(Object(film.objects[group])[field]);
    const count = (list: readonly unknown[]) => list.filter((one) => isDeepStrictEqual(one, value)).length;
    expect(count(members)).toBe(count(same) + 1);
  });
});
