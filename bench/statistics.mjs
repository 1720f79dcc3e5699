/** The median. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of each figure over several runs that give the same figures. */
export function medianFigures(runs) {
  const names = Object.keys(runs[0]);
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))]));
}

/** The smallest and the largest value. */
export function range(values) {
  return { least: Math.min(...values), greatest: Math.max(...values) };
}
