import { expect, it } from 'vitest';
import { extensionOf, formatOfExtension, formats, outputFormats } from '../../src/output/formats.ts';
import { capabilities } from '../../src/render/capabilities.ts';
import { render } from '../../src/render/render.ts';
import { composition, project, scene } from '../support/project-parts.ts';

/** What files of each media type begin with, as text; in an MP4 after the length of its first box. */
const signatures: Readonly<Record<string, RegExp>> = {
  'image/svg+xml': /^<\?xml /,
  'image/png': /^\u0089PNG\r\n/,
  'video/mp4': /^.{4}ftyp/s,
};

const film = project(scene('main', { compositions: [composition('only', 100)] }));

it.each(outputFormats)('a render as %s is a file of that media type', async (format) => {
  const { mimeType, data } = await render(film, { format });
  expect(mimeType).toBe(formats[format].mediaType);
  expect(Buffer.from(data.subarray(0, 16)).toString('latin1')).toMatch(signatures[mimeType] ?? /^$/);
});

it.each(outputFormats)('the extension of %s files belongs to no other format', (format) => {
  expect(formatOfExtension(extensionOf(format))).toBe(format);
});

it('capabilities list the formats of the contract', () => {
  expect(capabilities.formats).toEqual(['svg', 'png', 'mp4']);
});
