// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { describe, expect, it } from 'vitest';
import { editedObject, type ObjectPlace } from '../../src/fix/edited-object.ts';
import { offeredLooks, themeOfDocument } from '../../src/fix/edited-theme.ts';
import { JsonTree } from '../../src/project/json-tree.ts';

const film = {
  shorthand: true,
  theme: 'midnight',
  variables: { brand: '#ff8800' },
  styles: { hot: { stroke: 'accent', strokeWidth: 6 } },
  components: { stat: { fields: { value: '0' }, kind: 'text', text: '${value}' } },
  objects: {
    title: { kind: 'text', style: 'title', place: 'top', text: 'Coffee' },
    box: { kind: 'rectangle', state: { x: 300 }, width: '40%', fill: '${brand}', style: 'hot' },
    plans: { kind: 'row', gap: 40, children: [{ id: 'a', kind: 'circle', text: 'A' }, { kind: 'circle' }] },
    users: { kind: 'stat', value: '12 k' },
    list: { kind: 'column', data: 3, each: { kind: 'text', text: '${item}' } },
    cards: {
      kind: 'row',
      data: { a: ['Ada', '${brand}'] },
      each: {
        kind: 'column',
        children: { note: { kind: 'text', text: '${0}', fill: '${1}', fontSize: 20 } },
      },
    },
  },
  compositions: [
    { id: 'one', states: { title: true } },
    { id: 'two', states: { title: { fill: 'gold' } } },
    { states: { 'plans.a': { text: 'B' } } },
  ],
};
const tree = new JsonTree(JSON.stringify(film));
const theme = themeOfDocument(film, new Map());

function object(place: Partial<ObjectPlace> & Pick<ObjectPlace, 'path'>) {
  const found = editedObject(tree, { name: 'unknown', composition: 'compositions[2]', ...place }, theme);
  return found ?? expect.unreachable('the object is in the document');
}

function field(path: string, name: string) {
  return object({ path }).fields.find((one) => one.name === name) ?? expect.unreachable(`${name} is offered`);
}

describe('the fields of an object', () => {
  it.each<[string, string, unknown, object, string]>([
    ['objects.title', 'text', 'Coffee', { kind: 'object', name: null }, 'objects.title.text'],
    ['objects.title', 'fill', 'gold', { kind: 'state', name: 'two' }, 'compositions[1].states.title.fill'],
    ['objects.title', 'fontSize', '11%', { kind: 'theme', name: 'title' }, 'objects.title.fontSize'],
    ['objects.title', 'x', null, { kind: 'relation', name: 'place top' }, 'objects.title.x'],
    ['objects.title', 'rotation', null, { kind: 'default', name: null }, 'objects.title.rotation'],
    ['objects.box', 'x', 300, { kind: 'object', name: null }, 'objects.box.state.x'],
    ['objects.box', 'y', null, { kind: 'default', name: null }, 'objects.box.state.y'],
    ['objects.box', 'width', '40%', { kind: 'object', name: null }, 'objects.box.width'],
    ['objects.box', 'stroke', 'accent', { kind: 'style', name: 'hot' }, 'styles.hot.stroke'],
    ['objects.box', 'fill', '#ff8800', { kind: 'variable', name: 'brand' }, 'variables.brand'],
    [
      'objects.plans.children[0]',
      'text',
      'B',
      { kind: 'state', name: '3' },
      'compositions[2].states["plans.a"].text',
    ],
    [
      'objects.plans.children[1]',
      'x',
      null,
      { kind: 'relation', name: 'in plans' },
      'objects.plans.children[1].x',
    ],
    ['objects.users', 'value', '12 k', { kind: 'object', name: null }, 'objects.users.value'],
  ])('%s has %s %j from %j at %s', (path, name, value, source, written) => {
    const found = field(path, name);
    expect([found.value, found.source, found.paths.written]).toEqual([value, source, written]);
  });

  it('a value is also written in the object itself, or in one composition', () => {
    expect(field('objects.title', 'fill').paths).toMatchObject({
      object: 'objects.title.fill',
      here: 'compositions[2].states.title.fill',
    });
    expect(field('objects.title', 'enter').paths.here).toBeNull();
  });

  it('a child has its name in states and its group, and a part the name of its whole', () => {
    expect(object({ path: 'objects.plans.children[0]' })).toMatchObject({
      ...{ name: 'plans.a', kind: 'circle' },
      group: { name: 'plans', kind: 'row', path: 'objects.plans' },
    });
    expect(object({ path: 'objects.list.each', name: 'list.2.label' })).toMatchObject({
      ...{ name: 'list.2', kind: 'text', path: 'objects.list.each' },
      group: { name: 'list' },
    });
  });

  it('a child of an object that stands for several has its own fields, and the group of that object', () => {
    const note = object({ path: 'objects.cards.each.children.note', name: 'cards.a.note' });
    expect(note).toMatchObject({
      ...{ name: 'cards.a.note', kind: 'text', path: 'objects.cards.each.children.note' },
      group: { name: 'cards.a', kind: 'column', path: 'objects.cards.each' },
    });
    const writtenOf = (name: string) => {
      const found = note.fields.find((one) => one.name === name);
      return [found?.value, found?.paths.written];
    };
    expect(writtenOf('fontSize')).toEqual([20, 'objects.cards.each.children.note.fontSize']);
    expect(writtenOf('text')).toEqual(['Ada', 'objects.cards.data.a[0]']);
    expect(writtenOf('fill')).toEqual(['#ff8800', 'variables.brand']);
  });

  it('fields have the types, choices and limits of the schema', () => {
    const typeOf = (name: string) => field('objects.title', name).type;
    expect(['x', 'fill', 'text', 'align', 'italic', 'below', 'enter'].map(typeOf)).toEqual([
      ...['number', 'color', 'text', 'choice', 'flag', 'object', 'choice'],
    ]);
    expect(field('objects.title', 'opacity')).toMatchObject({ minimum: 0, maximum: 1 });
    expect(field('objects.title', 'fontFamily').choices).toContain('serif');
  });

  it('the fields of a label are shown once it has a text', () => {
    expect(field('objects.box', 'fontSize').isUsual).toBe(false);
    expect(field('objects.plans.children[0]', 'fontSize').isUsual).toBe(true);
    expect(field('objects.title', 'fontSize').isUsual).toBe(true);
  });

  it('the order of drawing is offered, and states cannot change it', () => {
    const { type, isUsual, paths } = field('objects.title', 'order');
    expect([type, isUsual, paths]).toEqual([
      ...['number', false],
      { written: 'objects.title.order', object: 'objects.title.order', member: null, here: null },
    ]);
  });

  it('an object that is not in the document has no fields', () => {
    expect(
      editedObject(tree, { path: 'objects.none', name: 'none', composition: null }, theme),
    ).toBeUndefined();
  });
});

