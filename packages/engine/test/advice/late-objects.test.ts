import { describe, expect, it } from 'vitest';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expand } from '../shorthand/expand.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, type Film } from './follow-fixes.ts';

const film = (box: object, compositions: object, kind = 'rectangle'): Film => ({
  shorthand: true,
  width: 1280,
  height: 720,
  objects: { sun: { kind: 'circle', state: { x: 1000, y: 160 } }, box: { kind, state: box } },
  compositions,
});
const there = { x: 300, y: 500 };

describe('a table whose header is mentioned first', () => {
  const table = (states: readonly object[], changes = {}) => ({
    ...{ shorthand: true, enter: 500 },
    objects: {
      t: {
        kind: 'table',
        place: 'fill',
        header: true,
        data: [
          ['a', 'b'],
          ['1', '2'],
          ['3', '4'],
        ],
      },
    },
    compositions: Object.fromEntries(
      states.map((own, index) => [`c${index}`, { duration: 1000, states: own }]),
    ),
    ...changes,
  });
  const notes = async (document: object) =>
    (await adviceOn(document)).flatMap(({ rule, path, message }) =>
      rule === 'late-object' ? [{ path, message }] : [],
    );

  it('has rows that are visible from the start, which advice says', async () => {
    const [note, ...others] = await notes(table([{ 't.header': true }, {}]));
    expect(others).toEqual([]);
    expect(note?.path).toBe('compositions.c0.states["t.header"]');
    expect(note?.message).toContain('the rows of t are visible from the start');
    expect(note?.message).toContain('write "t.*": false beside it');
  });

  it.each([
    ['all of it enters', [{ t: true }, { 't.header': true }]],
    ['the rows follow', [{ 't.header': true }, { 't.0': true }, { 't.1': true }]],
    ['the rows are hidden', [{ 't.*': false, 't.header': true }, { t: true }]],
    ['the header is marked', [{}, { 't.header': { fill: 'tomato' } }]],
  ])('has no advice if %s', async (_, states) => {
    expect(await notes(table(states))).toEqual([]);
  });

  it('has no advice if nothing enters', async () => {
    expect(await notes(table([{ 't.header': true }], { enter: undefined }))).toEqual([]);
  });
});

