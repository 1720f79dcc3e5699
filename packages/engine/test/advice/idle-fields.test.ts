import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { ObjectKind } from '../../src/language/kinds.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork } from './follow-fixes.ts';

function still(kind: ObjectKind, changes: Partial<CompositionState>): Project {
  const box = state({
    x: 160,
    y: 90,
    text: kind === 'equation' ? 'x' : 'Box',
    stroke: '#ffffff',
    strokeWidth: 2,
    ...changes,
  });
  return project(
    scene('s', { objects: [object('box', { kind })], compositions: [composition('a', 1000, { box })] }),
  );
}

/** A film in which one text becomes another. */
function counted(from: string, to: string): Project {
  const states = (text: string) => ({ box: state({ x: 160, y: 90, text, textTransition: 'count' }) });
  return project(
    scene('s', {
      objects: [object('box', { kind: 'text' })],
      compositions: [composition('a', 2000, states(from)), composition('b', 2000, states(to))],
      transitions: [transition('a', 'b', 500, [])],
    }),
  );
}

const path = 'scenes.s.compositions.a.states.box';

describe('fields without effect', () => {
  it.each([
    [
      'rectangle',
      { sweep: [0, 90] },
      'sweep has no effect on an object of kind rectangle: it is for circles; remove it',
    ],
    [
      'circle',
      {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
      'points has no effect on an object of kind circle: it is for paths; remove it',
    ],
    [
      'equation',
      { lineHeight: 2 },
      'lineHeight has no effect on an object of kind equation: it is for texts; remove it',
    ],
    ['path', { smooth: true }, 'smooth has no effect on a path without points; write points, or remove it'],
    [
      'circle',
      { dashOffset: 4 },
      'dashOffset has no effect on a stroke without dash; write dash, or remove it',
    ],
  ] as const)('reports a field without effect on kind %s: %j', async (kind, field, message) => {
    const film = still(kind, field as Partial<CompositionState>);
    const [name = ''] = Object.keys(field);
    expect(await adviceOn(film)).toEqual([
      expect.objectContaining({ rule: 'no-effect', path, message, fix: { [name]: null } }),
    ]);
    await expectFixesToWork({ ...film });
  });

  it('gives no advice on fields where they are drawn', async () => {
    expect(await adviceOn(still('circle', { sweep: [0, 90], innerRadius: 0.5, dash: [8, 4] }))).toEqual([]);
    expect(await adviceOn(still('text', { lineHeight: 2, direction: 'rtl', verticalAlign: 'top' }))).toEqual(
      [],
    );
  });
});

describe('fields of groups that only objects draw', () => {
  const box = { kind: 'rectangle', state: { x: 300, y: 300 } };
  const sales = { kind: 'bars', state: { x: 1200, data: { Mon: 4, Tue: 9 } } };
  const idleOn = async (objects: object, states: object, ownScene = false) => {
    const scene = { background: '#101828', objects, compositions: { a: { duration: 2000, states } } };
    const document = ownScene ? { scenes: { first: scene } } : scene;
    const advice = await adviceOn({ shorthand: true, ...document });
    return advice.filter(({ rule }) => rule === 'no-effect');
  };

  it('reports object fields in the state of a group, with the members that should have them', async () => {
    const group = { kind: 'group', children: ['sales.Mon', 'inner'] };
    const objects = { sales, box, inner: { kind: 'group', children: ['box'] }, group };
    const states = { sales: {}, box: {}, group: { fontSize: 30, opacity: 0.9 } };
    expect(await idleOn(objects, states)).toEqual([
      {
        rule: 'no-effect',
        path: 'compositions.a.states.group',
        message:
          'fontSize has no effect on a group, which draws nothing itself; write it on its members: "sales.Mon", "box"',
      },
    ]);
  });

  it('reports object fields in the states of rows, columns and grids, and in projects with several scenes', async () => {
    for (const kind of ['row', 'column', 'grid']) {
      const columns = kind === 'grid' ? { columns: 2 } : {};
      const group = { kind, children: ['box'], ...columns, state: { fontSize: 30, place: 'left' } };
      expect(await idleOn({ box, group }, { group: { text: 'x', gap: 20 } }, true)).toEqual([
        expect.objectContaining({
          path: 'scenes.first.objects.group.state',
          message: `fontSize has no effect on a ${kind}, which draws nothing itself; write it on its members: "box"`,
        }),
        expect.objectContaining({ path: 'scenes.first.compositions.a.states.group' }),
      ]);
    }
  });

  it('gives no advice on fields that place a group or apply to its members', async () => {
    const row = {
      kind: 'row',
      children: ['box'],
      gap: 20,
      state: { x: 900, place: 'top', align: 'start', margin: 9 },
    };
    const group = { kind: 'group', children: ['box'], state: { opacity: 0.5 } };
    const states = { row: { y: 500, gap: 9 }, group: { visible: true }, sales: { width: 600, fill: 'gold' } };
    expect(await idleOn({ box, row, group, sales }, states)).toEqual([]);
  });

  it('lists only a few of many members', async () => {
    const boxes = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`box${index}`, box]));
    const group = { kind: 'group', children: Object.keys(boxes) };
    const [advice] = await idleOn({ ...boxes, group }, { group: { fontSize: 40 } });
    expect(advice?.message).toMatch(/members: "box0", "box1", "box2", "box3", "box4", "box5", … \(9\)$/);
  });
});

