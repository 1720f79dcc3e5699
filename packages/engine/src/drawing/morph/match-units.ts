import type { MorphContent, MorphItem, MorphRow, MorphUnit } from './morph-units.ts';

/** Two units that become one moving unit. */
export interface UnitPair {
  readonly from: number;
  readonly to: number;
  /** Pairs of one group keep their places beside each other. */
  readonly group: number;
}

/** Cost of a unit that changes its role, in em of distance. */
const costOfRole = 3;

/** Maximum number of pairs of equal runs that are compared. */
const maxRuns = 200_000;

/** A row by the signatures of its items; equal items have equal signatures. */
interface SignedRow {
  readonly signatures: readonly number[];
  /** Units of each item in reading order, and how many letters or symbols they are. */
  readonly units: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

/** Items side by side that both contents have. */
interface Run {
  readonly from: SignedRow;
  readonly to: SignedRow;
  readonly fromStart: number;
  readonly toStart: number;
  readonly length: number;
}

/** Middles of units by which near ones are found, in em. */
export type Middles = readonly (readonly [x: number, y: number])[];

/**
 * Matches the units of two contents. First come the heaviest runs of neighbouring items that both contents have, so
 * that equal terms stay whole; then single units: in their order if the content keeps it, otherwise those of each key
 * in order, so that equal ones never cross, and as near as possible. No unit is in two pairs.
 */
export function matchUnits(
  from: MorphContent,
  to: MorphContent,
  fromMiddles: Middles,
  toMiddles: Middles,
): UnitPair[] {
  const matching = new Matching(fromMiddles, toMiddles);
  const signatures = new Signatures();
  const fromRows = rowsOf(from.row, from.units, signatures);
  const toRows = rowsOf(to.row, to.units, signatures);
  matching.addRuns(commonRuns(fromRows, toRows));
  if (from.keepsOrder && to.keepsOrder) matching.addInOrder(from.units, to.units);
  else matching.addByKey(from.units, to.units);
  return matching.pairs;
}

/** Numbers for equal items: their kind and everything inside. */
class Signatures {
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
function rowsOf(row: MorphRow, units: readonly MorphUnit[], signatures: Signatures): SignedRow[] {
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
function commonRuns(fromRows: readonly SignedRow[], toRows: readonly SignedRow[]): Run[] {
  const places = new Map<number, { row: SignedRow; index: number }[]>();
  for (const row of toRows) {
    for (const [index, signature] of row.signatures.entries()) {
      const known = places.get(signature);
      if (known === undefined) places.set(signature, [{ row, index }]);
      else known.push({ row, index });
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

function unitsOf(run: Run, side: 'from' | 'to'): number[] {
  const row = run[side];
  const start = side === 'from' ? run.fromStart : run.toStart;
  return row.units.slice(start, start + run.length).flat();
}

/** Number of letters or symbols. */
function weightOf({ from, fromStart, length }: Run): number {
  let weight = 0;
  for (let index = fromStart; index < fromStart + length; index++) weight += from.weights[index] ?? 0;
  return weight;
}

class Matching {
  readonly pairs: UnitPair[] = [];
  readonly #fromMiddles: Middles;
  readonly #toMiddles: Middles;
  readonly #isFromTaken: Uint8Array;
  readonly #isToTaken: Uint8Array;
  #groupCount = 0;

  constructor(fromMiddles: Middles, toMiddles: Middles) {
    this.#fromMiddles = fromMiddles;
    this.#toMiddles = toMiddles;
    this.#isFromTaken = new Uint8Array(fromMiddles.length);
    this.#isToTaken = new Uint8Array(toMiddles.length);
  }

  /** Takes the heaviest run first, and the nearest of equal ones; the rest of a run may be taken later. */
  addRuns(runs: readonly Run[]): void {
    const byWeight: Run[][] = [];
    const keep = (run: Run) => {
      const weight = weightOf(run);
      if (weight < 2) return;
      byWeight[weight] ??= [];
      byWeight[weight].push(run);
    };
    for (const run of runs) keep(run);
    for (let weight = byWeight.length - 1; weight > 1; weight--) {
      const candidates = (byWeight[weight] ?? []).map((run) => ({ run, distance: this.#distanceOf(run) }));
      candidates.sort((one, other) => one.distance - other.distance);
      for (const { run } of candidates) {
        const left = this.#freePartsOf(run);
        const [first] = left;
        if (first?.length === run.length) this.#add(unitsOf(run, 'from'), unitsOf(run, 'to'));
        else for (const part of left) keep(part);
      }
    }
  }

  /** Splits a run at items with units that are already taken. */
  #freePartsOf(run: Run): Run[] {
    const parts: Run[] = [];
    let length = 0;
    for (let index = 0; index <= run.length; index++) {
      const [fromIndex, toIndex] = [run.fromStart + index, run.toStart + index];
      const isFree =
        index < run.length &&
        (run.from.units[fromIndex] ?? []).every((unit) => this.#isFromTaken[unit] === 0) &&
        (run.to.units[toIndex] ?? []).every((unit) => this.#isToTaken[unit] === 0);
      if (isFree) length++;
      else {
        if (length > 0) {
          parts.push({ ...run, fromStart: fromIndex - length, toStart: toIndex - length, length });
        }
        length = 0;
      }
    }
    return parts;
  }

  #distanceOf(run: Run): number {
    const [from = 0] = unitsOf(run, 'from');
    const [to = 0] = unitsOf(run, 'to');
    return this.#distance(from, to);
  }

  #distance(from: number, to: number): number {
    const [x1, y1] = this.#fromMiddles[from] ?? [0, 0];
    const [x2, y2] = this.#toMiddles[to] ?? [0, 0];
    return Math.hypot(x2 - x1, y2 - y1);
  }

  #add(from: readonly number[], to: readonly number[]): void {
    const group = this.#groupCount++;
    for (const [index, unit] of from.entries()) {
      const other = to[index];
      if (other === undefined) throw new RangeError('a run has more units on one side');
      this.pairs.push({ from: unit, to: other, group });
      this.#isFromTaken[unit] = 1;
      this.#isToTaken[other] = 1;
    }
  }

  #free(units: readonly MorphUnit[], taken: Uint8Array): number[] {
    return [...units.keys()].filter((unit) => taken[unit] === 0);
  }

  /** Matches the free units of each key in order, so that the sum of their distances is the least. */
  addByKey(fromUnits: readonly MorphUnit[], toUnits: readonly MorphUnit[]): void {
    const fromByKey = byKey(fromUnits, this.#free(fromUnits, this.#isFromTaken));
    const toByKey = byKey(toUnits, this.#free(toUnits, this.#isToTaken));
    for (const [key, from] of fromByKey) {
      const to = toByKey.get(key);
      if (to === undefined) continue;
      const cost = (one: number, other: number) =>
        this.#distance(one, other) + (fromUnits[one]?.role === toUnits[other]?.role ? 0 : costOfRole);
      for (const [one, other] of this.#inOrder(from, to, cost)) this.#add([one], [other]);
    }
  }

  /** Pairs as many as the smaller side has. */
  #inOrder(
    from: readonly number[],
    to: readonly number[],
    cost: (from: number, to: number) => number,
  ): (readonly [from: number, to: number])[] {
    if (from.length <= to.length) return pairFewWithMany(from, to, cost);
    return pairFewWithMany(to, from, (one, other) => cost(other, one)).map(([one, other]) => [other, one]);
  }

  /** Matches as many free units as possible so that no two of them cross: a longest common subsequence. */
  addInOrder(fromUnits: readonly MorphUnit[], toUnits: readonly MorphUnit[]): void {
    const from = this.#free(fromUnits, this.#isFromTaken);
    const to = this.#free(toUnits, this.#isToTaken);
    const isSame = (one: number, other: number) => fromUnits[one]?.key === toUnits[other]?.key;
    const width = to.length + 1;
    const lengths = new Uint16Array((from.length + 1) * width);
    for (let row = from.length - 1; row >= 0; row--) {
      for (let column = to.length - 1; column >= 0; column--) {
        lengths[row * width + column] = isSame(from[row] as number, to[column] as number)
          ? lengths[(row + 1) * width + column + 1] + 1
          : Math.max(lengths[(row + 1) * width + column], lengths[row * width + column + 1]);
      }
    }
    for (let row = 0, column = 0; row < from.length && column < to.length; ) {
      const [one, other] = [from[row] as number, to[column] as number];
      if (isSame(one, other)) {
        this.#add([one], [other]);
        row++;
        column++;
      } else if (lengths[(row + 1) * width + column] >= lengths[row * width + column + 1]) row++;
      else column++;
    }
  }
}

function byKey(units: readonly MorphUnit[], indexes: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const key = units[index]?.key ?? '';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return groups;
}

/** Pairs each of the few with one of the many, in order and at the lowest cost, by dynamic programming. */
function pairFewWithMany(
  few: readonly number[],
  many: readonly number[],
  cost: (one: number, other: number) => number,
): [number, number][] {
  const width = many.length + 1;
  const costs = new Float64Array((few.length + 1) * width).fill(Infinity);
  costs.fill(0, 0, width);
  for (const [row, one] of few.entries()) {
    for (const [column, other] of many.entries()) {
      const paired = costs[row * width + column] + cost(one, other);
      costs[(row + 1) * width + column + 1] = Math.min(paired, costs[(row + 1) * width + column]);
    }
  }
  const pairs: [number, number][] = [];
  let column = many.length;
  for (let row = few.length; row > 0; row--) {
    while (costs[row * width + column] === costs[row * width + column - 1]) column--;
    pairs.unshift([few[row - 1] as number, many[column - 1] as number]);
    column--;
  }
  return pairs;
}
