import { describe, expect, it } from 'vitest';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expandedFilm, film, problemsOf, sceneOf, stateOf } from './expand.ts';

const visibility = (scene: ReturnType<typeof sceneOf>, object = 'box') =>
  scene.compositionOrder.map((id) => stateOf(scene, id, object).visible);

describe('object states', () => {
  it("fills a state with defaults based on the object's kind and scene", () => {
    const kinds = [
      'circle',
      'rectangle',
      'text',
      'equation',
      'path',
      'arrow',
      'numberline',
      'image',
      'video',
    ];
    const scene = sceneOf({
      width: 800,
      height: 600,
      objects: Object.fromEntries(kinds.slice(0, 7).map((kind) => [kind, { kind }])),
    });
    for (const kind of kinds.slice(0, 4)) {
      expect(stateOf(scene, 'a', kind)).toEqual({
        x: 400,
        y: 300,
        width: 100,
        height: 100,
        rotation: 0,
        fill: '#ffffff',
        stroke: 'none',
        path: { c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } },
        text: '',
        effect: 'none',
        opacity: 1,
        visible: true,
        fontSize: 48,
        strokeWidth: 4,
        cornerRadius: 0,
      });
    }
    for (const kind of ['path', 'arrow', 'numberline']) {
      const line = { width: 100, height: 0, fill: 'none', stroke: '#ffffff', strokeWidth: 4 };
      expect(stateOf(scene, 'a', kind)).toMatchObject(line);
    }
    const src = 'https://a.example/picture.png';
    const picture = sceneOf({ objects: { box: { kind: 'image', image: { src, width: 9, height: 9 } } } });
    expect(stateOf(picture, 'a')).toMatchObject({ width: 100, height: 100, fill: 'none', stroke: 'none' });
  });

  it('gives a path object a straight path that follows its size until it specifies a path', () => {
    const path = { c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } };
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { width: 300, height: 90 } } },
      compositions: {
        a: { states: { line: {} } },
        b: { states: { line: { width: 600 } } },
        c: { states: { line: { path } } },
        d: {},
      },
    });
    expect(stateOf(scene, 'a', 'line').path).toEqual({ c1: { x: 100, y: 30 }, c2: { x: 200, y: 60 } });
    expect(stateOf(scene, 'b', 'line').path).toEqual({ c1: { x: 200, y: 30 }, c2: { x: 400, y: 60 } });
    expect(stateOf(scene, 'c', 'line').path).toEqual(path);
    expect(stateOf(scene, 'd', 'line').path).toEqual(path);
  });

  it("builds an object's state in a composition from its own state and previous compositions", () => {
    const scene = sceneOf({
      objects: { box: { kind: 'rectangle', state: { x: 1, y: 2, scaleX: 2 } } },
      compositions: {
        a: { states: { box: { x: 10 } } },
        b: { states: { box: { width: 20, shear: 5 } } },
        c: {},
        d: { states: { box: { x: 30 } } },
      },
    });
    expect(stateOf(scene, 'a')).toMatchObject({ x: 10, y: 2, width: 100, scaleX: 2 });
    expect(stateOf(scene, 'a')).not.toHaveProperty('shear');
    expect(stateOf(scene, 'b')).toMatchObject({ x: 10, y: 2, width: 20, shear: 5, scaleX: 2 });
    expect(stateOf(scene, 'c')).toEqual(stateOf(scene, 'b'));
    expect(stateOf(scene, 'd')).toEqual({ ...stateOf(scene, 'b'), x: 30 });
  });

  it('builds states in compositionOrder rather than document order', () => {
    const scene = sceneOf({
      compositions: { b: {}, a: { states: { box: { x: 7 } } } },
      compositionOrder: ['a', 'b'],
    });
    expect(stateOf(scene, 'b').x).toBe(7);
  });

  it('refuses a state for an unknown object', () => {
    expect(problemsOf(film({ compositions: { a: { states: { bix: {} } } } }))).toEqual([
      'compositions.a.states.bix: is not the id of an object in the scene, which has "box"; did you mean "box"?',
    ]);
  });
});

