// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inspect, type RenderError } from '../../src/index.ts';
import { variableNames } from '../../src/shorthand/variable-syntax.ts';
import { expand, film, problemsOf, sceneOf, stateOf } from './expand.ts';

type Fields = Readonly<Record<string, unknown>>;

const stat = {
  fields: { value: '0', label: '', tone: '#ff0000' },
  kind: 'column',
  children: [
    { id: 'value', kind: 'text', text: '${value}', fill: '${tone}' },
    { id: 'label', kind: 'text', if: '${label}', text: '${label}' },
  ],
  states: { busy: { value: { opacity: 0.4 } } },
};

/** A film of an object that is a component, with the states of later compositions. */
function used(component: Fields, object: Fields, ...later: unknown[]) {
  return {
    components: { thing: component },
    objects: { a: { kind: 'thing', ...object } },
    compositions: [
      { duration: 1000, states: { a: true } },
      ...later.map((state) => ({ duration: 1000, enter: 400, states: { a: state } })),
    ],
  };
}

describe('a component', () => {
  it('makes its object with the values of its parameters, or their defaults', () => {
    const scene = sceneOf(used(stat, { value: '12 k', label: 'users' }));
    expect(stateOf(scene, '1', 'a-value')).toMatchObject({ text: '12 k', fill: '#ff0000' });
    expect(stateOf(scene, '1', 'a-label').text).toBe('users');
    expect(Object.keys(sceneOf(used(stat, {})).objects)).toEqual(['a-value']);
  });

  it('takes fields of its object beside its parameters', () => {
    const scene = sceneOf(
      used({ kind: 'circle', width: 80, height: 80, fields: {} }, { x: 300, fill: '#00ff00' }),
    );
    expect(stateOf(scene, '1', 'a')).toMatchObject({ x: 300, width: 80, fill: '#00ff00' });
  });

  it('changes with its parameters as its own fields would', () => {
    const scene = sceneOf(used(stat, { value: '12' }, { value: '14', tone: '#0000ff' }, { opacity: 0.5 }));
    expect(stateOf(scene, '1', 'a-value')).toMatchObject({ text: '12', fill: '#ff0000' });
    expect(stateOf(scene, '2', 'a-value')).toMatchObject({ text: '14', fill: '#0000ff' });
    expect(stateOf(scene, '3', 'a-value')).toMatchObject({ text: '14', fill: '#0000ff' });
  });

  it('has looks that compositions ask for, and leaves them again', () => {
    const scene = sceneOf(used(stat, {}, 'busy', { value: '3' }, { look: '' }));
    const opacities = ['1', '2', '3', '4'].map((key) => stateOf(scene, key, 'a-value').opacity);
    expect(opacities).toEqual([1, 0.4, 0.4, 1]);
  });

  it('shows parts only in the looks that show them', () => {
    const dots = {
      kind: 'row',
      children: [
        { id: 'dots', kind: 'circle', width: 9, height: 9 },
        { id: 'name', kind: 'text', text: 'a' },
      ],
      states: { typing: { dots: true }, mute: { name: false } },
    };
    const scene = sceneOf(used(dots, {}, 'typing', 'mute'));
    const shown = (part: string) =>
      ['1', '2', '3'].map((key) => scene.compositions[key]?.states[`a-${part}`]?.visible === true);
    expect(shown('dots')).toEqual([false, true, false]);
    expect(shown('name')).toEqual([true, true, false]);
  });

  it('may be in other components and in items, and may have items', () => {
    const components = {
      pill: { fields: { words: '' }, kind: 'text', text: '${words}' },
      pills: {
        fields: { list: [] },
        kind: 'row',
        data: '${list}',
        each: { kind: 'pill', words: '${item}!' },
      },
    };
    const objects = {
      one: { kind: 'pills', list: ['a', 'b'] },
      two: { kind: 'row', data: ['c'], each: { kind: 'pill', words: '${item}?' } },
    };
    const scene = sceneOf({ components, objects, compositions: { a: {} } });
    const texts = Object.values(scene.compositions.a?.states ?? {}).map(({ text }) => text);
    expect(texts).toEqual(['a!', 'b!', 'c?']);
  });

  it('takes children, which keep their places in the document', () => {
    const frame = { fields: { children: [] }, kind: 'column', children: '${children}' };
    const document = used(frame, { children: [{ id: 't', kind: 'text', text: 'in', fill: 'nocolor' }] });
    expect(problemsOf(film(document))).toEqual([
      expect.stringMatching(/^objects\.a\.children\[0\]\.fill: .*"nocolor"/),
    ]);
  });

  it('joins its own parts by their names', () => {
    const pair = {
      kind: 'group',
      children: [
        { id: 'top', kind: 'rectangle', width: 90, height: 40, x: 100, y: 100 },
        { id: 'low', kind: 'rectangle', width: 90, height: 40, below: 'top', margin: 20 },
      ],
    };
    const document = {
      components: { pair },
      objects: { a: { kind: 'pair' }, b: { kind: 'pair' } },
      compositions: { c: {} },
    };
    const scene = sceneOf(document);
    for (const id of ['a', 'b'])
      expect(stateOf(scene, 'c', `${id}-low`).y - stateOf(scene, 'c', `${id}-top`).y).toBeCloseTo(60);
  });

  it('sees no variables of the item around it, and those of the film', () => {
    const components = { word: { fields: {}, kind: 'text', text: '${name} ${item}' } };
    const objects = { row: { kind: 'row', data: ['x'], each: { kind: 'word' } } };
    expect(problemsOf(film({ components, objects, variables: { name: 'N' } }))).toEqual([
      'components.word.text: names the unknown variable "item"; known: look, name',
    ]);
    expect(variableNames({ components: { a: { fields: { b: 1 }, text: '${b} ${c}' } } })).toEqual(
      new Set(['c']),
    );
  });
});

