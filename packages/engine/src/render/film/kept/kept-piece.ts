import { attemptsFor } from '../../../output/film/film-quality.ts';
import type { Piece } from '../piece.ts';
import type { VideoSettings } from '../piece-encoder.ts';
import type { KeptPiece } from './piece-store.ts';

/**
 * Whether a piece with the key of `piece` has the bytes that it would get if it were made within its own limit: the
 * attempts before would fail again, and its own succeed.
 */
export function isAsMadeAnew(
  { stream, lengths, attempt, maximumBytes }: KeptPiece,
  piece: Piece,
  { quality, size, framesPerSecond }: VideoSettings,
): boolean {
  const frames = piece.end - piece.first;
  if (lengths.length !== frames) return false;
  const limitsOf = (most: number) => {
    // What depends on the limit is the same for pieces with and without clips.
    const limits = { frames, framesPerSecond, size, showsClip: false, maximumBytes: most };
    const { maxBytes, attempts } = attemptsFor(quality, limits);
    return { maxBytes, attempts: attempts.map((one) => one.maxBytes(frames)) };
  };
  const then = limitsOf(maximumBytes);
  const now = limitsOf(piece.maximumBytes);
  if (then.maxBytes === now.maxBytes) return true;
  // The last attempt keeps to the very limit.
  if (attempt >= now.attempts.length || stream.length > now.maxBytes) return false;
  if (attempt === 0 || now.maxBytes < then.maxBytes) return true;
  const failed = Math.max(1, attempt - 1);
  return now.attempts.slice(0, failed).every((limit, index) => limit === then.attempts[index]);
}

/** Bytes other than those of a piece, in parts of these lengths, as a store of pieces keeps them. */
export function plainBytes(stream: Uint8Array, lengths: readonly number[] = [stream.length]): KeptPiece {
  return { stream, lengths, attempt: 0, changes: 0, maximumBytes: 0 };
}
