import { expect, it } from 'vitest';
import { plainRemark } from '../../src/film-state.ts';
import { noPictureSentence, statusOf, statusSentence, statusText } from '../../src/page/status-text.js';

const movie = { status: 'ready', fraction: 1, reason: null } as const;
const making = { status: 'making', fraction: 0.589, reason: null } as const;
const film = { status: 'ready', remarks: [], movie } as const;
const problem = plainRemark('problem', 'is wrong');
const advice = plainRemark('advice', 'is outside');

it.each([
  ['ready', { ...film, remarks: [advice] }, false],
  ['faulty', { ...film, remarks: [advice, problem] }, false],
  ['broken', { ...film, status: 'broken', remarks: [problem] }, false],
  ['drawing', film, true],
  ['making', { ...film, movie: making }, false],
  ['faulty', { ...film, movie: making, remarks: [problem] }, false],
  ['loading', { ...film, status: 'loading' }, true],
] as const)("the preview page's status is %s", (status, state, isSlow) => {
  expect(statusOf(state, isSlow)).toBe(status);
});

it('the status mentions the last good version only if the page shows that version', () => {
  expect(statusSentence('broken', { hasPicture: true, movie })).toBe(
    'Has problems; this is the last good version',
  );
  expect(statusSentence('broken', { hasPicture: false, movie })).toBe('Has problems');
  expect(statusSentence('drawing', { hasPicture: true, movie })).toBe('Drawing …');
});

it('a preview page without a picture gives the reason, except while it loads the project', () => {
  expect(noPictureSentence('missing')).toContain('the file is gone');
  expect(noPictureSentence('loading')).toBe('');
});

it('the status counts the seconds of a slow picture and the percentage of the film', () => {
  const progress = { hasPicture: true, seconds: 0, movie: making };
  expect(statusText('making', progress)).toBe('Film 58 %');
  expect(statusText('drawing', progress)).toBe('Drawing …');
  expect(statusText('drawing', { ...progress, seconds: 2 })).toBe('Drawing … 2 s');
});

it('the status tells whether the film is ready, and why it is not', () => {
  const waiting = { status: 'waiting', fraction: 0, reason: null } as const;
  const unavailable = { status: 'unavailable', fraction: 0, reason: 'it is too long' } as const;
  const texts = [waiting, movie, unavailable].map((one) => {
    const shown = { hasPicture: true, seconds: 0, movie: one };
    return [statusText('ready', shown), statusSentence('ready', shown)];
  });
  expect(texts).toEqual([
    ['Up to date', 'Up to date'],
    ['Up to date, film ready', 'Up to date, film ready'],
    ['Up to date, plays stills', 'Up to date, plays stills: it is too long'],
  ]);
  const shown = { hasPicture: true, seconds: 0, movie: unavailable };
  expect(statusText('faulty', shown)).toBe('Up to date, with problems');
  expect(statusSentence('faulty', shown)).toBe('Up to date, with problems: it is too long');
});
