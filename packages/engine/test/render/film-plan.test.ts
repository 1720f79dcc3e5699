import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { film } from '../shorthand/expand.ts';

const planOf = async (document: object) => (await inspect(document, { plan: true })).plan;

const row = { kind: 'row', data: 3, each: { kind: 'rectangle', width: 80, height: 60, text: 'Card' } };

it('an inspection plans each composition with its times and what enters, changes and leaves', async () => {
  const document = film({
    objects: {
      title: { kind: 'text', place: 'top', text: 'Title' },
      still: { kind: 'circle', place: 'bottom' },
      row,
    },
    compositions: [
      { duration: '0.5s', states: { title: true } },
      { duration: 1000, enter: 600, states: { row: true } },
      { duration: 400, states: { 'row.1': { fill: 'red' }, title: { text: 'Other' } } },
      { duration: 400, enter: 300, states: { 'row.2': false, row: { scale: 1.2 } } },
      { duration: 400, enter: 300, states: { row: false, camera: { zoom: 2 } } },
    ],
  });
  expect(await planOf(document)).toEqual([
    {
      ...{ scene: 'main', composition: '1', startMs: 0, transitionMs: 0, holdMs: 500 },
      ...{ enters: ['title', 'still'], changes: [], leaves: [] },
    },
    {
      ...{ scene: 'main', composition: '2', startMs: 500, transitionMs: 600, holdMs: 1000 },
      ...{ enters: ['row'], changes: [], leaves: [] },
    },
    {
      ...{ scene: 'main', composition: '3', startMs: 2100, transitionMs: 0, holdMs: 400 },
      ...{ enters: [], changes: ['title', 'row.1'], leaves: [] },
    },
    {
      ...{ scene: 'main', composition: '4', startMs: 2500, transitionMs: 300, holdMs: 400 },
      ...{ enters: [], changes: ['row'], leaves: ['row.2'] },
    },
    {
      ...{ scene: 'main', composition: '5', startMs: 3200, transitionMs: 300, holdMs: 400 },
      ...{ enters: [], changes: ['camera'], leaves: ['row'] },
    },
  ]);
});

it('the plan of a film begins with its first transition', async () => {
  const document = film({
    objects: { title: { kind: 'text', text: 'Title' } },
    compositions: { a: { duration: 400, enter: 500, states: { title: true } } },
  });
  expect(await planOf(document)).toEqual([
    {
      ...{ scene: 'main', composition: 'a', startMs: 0, transitionMs: 500, holdMs: 400 },
      ...{ enters: ['title'], changes: [], leaves: [] },
    },
  ]);
});

it('parts of charts, tables and code are planned by the names of the document', async () => {
  const document = film({
    objects: {
      sales: { kind: 'bars', data: { Mon: 3, Tue: 5 }, place: 'left', width: 400, height: 300 },
      table: { kind: 'table', place: 'right', data: [['Ada'], ['Bob']] },
      code: { kind: 'code', place: 'top', language: 'js', text: 'a\nb\nc' },
    },
    compositions: [
      { states: { '*': true } },
      {
        enter: 300,
        states: {
          'sales.Tue': { fill: 'red' },
          'table.1': { textColor: 'gold' },
          'code.2': { opacity: 0.5 },
        },
      },
      { enter: 300, states: { '*': false } },
    ],
  });
  const [, change, end] = (await planOf(document)) ?? [];
  expect(change).toMatchObject({
    ...{ enters: [], changes: ['sales.Tue', 'table.1.0', 'code.2'], leaves: [] },
  });
  expect(end).toMatchObject({ enters: [], changes: [], leaves: ['sales', 'table', 'code'] });
});

it('the plan of a film in the full format has the ids of its objects', async () => {
  const { expandedFilm } = await import('../shorthand/expand.ts');
  const full = expandedFilm({
    compositions: { a: { states: { box: false } }, b: { states: { box: true } } },
  });
  expect(await planOf(full)).toMatchObject([{ enters: [] }, { enters: ['box'], changes: [], leaves: [] }]);
});

it('an inspection has no plan unless one is requested', async () => {
  expect(await inspect(film(), { advice: true })).not.toHaveProperty('plan');
});
