import { describe, expect, it } from 'vitest';
import type { EditedField, FieldSource } from '../../../engine/src/fix/edited-object.ts';
import { movedTo, moveEdits, resizeEdits, rotateEdits } from '../../src/page/moves.js';
import { snapLines, snapMove } from '../../src/page/snapping.js';

const own: FieldSource = { kind: 'object', name: null };
const from = (name: string): FieldSource => ({ kind: 'relation', name });

function field(name: string, value: EditedField['value'], source = own): EditedField {
  const paths = {
    written: `objects.a.${name}`,
    object: `objects.a.${name}`,
    member: null,
    here: `here.${name}`,
  };
  const type = { type: 'number', choices: [], minimum: null, maximum: null, description: '' } as const;
  return { name, value, source, paths, ...type, isUsual: true };
}

/** An object of 200 x 100 in the middle of a scene, with some fields of its own. */
function dragged(fields: readonly EditedField[], scope: 'written' | 'here' = 'written') {
  const names = ['x', 'y', 'width', 'height', 'rotation', 'margin'];
  const rest = names.filter((name) => !fields.some((one) => one.name === name));
  return {
    found: { name: 'a', fields: [...fields, ...rest.map((name) => field(name, null))] },
    state: { x: 960, y: 540, width: 200, height: 100 },
    coordinates: { x: 960, y: 540, scale: 1, rotation: 0 },
    scene: { width: 1920, height: 1080 },
    scope,
  };
}

it('a turned object grows along its own axes, and its opposite side stays', () => {
  const one = dragged([field('x', 960), field('y', 540), field('width', 200), field('height', 100)]);
  const object = { ...one, state: { ...one.state, rotation: 90 } };
  expect(resizeEdits(object, { left: 0, top: 0, right: 40, bottom: 0 }).edits).toEqual([
    { path: 'objects.a.width', value: 240 },
    { path: 'objects.a.y', value: 560 },
  ]);
});

describe('moving an object', () => {
  it('numbers, shares and coordinates that are not written are moved', () => {
    const offset = { dx: 48, dy: -20 };
    const move = (x: EditedField['value']) => moveEdits(dragged([field('x', x)]), offset);
    const y = { path: 'objects.a.y', value: 520 };
    expect(move(300)).toEqual({ edits: [{ path: 'objects.a.x', value: 348 }, y], reason: '' });
    expect(move('40%').edits[0]).toEqual({ path: 'objects.a.x', value: '42.5%' });
    expect(move(null).edits[0]).toEqual({ path: 'objects.a.x', value: 1008 });
    expect(moveEdits(dragged([field('x', 300)]), { dx: 0, dy: 5 }).edits).toEqual([
      { path: 'objects.a.y', value: 545 },
    ]);
    expect(moveEdits(dragged([field('x', 300)], 'here'), { dx: 1, dy: 0 }).edits).toEqual([
      { path: 'here.x', value: 301 },
    ]);
  });

  it('a formula cannot be dragged, and the reason is said', () => {
    const { edits, reason } = moveEdits(dragged([field('x', '=960 + s')]), { dx: 5, dy: 5 });
    expect([edits, reason]).toEqual([[], 'x of a is "=960 + s", which cannot be dragged']);
  });

  it.each([
    ['below title', 10, 30, [{ path: 'objects.a.margin', value: 62.4 }]],
    ['above title', 0, 30, [{ path: 'objects.a.margin', value: 2.4 }]],
    ['rightOf title', 30, 0, [{ path: 'objects.a.margin', value: 62.4 }]],
    ['place top', 0, 30, [{ path: 'objects.a.margin', value: 94.8 }]],
    ['place bottom', 0, 30, [{ path: 'objects.a.margin', value: 34.8 }]],
    ['below title', 100, 0, [{ path: 'objects.a.x', value: 1060 }]],
    ['place center', 10, 0, [{ path: 'objects.a.x', value: 970 }]],
  ])(
    'an object %s that is dragged by %i, %i changes its margin, or its other coordinate',
    (name, dx, dy, edits) => {
      const object = dragged([field('x', null, from(name)), field('y', null, from(name))]);
      expect(moveEdits(object, { dx, dy })).toMatchObject({ edits, reason: '' });
    },
  );

  it('a drag away from a relation says so, and one along it does not', () => {
    const fields = ['x', 'y'].map((name) => field(name, null, from('below title')));
    expect(moveEdits(dragged(fields), { dx: 100, dy: 0 }).leaves).toBe(true);
    expect(moveEdits(dragged(fields), { dx: 0, dy: 100 }).leaves).toBeUndefined();
  });

  it('under a camera or in a parent, pixels of the picture become coordinates', () => {
    const object = {
      ...dragged([field('x', 300)]),
      coordinates: { x: 300, y: 100, scale: 2, rotation: 90 },
    };
    expect(moveEdits(object, { dx: 20, dy: 60 }).edits).toEqual([
      { path: 'objects.a.x', value: 330 },
      { path: 'objects.a.y', value: 90 },
    ]);
    expect(movedTo(object, { dx: 20, dy: 60 })).toEqual({ x: 330, y: 90 });
  });

  it('a written margin is changed, also a share', () => {
    const fields = ['x', 'y'].map((name) => field(name, null, from('below title')));
    expect(moveEdits(dragged([...fields, field('margin', '5%')]), { dx: 0, dy: 10.8 }).edits).toEqual([
      { path: 'objects.a.margin', value: '6%' },
    ]);
  });

  it.each(['around b', 'on line', 'in cards'])(
    'an object %s is not moved, and the reason is said',
    (name) => {
      const object = dragged([field('x', null, from(name)), field('y', null, from(name))]);
      const { edits, reason } = moveEdits(object, { dx: 30, dy: 30 });
      expect(edits).toEqual([]);
      expect(reason).toContain(`a is ${name}`);
    },
  );
});

