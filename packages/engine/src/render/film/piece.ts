// See docs/decisions.md, "A film consists of pieces of two seconds".

/** Maximum seconds from one key frame to the next. */
const maxPieceFrames = 2;

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
  /** Number of frames that differ from the frame before them. */
  readonly rasterizedFrames: number;
  /** Milliseconds of painting, and of all work on the piece. */
  readonly paintMs: number;
  readonly totalMs: number;
}

/**
 * Cuts a film of `frames` frames into pieces, which share `maximumBytes`. An even number of equal pieces is made instead
 * of a small odd one, so two threads finish at about the same time. Nothing here depends on the machine, so every machine produces the same
 * bytes.
 */
export function cutIntoPieces(
  frames: number,
  framesPerSecond: number,
  maximumBytes: number,
): readonly Piece[] {
  const fewest = Math.ceil(frames / (maxPieceFrames * framesPerSecond));
  const isUneven = fewest % 2 === 1 && fewest > 1 && fewest <= mostUneven;
  const length = isUneven ? Math.ceil(frames / (fewest + 1)) : maxPieceFrames * framesPerSecond;
  const count = Math.ceil(frames / length);
  // A key frame costs as much as many others, so the last piece, which may be shorter, gets more than its frames'
  // share.
  const share = maximumBytes / (frames + count * framesPerSecond);
  return Array.from({ length: count }, (_, index) => {
    const first = index * length;
    const end = Math.min(first + length, frames);
    return { index, first, end, maximumBytes: Math.floor(share * (end - first + framesPerSecond)) };
  });
}
