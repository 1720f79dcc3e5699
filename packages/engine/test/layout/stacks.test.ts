import { expect, it } from 'vitest';
import { film, sceneOf, stateOf } from '../shorthand/expand.ts';

const large = { id: 'large', kind: 'rectangle', width: 200, height: 100 };
const small = { id: 'small', kind: 'rectangle', width: 40, height: 20 };

/** The place of the small one of two rectangles over each other, from the middle of the large one. */
function placeOf(fields: object): { readonly x: number; readonly y: number } {
  const objects = { s: { kind: 'stack', children: [large, small], ...fields } };
  const scene = sceneOf(film({ objects }));
  const [middle, state] = [stateOf(scene, 'a', 's-large'), stateOf(scene, 'a', 's-small')];
  return { x: state.x - middle.x, y: state.y - middle.y };
}

it('a stack has its children over each other', () => {
  expect(placeOf({})).toEqual({ x: 0, y: 0 });
  expect(placeOf({ align: 'start' })).toEqual({ x: 0, y: -40 });
  expect(placeOf({ justify: 'end' })).toEqual({ x: 80, y: 0 });
  expect(placeOf({ align: 'end', justify: 'start' })).toEqual({ x: -80, y: 40 });
});

it('a stack with its own size, and one that stretches its children', () => {
  const box = { width: 400, height: 300 };
  const alone = {
    kind: 'stack',
    ...box,
    align: 'stretch',
    children: [{ id: 'fills', kind: 'rectangle' }, small],
  };
  const scene = sceneOf(film({ objects: { s: alone } }));
  expect(stateOf(scene, 'a', 's-fills')).toMatchObject(box);
  expect(stateOf(scene, 'a', 's-small')).toMatchObject({ width: 40, height: 20 });
});

it('an arc keeps the place of its whole circle while it is drawn on', () => {
  const arc = (end: number) => ({
    id: 'arc',
    kind: 'circle',
    width: 80,
    fill: 'none',
    stroke: 'gold',
    sweep: [0, end],
  });
  const objects = { row: { kind: 'row', children: [large, arc(30)] } };
  const compositions = { a: {}, b: { states: { 'row.arc': { sweep: [0, 300] } } } };
  const scene = sceneOf(film({ objects, compositions }));
  expect(stateOf(scene, 'b', 'row-arc').x).toBe(stateOf(scene, 'a', 'row-arc').x);
  expect(stateOf(scene, 'b', 'row-large').x).toBe(stateOf(scene, 'a', 'row-large').x);
});