describe('a wrong component', () => {
  it('is a problem with the use and the component', () => {
    const limit = { kind: 'text', fields: { n: 2, on: true, list: [] }, text: '${n}' };
    expect(problemsOf(film(used(limit, { n: 'two', on: 1, list: 'a' })))).toEqual([
      'objects.a.n: must be a number like the default of thing, 2, but is "two" (components.thing.fields.n)',
      'objects.a.on: must be true or false like the default of thing, true, but is 1 (components.thing.fields.on)',
      'objects.a.list: must be a list or an object like the default of thing, an array of 0 items, but is "a" (components.thing.fields.list)',
    ]);
    expect(problemsOf(film(used(stat, { vlaue: '1' })))).toEqual([
      'objects.a.vlaue: is no field of thing, which has value, label, tone (components.thing); did you mean "value"?',
    ]);
    expect(problemsOf(film(used({ kind: 'text', fields: { text: null } }, {})))).toEqual([
      'objects.a.text: is required by thing (components.thing.fields.text)',
    ]);
  });

  it('is reported where its value is written', () => {
    expect(problemsOf(film(used(stat, { tone: 'tomatoo' })))).toEqual([
      expect.stringMatching(/^objects\.a\.tone: .*"tomatoo"/),
    ]);
    expect(problemsOf(film(used(stat, {}, { tone: 'tomatoo' })))).toEqual([
      expect.stringMatching(/^compositions\[1\]\.states\.a\.tone: .*"tomatoo"/),
    ]);
  });

  it('may not be inside itself', () => {
    const components = { a: { kind: 'b' }, b: { kind: 'row', children: [{ kind: 'a' }] } };
    const objects = { o: { kind: 'a' } };
    expect(problemsOf(film({ components, objects }))).toEqual([
      'components.b.children[0].kind: is "a", which is inside itself: a → b → a (components.a); use another kind in one of them',
    ]);
  });

  it('is refused with a sentence', () => {
    const components = {
      text: { kind: 'row' },
      'a b': { kind: 'row' },
      c: 3,
      d: { kind: 'row', fields: { kind: '' } },
      e: {},
    };
    const problems = problemsOf(film({ components }));
    expect(problems.map((problem) => problem.slice(0, problem.indexOf(':')))).toEqual([
      'components.text',
      'components["a b"]',
      'components.c',
      'components.d.fields.kind',
      'components.e.kind',
    ]);
    expect(problemsOf(film(used(stat, { look: 'lazy' })))).toEqual([
      'objects.a.look: is "lazy", which is no look of thing; it has "busy" (components.thing.states)',
    ]);
    expect(problemsOf(film(used({ ...stat, states: { x: { nobody: {} } } }, { look: 'x' })))).toEqual([
      'components.thing.states.x.nobody: is none of its parts: "this", "value", "label"',
    ]);
    expect(problemsOf(film({ objects: { box: { kind: 'stat' } } }))).toEqual([
      'objects.box.kind: is "stat" of the catalogue, whose colors and styles are those of a theme; add "theme": "midnight", or another one',
    ]);
    for (const kind of ['constructor', '__proto__', 'toString'])
      expect(problemsOf(film({ objects: { box: { kind } } }))).toHaveLength(1);
  });

  it('says where fields of the whole belong, and which id is taken', () => {
    const look = { ...stat, states: { busy: { stroke: 'red' } } };
    expect(problemsOf(film(used(look, { look: 'busy' })))).toEqual([
      'components.thing.states.busy.stroke: must be true, false or an object, but is "red"; fields of the whole are in "this": { "stroke": … }',
    ]);
    const frame = {
      fields: { children: [] },
      kind: 'column',
      children: [
        { id: 'bar', kind: 'circle' },
        { kind: 'row', children: '${children}' },
      ],
    };
    expect(
      problemsOf(film(used(frame, { children: [{ id: 'bar', kind: 'circle' }, { kind: 'circle' }] }))),
    ).toEqual([
      'objects.a.children[0]: is a part of the component, too, with the name "a.bar"; give it another id',
    ]);
  });

  it('stays within bounds', () => {
    const twice = (kind: string) => ({ kind: 'row', children: [{ kind }, { kind }] });
    const components = Object.fromEntries(
      Array.from({ length: 19 }, (_, index) => [
        `c${index}`,
        twice(index === 0 ? 'circle' : `c${index - 1}`),
      ]),
    );
    expect(problemsOf(film({ components, objects: { o: { kind: 'c18' } } }))).toEqual([
      expect.stringContaining('makes more than 5000 objects'),
    ]);
  });

  it('is a note if nothing uses it', () => {
    expect(expand(film({ components: { stat } })).notes).toEqual([
      {
        path: ['components', 'stat'],
        message: 'no object has the kind stat; use it, or remove the component',
      },
    ]);
  });
});

