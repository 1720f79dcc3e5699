// @module-tag ffmpeg

import { it } from 'vitest';
import { checkScenes } from './check-scenes.ts';

it.each([
  { width: 16, height: 16 },
  { width: 34, height: 130 },
])(
  'FFmpeg and OpenH264 decode our own P pictures bit for bit as the coder holds them, $width x $height',
  { tags: ['libopenh264-dev', 'python3', 'slow'] },
  checkScenes,
);
