import { expect, it } from 'vitest';
import { expandedFilm, film, problemsOf, sceneOf, stateOf } from './expand.ts';

const sentence = 'A long sentence that should wrap at four hundred pixels';
const text = { kind: 'text', text: sentence, fontSize: 40 };

/** The widths at which the object `it` wraps in two compositions. */
function wrapsOf(fields: object, changes: object = {}, others: object = {}) {
  const compositions = { a: { states: { it: {} } }, b: { states: { it: changes } } };
  const scene = sceneOf({ ...others, objects: { it: { ...text, ...fields } }, compositions });
  return [stateOf(scene, 'a', 'it').wrapWidth, stateOf(scene, 'b', 'it').wrapWidth];
}

it('the width of a text is the width at which it wraps', () => {
  expect(wrapsOf({ width: 400 })).toEqual([400, 400]);
  expect(wrapsOf({ width: '25%' })).toEqual([480, 480]);
  expect(wrapsOf({ width: '=4*100' })).toEqual([400, 400]);
  expect(wrapsOf({ w: 400 })).toEqual([400, 400]);
  expect(wrapsOf({ state: { width: 400 } })).toEqual([400, 400]);
  expect(wrapsOf({ wrapWidth: 400 }, { width: 600 })).toEqual([400, 600]);
});

it('styles have it, too, and the own width wins over that of a style', () => {
  const others = { theme: 'midnight', styles: { narrow: { width: 300 } } };
  expect(wrapsOf({ style: 'narrow' }, {}, others)).toEqual([300, 300]);
  expect(wrapsOf({ style: ['title', 'narrow'], width: 500 }, {}, others)).toEqual([500, 500]);
  expect(wrapsOf({ style: 'title', width: 500 }, {}, others)).toEqual([500, 500]);
});

it('both names at once are a problem', () => {
  const both = { ...text, width: 400, wrapWidth: 500 };
  expect(problemsOf(film({ objects: { it: both } }))).toEqual([
    'objects.it.width: sets wrapWidth, which is beside it; keep one of the two',
  ]);
  expect(problemsOf(film({ objects: { it: { ...text, width: -5 } } }))).toEqual([
    expect.stringMatching(/^objects\.it\.width: must be a number from /),
  ]);
});

it('captions wrap at their width', () => {
  const captions = { kind: 'captions', src: [{ text: sentence, start: 0, end: 900 }], width: 500 };
  const scene = sceneOf({ objects: { it: captions }, compositions: { a: { duration: 1000 } } });
  expect(stateOf(scene, 'a', 'it').wrapWidth).toBe(500);
});

it('the width of a shape with a label stays its own, and that of the label is its wrap width', () => {
  const box = { kind: 'rectangle', width: 400, height: 200, text: sentence };
  const compositions = { a: { states: { box: {} } }, b: { states: { 'box.label': { width: 150 } } } };
  const scene = sceneOf({ objects: { box }, compositions });
  expect(stateOf(scene, 'b').width).toBe(400);
  expect(stateOf(scene, 'a', 'box-label').wrapWidth).toBeGreaterThan(300);
  expect(stateOf(scene, 'b', 'box-label').wrapWidth).toBe(150);
});

it('texts in rows and in other objects keep their width', () => {
  const row = {
    kind: 'row',
    width: 1200,
    children: [
      { ...text, width: 300 },
      { ...text, flex: 1 },
    ],
  };
  const scene = sceneOf({ objects: { row }, compositions: { a: { states: { row: true } } } });
  expect(stateOf(scene, 'a', 'row-0').wrapWidth).toBe(300);
  const card = { kind: 'rectangle', width: 800, height: 400 };
  const inside = { ...text, inside: 'card', width: '50%' };
  const held = sceneOf({ objects: { card, it: inside }, compositions: { a: {} } });
  expect(stateOf(held, 'a', 'it').wrapWidth).toBe(400);
});

it('the width of a text of the full format has no meaning, also in a state that is copied from there', () => {
  const project = expandedFilm({ objects: { it: text } });
  const state = project.scenes.main?.compositions.a?.states.it;
  expect(state).toMatchObject({ width: 100 });
  expect(state?.wrapWidth).toBeUndefined();
  const copied = { objects: { it: { kind: 'text', state } }, compositions: { a: { states: { it: {} } } } };
  expect(stateOf(sceneOf(copied), 'a', 'it').wrapWidth).toBeUndefined();
});