describe('dashes whose gaps are closed', () => {
  it('reports dashes with closed gaps, with a fix that keeps the gaps open', async () => {
    const film = still('circle', { dash: [8, 6], strokeWidth: 6, width: 80, height: 80 });
    expect(await adviceOn(film)).toEqual([
      {
        rule: 'closed-gaps',
        path,
        message:
          'the round ends of a stroke 6 px wide close its gaps of 6 px, so it looks solid; make the gaps wider than the stroke',
        fix: { dash: [8, 12] },
      },
    ]);
    await expectFixesToWork({ ...film });
  });
});

describe('lists of different lengths', () => {
  it('reports lists of different lengths, because they switch in the middle', async () => {
    const line = (...ys: readonly number[]) => ({
      box: state({
        x: 40,
        y: 40,
        width: 200,
        height: 90,
        stroke: '#ffffff',
        strokeWidth: 2,
        points: ys.map((y, x) => [x / 9, y]),
      }),
    });
    const film = (...after: readonly number[]) =>
      project(
        scene('s', {
          objects: [object('box', { kind: 'path' })],
          compositions: [composition('a', 900, line(0, 1)), composition('b', 900, line(...after))],
          transitions: [transition('a', 'b', 500, [])],
        }),
      );
    expect(await adviceOn(film(0, 1, 0))).toEqual([
      {
        rule: 'uneven-lists',
        path: 'scenes.s.compositions.b.states.box',
        message:
          'points has 2 items in a and 3 in b, so it switches and does not change gradually; give both as many',
      },
    ]);
    expect(await adviceOn(film(1, 0))).toEqual([]);
  });
});

it('is silent about effects of a group, which its layer draws', async () => {
  const { advice = [] } = await inspect(
    {
      shorthand: true,
      objects: {
        row: { kind: 'row', children: ['a', 'b'], clip: 'hole', shadow: 'soft', blur: 2 },
        a: { kind: 'rectangle' },
        b: { kind: 'rectangle' },
        bars: { kind: 'bars', data: { Mon: 1, Tue: 2 }, clip: 'hole' },
        hole: { kind: 'circle', width: 400, height: 400 },
      },
      compositions: [{ states: { '*': true } }],
    },
    { advice: true },
  );
  expect(advice.filter(({ rule }) => rule === 'no-effect')).toEqual([]);
});

