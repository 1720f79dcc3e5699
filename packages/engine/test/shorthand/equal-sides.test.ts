import { describe, expect, it } from 'vitest';
import { expand, plain, problemsOf } from './expand.ts';

/** The width and the height of the object in each composition. */
function sizesOf(object: object, ...later: object[]): (readonly [number, number])[] {
  const states = [{}, ...later].map((state) => ({ states: { one: state } }));
  const document = { shorthand: true, objects: { one: object }, compositions: states };
  expect(problemsOf(document)).toEqual([]);
  const [scene] = Object.values(plain(expand(document).project).scenes);
  return (scene?.compositionOrder ?? []).map((key) => {
    const { width = 0, height = 0 } = scene?.compositions[key]?.states.one ?? {};
    return [width, height] as const;
  });
}

describe('equal sides', () => {
  it.each([
    ['circle', { kind: 'circle' }],
    ['icon', { kind: 'icon', icon: 'coffee' }],
  ])('one side of a %s is the other, too', (_, object) => {
    expect(sizesOf({ ...object, width: 240 })).toEqual([[240, 240]]);
    expect(sizesOf({ ...object, height: 60 })).toEqual([[60, 60]]);
    // A share is one of the side that is written.
    expect(sizesOf({ ...object, width: '10%' })).toEqual([[192, 192]]);
    expect(sizesOf({ ...object, width: 240 }, { width: 300 })).toEqual([
      [240, 240],
      [300, 300],
    ]);
  });

  it('an ellipse has both sides, wherever the second is written', () => {
    expect(sizesOf({ kind: 'circle', width: 240, height: 80 })).toEqual([[240, 80]]);
    expect(sizesOf({ kind: 'circle', width: 240 }, { height: 80 })).toEqual([
      [240, 100],
      [240, 80],
    ]);
    expect(sizesOf({ kind: 'rectangle', width: 240 })).toEqual([[240, 100]]);
  });
});
