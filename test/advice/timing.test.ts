import { describe, expect, it } from 'vitest';
import type { AudioTrack, CompositionState, Project, TransitionTrack } from '../../src/project/schema.ts';
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
} from '../support/project-parts.ts';
import { adviceOn } from './advice-on.ts';

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

describe('useless tracks', { tags: ['advice.useless-track'] }, () => {
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

describe('short transitions', { tags: ['advice.short-transition'] }, () => {
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

describe('inaudible and cut-off sounds', { tags: ['advice.sound', 'advice.fix'] }, () => {
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
