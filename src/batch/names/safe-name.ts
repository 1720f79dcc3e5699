import { Buffer } from 'node:buffer';
import { sha256 } from '../batch-job.ts';

/** The most bytes of a name with its extension: every common file system takes 255, some with encryption only 143. */
const longestName = 140;

/** Hexadecimal digits that tell names apart whose common beginning is all that fits. */
const distinguishingDigits = 12;

/**
 * What no name may have: separators and wildcards of any system, control characters, and characters that are not seen
 * or change the direction of what follows, after which a name could look like another one.
 */
const unsafe = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Names of devices on Windows, also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|$)/i;

/**
 * A file name for any system, from any text: in Unicode's form C, on one level, neither hidden nor like an option, at
 * most 140 bytes long with its extension. What it cannot have becomes `_`; a text that is too long ends in digits of its
 * hash. The same text always gives the same name; undefined if nothing is left.
 */
export function safeName(text: string, extension: string): string | undefined {
  const plain = text
    .normalize('NFC')
    .trim()
    .replaceAll(unsafe, '_')
    .replace(/^[.~-]+/, (start) => '_'.repeat(start.length))
    .replace(/[. ]+$/, '')
    .replace(device, (name) => `_${name}`);
  if (plain === '') return undefined;
  const room = longestName - Buffer.byteLength(extension) - 1;
  if (Buffer.byteLength(plain) <= room) return `${plain}.${extension}`;
  const digits = sha256(text).slice(0, distinguishingDigits);
  return `${shorten(plain, room - distinguishingDigits - 1)}-${digits}.${extension}`;
}

/** The beginning of a text in so many bytes, cut between characters as people count them. */
function shorten(text: string, bytes: number): string {
  let length = 0;
  let used = 0;
  // No cluster that fits is further away than this.
  for (const { segment } of new Intl.Segmenter('en').segment(text.slice(0, bytes))) {
    used += Buffer.byteLength(segment);
    if (used > bytes) break;
    length += segment.length;
  }
  return text.slice(0, length).replace(/[. ]+$/, '');
}

/** Equal for names that some file system takes for one: they differ only in case or in how Unicode composes them. */
export function nameKey(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFC');
}
