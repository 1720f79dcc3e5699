import { expect, it } from 'vitest';
import { wavUrl } from '../../../../test/support/wav-writer.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expandedFilm, film, problemsOf } from './expand.ts';

const text = (words: string) => ({ kind: 'text', text: words });
const long = 'Four times as many words to read here as in the other one of the two texts';
const src = wavUrl({ sampleRate: 8000, frames: 40_000, channels: [() => 0.5] });

/** The holds of a film's scenes, and its duration, in milliseconds. */
function timesOf(changes: object) {
  const project = expandedFilm(changes);
  const holds = Object.values(project.scenes).map(({ compositions }) =>
    Object.fromEntries(Object.entries(compositions).map(([key, { duration }]) => [key, duration])),
  );
  return { holds, durationMs: compileTimeline(project).durationMs };
}

const words = {
  objects: { short: text('Hello'), long: text(long) },
  compositions: {
    a: { states: { short: true } },
    b: { enter: 500, states: { long: true } },
    c: { enter: 500, duration: 1000, states: { '*': false } },
  },
};

it('compositions without a duration share that of the film by their words to read', () => {
  const { holds, durationMs } = timesOf({ ...words, duration: '0:15' });
  expect(durationMs).toBe(15_000);
  const [{ a = 0, b = 0, c } = {}] = holds;
  expect(a + b).toBe(13_000);
  // A text is noticed in 800 ms; 74 letters are read at 15 in a second.
  expect(b / a).toBeCloseTo(74 / 15 / 0.8, 2);
  expect(c).toBe(1000);
});

it('without words, compositions share the time equally, and the film lasts exactly that long', () => {
  const three = { compositions: { a: {}, b: {}, c: {} } };
  expect(timesOf({ ...three, duration: 1000.5 })).toEqual({
    holds: [{ a: 334, b: 333, c: 333.5 }],
    durationMs: 1000.5,
  });
});

it('a film shares its duration among the scenes, and one with a duration of its own shares that', () => {
  const scene = { objects: { box: { kind: 'circle' } }, compositions: { a: {}, b: { enter: 200 } } };
  const scenes = { one: scene, two: { ...scene, duration: '3s' }, three: scene };
  const { holds, durationMs } = timesOf({
    ...{ objects: undefined, compositions: undefined, scenes, duration: '0:10' },
  });
  expect(durationMs).toBe(10_000);
  expect(holds).toEqual([
    { a: 1650, b: 1650 },
    { a: 1400, b: 1400 },
    { a: 1650, b: 1650 },
  ]);
});

it('a composition that speaks is held as long as that takes, and the others share the rest', () => {
  const said = { a: { say: 'This is said first.' }, b: {}, c: { start: 4000 }, d: {} };
  const { holds, durationMs } = timesOf({ compositions: said, duration: 10_000 });
  expect(durationMs).toBe(10_000);
  const [{ a = 0, b = 0, c = 0, d = 0 } = {}] = holds;
  expect(a + b).toBe(4000);
  expect(c + d).toBe(6000);
});

it('sounds without a duration end with the film', () => {
  const audioTracks = { music: { src, start: '1s' }, loop: { src, loop: true } };
  const project = expandedFilm({ audioTracks, duration: 3000 });
  expect(compileTimeline(project).durationMs).toBe(3000);
  expect(project.scenes.main?.audioTracks).toMatchObject({
    music: { duration: 2000 },
    loop: { duration: 3000 },
  });
});

it.each<[object, string]>([
  [
    { ...words, duration: '2s' },
    'duration: must be more than 2 s, but is 2 s: the compositions whose durations are set take 1 s, and the transitions 1 s; make some of them shorter, or this duration longer',
  ],
  [
    { compositions: { a: { duration: 1000 }, b: { duration: 2000, enter: 500 } }, duration: '0:15' },
    'duration: must be 3.5 s, but is 15 s: the durations of all compositions are set and take 3 s, and the transitions 0.5 s; leave out the duration of a composition, or this one',
  ],
  [
    { duration: '1:00:00' },
    'duration: leaves 1800 s for the composition "a", but one is held for at most 10 minutes; add compositions',
  ],
  [
    { duration: 'long' },
    'duration: must be milliseconds from 0 to 86400000, or a time such as "2.5s", "600ms" or "0:07", but is "long"',
  ],
  [
    { duration: 3000, audioTracks: { music: { src, duration: 4000 } } },
    'audioTracks.music: ends at 0:04.0, but "duration" lets the scene end at 0:03.0; let the sound start or end earlier',
  ],
])('a duration that cannot be met is a problem: %#', (changes, problem) => {
  expect(problemsOf(film(changes))).toEqual([problem]);
});

it('a duration that the compositions already have is no problem', () => {
  const set = { compositions: { a: { duration: 1000 }, b: { duration: 2000, enter: 500 } } };
  expect(timesOf({ ...set, duration: '3.5s' }).durationMs).toBe(3500);
});
