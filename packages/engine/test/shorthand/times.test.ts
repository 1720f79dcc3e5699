import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { wavUrl } from '../../../../test/support/wav-writer.ts';
import { millisecondsOf, readMilliseconds } from '../../src/language/written-times.ts';
import { shorthandJsonSchema } from '../../src/shorthand/json-schema.ts';
import { expandedFilm, film, problemsOf } from './expand.ts';

const validate = new Ajv2020({ strict: false, logger: false }).compile(shorthandJsonSchema);

it.each<[string, number | undefined]>([
  ['2.5s', 2500],
  ['.25s', 250],
  ['0.1 s', 100],
  ['600ms', 600],
  ['600 ms', 600],
  ['0:07', 7000],
  ['0:12.4', 12_400],
  ['1:02:03', 3_723_000],
  ['2:30.125', 150_125],
  ['24:00:00', 86_400_000],
  ['24:00:01', undefined],
  ['0:60', undefined],
  ['1e3s', undefined],
  ['-1s', undefined],
  ['7', undefined],
  ['7 sec', undefined],
  ['', undefined],
  [`${'9'.repeat(400)}s`, undefined],
])('the time %j is %j milliseconds', (text, ms) => {
  expect(readMilliseconds(text)).toBe(ms);
  expect(millisecondsOf(text)).toBe(ms);
});

const src = wavUrl({ sampleRate: 8000, frames: 12_000, channels: [() => 0.5] });

/** A film with a time in every kind of field. `t` writes milliseconds. */
const timed = (t: (ms: number) => number | string) =>
  film({
    variables: { s: 0 },
    enter: t(400),
    objects: {
      box: { kind: 'rectangle', enter: t(300) },
      disc: { kind: 'circle', exit: { type: 'fade', duration: t(200) } },
      words: { kind: 'text', text: 'a b', enter: { type: 'fade', by: 'word', stagger: t(40) } },
    },
    compositions: {
      a: { duration: t(700), states: { disc: true } },
      b: {
        duration: t(800),
        enter: {
          duration: t(900),
          tracks: {
            box: { start: t(100), duration: t(500), opacityTiming: { start: t(50), duration: t(60) } },
            s: { start: t(20), duration: t(600) },
          },
        },
        variables: { s: 1 },
        states: { box: true, words: true, disc: false },
      },
      c: { enter: { tracks: { box: t(250) } }, states: { box: { x: '=100*s' } } },
    },
    audioTracks: {
      low: { src, start: t(100), offset: t(200), duration: t(500), fadeIn: t(50), fadeOut: t(60) },
      high: { src, duck: { under: 'low', attack: t(80), release: t(90) } },
    },
  });

it('every field in milliseconds takes times with units and as on a clock', () => {
  const written = expandedFilm(timed((ms) => ms));
  expect(expandedFilm(timed((ms) => `${ms}ms`))).toEqual(written);
  expect(expandedFilm(timed((ms) => `${ms / 1000}s`))).toEqual(written);
  const clock = (ms: number) =>
    `0:${String(Math.floor(ms / 1000)).padStart(2, '0')}.${String(ms % 1000).padStart(3, '0')}`;
  expect(expandedFilm(timed(clock))).toEqual(written);
});

it('the JSON Schema of shorthand accepts times in texts, and no other texts', () => {
  const isValid = (document: object) => validate(JSON.parse(JSON.stringify(document)));
  expect(isValid(timed((ms) => `${ms / 1000}s`))).toBe(true);
  expect(isValid(film({ compositions: { a: { duration: '0:07' } } }))).toBe(true);
  expect(isValid(film({ compositions: { a: { duration: '7 seconds' } } }))).toBe(false);
});

it('a variable may have a time as its value', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
  const hold = { variables: { hold: '1.5s' }, compositions: { a: { duration: '${hold}' } } };
  expect(expandedFilm(hold).scenes.main?.compositions.a?.duration).toBe(1500);
});

const times = 'a time such as "2.5s", "600ms" or "0:07"';

it.each<[object, string]>([
  [
    { compositions: { a: { duration: '2 seconds' } } },
    `compositions.a.duration: must be milliseconds from 0 to 600000, or ${times}, but is "2 seconds"`,
  ],
  [
    { compositions: { a: { duration: '0:10:01' } } },
    `compositions.a.duration: must be milliseconds from 0 to 600000, or ${times}, but is "0:10:01"`,
  ],
  [
    { audioTracks: { low: { src, fadeIn: '1 beat' } } },
    `audioTracks.low.fadeIn: must be milliseconds from 0 to 600000, or ${times}, but is "1 beat"`,
  ],
  [
    { enter: '2 sec' },
    `enter: must be milliseconds from 0 to 600000, ${times}, one of move, write, fade, grow, none, draw, slide, pop, wipe, blur, flip, tilt, or an object with duration and tracks, but is "2 sec"`,
  ],
  [
    { objects: { box: { kind: 'rectangle', enter: '0:75' } } },
    `objects.box.enter: must be milliseconds, ${times}, one of move, write, fade, grow, none, draw, slide, pop, wipe, blur, flip, tilt or an object, but is "0:75"`,
  ],
])('the message for a wrong time says what is understood: $1', (changes, message) => {
  expect(problemsOf(film(changes))).toEqual([message]);
});

it('the start of a composition is a time in milliseconds, with a unit or as on a clock', () => {
  const begins = (start: number | string) => {
    const { scenes } = expandedFilm({ compositions: { a: {}, b: { start } } });
    return scenes.main?.compositions.a?.duration;
  };
  expect([begins(2500), begins('2.5s'), begins('0:02.5')]).toEqual([2500, 2500, 2500]);
});
