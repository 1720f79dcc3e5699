import { expect, it } from 'vitest';
import { composition, project, scene } from '../../../../test/support/project-parts.ts';
import {
  extensionOf,
  formatOfExtension,
  formats,
  hasExtension,
  outputFormats,
} from '../../src/output/formats.ts';
import { capabilities } from '../../src/render/capabilities.ts';
import { render } from '../../src/render/render.ts';

/** How files of each media type start, as text; an MP4 starts with the length of its first box. */
const signatures: Readonly<Record<string, RegExp>> = {
  'image/svg+xml': /^<\?xml /,
  'image/png': /^\u0089PNG\r\n/,
  'video/mp4': /^.{4}ftypisom/s,
  'video/webm': /^.E\u00df\u00a3/s,
  'video/quicktime': /^.{4}ftypqt/s,
  'image/gif': /^GIF89a/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/apng': /^\u0089PNG\r\n/,
};

const film = project(scene('main', { compositions: [composition('only', 100)] }));

it.each(outputFormats)("render writes %s as a file with the format's media type", async (format) => {
  const { mimeType, data } = await render(film, { format });
  expect(mimeType).toBe(formats[format].mediaType);
  expect(Buffer.from(data.subarray(0, 16)).toString('latin1')).toMatch(signatures[mimeType] ?? /^$/);
});

it.each(outputFormats)('the file extension of %s belongs to no other format', (format) => {
  expect(formatOfExtension(extensionOf(format))).toBe(format);
});

it('an animated PNG must be requested by name, because files that end in .png are stills', () => {
  expect(formatOfExtension('png')).toBe('png');
  expect(hasExtension('apng', 'png')).toBe(true);
});

it('capabilities lists svg, png and mp4', () => {
  expect(capabilities.formats).toEqual(['svg', 'png', 'mp4']);
});
