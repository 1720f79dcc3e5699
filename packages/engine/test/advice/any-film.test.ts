import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { expectFixesToWork, type Film } from './follow-fixes.ts';

const kind = fc.constantFrom('text', 'equation', 'circle', 'rectangle', 'path', 'arrow', 'numberline');
const place = fc.oneof(fc.integer({ min: -900, max: 1500 }), fc.constantFrom(0, 320, 640));
const paint = fc.constantFrom('none', 'transparent', 'white', '#ff000080', '#000000', 'tomato');
const state = fc.record(
  {
    x: place,
    y: place,
    width: fc.constantFrom(0, 1, 80, 700, -300),
    height: fc.constantFrom(0, 1, 60, 500, -80),
    fontSize: fc.constantFrom(0, 1, 3, 5, 5.4, 24, 80, 300),
    text: fc.constantFrom(
      '',
      ' ',
      'A',
      'Bread and butter',
      'Two\nlines',
      '△',
      'a long line that hardly fits into any frame',
    ),
    fill: paint,
    stroke: paint,
    strokeWidth: fc.constantFrom(0, 1, 12),
    opacity: fc.constantFrom(0, 0.5, 1),
    rotation: fc.constantFrom(0, 30, 90, 180),
    scaleX: fc.constantFrom(0, 0.1, 1, 2),
    scaleY: fc.constantFrom(-1, 1, 1.5),
    shear: fc.constantFrom(0, 0.4),
    anchorX: fc.constantFrom(0, 40, -500),
    anchorY: fc.constantFrom(0, 30),
    align: fc.constantFrom('left', 'center', 'right'),
    wrapWidth: fc.constantFrom(40, 300, 2000),
    fontWeight: fc.constantFrom(400, 700),
  },
  { requiredKeys: [] },
);
/** A fix for a shape does not look at its label, which has a box of its own. */
const object = fc.record({ kind, state }, { requiredKeys: ['kind'] }).map(({ kind: one, state: own }) => {
  const { text, ...others } = own ?? {};
  // The width of a text is that at which it wraps, as wrapWidth.
  const { width: _, ...ofText } = own ?? {};
  const state = one === 'text' ? ofText : one === 'equation' ? own : others;
  return { kind: one, ...(own && { state }) };
});
const sound = { src: 'data:audio/wav;base64,AAAA', mime: 'audio/wav', duration: 2000 };
const track = fc
  .record({
    volume: fc.constantFrom(0, 0.5),
    duration: fc.constantFrom(0, 500, 1500, 1999.5, 2000),
    offset: fc.constantFrom(0, 500, 2000),
  })
  .filter(({ duration, offset }) => offset + duration <= 2000)
  .map((fields) => ({ asset: sound, ...fields }));

/** Time to read any of the texts, because fixes may show texts that nobody saw before. */
const duration = 4000;

const film = fc
  .record(
    {
      objects: fc.dictionary(fc.constantFrom('a', 'b', 'c'), object, { minKeys: 1, maxKeys: 3 }),
      width: fc.constantFrom(640, 320, 37),
      height: fc.constantFrom(360, 700),
      audioTracks: fc.dictionary(fc.constantFrom('one', 'two'), track, { maxKeys: 2 }),
      enter: fc.constantFrom<unknown>(0, 5, 20, 400, { duration: 10 }),
      compositions: fc.constantFrom<Record<string, object>>(
        { only: { duration } },
        { first: { duration }, second: { duration } },
        {
          first: { duration, states: { a: {} } },
          second: { duration, enter: 30, states: { a: { opacity: 0.9 } } },
        },
        { first: { duration }, second: { duration, enter: { tracks: { a: {} } }, states: { a: {} } } },
      ),
    },
    { requiredKeys: ['objects', 'compositions', 'width', 'height'] },
  )
  .map((fields): Film => ({ ...fields, shorthand: true }))
  .filter(({ compositions, objects, enter }) => {
    const mentioned = JSON.stringify(compositions).includes('"a"');
    return (!mentioned || Object.hasOwn(objects as object, 'a')) && (enter !== undefined || !mentioned);
  });

/** Outside the frame, the path runs through the equation too. */
const crossedOutside: Film = {
  shorthand: true,
  width: 37,
  height: 360,
  objects: {
    a: { kind: 'path' },
    b: { kind: 'equation', state: { x: 54, text: 'Two\nlines', rotation: 90 } },
  },
  compositions: { only: { duration } },
};

/** In the rectangle, the red letters lie on another colour, on which they are as hard to read. */
const smallerInCard: Film = {
  shorthand: true,
  width: 640,
  height: 360,
  objects: {
    a: { kind: 'rectangle' },
    c: { kind: 'text', state: { text: 'Two\nlines', fill: '#ff000080', fontWeight: 700 } },
  },
  compositions: { only: { duration } },
};

it('every advice fix for any film solves its problem and causes no other', { tags: 'slow' }, async () => {
  let fixes = 0;
  await fc.assert(
    fc.asyncProperty(film, async (any) => {
      fixes += await expectFixesToWork(any);
    }),
    { numRuns: runs(250), examples: [[crossedOutside], [smallerInCard]] },
  );
  expect(fixes).toBeGreaterThan(runs(100));
});
