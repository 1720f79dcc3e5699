import type { EncodedPiece } from '../piece.ts';

/** A piece that may be used again, at any place of any film. */
export interface KeptPiece extends Pick<EncodedPiece, 'stream' | 'lengths' | 'attempt'> {
  /** Frames that differ from the frame before them, without the first one. */
  readonly changes: number;
  /** Bytes that its pictures could take when it was made. */
  readonly maximumBytes: number;
}

/** A place for the records of films, as bytes. Neither call rejects. */
export interface FilmRecords {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, record: Uint8Array): Promise<void>;
}

/**
 * A place for pieces, and for single pictures and sound, by their keys. Neither call rejects: what cannot be kept is made
 * again.
 */
export interface PieceStore {
  get(key: string): Promise<KeptPiece | undefined>;
  put(key: string, piece: KeptPiece): Promise<void>;
  /** Where it remembers the films themselves, if it does. */
  readonly records?: FilmRecords;
  /** Why pieces cannot be kept, a sentence for people; undefined if they can. */
  readonly problem: string | undefined;
}
