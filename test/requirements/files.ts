import { type Area, statements } from './requirement.ts';

export const files: Area = {
  title: 'Files beside a project',
  requirements: statements(
    'formats',
    '2. Sound and picture files beside the film',
    `
files.sound: src may be an MP3, M4A, AAC, FLAC, Ogg Vorbis or Opus file in shorthand, and becomes PCM WAV.
files.sound.limits: The limits on embedded sound hold while a file is decoded, and damaged files are refused.
files.pictures: src may be a WebP, AVIF or SVG file in shorthand, and becomes PNG; an SVG in the size in which it is
  drawn.
files.pictures.limits: An SVG with scripts, entities or references to other files is refused, and so are damaged
  pictures and those that exceed the limits.
`,
  ),
};
