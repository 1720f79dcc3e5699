import { describe, expect, it } from 'vitest';
import {
  animationEdits,
  freeName,
  isTime,
  snapTime,
  trackEdits,
  writeTime,
} from '../../src/page/time-edits.js';

it('a dragged time snaps to marks and whole seconds that are near, and otherwise to 50 ms', () => {
  expect([1020, 1262, 1262].map((ms, index) => snapTime(ms, index === 1 ? [1270] : [], 30))).toEqual([
    1000, 1270, 1250,
  ]);
});

it('a time is written in the unit of the author', () => {
  expect([700, null, '1.5s', '600ms', '0:07'].map((raw) => writeTime(raw, 1250))).toEqual([
    ...[1250, 1250, '1.25s', '1250ms', '1.25s'],
  ]);
  expect(['1.5s', '600ms', '0:07', 5, 'slide', 'talk', null].map(isTime)).toEqual([
    ...[true, true, true, true, false, false, false],
  ]);
});

describe('animations', () => {
  it.each([
    [null, { duration: 300 }, 300],
    [500, { duration: 300 }, 300],
    ['slide', { duration: 300 }, { type: 'slide', duration: 300 }],
    [500, { type: 'fade' }, { duration: 500, type: 'fade' }],
    ['slide', { type: 'fade' }, 'fade'],
  ])('%j with %j is written as %j', (raw, fields, value) => {
    expect(animationEdits('a.enter', raw, fields)).toEqual([{ path: 'a.enter', value }]);
  });

  it('fields of an object are set and removed one by one', () => {
    const raw = { duration: 500, easing: 'linear' };
    expect(animationEdits('a.enter', raw, { duration: 300, easing: undefined, type: undefined })).toEqual([
      { path: 'a.enter.duration', value: 300 },
      { path: 'a.enter.easing', remove: true },
    ]);
  });

  it('the times of an object are written in its track, which is added', () => {
    const times = { start: 100, duration: 200 };
    const edits = (written: unknown, object = 'box') =>
      trackEdits({ enter: 'a.enter', written, object }, times);
    expect(edits(400)).toEqual([{ path: 'a.enter', value: { duration: 400, tracks: { box: times } } }]);
    expect(edits({ duration: 400 }, 'row.1')).toEqual([{ path: 'a.enter.tracks["row.1"]', value: times }]);
    expect(edits({ tracks: { box: 'pop' } })).toEqual([
      { path: 'a.enter.tracks.box', value: { type: 'pop', ...times } },
    ]);
    expect(edits({ tracks: { box: { type: 'pop' } } })).toEqual([
      { path: 'a.enter.tracks.box.start', value: 100 },
      { path: 'a.enter.tracks.box.duration', value: 200 },
    ]);
  });
});

it('a copy has a name that none of the others has', () => {
  expect([freeName('intro', ['intro']), freeName('intro-2', ['intro', 'intro-2', 'intro-3'])]).toEqual([
    ...['intro-2', 'intro-4'],
  ]);
});
