import { describe, expect, it } from 'vitest';
import {
  audioTrack,
  composition,
  keyframe,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { AudioTrack, CompositionState, Project, TransitionTrack } from '../../src/project/schema.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork } from './follow-fixes.ts';

const there = { x: 160, y: 90 };

/** Returns a film with a box that has these states in two compositions, and a dot that is always visible. */
function film(
  from: Partial<CompositionState> | null,
  to: Partial<CompositionState> | null,
  one: TransitionTrack,
): Project {
  const dot = { dot: state({ x: 90, y: 50 }) };
  const states = (box: Partial<CompositionState> | null) =>
    box === null ? dot : { ...dot, box: state({ ...there, ...box }) };
  return project(
    scene('s', {
      objects: [object('box'), object('dot', { order: 1 })],
      compositions: [composition('a', 500, states(from)), composition('b', 500, states(to))],
      transitions: [transition('a', 'b', 400, [one])],
    }),
  );
}

const noEffect = {
  rule: 'idle-track',
  path: 'scenes.s.transitions.a-b.tracks',
  message:
    'this track has no effect: box is the same in a and b; change one of its states or remove the track',
  fix: { box: null },
};

describe('useless tracks', () => {
  it('advises on a track between states that differ only by an explicit default', async () => {
    for (const same of [{ scaleY: 1 }, { anchorX: 0 }, { anchorY: 0 }, { scaleX: 1, shear: 0 }]) {
      expect(await adviceOn(film({}, same, track()))).toEqual([noEffect]);
      expect(await adviceOn(film(same, {}, track()))).toEqual([noEffect]);
    }
  });

  it('gives no advice on a track that changes a field from its default', async () => {
    for (const other of [{ scaleY: 1.5 }, { anchorX: 5 }, { anchorY: 5 }, { scaleX: 1.5 }, { shear: 0.5 }]) {
      expect(await adviceOn(film({}, other, track()))).toEqual([]);
    }
  });

  it('advises on a timing of something that stays', async () => {
    const timing = { start: 100, duration: 200, easing: 'linear' } as const;
    const timed = { ...track(), fontSizeTiming: timing };
    expect(await adviceOn(film({}, { x: 200 }, timed))).toEqual([
      {
        rule: 'no-effect',
        path: 'scenes.s.transitions.a-b.tracks.box',
        message: expect.stringMatching(
          /^fontSizeTiming has no effect: nothing that follows it changes from a to b; change fontSize/,
        ),
        fix: { fontSizeTiming: null },
      },
    ]);
    expect(await adviceOn(film({}, { x: 200 }, { ...track(), positionTiming: timing }))).toEqual([]);
    // What enters changes in every way.
    expect(await adviceOn(film(null, {}, { ...track(), opacityTiming: timing }))).toEqual([]);
  });

  it('advises on a track whose keyframes are all deleted', async () => {
    const deleted = { ...keyframe('x', 0.5, 200), deleted: true };
    expect(await adviceOn(film({}, {}, track({ keyframes: { k: deleted } })))).toEqual([noEffect]);
    const keyframes = { k: deleted, l: keyframe('x', 0.6, 200) };
    expect(await adviceOn(film({}, {}, track({ keyframes })))).toEqual([]);
  });

  it('advises on a track whose object has no state on either side, but not on one side only', async () => {
    expect(await adviceOn(film(null, {}, track()))).toEqual([]);
    expect(await adviceOn(film({}, null, track()))).toEqual([]);
    expect(await adviceOn(film(null, null, track()))).toContainEqual(noEffect);
  });
});

describe('short transitions', () => {
  it('advises on a short transition and shows the length of a frame', async () => {
    const short = (duration: number) =>
      project(
        scene('s', {
          objects: [object('box')],
          compositions: [
            composition('a', 500, { box: state(there) }),
            composition('b', 500, { box: state({ ...there, x: 100 }) }),
          ],
          transitions: [transition('a', 'b', duration)],
        }),
      );
    expect(await adviceOn(short(30), { fps: 24 })).toEqual([
      {
        rule: 'short-transition',
        path: 'scenes.s.transitions.a-b',
        message:
          'the transition lasts 30 ms, less than a frame (41.7 ms at 24 fps), so it looks like a cut; make it longer or remove it',
        fix: { duration: 42 },
      },
    ]);
    expect(await adviceOn(short(1000 / 24), { fps: 24 })).toEqual([]);
  });
});

describe('inaudible and cut-off sounds', () => {
  const advised = async (changes: Partial<AudioTrack>) => {
    const one = audioTrack('tone', 0, 900);
    const asset = { ...one.asset, duration: 1000, src: 'data:audio/wav;base64,AAAA' };
    const made = { ...one, asset, muted: false, volume: 1, offset: 100, ...changes };
    const box = { box: state(there) };
    return adviceOn(
      project(
        scene('s', {
          objects: [object('box')],
          compositions: [composition('a', 2000, box)],
          audioTracks: [made],
        }),
      ),
    );
  };
  const path = 'scenes.s.audioTracks.tone';
  const silent = 'this sound is never heard: its volume is 0; increase it or remove the track';
  const empty = 'this sound is never heard: its duration is 0; make it longer or remove the track';

  it.each<[string, Partial<AudioTrack>, object]>([
    ['has volume 0', { volume: 0 }, { message: silent, fix: { volume: 1 } }],
    [
      'has volume 0 and is cut off',
      { volume: 0, duration: 500 },
      { message: silent, fix: { volume: 1, duration: 900 } },
    ],
    [
      'has volume 0 and duration 0',
      { volume: 0, duration: 0 },
      { message: silent, fix: { volume: 1, duration: 900 } },
    ],
    [
      'has volume 0 and starts at the end of its source',
      { volume: 0, duration: 0, offset: 1000 },
      { message: silent },
    ],
    [
      'has volume 0 and starts 1 ms before the end of its source',
      { volume: 0, duration: 0, offset: 999 },
      { message: silent },
    ],
    [
      'has volume 0 and plays the last millisecond',
      { volume: 0, duration: 1, offset: 999 },
      { message: silent, fix: { volume: 1 } },
    ],
    ['has duration 0', { duration: 0 }, { message: empty, fix: { duration: 900 } }],
    ['has duration 0 and starts at the end of its source', { duration: 0, offset: 1000 }, { message: empty }],
    [
      'is cut off',
      { duration: 897.6 },
      {
        message:
          'the sound is cut off: it stops after 897.6 ms, 2 ms before its source ends; make the track longer, or shorten the source',
        fix: { duration: 900 },
      },
    ],
  ])('advises on a sound that %s', async (_, changes, advice) => {
    expect(await advised(changes)).toEqual([{ rule: 'sound', path, ...advice }]);
  });

  it('gives no advice on a muted sound', async () => {
    expect(await advised({ muted: true, volume: 0 })).toEqual([]);
    expect(await advised({ muted: true, duration: 0 })).toEqual([]);
  });
});

describe('sounds that last longer than the pictures', () => {
  const asset = { src: 'data:audio/wav;base64,AAAA', mime: 'audio/wav', duration: 60_000, hasAudio: true };
  const box = { kind: 'rectangle', state: { x: 300, y: 300 } };
  const film = (tone: object, compositions: object = { a: {}, b: { enter: 500, states: { box: {} } } }) => ({
    shorthand: true,
    objects: { box, dot: { kind: 'circle' } },
    compositions,
    audioTracks: { tone: { asset, ...tone } },
  });

  it('advises on a sound that holds the last picture, with a duration that ends with it', async () => {
    const long = film({});
    expect(await adviceOn(long)).toEqual([
      {
        rule: 'sound',
        path: 'audioTracks.tone',
        message:
          'the sound lasts 57500 ms longer than the pictures, so the film stops at the last one; end it with them, or make a composition longer',
        fix: { duration: 2500 },
      },
    ]);
    expect(await expectFixesToWork(long)).toBe(1);
    expect(await adviceOn(film({ start: 1000, duration: 9000 }))).toMatchObject([
      { fix: { duration: 1500 } },
    ]);
    const [late] = await adviceOn(film({ start: 4000, duration: 9000 }));
    expect(late).toMatchObject({ rule: 'sound' });
    expect(late?.fix).toBeUndefined();
  });

  it('gives no advice on a sound that ends with the pictures or soon after, or on that of a single picture', async () => {
    expect(await adviceOn(film({ duration: 2500 }))).toEqual([]);
    const whole = { asset: { ...asset, duration: 3000 } };
    expect(await adviceOn(film(whole))).toEqual([]);
    expect(await adviceOn(film({}, { only: {} }))).toEqual([]);
    expect(await adviceOn(film({ muted: true, duration: 9000 }))).toEqual([]);
  });

  it('advises on a sound whose duration is written in seconds', async () => {
    const [advice, ...others] = await adviceOn(film({ duration: 2 }));
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ rule: 'seconds', path: 'audioTracks.tone' });
    expect(advice?.fix).toBeUndefined();
    const exact = film({ asset: { ...asset, duration: 2000 }, duration: 2 });
    expect(await adviceOn(exact)).toMatchObject([{ rule: 'seconds', fix: { duration: 2000 } }]);
    expect(await expectFixesToWork(exact)).toBe(1);
  });
});

