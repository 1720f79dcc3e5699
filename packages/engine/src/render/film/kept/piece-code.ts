/**
 * What makes the bytes of a piece from its pictures. A piece that other code made is not used. Raise `version` with any
 * change that changes bytes: of the painter, of our own coder, or of the attempts at a quality. A test compares the rest
 * with what is installed.
 */
export const pieceCode = {
  version: 1,
  canvas: '1.0.11',
  encoder: '6.1.1',
  /** SHA-256 of the kernel, its first 16 digits. */
  kernel: '19fe5f1c8c5651b5',
} as const;
