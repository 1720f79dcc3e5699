import { readFileSync } from 'node:fs';
import { bundledFile, compressedFile, familyFiles } from '../../packages/engine/src/drawing/text/families.ts';

const folder = new URL('../fixtures/fonts/', import.meta.url);

/** Returns a font of the package as a project embeds it. */
export function bundledFont(name: string): string {
  return fontUrl(
    (familyFiles.some((family) => name.startsWith(family)) ? compressedFile : bundledFile)(name).read(),
    'ttf',
  );
}

/** An OpenType font with outlines in CFF. */
export const cffFont = readFileSync(new URL('bricolage-cff.otf', folder));

/** A font with a weight axis from 200 to 700. */
export const variableFont = readFileSync(new URL('oswald-variable.woff2', folder));

export function fontUrl(bytes: Uint8Array, type: 'ttf' | 'otf' | 'woff2'): string {
  return `data:font/${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
