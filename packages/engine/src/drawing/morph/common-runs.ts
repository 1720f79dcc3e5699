import type { MorphItem, MorphRow, MorphUnit } from './morph-units.ts';

/** Maximum number of pairs of equal runs that are compared. */
const maxRuns = 200_000;

/** A row by the signatures of its items; equal items have equal signatures. */
export interface SignedRow {
  readonly signatures: readonly number[];
  /** Units of each item in reading order, and how many letters or symbols they are. */
  readonly units: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

/** Items side by side that both contents have. */
export interface Run {
  readonly from: SignedRow;
  readonly to: SignedRow;
  readonly fromStart: number;
  readonly toStart: number;
  readonly length: number;
}

/** Numbers for equal items: their kind and everything inside. */
export class Signatures {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** Returns a row and all rows inside it. */
export function rowsOf(row: MorphRow, units: readonly MorphUnit[], signatures: Signatures): SignedRow[] {
  const rows: SignedRow[] = [];
  const sign = (items: MorphRow): SignedRow => {
    const signed = items.map((item) => signItem(item));
    const made = {
      signatures: signed.map(({ signature }) => signature),
      units: signed.map((one) => one.units),
      weights: signed.map((one) => one.units.reduce((sum, unit) => sum + (units[unit]?.weight ?? 0), 0)),
    };
    rows.push(made);
    return made;
  };
  const signItem = (item: MorphItem): { signature: number; units: readonly number[] } => {
    if (typeof item === 'number') {
      return { signature: signatures.of(`unit ${units[item]?.key}`), units: [item] };
    }
    const inside = item.rows.map(sign);
    const text = inside.map((one) => one.signatures.join(' ')).join('|');
    return {
      signature: signatures.of(`${item.kind} ${text}`),
      units: inside.flatMap((one) => one.units.flat()),
    };
  };
  sign(row);
  return rows;
}

/** Returns all runs of equal items that cannot be longer, except single units. */
export function commonRuns(fromRows: readonly SignedRow[], toRows: readonly SignedRow[]): Run[] {
  const places = new Map<number, { row: SignedRow; index: number }[]>();
  for (const row of toRows) {
    for (const [index, signature] of row.signatures.entries()) {
      const occurrences = places.get(signature);
      if (occurrences === undefined) places.set(signature, [{ row, index }]);
      else occurrences.push({ row, index });
    }
  }
  const runs: Run[] = [];
  for (const from of fromRows) {
    for (const [fromStart, signature] of from.signatures.entries()) {
      for (const { row: to, index: toStart } of places.get(signature) ?? []) {
        const continues =
          fromStart > 0 && toStart > 0 && from.signatures[fromStart - 1] === to.signatures[toStart - 1];
        if (continues) continue;
        let length = 1;
        while (
          fromStart + length < from.signatures.length &&
          from.signatures[fromStart + length] === to.signatures[toStart + length]
        ) {
          length++;
        }
        const run = { from, to, fromStart, toStart, length };
        if (weightOf(run) > 1) runs.push(run);
        if (runs.length >= maxRuns) return runs;
      }
    }
  }
  return runs;
}

/** The units of a run in one of the contents. */
export function unitsOf(run: Run, side: 'from' | 'to'): number[] {
  const row = run[side];
  const start = side === 'from' ? run.fromStart : run.toStart;
  return row.units.slice(start, start + run.length).flat();
}

/** Number of letters or symbols. */
export function weightOf({ from, fromStart, length }: Run): number {
  let weight = 0;
  for (let index = fromStart; index < fromStart + length; index++) weight += from.weights[index] ?? 0;
  return weight;
}
