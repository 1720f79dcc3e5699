import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { expandedFilm, film, problemsOf } from './expand.ts';

const objects = {
  a: { kind: 'text', text: 'Ten times faster', place: 'top' },
  disc: { kind: 'circle', opacity: 0.8 },
  box: { kind: 'rectangle', text: 'Label' },
  row: {
    kind: 'row',
    place: 'bottom',
    data: ['one', 'two'],
    each: { kind: 'column', fill: 'navy', children: [{ id: 'word', kind: 'text', text: '$' + '{item}' }] },
  },
  sales: { kind: 'bars', data: { Mon: 3, Tue: 5 }, place: 'left', width: 300, height: 200 },
  code: { kind: 'code', place: 'right', language: 'js', text: 'a\nb\nc\nd', fill: '#222222' },
};

/** The opacities of objects in each composition of a film that highlights something in the second one. */
function opacities(highlight: unknown, changes: object = {}) {
  const document = film({
    objects,
    compositions: { first: {}, second: { enter: 300, highlight, ...changes }, third: { enter: 300 } },
  });
  const { compositions = {} } = expandedFilm(document).scenes.main ?? {};
  return Object.values(compositions).map(({ states }) =>
    Object.fromEntries(Object.entries(states).map(([id, { opacity }]) => [id, opacity])),
  );
}

it('a composition dims everything but what it highlights, and the next one undoes that by itself', () => {
  const [first, second, third] = opacities(['a']);
  expect(third).toEqual(first);
  expect(second).toMatchObject({ a: 1, disc: 0.2, box: 0.25, 'box-label': 0.25, 'sales-Tue': 0.25 });
  expect(opacities('a')).toEqual(opacities(['a']));
  expect(opacities('a', { dim: 0.5 })[1]).toMatchObject({ a: 1, disc: 0.4, 'sales-Tue': 0.5 });
});

it('a part of all parts is highlighted, and has a track', () => {
  const [, second] = opacities(['row.*.word']);
  expect(second).toEqual(opacities(['row.0.word', 'row.1.word'])[1]);
  const tracks = (names: readonly string[]) =>
    expandedFilm(
      film({
        objects,
        compositions: {
          first: { states: { row: false } },
          second: {
            states: { row: true },
            enter: { duration: 300, tracks: Object.fromEntries(names.map((name) => [name, 'pop'])) },
          },
        },
      }),
    ).scenes.main?.transitions;
  expect(tracks(['row.*.word'])).toEqual(tracks(['row.0.word', 'row.1.word']));
});

it('parts of rows, charts and code are highlighted with what is behind them and their texts', () => {
  const [, second] = opacities(['row.1', 'sales.Tue', 'code.2-3']);
  expect(second).toMatchObject({
    ...{ a: 0.25, 'row-0-box': 0.25, 'row-0-word': 0.25, 'row-1-box': 1, 'row-1-word': 1 },
    ...{ 'sales-Tue': 1, 'sales-Tue-value': 1, 'sales-Tue-label': 1, 'sales-Mon': 0.25 },
    ...{ 'code-ground': 1 },
  });
  const lines = Object.entries(second ?? {}).filter(([id]) => /^code-(?!ground)/.test(id));
  expect(lines.map(([, opacity]) => opacity)).toEqual([0.25, 1, 1, 0.25]);
});

it('a highlighted label shines with its shape, and a card with the text in it', () => {
  expect(opacities(['box'])[1]).toMatchObject({ box: 1, 'box-label': 1, a: 0.25 });
  expect(opacities(['row.0.word'])[1]).toMatchObject({ 'row-0-word': 1, 'row-0-box': 1, 'row-1-word': 0.25 });
});

it('words of a text are highlighted by dimming the others', () => {
  const document = film({
    objects,
    compositions: { first: {}, second: { highlight: ['a.times'], states: { 'a.Ten': { fill: 'red' } } } },
  });
  const { compositions } = expandedFilm(document).scenes.main ?? {};
  expect(compositions?.second?.states.a).toMatchObject({
    opacity: 1,
    spans: [
      { start: 0, end: 3, fill: '#ff0000', opacity: 0.25 },
      { start: 3, end: 4, opacity: 0.25 },
      { start: 9, end: 16, opacity: 0.25 },
    ],
  });
  expect(compositions?.second?.states.disc?.opacity).toBe(0.2);
});

it('a highlight is no mention, and captions stay', () => {
  const document = film({
    objects: { box: { kind: 'circle' }, other: { kind: 'circle' }, said: { kind: 'captions' } },
    compositions: { first: { say: 'Hello.' }, second: { highlight: ['box'] } },
  });
  expect(problemsOf(document)).toEqual([]);
  const { compositions } = expandedFilm(document).scenes.main ?? {};
  expect(compositions?.first?.states.box).toMatchObject({ visible: true, opacity: 1 });
  expect(compositions?.second?.states.said?.opacity).toBe(1);
  expect(compositions?.second?.states.other?.opacity).toBe(0.25);
});

it('a film with a highlight has no advice on its dimmed texts', async () => {
  const compositions = {
    first: { duration: 1500, states: { '*': true } },
    second: { duration: 1500, enter: 400, highlight: ['row.1'] },
    third: { duration: 300, enter: 400 },
  };
  const card = { kind: 'rectangle', width: 300, height: 120, text: 'Label', place: 'left' };
  const document = film({
    theme: 'midnight',
    objects: { a: objects.a, row: objects.row, card },
    compositions,
  });
  const { advice = [] } = await inspect(document, { advice: true });
  expect(advice.filter(({ rule }) => /contrast|unseen|read/.test(rule))).toEqual([]);
});

it.each<[string, object]>([
  [
    'compositions.second.highlight[0]: is "c", but the scene has "a", "disc", "box", "row", "sales", "code"',
    { highlight: ['c'] },
  ],
  [
    'compositions.second.highlight: is "a.fast forward", but the text is "Ten times faster"; write words of it',
    { highlight: 'a.fast forward' },
  ],
  [
    'compositions.second.highlight[1]: is "row.2", which does not exist: row has "row.0", "row.1"; did you mean "row.0"?',
    { highlight: ['a', 'row.2'] },
  ],
  [
    'compositions.second.highlight: must be an array of 1 to 100 items, but is an array of 0 items',
    { highlight: [] },
  ],
  ['compositions.second.dim: needs "highlight" beside it: what is not dimmed', { dim: 0.5 }],
  ['compositions.second.dim: must be a number from 0 to 1, but is 25', { highlight: 'a', dim: 25 }],
])('%s', (problem, second) => {
  expect(problemsOf(film({ objects, compositions: { first: {}, second } }))[0]).toBe(problem);
});
