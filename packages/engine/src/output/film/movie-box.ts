import { Buffer } from 'node:buffer';

export const boxHeaderLength = 8;

/** Boxes that contain only boxes, on the path from the movie box to the chunk offsets (ISO/IEC 14496-12). */
export const containers: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Moves the movie box of an MP4 file, which a muxer can write only at the end, before the media data, so that a player
 * can start before it has the whole file. Increases chunk offsets by the movie box's size. The bytes are moved in place,
 * so that a long film is in memory only once. Throws an Error for bytes that are not such a file.
 */
export function moveMovieBoxToFront(file: Uint8Array): void {
  const boxes = readBoxes(file, 0, file.length);
  const movie = boxes.find(({ type }) => type === 'moov');
  const media = boxes.find(({ type }) => type === 'mdat');
  if (!movie || !media) throw new Error('the MP4 file has no movie box or no media data');
  if (movie.start < media.start) return;
  const size = movie.end - movie.start;
  const movieBox = file.slice(movie.start, movie.end);
  file.copyWithin(media.start + size, media.start, movie.start);
  file.set(movieBox, media.start);
  raiseChunkOffsets(file, media.start, media.start + size, size);
}

/** Reads the boxes of a file, or of a box, from `start` to `end`. Throws an Error for an impossible size. */
export function readBoxes(file: Uint8Array, start: number, end: number): Box[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    let size = view.getUint32(at);
    if (size === 1) size = Number(view.getBigUint64(at + 8));
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (size < 8 || at + size > end) throw new Error(`the MP4 box ${type} has an impossible size (${size})`);
    boxes.push({ type, start: at, end: at + size });
    at += size;
  }
  return boxes;
}

function raiseChunkOffsets(file: Uint8Array, start: number, end: number, by: number): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (const box of readBoxes(file, start, end)) {
    if (containers.has(box.type)) raiseChunkOffsets(file, box.start + 8, box.end, by);
    if (box.type !== 'stco') continue;
    // Version and flags, the number of entries, then the entries. Files stay far below the 4 GiB of co64.
    const count = view.getUint32(box.start + 12);
    for (let i = 0; i < count; i++) {
      const at = box.start + 16 + 4 * i;
      view.setUint32(at, view.getUint32(at) + by);
    }
  }
}

/** Returns a box with this body. */
export function box(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(boxHeaderLength);
  header.writeUInt32BE(boxHeaderLength + body.length, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** Returns boxes with others in place of those for which `change` returns one, also inside of containers. */
export function changeBoxes(
  bytes: Buffer,
  change: (type: string, body: Buffer) => Buffer | undefined,
): Buffer {
  const boxes = readBoxes(bytes, 0, bytes.length).map(({ type, start, end }) => {
    const whole = bytes.subarray(start, end);
    const body = whole.subarray(boxHeaderLength);
    const changed = change(type, body);
    return changed ?? (containers.has(type) ? box(type, changeBoxes(body, change)) : whole);
  });
  return Buffer.concat(boxes);
}
