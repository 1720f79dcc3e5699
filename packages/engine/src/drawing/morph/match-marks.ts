import type { MorphUnit } from './morph-units.ts';

/** Pieces of two equations that `\class` marks with the same name; they become each other as wholes. */
export interface PiecePair {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * Matches marked pieces of the same name in their order. If one side has more of them, the last one of the other side
 * becomes, or is made of, all the rest.
 */
export function matchMarks(fromUnits: readonly MorphUnit[], toUnits: readonly MorphUnit[]): PiecePair[] {
  const [from, to] = [piecesOf(fromUnits), piecesOf(toUnits)];
  const pairs: PiecePair[] = [];
  for (const [name, pieces] of from) {
    const others = to.get(name) ?? [];
    if (others.length === 0) continue;
    for (let index = 0; index < Math.max(pieces.length, others.length); index++) {
      const [one, other] = [pieces[index] ?? pieces.at(-1), others[index] ?? others.at(-1)];
      if (one !== undefined && other !== undefined) pairs.push({ from: one, to: other });
    }
  }
  return pairs;
}

/** The units of each marked piece in reading order, by the names of the marks. */
function piecesOf(units: readonly MorphUnit[]): Map<string, number[][]> {
  const pieces = new Map<string, Map<number, number[]>>();
  for (const [index, { symbol }] of units.entries()) {
    if (symbol?.mark === undefined) continue;
    const { name, piece } = symbol.mark;
    const named = pieces.get(name) ?? new Map<number, number[]>();
    pieces.set(name, named);
    const own = named.get(piece);
    if (own === undefined) named.set(piece, [index]);
    else own.push(index);
  }
  return new Map([...pieces].map(([name, named]) => [name, [...named.values()]]));
}
