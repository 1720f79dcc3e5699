import { describe, expect, it } from 'vitest';
import { problemsWith, sampleProject } from '../sample.ts';

const place = 'scenes.intro.objects';
const { box } = sampleProject().scenes.intro.objects;

const layer = (id: string, layerId: string | null = null) => ({ ...box, id, kind: 'layer', layerId });

/** Returns the problems of an extended project with some more objects. */
function problemsOf(objects: Record<string, object>): readonly string[] {
  const all = { ...sampleProject().scenes.intro.objects, ...objects };
  return problemsWith({ extended: true, [place]: all });
}

describe('layer rules', () => {
  it('accepts members of a layer, and a layer inside another one', () => {
    expect(
      problemsOf({ a: layer('a'), b: layer('b', 'a'), box: { ...box, layerId: 'b', parentId: 'a' } }),
    ).toEqual([]);
  });

  it('refuses a layerId that names no object, the object itself or an object of another kind', () => {
    expect(
      problemsOf({
        a: layer('a', 'a'),
        box: { ...box, layerId: 'ghost' },
        other: { ...box, id: 'other', layerId: 'picture' },
      }),
    ).toEqual([
      `${place}.box.layerId: must name another object of kind layer in the scene, but is "ghost"`,
      `${place}.a.layerId: must name another object of kind layer in the scene, but is "a"`,
      `${place}.other.layerId: must name another object of kind layer in the scene, but "picture" is of kind image`,
    ]);
  });

  it('reports a cycle of layers once', () => {
    expect(problemsOf({ a: layer('a', 'b'), b: layer('b', 'a') })).toEqual([
      `${place}.a.layerId: layers form a cycle: a -> b -> a`,
    ]);
  });

  it('allows eight layers inside each other, and names the ninth', () => {
    const nested = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `l${index}`,
          layer(`l${index}`, index === 0 ? null : `l${index - 1}`),
        ]),
      );
    expect(problemsOf(nested(8))).toEqual([]);
    expect(problemsOf(nested(11))).toEqual([
      `${place}.l8.layerId: at most 8 layers can be inside each other; remove layerId here or in a layer around it`,
    ]);
  });

  it('refuses a layer in a document without the mark, and ignores layerId there', () => {
    const all = sampleProject().scenes.intro.objects;
    expect(problemsWith({ [place]: { ...all, a: layer('a') } })).toEqual([
      `${place}.a.kind: kind layer is an extension of the format; add "extended": true at the top of the document to use it`,
    ]);
    expect(problemsWith({ [place]: { ...all, box: { ...box, layerId: 7 } } })).toEqual([]);
  });
});
