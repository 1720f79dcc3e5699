import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLayeredFilm } from '../../../../test/support/any-film.ts';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const drawingOf = (film: Project) => compileDrawing(film, compileTimeline(film));

/** A film in which two boxes are in a layer, whose state changes from 0 to 1000 ms. */
function changing(from: Partial<CompositionState>, to: Partial<CompositionState>, moves = false): Project {
  const boxes = { one: state(), two: state({ x: 12 }) };
  return project(
    scene('s', {
      objects: [
        object('layer', { kind: 'layer' }),
        object('one', { layerId: 'layer' }),
        object('two', { layerId: 'layer', order: 1 }),
      ],
      compositions: [
        composition('a', 0, { layer: state(from), ...boxes }),
        composition('b', 0, { layer: state(to), ...boxes, ...(moves && { two: state({ x: 200 }) }) }),
      ],
      transitions: [
        transition('a', 'b', 1000, [
          track({ objectId: 'layer', duration: 1000 }),
          track({ objectId: 'two', duration: 1000 }),
        ]),
      ],
    }),
  );
}

describe('drawn layers', () => {
  it('an opaque layer is replaced by its members', async () => {
    const list = (await drawingOf(changing({}, {}))).at(0);
    expect(list.nodes.map(({ objectId, members }) => [objectId, members])).toEqual([
      ['one', undefined],
      ['two', undefined],
    ]);
  });

  it('a translucent layer is one group of its members', async () => {
    const list = (await drawingOf(changing({ opacity: 0.5 }, { opacity: 0.5 }))).at(0);
    expect(list.nodes).toMatchObject([
      {
        objectId: 'layer',
        opacity: 0.5,
        matrix: [1, 0, 0, 1, 0, 0],
        members: [{ objectId: 'one' }, { objectId: 'two' }],
      },
    ]);
    expect(list.nodes[0].children).toBe(list.nodes[0].members);
  });

  it('an unchanged layer is the same node while other objects change', async () => {
    const film = changing({ opacity: 0.5 }, { opacity: 0.5 });
    film.scenes.s.objects.three = object('three', { order: 9 });
    film.scenes.s.compositions.a.states.three = state();
    film.scenes.s.compositions.b.states.three = state({ x: 300 });
    const drawing = await drawingOf(film);
    expect(drawing.at(400).nodes[0]).toBe(drawing.at(500).nodes[0]);
    expect(drawing.at(400).nodes[1]).not.toBe(drawing.at(500).nodes[1]);
  });

  it('a layer that fades keeps its members, and a member that moves leaves the others', async () => {
    const fading = await drawingOf(changing({ opacity: 0.2 }, { opacity: 0.8 }));
    const [before, after] = [fading.at(300).nodes[0], fading.at(600).nodes[0]];
    expect([before.opacity, after.opacity]).toEqual([0.2 + 0.6 * 0.3, 0.2 + 0.6 * 0.6]);
    expect(after.children).toBe(before.children);
    const moving = await drawingOf(changing({ opacity: 0.5 }, { opacity: 0.5 }, true));
    const [first, second] = [moving.at(300).nodes[0], moving.at(600).nodes[0]];
    expect(second.children[0]).toBe(first.children[0]);
    expect(second.children[1]).not.toBe(first.children[1]);
  });

  it('pictures in any order are the same as in the order of the film', async () => {
    await fc.assert(
      fc.asyncProperty(anyLayeredFilm, async (film) => {
        const times = Array.from({ length: 11 }, (_, index) => index * 50);
        const drawing = await drawingOf(film);
        const inOrder = times.map((timeMs) => JSON.stringify(drawing.at(timeMs)));
        const another = await drawingOf(film);
        const backwards = times.toReversed().map((timeMs) => JSON.stringify(another.at(timeMs)));
        expect(backwards.toReversed()).toEqual(inOrder);
      }),
      { numRuns: runs(100) },
    );
  });

  it('glows of layers and of their members count together', async () => {
    const large = { width: 5000, height: 5000, effect: 'glow' as const, opacity: 0.5 };
    const layers = (count: number): Record<string, ObjectSpec> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index): [string, ObjectSpec][] => [
          [`layer${index}`, { kind: 'layer', state: large }],
          [`box${index}`, { kind: 'rectangle', state: large, layerId: `layer${index}` }],
        ]).flat(),
      );
    expect((await drawingOf(stillProject(layers(15)))).at(0).nodes).toHaveLength(15);
    const tooMany = await drawingOf(stillProject(layers(16)));
    expect(() => tooMany.at(0)).toThrow(
      /^scenes\.scene: the objects with a glow, shadow or blur at once cover over 30 times/,
    );
  });
});
