import { type Area, statements } from './requirement.ts';

export const files: Area = {
  title: 'Files beside a project, and films of several',
  requirements: [
    ...statements(
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
    ...statements(
      'formats',
      '3. Longer films',
      `
films.parts: render with several inputs, and renderParts of the library, make one MP4 of several projects, one after the
  other: the pictures of their films, one stream of sound and a chapter for each.
films.parts.size: All parts have the size of the first and one rate; a part of another shape is letterboxed.
films.parts.length: Neither the duration nor the bytes of a film of several projects are limited, and memory does not grow
  with them.
films.parts.whole: A film of several projects that fails or is interrupted leaves nothing, and an error names its part.
`,
    ),
  ],
};
