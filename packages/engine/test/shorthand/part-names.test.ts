import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { expand, expandedFilm, film } from './expand.ts';

const objects = {
  row: {
    kind: 'row',
    place: 'top',
    children: [
      { kind: 'text', text: 'A' },
      { kind: 'column', children: { label: { kind: 'text', text: 'B \u{10FFF0}' } } },
    ],
  },
  bars: { kind: 'bars', data: { Bob: 3 }, width: 400, height: 300, x: 400, y: 600 },
  table: { kind: 'table', data: [['a'], ['b']], x: 1000, y: 700 },
  g: { kind: 'graph', text: 'a[A] --> b[B]', x: 1500, y: 600 },
};
const compositions = [{ duration: 4000, states: { row: true, bars: true, table: true, g: true } }];
const document = film({ objects, compositions });

it('the layout and the issues of an inspection call parts as the document calls them', async () => {
  const { layout = [], issues } = await inspect(document, { layout: true });
  const ids = layout[0]?.objects.map(({ id }) => id);
  expect(ids).toEqual([
    ...['row.0', 'row.1.label'],
    ...['bars.base', 'bars.Bob', 'bars.Bob.value', 'bars.Bob.label'],
    ...['table.0.0', 'table.0.0.label', 'table.0.whole.line'],
    ...['table.1.0', 'table.1.0.label', 'table.1.whole.line'],
    ...['g.a', 'g.a.label', 'g.a-b', 'g.b', 'g.b.label'],
  ]);
  expect(issues.join()).toContain('objects.row.children[1].children.label.text: no bundled font');
});

it('a part has its name in the full format; an object that two scenes call alike has its own in each', () => {
  const { scenes } = expandedFilm({ objects, compositions });
  const names = Object.values(scenes.main.objects).map(({ id, name }) => [id, name]);
  expect(Object.fromEntries(names)).toMatchObject({
    'row-1-label': 'row.1.label',
    'bars-Bob-value': 'bars.Bob.value',
    'g-a-b': 'g.a-b',
  });
  const other = expand({
    shorthand: true,
    scenes: {
      parts: { objects: { row: objects.row }, compositions: [{ states: {} }] },
      own: { objects: { 'row-0': { kind: 'circle' } }, compositions: [{ states: {} }] },
    },
  }).project.scenes;
  expect(other.parts?.objects['row-0']?.name).toBe('row.0');
  expect(other.own?.objects['row-0']?.name).toBe('row-0');
});