describe('tracks of objects that stay', () => {
  it('gives no advice on a track that writes an object again', async () => {
    expect(await adviceOn(film({}, {}, track({ type: 'write' })))).toEqual([]);
    expect(
      await adviceOn(film({ visible: false }, { visible: false }, track({ type: 'write' }))),
    ).toContainEqual(noEffect);
  });

  it('a fix removes a track without effect', async () => {
    expect(await expectFixesToWork({ ...film({}, {}, track()) })).toBe(1);
    const written = {
      shorthand: true,
      objects: { box: { kind: 'rectangle', state: { x: 300 } }, dot: { kind: 'circle' } },
      compositions: {
        a: { states: { box: {} } },
        b: { enter: { duration: 500, tracks: { box: {} } }, states: { dot: {} } },
      },
    };
    expect(await adviceOn(written)).toMatchObject([
      { path: 'compositions.b.enter.tracks', fix: { box: null } },
    ]);
    expect(await expectFixesToWork(written)).toBe(1);
  });
});

describe('fixes of backgrounds and variables', () => {
  const objects = { box: { kind: 'rectangle', state: { x: 300, fill: '#402010' } }, dot: { kind: 'circle' } };
  const compositions = { a: {}, b: { states: { dot: { y: 300 } } } };

  it('a fix makes a background opaque, as films show it, if a film without transparency is asked for', async () => {
    const film = (background: string) => ({ shorthand: true, background, objects, compositions });
    const asked = { format: 'mp4' } as const;
    expect(await adviceOn(film('#ff804080'), asked)).toMatchObject([
      { rule: 'transparent-background', path: 'project', fix: { background: '#804020' } },
    ]);
    expect(await adviceOn(film('transparent'), asked)).toMatchObject([{ fix: { background: '#000000' } }]);
    expect(await expectFixesToWork(film('none'), asked)).toBe(1);
    expect((await adviceOn(film('none')))[0]?.fix).toBeUndefined();
    expect(await adviceOn(film('none'), { format: 'gif' })).toEqual([]);
    const [hidden] = await adviceOn(film('#80402080'), asked);
    expect(hidden).toMatchObject({ rule: 'transparent-background' });
    expect(hidden?.fix).toBeUndefined();
  });

  it('no fix removes an unused variable, because callers may give it a value', async () => {
    const film = { shorthand: true, variables: { one: 1, two: '$' + '{one}' }, objects, compositions };
    expect((await adviceOn(film)).map(({ path, fix }) => [path, fix])).toEqual([
      ['variables.one', undefined],
      ['variables.two', undefined],
    ]);
  });
});
