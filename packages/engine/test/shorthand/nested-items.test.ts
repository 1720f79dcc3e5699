// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { expect, it } from 'vitest';
import { variableNames } from '../../src/shorthand/variable-syntax.ts';
import { expand, film, problemsOf, sceneOf } from './expand.ts';

type Fields = Readonly<Record<string, unknown>>;

const text = (words: string) => ({ kind: 'text', text: words });

/** A film of one row whose items come from data. */
function row(data: unknown, each: Fields, ...later: unknown[]) {
  return {
    objects: { a: { kind: 'row', data, each } },
    compositions: [
      { duration: 1000, states: { a: true } },
      ...later.map((next) => ({ duration: 1000, enter: 400, states: { a: { data: next } } })),
    ],
  };
}

/** The texts in a composition that are visible. */
function textsIn(document: Fields, composition = '1'): string[] {
  return Object.values(sceneOf(document).compositions[composition]?.states ?? {})
    .filter((state) => state.text !== '' && state.visible && state.opacity > 0)
    .map((state) => state.text);
}

it('the parts of a list of an item are variables', () => {
  const each = text('${n.1}, ${n.0}, ${at.home.0} and ${at.away}');
  expect(textsIn(row([{ n: ['A', 'B'], at: { home: [1], away: true } }], each))).toEqual([
    'B, A, 1 and true',
  ]);
  expect(textsIn(row([['A', ['B', 'C']]], text('${0}${item.1.0}${1.1}')))).toEqual(['ABC']);
});

it('a list of an item is no text, which a message says', () => {
  const list = film(row([{ n: ['A', 'B', 'C', 'D'] }], text('${n}')));
  expect(problemsOf(list)).toEqual([
    'objects.a.each.text: names "n", which is a list of the item; write what is in it, ${n.0}, ${n.1}, ${n.2}, …, or make a group of its own from it, with "data": "${n}" and "each"',
  ]);
  expect(problemsOf(film(row([{ n: {} }], text('${n}'))))).toEqual([
    'objects.a.each.text: names "n", which is an object of the item; make a group of its own from it, with "data": "${n}" and "each"',
  ]);
  expect(problemsOf(film(row([{ n: ['A'] }], text('${n.1}'))))).toEqual([
    'objects.a.each.text: names the unknown variable "n.1"; known: index, key, n.0',
  ]);
});

const card = {
  kind: 'column',
  children: [text('${plan}'), { kind: 'column', data: '${points}', each: text('${plan}: ${item}') }],
};
const plans = [
  { id: 'one', plan: 'One', points: ['a', 'b'] },
  { id: 'two', plan: 'Two', points: ['c'] },
];

it('each may be in another each, with a list of the outer item as its data', () => {
  const document = row(plans, card);
  expect(textsIn(document)).toEqual(['One', 'One: a', 'One: b', 'Two', 'Two: c']);
  const named = { ...document, compositions: [{ states: { 'a.one.1.1': { fill: 'tomato' } } }] };
  const state = Object.values(sceneOf(named).compositions['1']?.states ?? {}).find(
    (one) => one.text === 'One: b',
  );
  expect(state?.fill).toBe('#ff6347');
});

it('lists in lists are three groups deep, and each has its own index', () => {
  const cells = { kind: 'row', data: '${item}', each: text('${item}@${index}') };
  const rows = { kind: 'column', data: '${item}', each: cells };
  expect(textsIn(row([[['a', 'b'], ['c']], [['d']]], rows))).toEqual(['a@0', 'b@1', 'c@0', 'd@0']);
});

it('a chart in each takes a list of the item as its data', () => {
  const bars = { kind: 'bars', width: 400, height: 300, data: '${sold}', values: false };
  expect(textsIn(row([{ sold: { Mon: 3, Tue: 4 } }, { sold: { Wed: 5 } }], bars))).toEqual([
    'Mon',
    'Tue',
    'Wed',
  ]);
});

it('later data move, add and remove items with lists, and change the texts in them', () => {
  const [one, two] = plans;
  const three = { id: 'three', plan: 'Three', points: ['x', 'y'] };
  const changed = { ...one, plan: 'Uno', points: ['a', 'z'] };
  const document = row(plans, card, [two, three], [three, changed]);
  expect(textsIn(document, '1')).toEqual(['One', 'One: a', 'One: b', 'Two', 'Two: c']);
  expect(textsIn(document, '2').toSorted()).toEqual(['Three', 'Three: x', 'Three: y', 'Two', 'Two: c']);
  expect(textsIn(document, '3').toSorted()).toEqual([
    'Three',
    'Three: x',
    'Three: y',
    'Uno',
    'Uno: a',
    'Uno: z',
  ]);
});

it('an item keeps the number of its parts, or a message says so', () => {
  const [one, two] = plans;
  const longer = [{ ...one, points: ['a', 'b', 'c'] }, two];
  expect(problemsOf(film(row(plans, card, longer)))).toEqual([
    'compositions[1].states.a.data: gives a.one other objects than before, such as a.one.1.2; keep its lists as long as they were, or give the item another id',
  ]);
});

it('a state gives the inner group data of its own', () => {
  const document = row(plans, card);
  const later = { duration: 1000, enter: 400, states: { 'a.one.1': { data: ['b', 'e'] } } };
  const both = { ...document, compositions: [...document.compositions, later] };
  expect(textsIn(both, '2').toSorted()).toEqual(['One', 'One: b', 'One: e', 'Two', 'Two: c']);
});

it('items of items of items are bounded, with one problem', () => {
  const group = (each: Fields): Fields => ({ kind: 'group', data: 300, each });
  const objects = { a: group(group(group({ kind: 'circle' }))) };
  expect(problemsOf(film({ objects, compositions: [{}] }))).toEqual([
    expect.stringMatching(/^objects\.a\.each\.each\.data: makes more than 5000 objects/),
  ]);
});

it('the names of lists in items are no variables of the film', () => {
  const each = { kind: 'column', data: '${points}', each: text('${label} ${item} ${own} ${points.0}') };
  const document = row([{ points: [{ label: 'x' }] }], each);
  expect([...variableNames(film(document))]).toEqual(['own']);
  expect(expand(film(row(plans, card))).project.scenes.main).toBeDefined();
});
