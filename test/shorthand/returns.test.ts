import { describe, expect, it } from 'vitest';
import { sceneOf, stateOf } from './expand.ts';

/** Returns the x and the visibility of the box in each composition; null without a state. */
function wayOf(states: readonly object[], objects: object = { box: { kind: 'rectangle' } }) {
  const compositions = Object.fromEntries(states.map((said, index) => [`c${index}`, { states: said }]));
  const scene = sceneOf({ objects, compositions });
  return scene.compositionOrder.map((id) => {
    const state = scene.compositions[id]?.states.box;
    return state ? [state.x, state.visible] : null;
  });
}

describe('an object that comes back', { tags: ['shorthand.states.return'] }, () => {
  it('hides an object in place if it comes back in the same place', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: {} }])).toEqual([
      [1, true],
      [1, false],
      [1, true],
    ]);
  });

  it('gives an object that comes back elsewhere no state in the only composition that hides it', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: { x: 9 } }])).toEqual([
      [1, true],
      null,
      [9, true],
    ]);
  });

  it('moves a hidden object to the new place from the second composition that hides it', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: false }, { box: { x: 9 } }])).toEqual([
      [1, true],
      [1, false],
      [9, false],
      [9, true],
    ]);
  });

  it('keeps an object visible that is changed after it comes back', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: { x: 9 } }, {}, { box: { x: 5 } }])).toEqual([
      [1, true],
      null,
      [9, true],
      [9, true],
      [5, true],
    ]);
  });

  it('moves an object that comes back twice only since it was last hidden', () => {
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

describe('an object that enters', { tags: ['shorthand.states.visible'] }, () => {
  it('hides an object in its entry position until it enters, even if its own state hides it', () => {
    const objects = { box: { kind: 'rectangle', state: { x: 3, visible: false } } };
    expect(wayOf([{}, { box: { x: 9, visible: true } }], objects)).toEqual([
      [9, false],
      [9, true],
    ]);
  });

  it('gives an object before it enters the straight path of its size on entry', () => {
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

describe('an object that leaves', { tags: ['shorthand.states.hidden'] }, () => {
  it('keeps later changes apart from the first composition, in which an object leaves', () => {
    expect(wayOf([{}, { box: false }, { box: { x: 9 } }])).toEqual([[960, true], null, [9, true]]);
  });

  it('keeps the straight path of an object while it is hidden', () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { width: 300 } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: false } } },
    });
    expect(stateOf(scene, 'b', 'line')).toEqual({ ...stateOf(scene, 'a', 'line'), visible: false });
  });
});

describe('the path of an object', { tags: ['shorthand.states.defaults'] }, () => {
  const path = { c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } };

  it("keeps the path of an object's own state when its size changes", () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { path } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: { width: 500 } } } },
    });
    expect([stateOf(scene, 'a', 'line').path, stateOf(scene, 'b', 'line').path]).toEqual([path, path]);
  });

  it('leaves the path of other kinds unchanged', () => {
    for (const kind of ['arrow', 'numberline', 'rectangle']) {
      const scene = sceneOf({ objects: { box: { kind, state: { width: 300 } } } });
      expect(stateOf(scene, 'a').path).toEqual({ c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } });
    }
  });
});

describe('a state that is shown', { tags: ['shorthand.states'] }, () => {
  it('writes a visible state with a straight path and a hexadecimal stroke', () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { stroke: 'red' } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: { stroke: 'lime' } } } },
    });
    expect(stateOf(scene, 'a', 'line')).toMatchObject({ visible: true, stroke: '#ff0000' });
    expect(stateOf(scene, 'b', 'line')).toMatchObject({ visible: true, stroke: '#00ff00' });
  });
});
