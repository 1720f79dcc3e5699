import { commonRuns, type Run, rowsOf, Signatures, unitsOf, weightOf } from './common-runs.ts';
import { matchDividers } from './match-dividers.ts';
import type { Middles, MorphContent, MorphUnit } from './morph-units.ts';
import { pairInOrder } from './pair-in-order.ts';
import { distanceBetween, PlaceRules } from './place-rules.ts';

/** Units that become one moving unit: one of each content, or a marked piece of each. */
export interface UnitPair {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Pairs of one group keep their places beside each other. */
  readonly group: number;
  /** Whether it belongs to a marked piece or a run, and was not found alone. */
  readonly isTerm: boolean;
}

/**
 * Matches the units of two contents. First come marked pieces and the relations between the sides of equations, then the
 * heaviest runs of neighbouring items that both contents have, so that equal terms stay whole; then single units: in
 * their order if the content keeps it, otherwise those of each key in order, so that equal ones never cross, as near as
 * possible, and only in places that fit. Only marked units can be in two pairs.
 */
export function matchUnits(
  from: MorphContent,
  to: MorphContent,
  fromMiddles: Middles,
  toMiddles: Middles,
): UnitPair[] {
  const dividers = matchDividers(from.units, to.units, fromMiddles, toMiddles);
  const rules = new PlaceRules([from, to], [fromMiddles, toMiddles], dividers);
  const matching = new Matching([from.units, to.units], [fromMiddles, toMiddles], rules);
  matching.addMarks();
  for (const [one, other] of dividers) matching.add([one], [other]);
  const signatures = new Signatures();
  const fromRows = rowsOf(from.row, from.units, signatures);
  const toRows = rowsOf(to.row, to.units, signatures);
  matching.addRuns(commonRuns(fromRows, toRows));
  if (from.keepsOrder && to.keepsOrder) matching.addInOrder();
  else {
    matching.addByKey((unit) => unit.symbol?.kind !== 'frame' && !isBracket(unit));
    matching.addBrackets();
    matching.addByKey((unit) => unit.symbol?.kind === 'frame');
  }
  return matching.pairs;
}

/** Distance in em up to which the bar of a fraction becomes that of another one. */
const nearFrame = 1;

/** Number of terms around a unit that are looked at. */
const deepestShared = 8;

class Matching {
  pairs: UnitPair[] = [];
  readonly #fromUnits: readonly MorphUnit[];
  readonly #toUnits: readonly MorphUnit[];
  readonly #fromMiddles: Middles;
  readonly #toMiddles: Middles;
  readonly #rules: PlaceRules;
  readonly #isFromTaken: Uint8Array;
  readonly #isToTaken: Uint8Array;
  #groupCount = 0;

  constructor(
    [fromUnits, toUnits]: readonly [readonly MorphUnit[], readonly MorphUnit[]],
    [fromMiddles, toMiddles]: readonly [Middles, Middles],
    rules: PlaceRules,
  ) {
    this.#fromUnits = fromUnits;
    this.#toUnits = toUnits;
    this.#fromMiddles = fromMiddles;
    this.#toMiddles = toMiddles;
    this.#rules = rules;
    this.#isFromTaken = new Uint8Array(fromUnits.length);
    this.#isToTaken = new Uint8Array(toUnits.length);
  }

