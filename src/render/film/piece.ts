/** The most seconds from one key frame to the next. */
const longestPiece = 2;

/** A run of a film's frames that is painted and encoded without the others, from a key frame on. */
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
  /** The byte streams of its pictures (ITU-T H.264, annex B), one after the other. */
  readonly stream: Uint8Array;
  /** The length of each picture in the stream, in bytes. */
  readonly lengths: readonly number[];
  /** Frames that show something else than the frame before them. */
  readonly rasterizedFrames: number;
  /** How long it took to paint them, and how long all of it took. */
  readonly paintMs: number;
  readonly totalMs: number;
}

/**
 * Cuts a film of `frames` frames into pieces, which share `maximumBytes`. Four equal pieces are made instead of three, so
 * that two threads are done at about the same time. Nothing here depends on the machine, so that the bytes do
 * not.
 */
export function cutIntoPieces(
  frames: number,
  framesPerSecond: number,
  maximumBytes: number,
): readonly Piece[] {
  const fewest = Math.ceil(frames / (longestPiece * framesPerSecond));
  const length = fewest === 3 ? Math.ceil(frames / 4) : longestPiece * framesPerSecond;
  const count = Math.ceil(frames / length);
  // A key frame costs as much as many others, so the last piece, which may be shorter, gets more than its frames' share.
  const share = maximumBytes / (frames + count * framesPerSecond);
  return Array.from({ length: count }, (_, index) => {
    const first = index * length;
    const end = Math.min(first + length, frames);
    return { index, first, end, maximumBytes: Math.floor(share * (end - first + framesPerSecond)) };
  });
}
