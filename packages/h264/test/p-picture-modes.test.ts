// @module-tag ffmpeg

import { it } from 'vitest';
import { firstSeed, runs } from '../../../test/support/random-runs.ts';
import { checkPictures } from './check-pictures.ts';

it('FFmpeg and OpenH264 decode random pictures of our own coder bit for bit', {
  tags: ['libopenh264-dev', 'python3', 'slow'],
}, async () => {
  await checkPictures(firstSeed, runs(60));
});