describe('a file of components', () => {
  const folder = mkdtempSync(join(tmpdir(), 'components-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const problems = async (use: unknown, objects: object = { a: { kind: 'text', text: 'a' } }) => {
    const document = { shorthand: true, use, objects, compositions: { c: {} } };
    return inspect(document, { baseFolder: folder }).then(
      () => [],
      ({ message }: RenderError) => message.split('; use: '),
    );
  };

  it('gives a film its components, styles and theme', async () => {
    write('brand.json', {
      components: { 'brand-stat': { ...stat, style: 'loud' } },
      styles: { loud: { gap: 40 } },
      theme: 'paper',
    });
    const objects = { a: { kind: 'brand-stat', value: '7' }, b: { kind: 'text', text: 'b', style: 'title' } };
    expect(await problems('brand.json', objects)).toEqual([]);
    expect(await problems(['brand.json'], { a: { kind: 'brand-stat', value: true } })).toEqual([
      expect.stringContaining('(components.brand-stat.fields.value in "brand.json")'),
    ]);
  });

  it('may have items in a file of its own', async () => {
    write('names.csv', 'name\nAda\nGrace\n');
    write('list.json', {
      components: { names: { kind: 'column', data: 'names.csv', each: { kind: 'text', text: '${name}' } } },
    });
    expect(await problems('list.json', { a: { kind: 'names' } })).toEqual([]);
  });

  it('is refused with its name if it is missing or wrong', async () => {
    write('broken.json', '{');
    write('other.json', { objects: {} });
    expect(await problems('missing.json')).toEqual([expect.stringContaining('there is no such file')]);
    expect(await problems('broken.json')).toEqual([
      expect.stringContaining('use: is the file "broken.json", whose'),
    ]);
    expect(await problems('other.json')).toEqual([
      'use: is the file "other.json", whose objects is none of components, styles and theme; remove it',
    ]);
    expect(await problems(7)).toEqual([
      'use: must be the name of a JSON file such as "brand.json", but is 7',
    ]);
  });
});
