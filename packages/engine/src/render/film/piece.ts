// See docs/decisions.md, "A film consists of pieces of up to two seconds".

/** Maximum seconds from one key frame to the next. */
const maxPieceSeconds = 2;

/** A shorter piece, in milliseconds, is not worth its key frame. */
const minPieceMs = 500;

/** With more pieces than this, one more than the other threads takes little of the film's time. */
const mostUneven = 9;

/** A run of a film's frames that starts with a key frame and is painted and encoded independently. */
export interface Piece {
  readonly index: number;
  /** Frames from `first` up to and not including `end`. */
  readonly first: number;
  readonly end: number;
  /** Bytes that its pictures may take. */
  readonly maximumBytes: number;
}

/** A painted and encoded piece. */
export interface EncodedPiece {
  readonly index: number;
  /** The concatenated byte streams of its pictures (ITU-T H.264, annex B). */
  readonly stream: Uint8Array;
  /** Length of each picture in the stream, in bytes. */
  readonly lengths: readonly number[];
  /** 0 for our own coder, otherwise the number of the attempt that made it. */
  readonly attempt: number;
  /** Number of frames that differ from the frame before them. */
  readonly rasterizedFrames: number;
  /** Milliseconds of painting, and of all work on the piece. */
  readonly paintMs: number;
  readonly totalMs: number;
}

/**
 * Cuts a film of `frames` frames into pieces, which share `maximumBytes`. `starts` are the frames at which its
 * compositions start, in order; it is cut there, so that a change of one composition stays in its pieces. Nothing here
 * depends on the machine, so every machine produces the same bytes.
 */
export function cutIntoPieces(
  frames: number,
  framesPerSecond: number,
  maximumBytes: number,
  starts: readonly number[] = [],
): readonly Piece[] {
  const lengths = joinShort(partLengths(frames, framesPerSecond, starts), framesPerSecond);
  // A key frame costs as much as many others, so a short piece gets more than its frames' share.
  const share = maximumBytes / (frames + lengths.length * framesPerSecond);
  let end = 0;
  return lengths.map((length, index) => {
    const first = end;
    end += length;
    return { index, first, end, maximumBytes: Math.floor(share * (length + framesPerSecond)) };
  });
}

/**
 * The frames of each part between two starts, or of parts of it if it is long. These are equal, but the last one of a
 * composition is as long as it may be: so it stays the same when the composition gets longer or shorter, with the
 * transition that it ends with.
 */
function partLengths(frames: number, framesPerSecond: number, starts: readonly number[]): number[] {
  const mostFrames = maxPieceSeconds * framesPerSecond;
  const cuts = [...new Set([0, ...starts.filter((start) => start > 0 && start < frames), frames])];
  const isWhole = cuts.length === 2;
  return cuts.slice(1).flatMap((end, index) => {
    const length = end - cuts[index];
    const fewest = Math.ceil(length / mostFrames);
    // Two threads finish at about the same time if the whole film has an even number of pieces.
    const isUneven = isWhole && fewest % 2 === 1 && fewest > 1 && fewest <= mostUneven;
    const others = equalLengths(length - mostFrames, fewest - 1);
    if (isWhole || others.length === 0 || isShort(Math.min(...others), framesPerSecond))
      return equalLengths(length, isUneven ? fewest + 1 : fewest);
    return [...others, mostFrames];
  });
}

function equalLengths(length: number, count: number): number[] {
  const cut = (part: number) => Math.round((length * part) / count);
  return Array.from({ length: count }, (_, part) => cut(part + 1) - cut(part));
}

function isShort(frames: number, framesPerSecond: number): boolean {
  return frames * 1000 < minPieceMs * framesPerSecond;
}

/** Joins very short parts with the part before them or after them, where both fit into a piece. */
function joinShort(parts: readonly number[], framesPerSecond: number): number[] {
  const mostFrames = maxPieceSeconds * framesPerSecond;
  const joined: number[] = [];
  let short = 0;
  for (const part of parts) {
    let length = part;
    if (short > 0) {
      if (short + length <= mostFrames) length += short;
      else joined.push(short);
      short = 0;
    }
    const before = joined.at(-1);
    if (!isShort(length, framesPerSecond)) joined.push(length);
    else if (before !== undefined && before + length <= mostFrames) joined[joined.length - 1] += length;
    else short = length;
  }
  if (short > 0) joined.push(short);
  return joined;
}
