import type { MorphContent } from './morph-units.ts';

/** Matched signs between two lines, by their units, in order. */
interface Crossings {
  readonly from: number[];
  readonly to: number[];
}

/** Tells on which side of the matched signs between the sides of equations units are. */
export class Sides {
  readonly #from: MorphContent;
  readonly #to: MorphContent;
  /** By the lines of both contents. */
  readonly #crossings = new Map<string, Crossings>();
  /** The lines that a line shares signs with. */
  readonly #fromLines = new Map<number, Set<number>>();
  readonly #toLines = new Map<number, Set<number>>();

  constructor(
    from: MorphContent,
    to: MorphContent,
    dividers: readonly (readonly [from: number, to: number])[],
  ) {
    this.#from = from;
    this.#to = to;
    for (const [one, other] of dividers) {
      const [line, otherLine] = [lineOf(from, one), lineOf(to, other)];
      const key = `${line} ${otherLine}`;
      const crossings = this.#crossings.get(key) ?? { from: [], to: [] };
      crossings.from.push(one);
      crossings.to.push(other);
      this.#crossings.set(key, crossings);
      this.#fromLines.set(line, (this.#fromLines.get(line) ?? new Set()).add(otherLine));
      this.#toLines.set(otherLine, (this.#toLines.get(otherLine) ?? new Set()).add(line));
    }
  }

  /** Whether a unit changes its side of a sign that stays, or leaves for another line. */
  crosses(from: number, to: number): boolean {
    const [line, otherLine] = [lineOf(this.#from, from), lineOf(this.#to, to)];
    const { from: before, to: after } = this.#crossings.get(`${line} ${otherLine}`) ?? { from: [], to: [] };
    if (countBelow(before, from) !== countBelow(after, to)) return true;
    const isOther = (lines: ReadonlySet<number> | undefined, own: number) =>
      lines !== undefined && (lines.size > 1 || !lines.has(own));
    return isOther(this.#fromLines.get(line), otherLine) || isOther(this.#toLines.get(otherLine), line);
  }
}

function lineOf({ units }: MorphContent, unit: number): number {
  return units[unit]?.symbol?.line ?? 0;
}

/** Number of ascending numbers below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
