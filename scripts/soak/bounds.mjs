/** The largest accepted growth of the service's memory during a run. */
const maxGrowth = 1.1;

/** With fewer measurements of memory, a trend is meaningless. */
const minSamples = 12;

/**
 * The resident memory of the service in bytes, as medians of the first and the last third of the measurements, and
 * their ratio. Undefined if the run was too short.
 */
export function memoryTrend({ samples }) {
  if (samples.length < minSamples) return undefined;
  const third = Math.floor(samples.length / 3);
  const first = median(samples.slice(0, third).map(({ serviceBytes }) => serviceBytes));
  const last = median(samples.slice(-third).map(({ serviceBytes }) => serviceBytes));
  return { first, last, growth: last / first };
}

/** One sentence for each bound that a report of `soak` exceeds. */
export function brokenBounds(report) {
  const broken = [];
  const demand = (holds, sentence) => {
    if (!holds) broken.push(sentence);
  };
  const trend = memoryTrend(report);
  demand(
    trend === undefined || trend.growth <= maxGrowth,
    `the service's memory grew to ${trend?.growth.toFixed(2)} times what it was`,
  );
  for (const { before, after } of report.descriptors) {
    demand(after <= before, `the service has ${after} file descriptors open, and had ${before} at first`);
  }
  for (const count of report.idleProcesses) {
    demand(count === 1, `an idle service must have 1 render process, and has ${count}`);
  }
  demand(report.processesLeft === 0, `${report.processesLeft} render processes outlived their service`);
  demand(
    report.exitCodes.every((code) => code === 0),
    `the services ended with ${report.exitCodes}`,
  );
  demand(report.temporaryFiles.length === 0, `temporary files were left: ${report.temporaryFiles}`);
  for (const text of report.unexpected) broken.push(text);
  for (const line of report.unexpectedFailures) broken.push(`the log has an unexpected failure: ${line}`);
  return broken;
}

/** The middle number, or the mean of the middle two. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
