import { describe, expect, it } from 'vitest';
import { sceneOf, stateOf } from './expand.ts';

/** Returns the box's x and visibility in each composition, or null if it has no state there. */
function wayOf(states: readonly object[], objects: object = { box: { kind: 'rectangle' } }) {
  const compositions = Object.fromEntries(states.map((said, index) => [`c${index}`, { states: said }]));
  const scene = sceneOf({ objects, compositions });
  return scene.compositionOrder.map((id) => {
    const state = scene.compositions[id]?.states.box;
    return state ? [state.x, state.visible] : null;
  });
}

describe('reappearing objects', () => {
  it('keeps a hidden object in place if it reappears at the same position', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: {} }])).toEqual([
      [1, true],
      [1, false],
      [1, true],
    ]);
  });

  it('omits the state of an object that one composition hides before it reappears elsewhere', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: { x: 9 } }])).toEqual([
      [1, true],
      null,
      [9, true],
    ]);
  });

  it('moves a hidden object to its next position in the second composition that hides it', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: false }, { box: { x: 9 } }])).toEqual([
      [1, true],
      [1, false],
      [9, false],
      [9, true],
    ]);
  });

  it('keeps a reappearing object visible when a later composition changes it', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: { x: 9 } }, {}, { box: { x: 5 } }])).toEqual([
      [1, true],
      null,
      [9, true],
      [9, true],
      [5, true],
    ]);
  });

  it('moves an object that reappears twice only in compositions that hide it', () => {
    const states = [
      { box: { x: 1 } },
      { box: false },
      {},
      { box: { x: 5 } },
      { box: false },
      {},
      { box: { x: 9 } },
    ];
    expect(wayOf(states)).toEqual([
      [1, true],
      [1, false],
      [5, false],
      [5, true],
      [5, false],
      [9, false],
      [9, true],
    ]);
  });
});

describe('entering objects', () => {
  it('keeps an object hidden at its entry position until it enters', () => {
    const objects = { box: { kind: 'rectangle', state: { x: 3, visible: false } } };
    expect(wayOf([{}, { box: { x: 9, visible: true } }], objects)).toEqual([
      [9, false],
      [9, true],
    ]);
  });

  it('gives a path object that has not entered yet the straight path of its entry size', () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path' } },
      compositions: { a: {}, b: { states: { line: { width: 300, height: 30 } } } },
    });
    expect(stateOf(scene, 'a', 'line')).toEqual({
      ...stateOf(scene, 'b', 'line'),
      path: { c1: { x: 100, y: 10 }, c2: { x: 200, y: 20 } },
      visible: false,
    });
  });
});

describe('leaving objects', () => {
  it('shows an object in its own state until a composition hides it', () => {
    expect(wayOf([{ box: true }, { box: false }, { box: { x: 9 } }])).toEqual([[960, true], null, [9, true]]);
  });

  it("keeps a hidden object's straight path", () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { width: 300 } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: false } } },
    });
    expect(stateOf(scene, 'b', 'line')).toEqual({ ...stateOf(scene, 'a', 'line'), visible: false });
  });
});

describe('object paths', () => {
  const path = { c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } };

  it("keeps an object's explicit path when its size changes", () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { path } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: { width: 500 } } } },
    });
    expect([stateOf(scene, 'a', 'line').path, stateOf(scene, 'b', 'line').path]).toEqual([path, path]);
  });

  it('does not give arrows, number lines or rectangles a straight path', () => {
    for (const kind of ['arrow', 'numberline', 'rectangle']) {
      const scene = sceneOf({ objects: { box: { kind, state: { width: 300 } } } });
      expect(stateOf(scene, 'a').path).toEqual({ c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } });
    }
  });
});

describe('visible states', () => {
  it("expands stroke colour names to hexadecimal in a path object's visible states", () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { stroke: 'red' } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: { stroke: 'lime' } } } },
    });
    expect(stateOf(scene, 'a', 'line')).toMatchObject({ visible: true, stroke: '#ff0000' });
    expect(stateOf(scene, 'b', 'line')).toMatchObject({ visible: true, stroke: '#00ff00' });
  });
});
