/** The slope of the line through points that has the least squares of errors. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/**
 * The exponent with which the processor time of a task grows with its size: 1 if it is proportional, 2 if it is quadratic.
 * Of several runs of each size, the fastest counts.
 */
export async function timeExponent(
  sizes: readonly number[],
  prepare: (size: number) => () => unknown,
  runs = 5,
): Promise<number> {
  const points: [number, number][] = [];
  for (const size of sizes) {
    let fastest = Number.POSITIVE_INFINITY;
    for (let run = 0; run < runs; run++) {
      const task = prepare(size);
      const before = process.cpuUsage();
      await task();
      const { user, system } = process.cpuUsage(before);
      fastest = Math.min(fastest, user + system);
    }
    // A clock of the processor's time may not notice less than this.
    points.push([Math.log(size), Math.log(Math.max(fastest, 1000))]);
  }
  return slope(points);
}

/**
 * How many bytes the peak of this process's memory rises for each unit of size. The task runs once with the smallest size
 * before. The sizes ascend, because a peak never falls.
 */
export async function peakSlope(
  sizes: readonly number[],
  prepare: (size: number) => () => unknown,
): Promise<number> {
  await prepare(sizes[0] ?? 1)();
  const points: [number, number][] = [];
  for (const size of sizes) {
    const task = prepare(size);
    const before = process.resourceUsage().maxRSS;
    await task();
    // What preparing takes does not count.
    const rise = 1024 * (process.resourceUsage().maxRSS - before);
    points.push([size, (points.at(-1)?.[1] ?? 0) + rise]);
  }
  return slope(points);
}