  /** Marked units become nothing but pieces of their name. Equal pieces move symbol by symbol, others as a whole. */
  addMarks(): void {
    for (const { from, to } of matchMarks(this.#fromUnits, this.#toUnits)) {
      const isEqual =
        from.length === to.length &&
        from.every((unit, index) => this.#fromUnits[unit]?.key === this.#toUnits[to[index] ?? -1]?.key);
      if (isEqual) this.add(from, to, true);
      else this.pairs.push({ from, to, group: this.#groupCount++, isTerm: true });
    }
    for (const [index, { symbol }] of this.#fromUnits.entries())
      if (symbol?.mark !== undefined) this.#isFromTaken[index] = 1;
    for (const [index, { symbol }] of this.#toUnits.entries())
      if (symbol?.mark !== undefined) this.#isToTaken[index] = 1;
  }

  /** Adds the heaviest run first, and the nearest one of those that are equally heavy. What is left of a run may be added later. */
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
        if (first?.length !== run.length) for (const part of left) keep(part);
        else this.#addRun(run, keep);
      }
    }
  }

  #addRun(run: Run, keepLater: (run: Run) => void): void {
    const [from, to] = [unitsOf(run, 'from'), unitsOf(run, 'to')];
    const [first, last, other] = [from[0] ?? 0, from.at(-1) ?? 0, to[0] ?? 0];
    const isMoved = this.#rules.costOfChange(first, other) > 0;
    // A sign at the end of a term does not follow it to another place.
    if (isMoved && this.#rules.isBound(first)) {
      keepLater({ ...run, fromStart: run.fromStart + 1, toStart: run.toStart + 1, length: run.length - 1 });
    } else if (isMoved && this.#rules.isBound(last)) keepLater({ ...run, length: run.length - 1 });
    else if (this.#rules.allowsRun(from, to)) this.add(from, to, true);
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
    return this.#distance(from, to) + this.#rules.costOfChange(from, to);
  }

  #distance(from: number, to: number): number {
    return distanceBetween(this.#fromMiddles[from], this.#toMiddles[to]);
  }

  /** Matches units of two lists of the same length one by one. */
  add(from: readonly number[], to: readonly number[], isTerm = false): void {
    const group = this.#groupCount++;
    for (const [index, unit] of from.entries()) {
      const other = to[index];
      if (other === undefined) throw new RangeError('a run has more units on one side');
      this.pairs.push({ from: [unit], to: [other], group, isTerm });
      this.#isFromTaken[unit] = 1;
      this.#isToTaken[other] = 1;
    }
  }

  #free(units: readonly MorphUnit[], taken: Uint8Array): number[] {
    return [...units.keys()].filter((unit) => taken[unit] === 0);
  }

  /** Matches the free units of each key in order, so that the sum of their costs is the least. */
  addByKey(isMeant: (unit: MorphUnit) => boolean): void {
    const fromByKey = byKey(this.#fromUnits, this.#free(this.#fromUnits, this.#isFromTaken), isMeant);
    const toByKey = byKey(this.#toUnits, this.#free(this.#toUnits, this.#isToTaken), isMeant);
    const shared = this.#termsWithSharedUnits();
    for (const [key, from] of fromByKey) {
      const to = toByKey.get(key) ?? [];
      const isOnly = from.length === 1 && to.length === 1;
      const cost = (one: number, other: number) =>
        this.#fromUnits[one]?.symbol?.kind === 'frame'
          ? this.#costOfFrame(one, other, shared)
          : this.#rules.costOfSingle(one, other, isOnly);
      for (const [one, other] of pairInOrder(from, to, cost)) this.add([one], [other]);
    }
  }

  /** The terms of both contents that have a unit in common, as `from to`. */
  #termsWithSharedUnits(): ReadonlySet<string> {
    const shared = new Set<string>();
    for (const { from, to } of this.pairs) {
      const others = this.#toUnits[to[0] ?? 0]?.symbol?.terms.slice(-deepestShared) ?? [];
      for (const term of this.#fromUnits[from[0] ?? 0]?.symbol?.terms.slice(-deepestShared) ?? [])
        for (const other of others) shared.add(`${term} ${other}`);
    }
    return shared;
  }

  /** A bar or a root goes where something inside it goes, or stays in its place. */
  #costOfFrame(from: number, to: number, shared: ReadonlySet<string>): number {
    const [one, other] = [this.#fromUnits[from]?.symbol, this.#toUnits[to]?.symbol];
    const distance = this.#distance(from, to);
    if (shared.has(`${one?.terms.at(-1)} ${other?.terms.at(-1)}`)) return distance;
    return one?.role === other?.role && distance <= nearFrame && !this.#rules.crosses(from, to)
      ? distance + nearFrame
      : Infinity;
  }

  /** Brackets go together with their partners. */
  addBrackets(): void {
    const partners = [partnersOf(this.#fromUnits), partnersOf(this.#toUnits)] as const;
    const isFree = (one: number | undefined, other: number | undefined) =>
      one !== undefined &&
      other !== undefined &&
      this.#isFromTaken[one] === 0 &&
      this.#isToTaken[other] === 0;
    const costOf = (one = -1, other = -1) =>
      this.#fromUnits[one]?.key === this.#toUnits[other]?.key
        ? this.#rules.costOfSingle(one, other, false)
        : Infinity;
    // A bracket that moves with its neighbours takes its partner along.
    for (const { from, to } of [...this.pairs]) {
      const [one, other] = [partners[0].get(from[0] ?? -1), partners[1].get(to[0] ?? -1)];
      if (isFree(one, other) && costOf(one, other) < Infinity) this.add([one ?? 0], [other ?? 0]);
    }
    const isOpen = ({ symbol }: MorphUnit) => symbol?.kind === 'open';
    const fromByKey = byKey(this.#fromUnits, this.#free(this.#fromUnits, this.#isFromTaken), isOpen);
    const toByKey = byKey(this.#toUnits, this.#free(this.#toUnits, this.#isToTaken), isOpen);
    for (const [key, from] of fromByKey) {
      const cost = (one: number, other: number) => {
        const [last, otherLast] = [partners[0].get(one), partners[1].get(other)];
        return isFree(last, otherLast) ? costOf(one, other) + costOf(last, otherLast) : Infinity;
      };
      for (const [one, other] of pairInOrder(from, toByKey.get(key) ?? [], cost)) {
        this.add([one, partners[0].get(one) ?? 0], [other, partners[1].get(other) ?? 0]);
      }
    }
  }

  /** Matches as many free units as possible so that no two of them cross: a longest common subsequence. */
  addInOrder(): void {
    const from = this.#free(this.#fromUnits, this.#isFromTaken);
    const to = this.#free(this.#toUnits, this.#isToTaken);
    const isSame = (one: number, other: number) => this.#fromUnits[one]?.key === this.#toUnits[other]?.key;
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
        this.add([one], [other]);
        row++;
        column++;
      } else if (lengths[(row + 1) * width + column] >= lengths[row * width + column + 1]) row++;
      else column++;
    }
  }
}

function isBracket({ symbol }: MorphUnit): boolean {
  return symbol?.kind === 'open' || symbol?.kind === 'close';
}

function byKey(
  units: readonly MorphUnit[],
  indexes: readonly number[],
  isMeant: (unit: MorphUnit) => boolean,
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const unit = units[index];
    if (unit === undefined || !isMeant(unit)) continue;
    const group = groups.get(unit.key);
    if (group === undefined) groups.set(unit.key, [index]);
    else group.push(index);
  }
  return groups;
}

/** The other one of each pair of brackets; brackets in scripts are apart from those around them. */
function partnersOf(units: readonly MorphUnit[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const [index, { symbol }] of units.entries()) {
    if (symbol?.kind !== 'open' && symbol?.kind !== 'close') continue;
    const lineAndRole = `${symbol.line} ${symbol.role}`;
    const stack = open.get(lineAndRole) ?? [];
    open.set(lineAndRole, stack);
    if (symbol.kind === 'open') stack.push(index);
    else {
      const partner = stack.pop();
      if (partner === undefined) continue;
      partners.set(partner, index);
      partners.set(index, partner);
    }
  }
  return partners;
}

/** Pieces of two equations that `\class` marks with the same name; they become each other as wholes. */
interface PiecePair {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * Matches marked pieces of the same name in their order. If one side has more of them, the last one of the other side
 * becomes, or is made of, all the rest.
 */
function matchMarks(fromUnits: readonly MorphUnit[], toUnits: readonly MorphUnit[]): PiecePair[] {
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
    const namedUnits = named.get(piece);
    if (namedUnits === undefined) named.set(piece, [index]);
    else namedUnits.push(index);
  }
  return new Map([...pieces].map(([name, named]) => [name, [...named.values()]]));
}
