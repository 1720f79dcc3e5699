/** More than all costs together, so that another pair is worth any distance. */
const worthOfPair = 1e6;

/**
 * Pairs the items of two lists so that no two pairs cross, as many as possible and at the lowest cost. A cost of
 * Infinity forbids a pair.
 */
export function pairInOrder(
  from: readonly number[],
  to: readonly number[],
  cost: (from: number, to: number) => number,
): [from: number, to: number][] {
  const width = to.length + 1;
  const costs = new Float64Array((from.length + 1) * width);
  const costOfPairs = new Float64Array(from.length * to.length);
  for (const [row, one] of from.entries()) {
    for (const [column, other] of to.entries()) {
      costOfPairs[row * to.length + column] = cost(one, other) - worthOfPair;
      const paired = costs[row * width + column] + costOfPairs[row * to.length + column];
      const unpaired = Math.min(costs[row * width + column + 1], costs[(row + 1) * width + column]);
      costs[(row + 1) * width + column + 1] = Math.min(paired, unpaired);
    }
  }
  const pairs: [number, number][] = [];
  for (let row = from.length, column = to.length; row > 0 && column > 0; ) {
    const best = costs[row * width + column];
    if (best === costs[row * width + column - 1]) column--;
    else if (best === costs[(row - 1) * width + column]) row--;
    else pairs.unshift([from[--row] as number, to[--column] as number]);
  }
  return pairs;
}
