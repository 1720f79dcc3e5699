import { expect, it } from 'vitest';
import { extensionOf, formatOfExtension, formats, outputFormats } from '../../src/output/formats.ts';
import { capabilities } from '../../src/render/capabilities.ts';
import { render } from '../../src/render/render.ts';
import { composition, project, scene } from '../support/project-parts.ts';

/** Start of files of each media type, as text; in an MP4 after the length of its first box. */
const signatures: Readonly<Record<string, RegExp>> = {
  'image/svg+xml': /^<\?xml /,
  'image/png': /^\u0089PNG\r\n/,
  'video/mp4': /^.{4}ftyp/s,
};

const film = project(scene('main', { compositions: [composition('only', 100)] }));

it.each(outputFormats)('renders %s as a file of that media type', async (format) => {
  const { mimeType, data } = await render(film, { format });
  expect(mimeType).toBe(formats[format].mediaType);
  expect(Buffer.from(data.subarray(0, 16)).toString('latin1')).toMatch(signatures[mimeType] ?? /^$/);
});

it.each(outputFormats)('uses the extension of %s files for no other format', (format) => {
  expect(formatOfExtension(extensionOf(format))).toBe(format);
});

it('lists the formats of the contract in capabilities', () => {
  expect(capabilities.formats).toEqual(['svg', 'png', 'mp4']);
});
