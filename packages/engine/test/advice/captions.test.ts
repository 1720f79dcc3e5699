import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';

/** The advice on the captions of a film of 6 s. */
async function adviceOn(src: readonly object[], changes: object = {}) {
  const film = {
    shorthand: true,
    objects: { talk: { kind: 'captions', src, ...changes } },
    compositions: [{ duration: 2500 }, { duration: 3500, enter: 0 }],
  };
  const { advice = [] } = await inspect(film, { advice: true });
  return advice
    .filter(({ rule }) => rule.includes('captions'))
    .map(({ rule, path, message }) => ({ rule, path, message }));
}

const cue = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });
const calm = cue(0, 2000, 'There is time to read this.');

it('captions that can be read have no advice', async () => {
  expect(await adviceOn([calm, cue(2000, 4500, 'And there is time for this, too.')])).toEqual([]);
  expect(await adviceOn([calm], { mode: 'word' })).toEqual([]);
});

it.each([
  [
    { spoken: 'red' },
    'spoken has no effect on captions without "mode": "karaoke"; write that, or remove spoken',
  ],
  [
    { mode: 'word', maxLines: 2 },
    'maxLines has no effect on captions with "mode": "word", which show one word at a time; remove it',
  ],
])('names what has no effect: %j', async (fields, message) => {
  const film = {
    shorthand: true,
    objects: { talk: { kind: 'captions', src: [calm], ...fields } },
    compositions: [{ duration: 2500 }],
  };
  const { advice = [] } = await inspect(film, { advice: true });
  expect(advice.filter(({ rule }) => rule === 'no-effect')).toEqual([
    { rule: 'no-effect', path: 'objects.talk', message },
  ]);
});

it('cues with more than 20 letters a second are named with the first of them', async () => {
  const fast = [
    calm,
    cue(2000, 3000, 'Nobody has time to read all of this sentence.'),
    cue(3000, 4000, 'And this is also far too much to read.'),
    cue(4000, 5500, 'Calm again.'),
  ];
  expect(await adviceOn(fast)).toEqual([
    {
      rule: 'fast-captions',
      path: 'objects.talk.src',
      message:
        '2 cues, the first "Nobody has time to read all of this sent…" at 2 s, have more than 20 letters a second; shorten the text or leave more time for it',
    },
  ]);
});

it('a cue beside another one can be read as long as both are shown', async () => {
  const long = cue(0, 6000, 'This is shown for a long time.');
  expect(await adviceOn([long, cue(2000, 4000, 'And this for less.')])).toEqual([]);
  expect(
    await adviceOn([
      long,
      cue(2000, 2900, 'And this for less than it takes to read it.'),
      cue(2900, 5000, 'And on it goes.'),
    ]),
  ).toMatchObject([{ rule: 'fast-captions', message: expect.stringContaining('at 2 s') }]);
});

it('a cue that is shown for less than 0.8 s is named', async () => {
  const short = [calm, cue(2000, 2500, 'Oh no.'), cue(2500, 4500, 'There is time to read this.')];
  expect(await adviceOn(short)).toMatchObject([
    {
      rule: 'short-captions',
      message: expect.stringMatching(/^the cue "Oh no\." at 2 s is shown for less than 0\.8 s;/),
    },
  ]);
});

it('cues after the end of the film are named with its duration', async () => {
  expect(await adviceOn([calm, cue(8000, 9000, 'Too late for this.')])).toMatchObject([
    {
      rule: 'late-captions',
      message: expect.stringContaining('at 8 s begins after the end of the film, which lasts 6 s;'),
    },
  ]);
});
