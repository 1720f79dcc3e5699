import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, type Film } from './follow-fixes.ts';

const film = (end: object, more: object = {}): Film => ({
  shorthand: true,
  width: 1280,
  height: 720,
  objects: { box: { kind: 'rectangle', state: { x: 300, y: 500 } }, dot: { kind: 'circle' } },
  compositions: { start: { states: { dot: {} } }, end: { states: { box: {}, dot: {} }, ...end } },
  ...more,
});

describe('times in seconds', () => {
  it.each<[string, object, string, object]>([
    ['a composition', { duration: 2 }, 'compositions.end', { duration: 2000 }],
    ['a fraction of a second', { duration: 0.5 }, 'compositions.end', { duration: 500 }],
    ['a transition', { enter: 0.8 }, 'compositions.end', { enter: 800 }],
    ['a transition with tracks', { enter: { duration: 1 } }, 'compositions.end.enter', { duration: 1000 }],
    ['both', { duration: 3, enter: 1 }, 'compositions.end', { duration: 3000, enter: 1000 }],
    [
      'a transition and its tracks',
      {
        enter: {
          duration: 1,
          tracks: { box: { start: 0.2, duration: 0.5, opacityTiming: { duration: 0.1 } } },
        },
      },
      'compositions.end.enter',
      {
        duration: 1000,
        'tracks.box.start': 200,
        'tracks.box.duration': 500,
        'tracks.box.opacityTiming.duration': 100,
      },
    ],
    [
      'a track of a transition in milliseconds',
      { enter: { duration: 800, tracks: { box: { start: 0.3 } } } },
      'compositions.end.enter',
      { 'tracks.box.start': 300 },
    ],
    [
      'a stagger',
      { enter: { duration: 800, tracks: { '*': { stagger: 0.1 } } } },
      'compositions.end.enter',
      { 'tracks.*.stagger': 100 },
    ],
  ])('advises on times in seconds: %s, with a fix in milliseconds', async (_, end, path, fix) => {
    const [advice, ...others] = await adviceOn(film(end));
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ rule: 'seconds', path, fix });
    expect(await expectFixesToWork(film(end))).toBe(1);
  });

  it("advises on times in seconds in the scene's transition and in variables", async () => {
    expect(await adviceOn(film({}, { enter: 0.4 }))).toEqual([
      {
        rule: 'seconds',
        path: 'project',
        message:
          'enter is 0.4; times are in milliseconds, so this is too short to be seen; for 0.4 s write 400',
        fix: { enter: 400 },
      },
    ]);
    const variables = film({ duration: '$' + '{hold}' }, { variables: { hold: 4 } });
    expect(await adviceOn(variables)).toMatchObject([{ rule: 'seconds', path: 'compositions.end' }]);
  });

  it('advises on times in seconds in a transition of the full format', async () => {
    const made = project(
      scene('s', {
        objects: [object('box')],
        compositions: [
          composition('a', 500, { box: state({ x: 160, y: 90 }) }),
          composition('b', 5, { box: state({ x: 100, y: 90 }) }),
        ],
        transitions: [transition('a', 'b', 2, [track({ duration: 1.5 })])],
      }),
    );
    expect((await adviceOn(made)).map(({ path, fix }) => [path, fix])).toEqual([
      ['scenes.s.transitions.a-b', { duration: 2000, 'tracks.box.duration': 1500 }],
      ['scenes.s.compositions.b', { duration: 5000 }],
    ]);
    expect(await expectFixesToWork({ ...made })).toBe(2);
  });

  it('gives no fix for times in seconds if a track would end after its transition', async () => {
    const late = film({ enter: { duration: 400, tracks: { box: { start: 0.5 } } } });
    const [advice, ...others] = await adviceOn(late);
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ rule: 'seconds', path: 'compositions.end.enter' });
    expect(advice?.fix).toBeUndefined();
  });

  it.each<[string, object]>([
    ['20 milliseconds', { duration: 20 }],
    ['no time', { duration: 0 }],
    ['tracks that cut', { enter: { duration: 800, tracks: { box: { start: 0, duration: 1 } } } }],
  ])('gives no advice on seconds for short times: %s', async (_, end) => {
    expect(await adviceOn(film(end))).toEqual([]);
  });
});
