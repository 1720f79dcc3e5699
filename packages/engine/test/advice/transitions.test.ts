import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';

type Fields = Record<string, unknown>;

const text = (words: string, x: number, y: number, more: Fields = {}) => ({
  ...{ kind: 'text', text: words, x, y, fontSize: 72, fill: '#ffffff', ...more },
});
const box = (x: number, y: number, width: number, height: number, more: Fields = {}) => ({
  ...{ kind: 'rectangle', x, y, width, height, fill: '#3366cc', ...more },
});

/** Two compositions, of which each is right by itself. */
function film(objects: Record<string, Fields>, before: Fields, after: Fields, enter: Fields = {}): Fields {
  return {
    ...{ shorthand: true, width: 1920, height: 1080, background: '#101820', objects },
    compositions: {
      first: { duration: 2000, states: before },
      second: { duration: 2000, states: after, enter: { duration: 800, ...enter } },
    },
  };
}

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNQSHAAAAFkAMH+ZHNfAAAAAElFTkSuQmCC';

const [words, others] = [text('The first words', 660, 540), text('The other words', 1260, 540)];
const title = text('A title to read', 960, 540);
const both = { a: {}, b: {} };

/** Films with one fault that only the transition shows, the rule that tells of it, and where. */
const faults: readonly (readonly [string, Fields, rule: string, path: string])[] = [
  [
    'texts that change places go through each other',
    film({ a: words, b: others }, both, { a: { x: 1260 }, b: { x: 660 } }),
    'texts-meet',
    'compositions.second.states.b',
  ],
  [
    'a text moves across one that stays',
    film({ a: title, b: text('Moving', 300, 540) }, both, { b: { x: 1620 } }),
    'texts-meet',
    'compositions.second.states.b',
  ],
  [
    'a text moves upwards through one that stays',
    film({ a: title, b: text('Moving', 960, 950) }, both, { b: { y: 150 } }),
    'texts-meet',
    'compositions.second.states.b',
  ],
  [
    'a text fades out where another one fades in',
    film(
      {
        a: text('What was said', 960, 540, { exit: 'fade' }),
        b: text('What is said', 960, 540, { enter: 'fade' }),
      },
      { a: {} },
      { a: false, b: {} },
    ),
    'texts-meet',
    'compositions.second.states.b',
  ],
  [
    'a box passes over a title',
    film({ a: title, b: box(200, 540, 500, 300) }, both, { b: { x: 1720 } }),
    'covered',
    'compositions.second.states.b',
  ],
  [
    'a box takes a way above the frame',
    film(
      { a: text('A title', 960, 900), b: box(300, 300, 200, 200) },
      both,
      { b: { x: 1600 } },
      {
        tracks: { b: { path: { c1: { x: 600, y: -900 }, c2: { x: 1300, y: -900 } } } },
      },
    ),
    'beyond-frame',
    'compositions.second.states.b',
  ],
  [
    'a line of text turns out of the frame',
    film(
      { a: text('A very long line of words that turns on its way', 960, 130) },
      { a: {} },
      { a: { rotation: 360 } },
    ),
    'beyond-frame',
    'compositions.second.states.a',
  ],
  [
    'a title grows beyond the frame and back',
    film(
      { a: text('Growing words', 960, 540) },
      { a: {} },
      { a: { y: 500 } },
      {
        tracks: {
          a: {
            keyframes: {
              scaleX: [
                [0, 1],
                [0.5, 5],
                [1, 1],
              ],
            },
          },
        },
      },
    ),
    'beyond-frame',
    'compositions.second.states.a',
  ],
  [
    'everything has left long before something comes',
    film(
      {
        a: text('Words', 960, 540, { exit: { type: 'fade', duration: 300 } }),
        b: text('Others', 960, 540, { enter: { type: 'fade', start: 1500, duration: 300 } }),
      },
      { a: {} },
      { a: false, b: {} },
      { duration: 1800 },
    ),
    'flicker',
    'compositions.second',
  ],
  [
    'keyframes end elsewhere than the next composition begins',
    film(
      { a: title, b: box(300, 900, 200, 200) },
      both,
      { b: { x: 1500 } },
      {
        tracks: {
          b: {
            keyframes: {
              x: [
                [0, 300],
                [0.5, 400],
                [1, 600],
              ],
            },
          },
        },
      },
    ),
    'jump',
    'compositions.second.states.b',
  ],
  [
    'keyframes start elsewhere than the composition before',
    film(
      { a: text('Jumping words', 960, 300) },
      { a: {} },
      { a: { y: 800 } },
      {
        tracks: {
          a: {
            keyframes: {
              y: [
                [0, 700],
                [1, 800],
              ],
            },
          },
        },
      },
    ),
    'jump',
    'compositions.second.states.a',
  ],
  [
    'keyframes end at another angle',
    film(
      { a: box(960, 540, 600, 100) },
      { a: {} },
      { a: { rotation: 90 } },
      {
        tracks: {
          a: {
            keyframes: {
              rotation: [
                [0, 0],
                [1, 45],
              ],
            },
          },
        },
      },
    ),
    'jump',
    'compositions.second.states.a',
  ],
];

