import { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { type Box, box, boxHeaderLength, changeBoxes, containers, readBoxes } from './movie-box.ts';

/** A chapter of a film. */
export interface Chapter {
  /** The result of `chapterTitle`. */
  readonly title: string;
  /** In milliseconds. */
  readonly startMs: number;
}

/** Bytes that are copied at once. */
const copiedBytes = 1 << 20;
const maxOffset = 0xffff_ffff;
/** Maximum number of chapters in a list, whose length is one byte. */
export const maxChapters = 255;
/** Maximum bytes of a title, for the same reason. */
const maxTitleBytes = 255;

/** Characters that end a line or a text, control a terminal, or change the direction of the text after them. */
const unprintable = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Marks of direction without a width, and code points that are no characters. */
const invisible = /[\u061c\u200e\u200f\ufffe\uffff]/gu;

/**
 * Returns a name as the title of a chapter: one line without control characters, cut to the length that a file can
 * hold.
 */
export function chapterTitle(name: string): string {
  const visible = name.replace(invisible, '').replace(unprintable, ' ');
  return cutUtf8(visible.trim(), maxTitleBytes).toString();
}

/**
 * Copies an MP4 file whose movie box is at its end to an empty file, with the movie box in front and a list of at most
 * `maxChapters` chapters in it. Chunk offsets become 64-bit (co64) if the file needs it. Rejects with the signal's
 * reason, and with the system's error.
 */
export async function finishMovie(
  source: FileHandle,
  target: FileHandle,
  chapters: readonly Chapter[],
  signal: AbortSignal,
): Promise<void> {
  const boxes = await topLevelBoxes(source);
  const movie = boxes.find(({ type }) => type === 'moov');
  const start = boxes.find(({ type }) => type === 'ftyp')?.end;
  if (!movie || start === undefined || movie.end !== boxes.at(-1)?.end)
    throw new Error('the film has no movie box at its end');
  const written = Buffer.alloc(movie.end - movie.start);
  await source.read(written, 0, written.length, movie.start);
  // A margin for the growth of the box.
  const isWide = movie.end + 2 * written.length + maxChapters * (maxTitleBytes + 9) > maxOffset;
  const moved = movieBoxInFront(written, chapters, isWide);
  await copy(source, target, { from: 0, to: start, at: 0 }, signal);
  await writeAll(target, moved, start);
  await copy(source, target, { from: start, to: movie.start, at: start + moved.length }, signal);
}

/**
 * Returns a movie box with chapters that may precede the pictures and the sound, with 64-bit chunk offsets if it
 * `isWide`.
 */
export function movieBoxInFront(written: Buffer, chapters: readonly Chapter[], isWide: boolean): Buffer {
  const widest = changeBoxes(written, (type, body) =>
    type === 'stco' && isWide ? box('co64', widened(body)) : undefined,
  );
  const inner = [widest.subarray(boxHeaderLength), ...(chapters.length > 0 ? [chapterList(chapters)] : [])];
  const moved = box('moov', Buffer.concat(inner));
  raiseOffsets(moved, 0, moved.length, moved.length);
  return moved;
}

async function topLevelBoxes(file: FileHandle): Promise<Box[]> {
  const { size } = await file.stat();
  const header = Buffer.alloc(16);
  const boxes: Box[] = [];
  for (let at = 0; at + boxHeaderLength <= size; ) {
    await file.read(header, 0, header.length, at);
    const short = header.readUInt32BE(0);
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (length < boxHeaderLength || at + length > size)
      throw new Error('the film has a box of impossible size');
    boxes.push({ type: header.toString('latin1', 4, 8), start: at, end: at + length });
    at += length;
  }
  return boxes;
}

/** The offsets of an stco as those of a co64 (ISO/IEC 14496-12, section 8.7.5). */
function widened(body: Buffer): Buffer {
  const count = body.readUInt32BE(4);
  const wide = Buffer.alloc(8 + 8 * count);
  body.copy(wide, 0, 0, 8);
  for (let index = 0; index < count; index++)
    wide.writeBigUInt64BE(BigInt(body.readUInt32BE(8 + 4 * index)), 8 + 8 * index);
  return wide;
}

function raiseOffsets(bytes: Buffer, start: number, end: number, by: number): void {
  for (const { type, start: from, end: to } of readBoxes(bytes, start, end)) {
    if (containers.has(type)) raiseOffsets(bytes, from + boxHeaderLength, to, by);
    if (type !== 'stco' && type !== 'co64') continue;
    const count = bytes.readUInt32BE(from + 12);
    for (let index = 0; index < count; index++) {
      if (type === 'stco') {
        const at = from + 16 + 4 * index;
        bytes.writeUInt32BE(bytes.readUInt32BE(at) + by, at);
      } else {
        const at = from + 16 + 8 * index;
        bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(by), at);
      }
    }
  }
}

/** The list that players other than Apple's read: chpl, with times in units of 100 ns. */
function chapterList(chapters: readonly Chapter[]): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32BE(0x0100_0000, 0);
  head.writeUInt8(chapters.length, 8);
  const entries = chapters.map(({ title, startMs }) => {
    const text = Buffer.from(title);
    const entry = Buffer.alloc(9);
    entry.writeBigUInt64BE(BigInt(Math.round(startMs * 10_000)), 0);
    entry.writeUInt8(text.length, 8);
    return Buffer.concat([entry, text]);
  });
  return box('udta', box('chpl', Buffer.concat([head, ...entries])));
}

/** The text in UTF-8, cut between two characters. */
function cutUtf8(text: string, most: number): Buffer {
  const bytes = Buffer.from(text);
  let end = Math.min(most, bytes.length);
  while (end < bytes.length && end > 0 && (bytes[end] & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

async function copy(
  source: FileHandle,
  target: FileHandle,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: number },
  signal: AbortSignal,
): Promise<void> {
  const buffer = Buffer.alloc(copiedBytes);
  for (let done = 0; from + done < to; ) {
    signal.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, Math.min(copiedBytes, to - from - done), from + done);
    if (bytesRead === 0) throw new Error('the film became shorter while it was being copied');
    await writeAll(target, buffer.subarray(0, bytesRead), at + done);
    done += bytesRead;
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
}
