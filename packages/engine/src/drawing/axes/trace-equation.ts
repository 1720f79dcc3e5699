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
  const zeroOn = (side: Side) => {
    const corner = side >> 1;
    const [column, row] = [corner % (columns + 1), Math.floor(corner / (columns + 1))];
    const [toColumn, toRow] = side % 2 === 0 ? [column, row + 1] : [column + 1, row];
    const share = zeroBetween(at(column, row), at(toColumn, toRow), (part) =>
      valueAt(column + (toColumn - column) * part, row + (toRow - row) * part),
    );
    return share === null
      ? null
      : ([column + (toColumn - column) * share, row + (toRow - row) * share] as const);
  };
  const lines = new Lines(2 * values.length, zeroOn);
  const sideOf = (column: number, row: number, isAcross: boolean): Side =>
    2 * (row * (columns + 1) + column) + (isAcross ? 1 : 0);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [one, two] = [at(column, row), at(column + 1, row)];
      const [three, four] = [at(column + 1, row + 1), at(column, row + 1)];
      if (!Number.isFinite(one + two + three + four)) continue;
      const signs = [one >= 0, two >= 0, three >= 0, four >= 0];
      if (signs[0] === signs[1] && signs[1] === signs[2] && signs[2] === signs[3]) continue;
      // The sides in order: top, right, bottom, left; each is between two corners.
      const sides: Side[] = [];
      if (signs[0] !== signs[1]) sides.push(sideOf(column, row, true));
      if (signs[1] !== signs[2]) sides.push(sideOf(column + 1, row, false));
      if (signs[2] !== signs[3]) sides.push(sideOf(column, row + 1, true));
      if (signs[3] !== signs[0]) sides.push(sideOf(column, row, false));
      const [first = 0, second = 0, third = 0, fourth] = sides;
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

/** A side of a square: twice the index of the corner at its start, and 1 more for a side that goes across. */
type Side = number;

/** Joins lines from side to side of squares to longer ones. A side belongs to two squares, so it has two lines at most. */
class Lines {
  readonly #zeroOn: (side: Side) => readonly [number, number] | null;
  /** The zeros of the sides with lines; null at poles. */
  readonly #points = new Map<Side, readonly [number, number] | null>();
  /** Two entries for each side: those at the other ends of its lines; -1 for none. */
  readonly #linked: Int32Array;

  constructor(sides: number, zeroOn: (side: Side) => readonly [number, number] | null) {
    this.#zeroOn = zeroOn;
    this.#linked = new Int32Array(2 * sides).fill(-1);
  }

  add(from: Side, to: Side): void {
    if (this.#pointOn(from) === null || this.#pointOn(to) === null) return;
    this.#link(from, to);
    this.#link(to, from);
  }

  /** The points of each line, x and y in turn; a closed line ends where it begins. */
  joined(): number[][] {
    const left = new Set(this.#points.keys());
    const lines: number[][] = [];
    const follow = (start: Side) => {
      const line: number[] = [];
      let [before, side] = [-1, start];
      while (side >= 0 && left.delete(side)) {
        line.push(...(this.#pointOn(side) ?? []));
        const [one, other] = this.#sidesLinkedTo(side);
        [before, side] = [side, one === before ? other : one];
      }
      if (side === start) line.push(...(this.#pointOn(start) ?? []));
      if (line.length > 2) lines.push(line);
    };
    for (const side of this.#points.keys()) if (this.#sidesLinkedTo(side)[1] < 0) follow(side);
    for (const side of left) follow(side);
    return lines;
  }

  #pointOn(side: Side): readonly [number, number] | null {
    let point = this.#points.get(side);
    if (point === undefined) {
      point = this.#zeroOn(side);
      this.#points.set(side, point);
    }
    return point;
  }

  #link(side: Side, other: Side): void {
    this.#linked[2 * side + (this.#sidesLinkedTo(side)[0] < 0 ? 0 : 1)] = other;
  }

  #sidesLinkedTo(side: Side): readonly [number, number] {
    return [this.#linked[2 * side] ?? -1, this.#linked[2 * side + 1] ?? -1];
  }
}
