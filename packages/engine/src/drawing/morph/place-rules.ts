import type { Middles, MorphContent, MorphSymbol, MorphUnit } from './morph-units.ts';
import { Sides } from './sides.ts';
import { isDivider, type SymbolKind, signOf } from './symbol-kinds.ts';

/** Cost of another role or another side of a relation, in em of distance. */
const costOfPlace = 3;

/** Distances in em up to which single symbols find their way by nearness, and single digits by being the only one. */
const near = 1.2;
const far = 5;

const letters: readonly (SymbolKind | undefined)[] = ['name', 'digit'];

/** Two units that may become one. */
interface Meeting {
  readonly from: number;
  readonly to: number;
  readonly one: MorphSymbol;
  readonly other: MorphSymbol;
  readonly crosses: boolean;
  readonly distance: number;
  /** Whether neither content has another one that is still free. */
  readonly isOnly: boolean;
}

/**
 * Decides which symbols of an equation may become which. A symbol alone keeps its role and its side of a relation
 * unless it is clearly the same term; several side by side are.
 */
export class PlaceRules {
  readonly #from: MorphContent;
  readonly #to: MorphContent;
  readonly #fromMiddles: Middles;
  readonly #toMiddles: Middles;
  readonly #sides: Sides;
  readonly #fromCounts: ReadonlyMap<string, number>;
  readonly #toCounts: ReadonlyMap<string, number>;

  /** `dividers` are the matched signs between sides. */
  constructor(
    [from, to]: readonly [MorphContent, MorphContent],
    [fromMiddles, toMiddles]: readonly [Middles, Middles],
    dividers: readonly (readonly [from: number, to: number])[],
  ) {
    this.#from = from;
    this.#to = to;
    this.#fromMiddles = fromMiddles;
    this.#toMiddles = toMiddles;
    this.#sides = new Sides(from, to, dividers);
    this.#fromCounts = countKeys(from.units);
    this.#toCounts = countKeys(to.units);
  }

  /** Whether a unit changes its side of a sign that stays, or leaves for another line. */
  crosses(from: number, to: number): boolean {
    return this.#sides.crosses(from, to);
  }

  /** The additional cost of units that change their place; 0 for letters of texts. */
  costOfChange(from: number, to: number): number {
    const [one, other] = [this.#from.units[from]?.symbol, this.#to.units[to]?.symbol];
    if (one === undefined || other === undefined) return 0;
    return (
      (one.role === other.role ? 0 : costOfPlace) +
      (one.script === other.script ? 0 : costOfPlace) +
      (this.crosses(from, to) ? costOfPlace : 0)
    );
  }

  /** Whether neighbours may move together: in their place always, and elsewhere if they are more than a sign and a letter. */
  allowsRun(from: readonly number[], to: readonly number[]): boolean {
    const [first = 0, last = 0] = [from[0], to[0]];
    if (this.costOfChange(first, last) === 0) return true;
    const kinds = from.map((unit) => this.#from.units[unit]?.symbol?.kind);
    return kinds.filter((kind) => letters.includes(kind)).length >= 2;
  }

  /** Whether a unit is a sign that has no meaning without its neighbours. */
  isBound(unit: number): boolean {
    const kind = this.#from.units[unit]?.symbol?.kind;
    return kind === 'sign' || kind === 'operator' || isDivider(kind);
  }

  /**
   * The cost of moving a single unit; Infinity if it must not. `isOnly` tells whether neither content has another equal
   * one that is free.
   */
  costOfSingle(from: number, to: number, isOnly: boolean): number {
    const distance = distanceBetween(this.#fromMiddles[from], this.#toMiddles[to]);
    const [one, other] = [this.#from.units[from]?.symbol, this.#to.units[to]?.symbol];
    if (one === undefined || other === undefined) return distance;
    const meeting = { from, to, one, other, crosses: this.crosses(from, to), distance, isOnly };
    return this.#isAllowed(meeting) ? distance + this.costOfChange(from, to) : Infinity;
  }

  #isAllowed(meeting: Meeting): boolean {
    const { one, other, crosses } = meeting;
    if (one.role === other.role && !crosses) return true;
    if (one.kind === 'name') return this.#allowsName(meeting);
    // An exponent never becomes a factor by itself, and a sign has no meaning without its neighbours.
    return one.kind === 'digit' && one.script === other.script && this.#allowsDigit(meeting);
  }

  #allowsName({ from, to, one, other, crosses, distance, isOnly }: Meeting): boolean {
    if (one.script !== other.script) return this.#isUnique(from, to);
    if (one.role === other.role) return isOnly;
    return this.#isUnique(from, to) || (isOnly && !crosses) || (!crosses && distance <= near);
  }

  /** A digit changes sides as an addend with the other sign, as a factor that becomes a divisor, or as the whole side. */
  #allowsDigit({ from, to, one, other, crosses, distance, isOnly }: Meeting): boolean {
    if (!crosses) return distance <= near || (distance <= far && this.#isUnique(from, to));
    if (one.role === other.role) return isOnly && this.#changesSign(from, to);
    const isDivisor = one.role.endsWith('den') !== other.role.endsWith('den');
    return isDivisor && distance <= far && this.#isUnique(from, to);
  }

  #changesSign(from: number, to: number): boolean {
    const [before, after] = [addend(this.#from.units, from), addend(this.#to.units, to)];
    if (before === null || after === null) return false;
    return (before.isWhole && after.isWhole) || before.sign * after.sign <= 0;
  }

  #isUnique(from: number, to: number): boolean {
    const [one, other] = [this.#from.units[from]?.key ?? '', this.#to.units[to]?.key ?? ''];
    return this.#fromCounts.get(one) === 1 && this.#toCounts.get(other) === 1;
  }
}

function countKeys(units: readonly MorphUnit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of units) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Returns the sign of a symbol that is a term of a sum by itself, and whether it is all of its side; null for others. */
function addend(
  units: readonly MorphUnit[],
  index: number,
): { readonly sign: -1 | 0 | 1; readonly isWhole: boolean } | null {
  const line = units[index]?.symbol?.line;
  const neighbour = (place: number) => {
    const unit = units[place];
    return unit?.symbol?.line === line && !isDivider(unit?.symbol?.kind) ? unit : undefined;
  };
  const [before, after] = [neighbour(index - 1), neighbour(index + 1)];
  const endsTerm = (unit: MorphUnit | undefined) => unit === undefined || unit.symbol?.kind === 'sign';
  if (!endsTerm(before) || !endsTerm(after)) return null;
  return { sign: signOf(before?.key ?? ''), isWhole: before === undefined && after === undefined };
}

export function distanceBetween(one: Middles[number] = [0, 0], other: Middles[number] = [0, 0]): number {
  return Math.hypot(other[0] - one[0], other[1] - one[1]);
}