/** Films that only look like those. */
const good: readonly (readonly [string, Fields])[] = [
  [
    'short labels change places',
    film(
      { a: text('3', 660, 540), b: text('5', 1260, 540), c: text('An array that is sorted', 960, 200) },
      { ...both, c: {} },
      { a: { x: 1260 }, b: { x: 660 } },
    ),
  ],
  [
    'the lines of a list change their order',
    film(
      {
        list: { kind: 'column', place: 'center', gap: 30, children: ['a', 'b', 'c'] },
        a: { kind: 'text', text: 'Alpha is the first one', fontSize: 90 },
        b: { kind: 'text', text: 'Beta is the second one', fontSize: 90 },
        c: { kind: 'text', text: 'Gamma is the third one', fontSize: 90 },
      },
      { list: {} },
      { list: { children: ['c', 'b', 'a'] } },
    ),
  ],
  ['a box passes behind a title', film({ b: box(200, 540, 500, 300), a: title }, both, { b: { x: 1720 } })],
  [
    'a decoration passes over a title',
    film({ a: title, b: box(200, 540, 500, 300, { decorative: true }) }, both, { b: { x: 1720 } }),
  ],
  [
    'a box comes in from outside of the frame',
    film({ a: title, b: box(-400, 900, 400, 200) }, both, { b: { x: 960 } }),
  ],
  ['a box moves beside a title', film({ a: title, b: box(300, 900, 400, 200) }, both, { b: { x: 1500 } })],
  [
    'a text goes before another one comes',
    film(
      {
        a: text('Words that go', 960, 540, { exit: { type: 'fade', duration: 400 } }),
        b: text('Words that come', 960, 540, { enter: { type: 'fade', start: 400, duration: 400 } }),
      },
      { a: {} },
      { a: false, b: {} },
    ),
  ],
  [
    'a photograph fills the frame while one text goes and a later one comes',
    film(
      {
        photo: { kind: 'image', src: onePixel, width: 1920, height: 1080, fit: 'cover' },
        a: text('Words that go', 960, 540, { exit: { type: 'fade', duration: 200 } }),
        b: text('Words that come', 960, 540, { enter: { type: 'fade', start: 600, duration: 200 } }),
      },
      { photo: {}, a: {} },
      { a: false, b: {} },
    ),
  ],
];

const betweenHolds = new Set(['texts-meet', 'covered', 'beyond-frame', 'flicker', 'jump']);

async function adviceOn(document: Fields) {
  const { advice = [] } = await inspect(JSON.stringify(document), { advice: true });
  return advice.filter(({ rule }) => betweenHolds.has(rule));
}

describe('advice on what is seen between two compositions', () => {
  it.each(faults)('%s', async (_, document, rule, path) => {
    expect(await adviceOn(document)).toMatchObject([{ rule, path }]);
  });

  it.each(good)('%s: nothing is said', async (_, document) => {
    expect(await adviceOn(document)).toEqual([]);
  });
});
