import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsWith, sampleProject } from '../sample.ts';

const objects = 'scenes.intro.objects';
const { box } = sampleProject().scenes.intro.objects;

/** Returns objects o0, o1, … whose parents are the objects with the given numbers. */
function family(parents: readonly (number | null)[]): Record<string, object> {
  return Object.fromEntries(
    parents.map((parent, index) => [
      `o${index}`,
      { ...box, id: `o${index}`, parentId: parent === null ? null : `o${parent}` },
    ]),
  );
}

function problemsOfFamily(parents: readonly (number | null)[]): readonly string[] {
  return problemsWith({ [objects]: { ...sampleProject().scenes.intro.objects, ...family(parents) } });
}

describe('parent rules', () => {
  it('refuses a parentId that names a missing object or the object itself', () => {
    expect(
      problemsWith({ [`${objects}.box.parentId`]: 'box', [`${objects}.picture.parentId`]: 'ghost' }),
    ).toEqual([
      `${objects}.box.parentId: must name another object in the scene, but is "box"`,
      `${objects}.picture.parentId: must name another object in the scene, but is "ghost"`,
    ]);
  });

  it('reports a cycle of parent objects only once', () => {
    expect(problemsWith({ [`${objects}.box.parentId`]: 'dot' })).toEqual([
      `${objects}.box.parentId: parents form a cycle: box -> dot -> box`,
    ]);
    expect(problemsOfFamily([1, 2, 3, 1])).toEqual([
      `${objects}.o1.parentId: parents form a cycle: o1 -> o2 -> o3 -> o1`,
    ]);
    expect(problemsOfFamily([1, 2, 3, 4, 5, 0])).toEqual([
      `${objects}.o0.parentId: parents form a cycle: o0 -> o1 -> o2 -> o3 -> o4 -> o5 -> o0`,
    ]);
    expect(problemsOfFamily([1, 2, 3, 4, 5, 6, 0])).toEqual([
      `${objects}.o0.parentId: parents form a cycle: o0 -> o1 -> o2 -> o3 -> o4 -> o5 -> … (7 objects)`,
    ]);
    expect(problemsOfFamily([1, 2, 3, 4, 5, 6, 7, 0])).toEqual([
      `${objects}.o0.parentId: parents form a cycle: o0 -> o1 -> o2 -> o3 -> o4 -> o5 -> … (8 objects)`,
    ]);
  });

  it('refuses parents exactly when they make an object its own ancestor', () => {
    const parents = fc
      .integer({ min: 1, max: 8 })
      .chain((count) =>
        fc.array(fc.option(fc.nat({ max: count - 1 })), { minLength: count, maxLength: count }),
      );
    fc.assert(
      fc.property(parents, (given) => {
        const isOwnAncestor = (start: number) => {
          let ancestor = given[start];
          for (let step = 0; step < given.length && ancestor != null; step++) {
            if (ancestor === start) return true;
            ancestor = given[ancestor];
          }
          return false;
        };
        expect(problemsOfFamily(given).length > 0).toBe(given.some((_, index) => isOwnAncestor(index)));
      }),
    );
  });
});