describe('objects that are invisible before their first mention', () => {
  it('advises on an object whose own place is never seen, with a fix that shows it', async () => {
    const late = film(there, { a: {}, b: { enter: 500, states: { box: { x: 600 } } } });
    expect(await adviceOn(late)).toEqual([
      {
        rule: 'late-object',
        path: 'compositions.a',
        message:
          'box is not visible before b, the first composition that mentions it, so its x of 300 is never seen; mention it in a, or write the value in b alone; to let it enter from there, write "visible": false in a and true in b',
        fix: { 'states.box': {} },
      },
    ]);
    expect(await expectFixesToWork(late)).toBe(1);
  });

  it('advises on a late object in a project with several scenes, and on a late text', async () => {
    const { objects, compositions } = film(
      { text: 'One', y: 300 },
      { a: {}, b: { states: { box: { text: 'Two' } } } },
      'text',
    );
    const [advice] = await adviceOn({ shorthand: true, scenes: { first: { objects, compositions } } });
    expect(advice).toMatchObject({ path: 'scenes.first.compositions.a', fix: { 'states.box': {} } });
  });

  it('gives no fix for a late text where another text is visible', async () => {
    const late = film({ text: 'One', y: 300 }, { a: {}, b: { states: { box: { text: 'Two' } } } }, 'text');
    const objects = { ...(late.objects as object), other: { kind: 'text', state: { text: 'Seen', y: 300 } } };
    const advice = await adviceOn({ ...late, objects });
    const [one] = advice.filter(({ rule }) => rule === 'late-object');
    expect(one).toMatchObject({ path: 'compositions.a' });
    expect(one?.fix).toBeUndefined();
  });

  it('gives no fix for a late shape that might cover a text before it enters', async () => {
    const title = { kind: 'text', state: { text: 'Seen', y: 300 } };
    const compositions = {
      a: {},
      b: { states: { title: {} } },
      c: { enter: 500, states: { box: { x: 600 } } },
    };
    const late = film(there, compositions);
    const adviceWith = async (objects: object) => {
      const advice = await adviceOn({ ...late, objects });
      return advice.filter(({ rule }) => rule === 'late-object');
    };
    const [above] = await adviceWith({ title, ...(late.objects as object) });
    expect(above?.message).toContain('write "visible": false in b and true in c');
    expect(above?.fix).toBeUndefined();
    const [below] = await adviceWith({ ...(late.objects as object), title });
    expect(below?.fix).toEqual({ 'states.box': {} });
  });

  it('gives no advice on a late object that enters from elsewhere as the advice recommends', async () => {
    const entering = film(there, {
      a: { states: { box: { visible: false } } },
      b: { enter: 500, states: { box: { x: 600, visible: true } } },
    });
    const advice = await adviceOn(entering);
    expect(advice.filter(({ rule }) => rule === 'late-object')).toEqual([]);
    const { project } = expand(entering);
    const timeline = compileTimeline(project);
    const xAt = (timeMs: number) =>
      timeline.at(timeMs).poses.find(({ objectId }) => objectId === 'box')?.matrix[4];
    expect([xAt(500), xAt(1250), xAt(1600)]).toEqual([undefined, 450, 600]);
  });

  it.each<[string, object, object]>([
    ['enters with its own look', there, { a: {}, b: { states: { box: {} } } }],
    ['enters with fields of its own', there, { a: {}, b: { states: { box: { fill: 'red' } } } }],
    ['enters with the same values', there, { a: {}, b: { states: { box: { x: 300 } } } }],
    [
      'is mentioned in the first composition',
      there,
      { a: { states: { box: {} } }, b: { states: { box: { x: 600 } } } },
    ],
    [
      'is hidden before it comes back elsewhere',
      there,
      { a: { states: { box: true } }, b: { states: { box: false } }, c: { states: { box: { x: 600 } } } },
    ],
    [
      'is transparent until it enters',
      { ...there, opacity: 0 },
      { a: {}, b: { states: { box: { x: 600, opacity: 1 } } } },
    ],
    ['starts outside the frame', { x: -300, y: 500 }, { a: {}, b: { states: { box: { x: 600 } } } }],
    ['has no size until it enters', { ...there, width: 0 }, { a: {}, b: { states: { box: { width: 60 } } } }],
  ])('gives no advice on a late object that %s', async (_, box, compositions) => {
    const advice = await adviceOn(film(box, compositions));
    expect(advice.filter(({ rule }) => rule === 'late-object')).toEqual([]);
  });

  it.each([
    ['group', { kind: 'group', children: ['box', 'ball'] }],
    ['row', { kind: 'row', children: ['box', 'ball'], state: { y: 400 } }],
  ])('gives no advice on a late member that its %s shows before', async (_, group) => {
    const shown = film(
      { width: 60, height: 60 },
      { a: { states: { group: {} } }, b: { states: { box: { height: 90 } } } },
    );
    const objects = { ...(shown.objects as object), ball: { kind: 'circle', state: { x: 800 } }, group };
    const advice = await adviceOn({ ...shown, objects });
    expect(advice.filter(({ rule }) => rule === 'late-object')).toEqual([]);
  });

  it('gives no advice on a late object if nothing else is visible before', async () => {
    const alone = film(there, {
      a: { states: { sun: { visible: false } } },
      b: { states: { sun: {}, box: { x: 600 } } },
    });
    const advice = await adviceOn(alone);
    expect(advice.filter(({ rule }) => rule === 'late-object')).toEqual([]);
  });

  it('what is covered by something that no composition speaks of yet is told so, without a fix', async () => {
    const film = (first: object) => ({
      shorthand: true,
      objects: {
        title: { kind: 'text', text: 'Title', fontSize: 90 },
        cover: { kind: 'rectangle', width: 900, height: 300, fill: 'navy' },
      },
      compositions: [
        { duration: 2000, states: first },
        { duration: 2000, states: { title: false } },
      ],
    });
    const covered = async (first: object) =>
      (await adviceOn(film(first))).filter(({ rule }) => rule === 'covered');
    const [early] = await covered({ title: true });
    expect(early?.message).toContain('cover is visible because no composition up to here mentions it');
    expect(early?.fix).toBeUndefined();
    const [meant] = await covered({ title: true, cover: true });
    expect(meant?.message).not.toContain('because');
    expect(meant?.fix).toBeDefined();
  });
});