describe('texts that cannot count', () => {
  it('reports texts that cannot count because more than their numbers differs', async () => {
    const film = counted('5 visits', '6 visitors');
    expect(await adviceOn(film)).toEqual([
      {
        rule: 'cannot-count',
        path: 'scenes.s.compositions.b.states.box',
        message:
          '"5 visits" and "6 visitors" differ in more than their numbers, so the text crossfades and does not count; make the rest equal, or write textTransition crossfade',
        fix: { textTransition: 'crossfade' },
      },
    ]);
    await expectFixesToWork({ ...film });
    expect(await adviceOn(counted('5 visits', '1,600 visits'))).toEqual([]);
  });

  it('reports a text that is too long to count', async () => {
    const film = counted('1'.repeat(900), '9'.repeat(901));
    const advice = (await adviceOn(film)).filter(({ rule }) => rule === 'cannot-count');
    expect(advice).toMatchObject([
      { message: expect.stringContaining('have 901 characters, of at most 800, so the text crossfades') },
    ]);
    const short = await adviceOn(counted('1'.repeat(800), '9'.repeat(800)));
    expect(short.filter(({ rule }) => rule === 'cannot-count')).toEqual([]);
  });
});

describe('fields of objects in shorthand that change no picture', () => {
  const noEffect = async (object: object, state: object = {}) => {
    const film = {
      shorthand: true,
      theme: 'midnight',
      objects: { box: object },
      compositions: [{ states: { box: true } }, { states: { box: state } }],
    };
    const advice = await adviceOn(film);
    return advice.flatMap(({ rule, path, message, fix }) =>
      rule === 'no-effect' ? [[path, message, fix]] : [],
    );
  };
  const rectangle = { kind: 'rectangle', width: 300, height: 200 };

  it.each([
    [
      { kind: 'text', text: 'Hi', cornerRadius: 9 },
      'cornerRadius',
      /^cornerRadius has no effect on a text; ground draws/,
    ],
    [
      { kind: 'circle', cornerRadius: 9 },
      'cornerRadius',
      /on a circle; it is for rectangles, .*; remove it$/,
    ],
    [{ kind: 'waveform', fill: 'red' }, 'fill', /on a waveform; stroke colours the wave/],
    [{ ...rectangle, padding: 9 }, 'padding', /without around; write around, or remove it$/],
    [{ ...rectangle, margin: 9 }, 'margin', /without place or below/],
    [{ ...rectangle, strokeWidth: 9 }, 'strokeWidth', /without stroke/],
    [{ ...rectangle, dash: [9, 9] }, 'dash', /without stroke/],
    [{ ...rectangle, fontSize: 9 }, 'fontSize', /without text; write text/],
    [
      { kind: 'group', gap: 9, children: [rectangle] },
      'gap',
      /on a group; it is for rows, columns and grids/,
    ],
  ])('%j has no effect', async (object, field, message) => {
    expect(await noEffect(object)).toEqual([
      ['objects.box', expect.stringMatching(message), { [field]: null }],
    ]);
  });

  it('the minus of a side has no effect', async () => {
    const message = 'width is -5, whose minus has no effect: the object is drawn 5 pixels wide; write 5';
    expect(await noEffect({ ...rectangle, width: -5 })).toEqual([['objects.box', message, { width: 5 }]]);
  });

  it('a style of the theme without a field for the kind has no effect', async () => {
    expect(await noEffect({ kind: 'text', text: 'Hi', style: 'logo' })).toEqual([
      ['objects.box.style', expect.stringMatching(/^the style "logo" has no effect on a text/), undefined],
    ]);
    expect(await noEffect({ kind: 'text', text: 'Hi', style: 'title' })).toEqual([]);
  });

  it('a field has an effect as soon as a composition gives what it needs', async () => {
    expect(await noEffect({ ...rectangle, strokeWidth: 9 }, { stroke: 'red' })).toEqual([]);
    expect(await noEffect({ ...rectangle, text: 'Hi', fontSize: 40 })).toEqual([]);
  });

  it('says nothing of what a theme or a style gives several kinds', async () => {
    const film = {
      shorthand: true,
      theme: 'midnight',
      styles: { soft: { cornerRadius: 20, fontSize: 60 } },
      objects: {
        a: { kind: 'text', text: 'Hi', style: 'soft', x: 300 },
        b: { ...rectangle, style: 'badge', text: 'B' },
      },
      compositions: [{}],
    };
    expect((await adviceOn(film)).filter(({ rule }) => rule === 'no-effect')).toEqual([]);
  });
});
