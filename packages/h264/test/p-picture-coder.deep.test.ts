// @module-tag ffmpeg
// @module-tag libopenh264-dev
// @module-tag python3

import { it } from 'vitest';
import { checkScenes } from './check-scenes.ts';

it.each([
  { width: 320, height: 192 },
  { width: 98, height: 54 },
])(
  'FFmpeg and OpenH264 decode our own P pictures bit for bit as the coder holds them, $width x $height',
  checkScenes,
);
