import { describe, expect, it } from 'vitest';
import { dataPath, memberMove } from '../../src/page/member-moves.js';

const at = (x: number) => ({ left: x, top: 0, right: x + 10, bottom: 10 });
const member = (name: string, path: string, x: number) => ({
  name,
  places: [{ what: 'object', path, place: null }],
  box: at(x),
});

describe('moving a member of a group', () => {
  const children = ['a', 'b', 'c'].map((name, index) =>
    member(`row.${name}`, `objects.row.children[${index}]`, 20 * index),
  );
  const [first = expect.unreachable()] = children;

  it('a child gets the place of the child under the pointer', () => {
    const moved = (x: number) => memberMove({ object: first, objects: children, data: null }, { x, y: 5 });
    expect(moved(45)).toEqual([{ path: 'objects.row.children[0]', move: 2 }]);
    expect(moved(5)).toBeNull();
    expect(moved(100)).toBeNull();
  });

  it.each([
    ['a list', ['0', '1', '2'], [4, 5, 6], 'objects.row.data[0]'],
    ['a list of items with ids', ['x', '1', 'z'], [{ id: 'x' }, {}, { id: 'z' }], 'objects.row.data[0]'],
    ['an object', ['k', 'l', 'm'], { k: 1, l: 2, m: 3 }, 'objects.row.data.k'],
  ])('a member that is made of %s moves in the data', (_what, keys, data, path) => {
    const objects = keys.map((key, index) =>
      member(`row.${key}.text`, 'objects.row.each.children[0]', 20 * index),
    );
    const [object = expect.unreachable()] = objects;
    expect(memberMove({ object, objects, data }, { x: 45, y: 5 })).toEqual([{ path, move: 2 }]);
    expect(memberMove({ object, objects, data: 3 }, { x: 45, y: 5 })).toBeNull();
  });

  it('the data of a group are beside its template', () => {
    expect(dataPath('scenes.one.objects.row.each.children[0]')).toBe('scenes.one.objects.row.data');
    expect(dataPath('objects.row.children[0]')).toBeNull();
  });
});
