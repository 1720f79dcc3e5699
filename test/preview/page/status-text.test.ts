import { expect, it } from 'vitest';
import { plainRemark } from '../../../src/preview/film-state.ts';
import {
  movieText,
  noPictureSentence,
  statusOf,
  statusSentence,
} from '../../../src/preview/page/status-text.js';

const film = { status: 'ready', remarks: [] } as const;
const problem = plainRemark('problem', 'is wrong');
const advice = plainRemark('advice', 'is outside');

it.each([
  ['ready', { ...film, remarks: [advice] }, false],
  ['faulty', { ...film, remarks: [advice, problem] }, false],
  ['broken', { status: 'broken', remarks: [problem] }, false],
  ['drawing', film, true],
  ['loading', { ...film, status: 'loading' }, true],
] as const)("the preview page's status is %s", { tags: ['preview.problems'] }, (status, state, isSlow) => {
  expect(statusOf(state, isSlow)).toBe(status);
});

it('the status mentions the last good version only if the page shows that version', () => {
  expect(statusSentence('broken', true)).toBe('Has problems; this is the last good version');
  expect(statusSentence('broken', false)).toBe('Has problems');
  expect(statusSentence('drawing', true)).toBe('Drawing …');
});

it('a preview page without a picture gives the reason, except while it loads the project', () => {
  expect(noPictureSentence('missing')).toContain('the file is gone');
  expect(noPictureSentence('loading')).toBe('');
});

it('the preview page shows how much of the small film is ready', { tags: ['preview.movie'] }, () => {
  const movie = { status: 'making', fraction: 0.204, reason: null } as const;
  expect(movieText(movie)).toContain(' 20 %');
  expect(movieText({ ...movie, status: 'ready' })).toBe('');
  expect(movieText({ ...movie, status: 'unavailable', reason: 'it is too long' })).toContain(
    'it is too long',
  );
});