describe('resizing and turning an object', () => {
  it('the sides that are not dragged stay', () => {
    const object = dragged([field('width', 200), field('height', '10%')]);
    expect(resizeEdits(object, { left: 0, top: 0, right: 40, bottom: 54 }).edits).toEqual([
      { path: 'objects.a.width', value: 240 },
      { path: 'objects.a.height', value: '15%' },
      { path: 'objects.a.x', value: 980 },
      { path: 'objects.a.y', value: 567 },
    ]);
  });

  it('what a relation centres grows on both sides, so that the dragged side follows the pointer', () => {
    const object = (name: string) =>
      dragged([field('x', null, from(name)), field('y', null, from(name)), field('width', 200)]);
    const widthAfter = (name: string) =>
      resizeEdits(object(name), { left: 0, top: 0, right: 40, bottom: 0 }).edits[0];
    expect(widthAfter('below title')).toEqual({ path: 'objects.a.width', value: 280 });
    expect(widthAfter('rightOf title')).toEqual({ path: 'objects.a.width', value: 240 });
    expect(widthAfter('place top left')).toEqual({ path: 'objects.a.width', value: 240 });
  });

  it('an arrow key moves an object beside its relation', () => {
    const fields = ['x', 'y'].map((name) => field(name, null, from('below title')));
    expect(moveEdits(dragged(fields), { dx: 1, dy: 0 }).edits).toEqual([]);
    expect(moveEdits(dragged(fields), { dx: 1, dy: 0 }, true).edits).toEqual([
      { path: 'objects.a.x', value: 961 },
    ]);
  });

  it('a size stays positive', () => {
    const { edits } = resizeEdits(dragged([field('width', 200)]), {
      left: 0,
      top: 0,
      right: -500,
      bottom: 0,
    });
    expect(edits[0]).toEqual({ path: 'objects.a.width', value: 1 });
  });

  it('a text that is resized gets another font size', () => {
    const object = { ...dragged([field('fontSize', 40)]), state: { x: 960, y: 540, fontSize: 40 } };
    expect(resizeEdits(object, { left: 0, top: 0, right: 9, bottom: 20 }).edits).toEqual([
      { path: 'objects.a.fontSize', value: 60 },
    ]);
  });

  it('an object that is drawn larger than it is grows by less', () => {
    const large = dragged([field('width', 200)]);
    const object = { ...large, state: { ...large.state, scaleX: 2 } };
    expect(resizeEdits(object, { left: 0, top: 0, right: 40, bottom: 0 }).edits[0]).toEqual({
      path: 'objects.a.width',
      value: 220,
    });
  });

  it('an object in a turned parent is turned by the rest', () => {
    const object = { ...dragged([]), coordinates: { x: 0, y: 0, scale: 1, rotation: 90 } };
    expect(rotateEdits(object, 120).edits).toEqual([{ path: 'objects.a.rotation', value: 30 }]);
  });

  it('an object is turned to an angle', () => {
    expect(rotateEdits(dragged([]), 30).edits).toEqual([{ path: 'objects.a.rotation', value: 30 }]);
  });
});

it('a box snaps to the nearest line of the scene or of another box, on each axis', () => {
  const lines = snapLines({ width: 1000, height: 500 }, [{ left: 100, top: 100, right: 200, bottom: 150 }]);
  const box = { left: 300, top: 300, right: 360, bottom: 340 };
  expect(snapMove(box, { dx: -104, dy: 0 }, lines, 6)).toEqual({ dx: -100, dy: 0, met: { x: 200, y: null } });
  expect(snapMove(box, { dx: 172, dy: 157 }, lines, 6)).toEqual({
    dx: 170,
    dy: 160,
    met: { x: 500, y: 500 },
  });
  expect(snapMove(box, { dx: 50, dy: 50 }, lines, 6)).toEqual({ dx: 50, dy: 50, met: { x: null, y: null } });
});

it('a box snaps where its gap to a neighbour is that of others, and into the middle between two', () => {
  const boxes = [
    { left: 100, top: 100, right: 200, bottom: 150 },
    { left: 250, top: 90, right: 350, bottom: 160 },
    { left: 700, top: 400, right: 900, bottom: 450 },
  ];
  const lines = snapLines({ width: 1000, height: 500 }, boxes);
  const box = { left: 600, top: 20, right: 660, bottom: 60 };
  // The same gap of 50 to the right of the second one, and to the left of the first one.
  expect(snapMove(box, { dx: -203, dy: 0 }, lines, 6)).toMatchObject({ dx: -200, met: { x: 400 } });
  expect(snapMove(box, { dx: -612, dy: 0 }, lines, 6)).toMatchObject({ dx: -610, met: { x: 50 } });
  const narrow = { left: 600, top: 20, right: 620, bottom: 60 };
  expect(snapMove(narrow, { dx: -383, dy: 0 }, lines, 6)).toMatchObject({ dx: -385, met: { x: 225 } });
});
