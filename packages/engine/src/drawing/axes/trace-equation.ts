/** Values at the corners of a grid of squares. */
interface Grid {
  /** Numbers of squares. */
  readonly columns: number;
  readonly rows: number;
  /** The value at a place of the grid, in squares from its corner; places between the corners count, too. */
  readonly valueAt: (column: number, row: number) => number;
}

/** Number of steps that find the place of a zero between two corners. */
const steps = 12;

/**
 * Returns the lines along which a function of the plane is 0, by marching squares: points in squares from the corner of
 * the grid, x and y in turn. The function's poles are left out.
 */
export function traceZeros({ columns, rows, valueAt }: Grid): number[][] {
  const values = new Float64Array((columns + 1) * (rows + 1));
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      values[row * (columns + 1) + column] = valueAt(column, row);
    }
  }
  const at = (column: number, row: number) => values[row * (columns + 1) + column] ?? NaN;
  const lines = new Lines();
  const zeros = new Map<number, readonly [number, number] | null>();
  const zeroOn = (column: number, row: number, isAcross: boolean) => {
    const key = 2 * (row * (columns + 1) + column) + (isAcross ? 1 : 0);
    const known = zeros.get(key);
    if (known !== undefined) return known;
    const [toColumn, toRow] = isAcross ? [column + 1, row] : [column, row + 1];
    const share = zeroBetween(at(column, row), at(toColumn, toRow), (part) =>
      valueAt(column + (toColumn - column) * part, row + (toRow - row) * part),
    );
    const point =
      share === null ? null : ([column + (toColumn - column) * share, row + (toRow - row) * share] as const);
    zeros.set(key, point);
    return point;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [one, two] = [at(column, row), at(column + 1, row)];
      const [three, four] = [at(column + 1, row + 1), at(column, row + 1)];
      if (!Number.isFinite(one + two + three + four)) continue;
      const signs = [one >= 0, two >= 0, three >= 0, four >= 0];
      if (signs[0] === signs[1] && signs[1] === signs[2] && signs[2] === signs[3]) continue;
      // The sides in order: top, right, bottom, left; each is between two corners.
      const sides = [
        signs[0] !== signs[1] ? zeroOn(column, row, true) : undefined,
        signs[1] !== signs[2] ? zeroOn(column + 1, row, false) : undefined,
        signs[2] !== signs[3] ? zeroOn(column, row + 1, true) : undefined,
        signs[3] !== signs[0] ? zeroOn(column, row, false) : undefined,
      ].filter((point) => point !== undefined);
      const [first, second, third, fourth] = sides;
      if (fourth === undefined) lines.add(first, second);
      else if (valueAt(column + 0.5, row + 0.5) >= 0 === signs[0]) {
        lines.add(first, second);
        lines.add(third, fourth);
      } else {
        lines.add(first, fourth);
        lines.add(second, third);
      }
    }
  }
  return lines.joined();
}

/** Returns the share of the way between two values of different signs at which a function is 0; null for a pole. */
function zeroBetween(start: number, end: number, valueAt: (share: number) => number): number | null {
  let [low, high, atLow, atHigh] = [0, 1, start, end];
  let [best, atBest] = Math.abs(start) <= Math.abs(end) ? [0, start] : [1, end];
  const limit = Math.abs(atBest);
  for (let step = 0; step < steps && atBest !== 0; step++) {
    // Every third step halves the interval, because false position alone can stay at one end.
    let share = step % 3 === 2 ? (low + high) / 2 : low + ((high - low) * atLow) / (atLow - atHigh);
    if (!(share > low && share < high)) share = (low + high) / 2;
    const value = valueAt(share);
    if (Math.abs(value) <= Math.abs(atBest)) [best, atBest] = [share, value];
    if (value >= 0 === atLow >= 0) [low, atLow] = [share, value];
    else [high, atHigh] = [share, value];
  }
  // At a pole, the values grow towards the place where the sign changes.
  return Math.abs(atBest) < limit || limit === 0 ? best : null;
}

/** Joins lines between two points to longer ones. */
class Lines {
  readonly #ends = new Map<string, number[][]>();
  readonly #all = new Set<number[]>();

  add(
    from: readonly [number, number] | null | undefined,
    to: readonly [number, number] | null | undefined,
  ): void {
    if (!from || !to) return;
    const before = this.#take(from);
    let line = before ?? [...from];
    if (before && !isAt(before, before.length - 2, from)) line = reversed(before);
    const after = this.#take(to);
    if (after === undefined) line.push(...to);
    else if (after === before) line.push(...to);
    else line.push(...(isAt(after, 0, to) ? after : reversed(after)));
    this.#put(line);
  }

  joined(): number[][] {
    return [...this.#all];
  }

  /** Takes a line that ends at a point. */
  #take(point: readonly [number, number]): number[] | undefined {
    const line = this.#ends.get(point.join())?.at(-1);
    if (line === undefined) return undefined;
    this.#all.delete(line);
    for (const end of [0, line.length - 2]) {
      const key = `${line[end]},${line[end + 1]}`;
      const others = this.#ends.get(key)?.filter((other) => other !== line) ?? [];
      this.#ends.set(key, others);
    }
    return line;
  }

  #put(line: number[]): void {
    this.#all.add(line);
    for (const end of [0, line.length - 2]) {
      const key = `${line[end]},${line[end + 1]}`;
      this.#ends.set(key, [...(this.#ends.get(key) ?? []), line]);
    }
  }
}

function isAt(line: readonly number[], index: number, [x, y]: readonly [number, number]): boolean {
  return line[index] === x && line[index + 1] === y;
}

function reversed(line: readonly number[]): number[] {
  const points: number[] = [];
  for (let index = line.length - 2; index >= 0; index -= 2)
    points.push(line[index] ?? NaN, line[index + 1] ?? NaN);
  return points;
}
