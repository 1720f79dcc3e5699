import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { hints, isAnnotation, meanings } from '../../src/advice/fields/field-meanings.ts';
import { adviceOn } from './advice-on.ts';
import { type Film, repaired } from './follow-fixes.ts';

const names = [...Object.values(meanings), ...Object.values(hints)]
  .flatMap((table) => Object.values(table).flatMap((words) => words.split(' ')))
  .filter((name) => name !== '');
const formats = [
  'fontSize',
  'text',
  'x',
  'easing',
  'type',
  'background',
  'order',
  'volume',
  'place',
  'enter',
  'tracks',
];

const places = [
  '',
  'objects.title',
  'objects.title.state',
  'objects.box',
  'objects.box.state',
  'objects.line.state',
  'objects.both',
  'compositions.start',
  'compositions.end',
  'compositions.end.states.box',
  'compositions.end.enter',
  'compositions.end.enter.tracks.box',
  'compositions.last',
  'audioTracks.tone',
  'audioTracks.tone.asset',
];

const values = [
  ...[
    0,
    1,
    0.3,
    12,
    300,
    -5,
    700,
    5000,
    true,
    false,
    null,
    '',
    'red',
    '#ff0000',
    'bold',
    '12px',
    '0.3s',
    '50%',
  ],
  ...['center', 'top left', 'ease-in', 'fade', 'box', 'Hello', 'cubic-bezier(0, 0, 1, 1)'],
  ...[[3, 4], { x: 1, y: 2 }, ['box'], [0, 0, 1, 1], { box: { x: 9 } }, { box: {} }, { duration: 300 }],
];

function film(): Film {
  return {
    shorthand: true,
    objects: {
      title: { kind: 'text', state: { text: 'Hello' } },
      box: { kind: 'rectangle', state: {} },
      line: { kind: 'path', state: {} },
      dot: { kind: 'circle' },
      both: { kind: 'row', children: ['line', 'dot'] },
    },
    compositions: {
      start: { duration: 3000 },
      end: { duration: 3000, enter: { duration: 600, tracks: { box: {} } }, states: { box: {} } },
      last: { duration: 3000, enter: 400 },
    },
    audioTracks: {
      tone: {
        asset: { src: 'data:audio/wav;base64,AAAA', mime: 'audio/wav', duration: 9000, hasAudio: true },
      },
    },
  };
}

/** Returns the advice on fields; undefined for a film that the guess makes invalid. */
async function fieldAdvice(tried: Film) {
  const advice = await adviceOn(tried).catch(() => undefined);
  return advice?.filter(({ rule }) => rule === 'unknown-field' || rule === 'misplaced-field');
}

it('any guess gets advice, and its fix leaves a valid film without this advice', {
  tags: 'slow',
}, async () => {
  let fixes = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.constantFrom(...new Set([...names, ...formats])),
      fc.constantFrom<unknown>(...values),
      async (place, name, value) => {
        const guessed = film();
        let at: object = guessed;
        for (const step of place === '' ? [] : place.split('.')) at = Reflect.get(at, step);
        // These are fields almost everywhere, and the advice is then on what is in them.
        if (name === 'enter' || name === 'exit') return;
        if (name === 'from' && place.includes('tracks.')) return;
        if (name in at || isAnnotation(name, place === '' ? 'project' : 'state')) return;
        Object.assign(at, { [name]: value });
        const advice = await fieldAdvice(guessed);
        for (const one of advice ?? []) {
          // A field that is read as another has advice on what is in it, too.
          const inside = typeof value === 'object' && value !== null ? Object.keys(value) : [];
          const named = [name, ...inside].some((field) => one.message.includes(JSON.stringify(field)));
          expect(named, one.message).toBe(true);
          if (one.fix === undefined) continue;
          fixes++;
          const after = await fieldAdvice(repaired(guessed, one));
          expect(after, JSON.stringify([place, name, value, one.fix])).toEqual([]);
        }
      },
    ),
    {
      numRuns: runs(400),
      examples: [
        ['compositions.end.states.box', 'dasharray', 0],
        ['objects.title.state', 'sound', 'red'],
      ],
    },
  );
  expect(fixes).toBeGreaterThan(0);
});
