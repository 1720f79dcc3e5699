import { Buffer } from 'node:buffer';
import { attemptsFor } from '../../../output/film/film-quality.ts';
import type { EncodedPiece, Piece } from '../piece.ts';
import type { VideoSettings } from '../piece-encoder.ts';
import type { FilmRecords } from './film-record.ts';

/** A piece that may be used again, at any place of any film. */
export interface KeptPiece extends Pick<EncodedPiece, 'stream' | 'lengths' | 'attempt'> {
  /** Frames that differ from the frame before them, without the first one. */
  readonly changes: number;
  /** Bytes that its pictures could take when it was made. */
  readonly maximumBytes: number;
}

/** A place for pieces, by their keys. Neither call rejects: what cannot be kept is made again. */
export interface PieceStore {
  get(key: string): Promise<KeptPiece | undefined>;
  put(key: string, piece: KeptPiece): Promise<void>;
  /** Where it remembers the films themselves, if it does. */
  readonly records?: FilmRecords;
  /** Called after a film. */
  finish(): Promise<void>;
  /** Why pieces cannot be kept, a sentence for people; undefined if they can. */
  readonly problem: string | undefined;
}

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
    const limits = { frames, framesPerSecond, size, maximumBytes: most };
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

const magic = Buffer.from('render-service piece 1\n');
const digestBytes = 32;
const fixedBytes = magic.length + digestBytes + 4 + 8 + 4 + 4;

/** Returns a piece as bytes for a file. */
export function packPiece(
  key: string,
  { stream, lengths, attempt, changes, maximumBytes }: KeptPiece,
): Buffer {
  const packed = Buffer.allocUnsafe(fixedBytes + lengths.length * 4 + stream.length);
  let at = magic.copy(packed);
  at += packed.write(key, at, 'hex');
  at = packed.writeUInt32LE(attempt, at);
  at = packed.writeDoubleLE(maximumBytes, at);
  at = packed.writeUInt32LE(changes, at);
  at = packed.writeUInt32LE(lengths.length, at);
  for (const length of lengths) at = packed.writeUInt32LE(length, at);
  packed.set(stream, at);
  return packed;
}

/** Reads a piece from bytes; undefined if they are anything else, or a piece with another key. */
export function unpackPiece(key: string, packed: Buffer): KeptPiece | undefined {
  if (packed.length < fixedBytes || !packed.subarray(0, magic.length).equals(magic)) return undefined;
  let at = magic.length + digestBytes;
  if (packed.toString('hex', magic.length, at) !== key) return undefined;
  const attempt = packed.readUInt32LE(at);
  const maximumBytes = packed.readDoubleLE(at + 4);
  const changes = packed.readUInt32LE(at + 12);
  const count = packed.readUInt32LE(at + 16);
  at += 20;
  const start = at + count * 4;
  if (count === 0 || start > packed.length) return undefined;
  const lengths = Array.from({ length: count }, (_, index) => packed.readUInt32LE(at + index * 4));
  const stream = packed.subarray(start);
  if (lengths.reduce((sum, length) => sum + length, 0) !== stream.length) return undefined;
  return { stream, lengths, attempt, changes, maximumBytes };
}
