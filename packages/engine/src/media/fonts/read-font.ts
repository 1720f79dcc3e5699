import { decodeBase64, parseEmbedded } from '../../project/data-url.ts';
import { maxFontBytes } from '../../project/limits.ts';
import { showSource } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { findFontDamage } from './check-font.ts';
import { decodeWoff2, fontTooLarge } from './decode-woff2.ts';
import { fontTypeOf, fontTypes } from './font-type.ts';

/** Returns the font in a data URL as TTF or OTF, after checking its tables. Problems complete a sentence. */
export async function readFont(src: string): Promise<Result<Uint8Array>> {
  const url = parseEmbedded(src, fontTypes);
  if (url === null) {
    const rule = `must be a base64 data URL of ${fontTypes.slice(0, -1).join(', ')} or ${fontTypes.at(-1)}`;
    return failure(`${rule}, but is ${showSource(src)}; embed a TTF, OTF or WOFF2 font`);
  }
  const padding = /={0,2}$/.exec(url.data.slice(-2))?.[0].length ?? 0;
  const size = Math.floor((url.data.length * 3) / 4) - padding;
  if (size > maxFontBytes) return failure(fontTooLarge(size));
  const bytes = decodeBase64(url.data);
  if (bytes === null) return failure('is not valid base64; encode the font again');
  const type = fontTypeOf(bytes);
  if (!type.ok) return type;
  const font = type.value === 'font/woff2' ? await decodeWoff2(bytes) : success(bytes);
  if (!font.ok) return font;
  if (font.value.length > maxFontBytes) return failure(fontTooLarge(font.value.length));
  const damage = findFontDamage(font.value);
  return damage === undefined
    ? font
    : failure(`is a font that cannot be read, because ${damage}; save it again or use another file`);
}
