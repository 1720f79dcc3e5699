import { expect, it } from 'vitest';
import { editsBetween } from '../src/text-edits.ts';

const film = {
  background: '#000000',
  objects: {
    dot: { kind: 'circle' },
    caption: { kind: 'text', state: { text: 'Hello' } },
    card: { kind: 'column', children: { role: { kind: 'text', text: 'Countess' } } },
    chart: { kind: 'bars', data: [1, 2] },
  },
  compositions: { one: { duration: 300, states: { caption: true } }, two: { duration: 500 } },
};

/** Changes a copy of a film. */
// biome-ignore lint/suspicious/noExplicitAny: documents have any fields.
type Change = (copy: any) => void;

/** The edits of a film after a function has changed a copy of it, as `kind what before after`. */
function editsAfter(change: Change, before: object = film): string[] {
  const after = structuredClone(before);
  change(after);
  return editsBetween(before, after).map(({ kind, what, before: from, after: to }) =>
    [kind, what, from ?? '-', to ?? '-'].join(' '),
  );
}

it.each<[string, Change, string[]]>([
  ['nothing', () => {}, []],
  [
    'a text',
    (copy) => (copy.objects.caption.state.text = 'Good morning'),
    ['changed caption.text Hello Good morning'],
  ],
  [
    'a text of a child',
    (copy) => (copy.objects.card.children.role.text = 'Queen'),
    ['changed card.role.text Countess Queen'],
  ],
  ['a duration', (copy) => (copy.compositions.two.duration = 900), ['changed duration of two 500 900']],
  ['a state', (copy) => (copy.compositions.one.states.caption = { x: 5 }), ['changed caption in one true -']],
  ['a new state', (copy) => (copy.compositions.two.states = { dot: { x: 5 } }), ['new states of two - -']],
  ['the background', (copy) => (copy.background = '#ffffff'), ['changed background #000000 #ffffff']],
  ['a list of numbers', (copy) => (copy.objects.chart.data = [1, 3]), ['changed chart.data - -']],
  ['a new field', (copy) => (copy.objects.dot.fill = 'gold'), ['new dot.fill - gold']],
  [
    'a long text',
    (copy) => (copy.objects.caption.state.text = 'a'.repeat(90)),
    [`changed caption.text Hello ${'a'.repeat(39)}…`],
  ],
])('the edits of %s are named as in the document', (_, change, expected) => {
  expect(editsAfter(change)).toEqual(expected);
});

it('what was removed comes first, and what was renamed is removed and new', () => {
  const edits = editsAfter(({ objects, compositions }) => {
    objects.caption.state.text = 'Bye';
    objects.point = objects.dot;
    delete objects.dot;
    compositions.three = {};
  });
  expect(edits).toEqual([
    'removed dot - -',
    'changed caption.text Hello Bye',
    'new point - -',
    'new three - -',
  ]);
});

it('an object that is removed or new is named once, without its states', () => {
  const shown = structuredClone(film);
  Object.assign(shown.compositions.one.states, { dot: { fill: 'gold' } });
  const edits = editsAfter(({ objects, compositions }) => {
    delete objects.dot;
    delete compositions.one.states.dot;
    objects.fresh = { kind: 'circle' };
    compositions.one.states.fresh = true;
  }, shown);
  expect(edits).toEqual(['removed dot - -', 'new fresh - -']);
});

it('compositions in a list have numbers, and one that is inserted or removed leaves the others as they are', () => {
  const list = { compositions: [{ duration: 1 }, { duration: 2 }, { duration: 3 }] };
  const edit = (change: (compositions: object[]) => void) =>
    editsAfter(({ compositions }) => change(compositions), list);
  expect(edit((all) => all.splice(1, 0, { duration: 9 }))).toEqual(['new composition 2 - -']);
  expect(edit((all) => all.splice(1, 1))).toEqual(['removed composition 2 - -']);
  expect(edit((all) => (all[2] = { duration: 9 }))).toEqual(['changed duration of composition 3 3 9']);
  expect(edit((all) => all.push({ duration: 3 }))).toEqual(['new composition 4 - -']);
});

it('scenes are named', () => {
  const scenes = { scenes: { intro: structuredClone(film), end: structuredClone(film) } };
  expect(editsAfter((copy) => (copy.scenes.end.compositions.one.duration = 1), scenes)).toEqual([
    'changed duration of one in end 300 1',
  ]);
  expect(editsAfter((copy) => delete copy.scenes.end, scenes)).toEqual(['removed end - -']);
});

it('another document has a hundred edits at most', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index]));
  expect(editsBetween({}, many)).toHaveLength(100);
});
