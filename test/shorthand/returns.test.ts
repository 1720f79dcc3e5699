import { describe, expect, it } from 'vitest';
import { sceneOf, stateOf } from './expand.ts';

/** The x and the visibility of the box in each composition; null where it has no state. */
function wayOf(states: readonly object[], objects: object = { box: { kind: 'rectangle' } }) {
  const compositions = Object.fromEntries(states.map((said, index) => [`c${index}`, { states: said }]));
  const scene = sceneOf({ objects, compositions });
  return scene.compositionOrder.map((id) => {
    const state = scene.compositions[id]?.states.box;
    return state ? [state.x, state.visible] : null;
  });
}

describe('an object that comes back', { tags: ['shorthand.states.return'] }, () => {
  it('in its place has a hidden state there meanwhile', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: {} }])).toEqual([
      [1, true],
      [1, false],
      [1, true],
    ]);
  });

  it('elsewhere has no state in the only composition that hides it', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: { x: 9 } }])).toEqual([
      [1, true],
      null,
      [9, true],
    ]);
  });

  it('elsewhere waits there from the composition after the one that hid it, if false is repeated', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: false }, { box: { x: 9 } }])).toEqual([
      [1, true],
      [1, false],
      [9, false],
      [9, true],
    ]);
  });

  it('and is changed while it is visible stays visible', () => {
    expect(wayOf([{ box: { x: 1 } }, { box: false }, { box: { x: 9 } }, {}, { box: { x: 5 } }])).toEqual([
      [1, true],
      null,
      [9, true],
      [9, true],
      [5, true],
    ]);
  });

  it('twice waits only since it was hidden the last time', () => {
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
  it('waits where it enters, also if its own state hides it until then', () => {
    const objects = { box: { kind: 'rectangle', state: { x: 3, visible: false } } };
    expect(wayOf([{}, { box: { x: 9, visible: true } }], objects)).toEqual([
      [9, false],
      [9, true],
    ]);
  });

  it('waits with the straight path of the size with which it enters', () => {
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
  it('in the first composition that mentions it keeps the changes of later ones apart', () => {
    expect(wayOf([{}, { box: false }, { box: { x: 9 } }])).toEqual([[960, true], null, [9, true]]);
  });

  it('keeps its straight path, also while it is hidden', () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { width: 300 } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: false } } },
    });
    expect(stateOf(scene, 'b', 'line')).toEqual({ ...stateOf(scene, 'a', 'line'), visible: false });
  });
});

describe('the path of an object', { tags: ['shorthand.states.defaults'] }, () => {
  const path = { c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } };

  it('is the one in its own state, whatever its size becomes', () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { path } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: { width: 500 } } } },
    });
    expect([stateOf(scene, 'a', 'line').path, stateOf(scene, 'b', 'line').path]).toEqual([path, path]);
  });

  it('is not made straight for other kinds', () => {
    for (const kind of ['arrow', 'numberline', 'rectangle']) {
      const scene = sceneOf({ objects: { box: { kind, state: { width: 300 } } } });
      expect(stateOf(scene, 'a').path).toEqual({ c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } });
    }
  });
});

describe('a state that is shown', { tags: ['shorthand.states'] }, () => {
  it('is visible with a straight path, and has its stroke in hexadecimal', () => {
    const scene = sceneOf({
      objects: { line: { kind: 'path', state: { stroke: 'red' } } },
      compositions: { a: { states: { line: {} } }, b: { states: { line: { stroke: 'lime' } } } },
    });
    expect(stateOf(scene, 'a', 'line')).toMatchObject({ visible: true, stroke: '#ff0000' });
    expect(stateOf(scene, 'b', 'line')).toMatchObject({ visible: true, stroke: '#00ff00' });
  });
});