describe('object visibility', () => {
  it('shows an object in every composition if none mentions it', () => {
    expect(visibility(sceneOf())).toEqual([true, true]);
  });

  it('makes an object enter in place in the first composition that mentions it', () => {
    const scene = sceneOf({ compositions: { a: {}, b: {}, c: { states: { box: { x: 5 } } }, d: {} } });
    expect(visibility(scene)).toEqual([false, false, true, true]);
    expect(stateOf(scene, 'b')).toEqual({ ...stateOf(scene, 'c'), visible: false });
    expect(visibility(sceneOf({ compositions: { a: {}, b: { states: { box: {} } } } }))).toEqual([
      false,
      true,
    ]);
  });

  it('hides an object from a state of false until its next mention', () => {
    const compositions = {
      a: { states: { box: { x: 1 } } },
      b: { states: { box: false } },
      c: {},
      d: { states: { box: { y: 2 } } },
    };
    const scene = sceneOf({ compositions });
    expect(visibility(scene)).toEqual([true, false, false, true]);
    expect(stateOf(scene, 'd')).toMatchObject({ x: 1, y: 2 });
  });

  it('fades an object out at its old position and in at a new one when it reappears elsewhere', () => {
    const box = { x: 100 };
    const compositions = {
      a: { states: { box } },
      b: { states: { box: false } },
      c: {},
      d: {},
      e: { states: { box: { x: 900 } } },
    };
    const long = sceneOf({ compositions });
    expect(stateOf(long, 'b')).toEqual({ ...stateOf(long, 'a'), visible: false });
    for (const id of ['c', 'd']) expect(stateOf(long, id)).toEqual({ ...stateOf(long, 'e'), visible: false });

    const { a, b, e } = compositions;
    const tracks = { box: { type: 'fade', easing: 'linear' } };
    const short = expandedFilm({ enter: { duration: 800, tracks }, compositions: { a, b, e } });
    const timeline = compileTimeline(short);
    const placeAt = (timeMs: number) => timeline.at(timeMs).poses.map(({ matrix }) => matrix[4]);
    expect([1000, 1400, 1799].map(placeAt)).toEqual([[100], [100], [100]]);
    expect(placeAt(2000)).toEqual([]);
    expect([2810, 3200, 4000].map(placeAt)).toEqual([[900], [900], [900]]);
  });

  it('moves a hidden object with children to its next position before it reappears', () => {
    const scene = sceneOf({
      objects: { box: { kind: 'rectangle' }, dot: { kind: 'circle', parentId: 'box' } },
      compositions: {
        a: { states: { box: { x: 100 } } },
        b: { states: { box: false } },
        c: { states: { box: { x: 900 } } },
      },
    });
    expect(scene.compositionOrder.map((id) => stateOf(scene, id).x)).toEqual([100, 100, 900]);
  });

  it('shows an object before its first mention if that mention hides it', () => {
    const scene = sceneOf({ compositions: { a: {}, b: { states: { box: false } }, c: {} } });
    expect(visibility(scene)).toEqual([true, false, false]);
  });

  it("keeps an object's explicitly specified visibility", () => {
    const scene = sceneOf({
      objects: { box: { kind: 'rectangle', state: { visible: false } } },
      compositions: { a: { states: { box: { x: 5 } } }, b: { states: { box: { visible: true } } }, c: {} },
    });
    expect(visibility(scene)).toEqual([false, true, true]);
  });

  it.each([
    ['a symbol of an equation', { kind: 'equation', text: 'a = \\class{i}{b}' }, 'panel.part.i'],
    ['a word of a text', { kind: 'text', text: 'one word' }, 'panel.part.word'],
  ])('a child enters where it is shown, although %s changes there', (_, part, name) => {
    const scene = sceneOf({
      objects: { panel: { kind: 'column', children: { one: { kind: 'text', text: 'one' }, part } } },
      compositions: {
        first: { states: { 'panel.one': true } },
        second: { enter: 500, states: { 'panel.part': true, [name]: { fill: 'gold' } } },
      },
    });
    expect(stateOf(scene, 'first', 'panel-part').visible).toBe(false);
    expect(stateOf(scene, 'second', 'panel-part').visible).toBe(true);
  });
});