describe('the values of one member of a group that is made from data', () => {
  const template = { kind: 'rectangle', fill: 'navy', stroke: '${ink}', text: '${plan}: ${price} €' };
  const rows = [
    { plan: 'Home', price: 9, ink: 'gold' },
    { id: 'team', plan: 'Team', price: 16, ink: 'red' },
  ];
  const cards = { kind: 'row', data: rows, each: template };
  const plain = { kind: 'row', data: [7, 2], each: { kind: 'icon', icon: 'star', text: '${item}' } };
  const named = { kind: 'row', data: { a: 1 }, each: { kind: 'text', text: '${item}' } };
  const table = { kind: 'row', data: 'a,b\n1,2', each: { kind: 'text', text: '${a}' } };
  const document = {
    shorthand: true,
    objects: { cards, plain, named, table },
    compositions: {
      before: { states: { cards: false } },
      first: { states: { 'cards.*': true } },
      second: { states: { 'cards.*': { opacity: 0.5 }, 'cards.team': { fill: 'teal' } } },
      third: { states: { cards: { data: rows.toReversed() } } },
    },
  };
  const found = (name: string, composition: string) => {
    const path = `objects.${name.split('.')[0]}.each`;
    const place = { path, name, composition: `compositions.${composition}` };
    return editedObject(new JsonTree(JSON.stringify(document)), place, undefined) ?? expect.unreachable(name);
  };
  const memberPathOf = (name: string, field: string, composition = 'second') =>
    found(name, composition).fields.find((one) => one.name === field)?.paths.member;

  it.each<[string, string, string | null]>([
    ['cards.0', 'stroke', 'objects.cards.data[0].ink'],
    ['cards.team', 'stroke', 'objects.cards.data[1].ink'],
    ['cards.0', 'fill', 'compositions.first.states["cards.0"].fill'],
    ['cards.0', 'text', 'compositions.first.states["cards.0"].text'],
    ['cards.0', 'opacity', 'compositions.second.states["cards.0"].opacity'],
    ['cards.team', 'fill', 'compositions.second.states["cards.team"].fill'],
    ['plain.1', 'text', 'objects.plain.data[1]'],
    ['plain.1', 'fill', 'compositions.before.states["plain.1"].fill'],
    ['plain.1', 'icon', null],
    ['named.a', 'text', 'objects.named.data.a'],
    ['table.0', 'text', 'compositions.before.states["table.0"].text'],
  ])('%s has its own %s at %s', (name, field, path) => {
    expect(memberPathOf(name, field)).toBe(path);
  });

  it('later data have the item, if it has a name', () => {
    const place = 'compositions.third.states.cards.data[0].ink';
    expect(memberPathOf('cards.team', 'stroke', 'third')).toBe(place);
    expect(memberPathOf('cards.0', 'stroke', 'third')).toBe('compositions.first.states["cards.0"].stroke');
  });

  it('values of the item that only a part of a text shows are fields', () => {
    const { fields, memberOf } = found('cards.team', 'second');
    const ofData = fields.filter(({ name }) => name.startsWith('data.'));
    expect(memberOf).toBe('cards');
    expect(ofData.map(({ name, type, value, paths }) => [name, type, value, paths.written])).toEqual([
      ['data.plan', 'text', 'Team', 'objects.cards.data[1].plan'],
      ['data.price', 'number', 16, 'objects.cards.data[1].price'],
    ]);
  });
});

it('the looks of a document are the colors of its theme and the styles of both', () => {
  const { colors, styles } = offeredLooks(film, theme);
  expect(colors).toMatchObject({ accent: '#f4b860', background: '#0b1220' });
  expect(styles.slice(0, 2)).toEqual(['hot', 'title']);
  expect(offeredLooks({}, undefined)).toEqual({ colors: {}, styles: [] });
});
