import { Buffer } from 'node:buffer';
import type { KeptPiece } from './piece-store.ts';

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
