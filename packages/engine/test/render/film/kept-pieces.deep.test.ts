// @module-tag ffmpeg

import fc from 'fast-check';
import { it } from 'vitest';
import { anyEditedFilm, expectSameFilms } from '../../../../../test/support/kept-films.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';

it('any edited film made from kept pieces equals the film made anew', {
  timeout: 2 * runTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyEditedFilm, async ({ film, edits }) => {
      await expectSameFilms(film, edits);
    }),
    { numRuns: runs(60) },
  );
});
