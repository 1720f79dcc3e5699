import { Buffer } from 'node:buffer';
import { sha256 } from '../batch-job.ts';

/** Maximum bytes of a name with its extension. Common file systems allow 255, some with encryption only 143. */
const maxNameLength = 140;

/** Hexadecimal digits that distinguish long names with the same beginning. */
const distinguishingDigits = 12;

/**
 * Characters that names must not have: separators and wildcards of any system, control characters, and invisible
 * characters or changes of direction, which could make a name look like another one.
 */
const unsafe = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Names of devices on Windows, reserved also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|$)/i;

/**
 * Makes a file name for any system from any text: in Unicode's form C, without folders, neither hidden nor like an
 * option, at most 140 bytes long with its extension. Other characters become `_`; a text that is too long ends in
 * digits of its hash. The same text always gives the same name; undefined if no character remains.
 */
export function safeName(text: string, extension: string): string | undefined {
  const plain = text
    .normalize('NFC')
    .trim()
    .replaceAll(unsafe, '_')
    .replace(/^[.~-]+/, (start) => '_'.repeat(start.length))
    .replace(/[.\s]+$/, '')
    .replace(device, (name) => `_${name}`);
  if (plain === '') return undefined;
  const room = maxNameLength - Buffer.byteLength(extension) - 1;
  if (Buffer.byteLength(plain) <= room) return `${plain}.${extension}`;
  const digits = sha256(text).slice(0, distinguishingDigits);
  return `${shorten(plain, room - distinguishingDigits - 1)}-${digits}.${extension}`;
}

/** Returns the beginning of a text, cut between graphemes, in at most `bytes` bytes. */
function shorten(text: string, bytes: number): string {
  let length = 0;
  let used = 0;
  // Every UTF-16 unit takes at least one byte, so text beyond this slice cannot fit.
  for (const { segment } of new Intl.Segmenter('en').segment(text.slice(0, bytes))) {
    used += Buffer.byteLength(segment);
    if (used > bytes) break;
    length += segment.length;
  }
  return text.slice(0, length).replace(/[.\s]+$/, '');
}

/**
 * A key that is equal for names that some file systems treat as equal: names that differ only in case or in Unicode
 * composition.
 */
export function nameKey(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFC');
}
