import type { Piece } from './piece.ts';

/** A share of a film's pieces, which several machines make at the same time. */
export interface FilmShare {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/**
 * The pieces of a share: neighbours that start in its part of the film. Every piece is in one share, and a share may
 * have none.
 */
export function piecesOf(pieces: readonly Piece[], { index, count }: FilmShare): readonly Piece[] {
  const frames = pieces.at(-1)?.end ?? 0;
  return pieces.filter(({ first }) => Math.floor((first * count) / frames) === index);
}
