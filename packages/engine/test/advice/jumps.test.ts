import { describe, expect, it } from 'vitest';
import { composition, object, project, scene, state } from '../../../../test/support/project-parts.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, type Film } from './follow-fixes.ts';

const film = (b: object, c: object = {}, more: object = {}): Film => ({
  shorthand: true,
  width: 1280,
  height: 720,
  objects: {
    box: { kind: 'rectangle', state: { x: 300, y: 500 } },
    dot: { kind: 'circle', state: { x: 900, y: 500 } },
    title: { kind: 'text', state: { text: 'Hello', y: 160 } },
  },
  compositions: {
    a: { states: { box: {}, dot: {}, title: {} } },
    b: { states: b },
    c: { states: c },
  },
  ...more,
});

describe('objects that are elsewhere in one composition', () => {
  it('advises on a small difference in one composition, with the usual value', async () => {
    const jump = film({ box: { x: 310 } }, { box: { x: 300 } });
    expect(await adviceOn(jump)).toEqual([
      {
        rule: 'jump',
        path: 'compositions.b.states.box',
        message:
          'box is elsewhere in this composition alone: x 310 instead of 300 before and after; use the same numbers, or a clearly different place',
        fix: { x: 300 },
      },
    ]);
    expect(await expectFixesToWork(jump)).toBe(1);
  });

  it('advises on small differences in several fields and in the font size', async () => {
    const several = film({ box: { x: 330, width: 90 } }, { box: { x: 300, width: 100 } });
    expect((await adviceOn(several)).map(({ fix }) => fix)).toEqual([{ x: 300, width: 100 }]);
    const letters = film({ title: { fontSize: 54 } }, { title: { fontSize: 48 } });
    expect((await adviceOn(letters)).map(({ fix }) => fix)).toEqual([{ fontSize: 48 }]);
    expect(await expectFixesToWork(letters)).toBe(1);
  });

  it('advises on an object that is elsewhere in one composition of the full format', async () => {
    const at = (x: number) => ({ box: state({ x, y: 90 }) });
    const made = project(
      scene('s', {
        objects: [object('box')],
        compositions: [
          composition('a', 500, at(100)),
          composition('b', 500, at(103)),
          composition('c', 500, at(100)),
        ],
      }),
    );
    expect((await adviceOn(made)).map(({ path, fix }) => [path, fix])).toEqual([
      ['scenes.s.compositions.b.states.box', { x: 100 }],
    ]);
    expect(await expectFixesToWork({ ...made })).toBe(1);
  });

  it.each<[string, object, object]>([
    ['moves far', { box: { x: 340 } }, { box: { x: 300 } }],
    ['does not come back', { box: { x: 310 } }, { box: { x: 320 } }],
    ['moves on', { box: { x: 310 } }, {}],
    ['also changes its colour', { box: { x: 310, fill: 'red' } }, { box: { x: 300, fill: 'white' } }],
    ['turns', { box: { rotation: 4 } }, { box: { rotation: 0 } }],
    ['grows much', { title: { fontSize: 64 } }, { title: { fontSize: 48 } }],
    ['moves with another', { box: { x: 310 }, dot: { x: 910 } }, { box: { x: 300 }, dot: { x: 900 } }],
    ['disappears', { box: false }, { box: {} }],
  ])('gives no advice on an object that %s', async (_, b, c) => {
    expect(await adviceOn(film(b, c))).toEqual([]);
  });

  it('gives no advice on an object with a track of its own', async () => {
    const enter = { duration: 400, tracks: { box: { keyframes: { y: [[0.5, 480]] } } } };
    const { compositions } = film({ box: { x: 310 } }, { box: { x: 300 } });
    const { a, b, c } = compositions as Record<string, object>;
    const moving = { a, b: { ...b, enter }, c };
    expect(await adviceOn(film({}, {}, { compositions: moving }))).toEqual([]);
    const general = { a, b: { ...b, enter: { duration: 400, tracks: { '*': { easing: 'easeOut' } } } }, c };
    expect(await adviceOn(film({}, {}, { compositions: general }))).toHaveLength(1);
  });

  it('gives no advice on a jump of an object that relations move', async () => {
    const objects = {
      word: { kind: 'text', state: { text: 'short', y: 300 } },
      mark: { kind: 'rectangle', state: { rightOf: 'word', width: 20, height: 20 } },
    };
    const compositions = {
      a: { duration: 2000, states: { word: {}, mark: {} } },
      b: { duration: 2000, states: { word: { text: 'shorter' } } },
      c: { duration: 2000, states: { word: { text: 'short' } } },
    };
    expect(await adviceOn(film({}, {}, { objects, compositions }))).toEqual([]);
  });
});
