/** The section of a report that a separate command writes. The benchmark keeps it. */
const heading = '## Browser-based tools';
const nextHeading = '## How to read this';

/** The section of a report; empty if there is none. */
function sectionOf(report) {
  const start = report.indexOf(`${heading}\n`);
  if (start < 0) return '';
  const end = report.indexOf('\n## ', start);
  return report.slice(start, end < 0 ? undefined : end + 1);
}

/** A report in which this section replaces the earlier one, if any. */
export function withSection(report, section) {
  return report.replace(sectionOf(report), '').replace(nextHeading, () => section + nextHeading);
}

/** A new report with the section of the previous report. */
export function withSectionOf(before, report) {
  return withSection(report, sectionOf(before));
}

function rate({ frames, seconds }) {
  return (frames / seconds).toFixed(1);
}

/**
 * The section on tools that record a browser. `tools` have the median seconds of a whole command; the first is this
 * project.
 */
export function writeBrowserToolsSection({ machine, tools, rounds, voidRuns }) {
  const rows = tools.map(({ name, everythingSeconds, spread, frames, bytes, minFactor }) => {
    const cells = [
      name,
      `${everythingSeconds.toFixed(1)} s`,
      `${spread.least.toFixed(1)} to ${spread.greatest.toFixed(1)} s`,
      rate({ frames, seconds: everythingSeconds }),
      minFactor.toFixed(1),
      Math.round(bytes).toLocaleString('en'),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    heading,
    '',
    'Written by `npm run bench:browsers`. The film of the ellipses, 10 s, 1920 x 1080 at 30 frames/s. Each figure is the time of a whole',
    `command, from its start to its end: the median of ${rounds} rounds, in which the tools took turns after one that does not count, on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}).`,
    `The factor is that of the round in which this project was the least ahead. ${voidRuns} runs were repeated, because the machine had`,
    'other things to do.',
    "The tools draw the same ellipses in Debian's `chromium-headless-shell`, with their default concurrency: Remotion with CRF 17,",
    'HyperFrames with its default quality. They take part if they are installed:',
    '`npm --prefix bench/peers/remotion ci`, `npm --prefix bench/peers/hyperframes ci`. HyperFrames needs FFmpeg and Node 22, which',
    '`HYPERFRAMES_NODE` may name.',
    '',
    '| tool | time | rounds | frames/s | at least as many times the time of this project | bytes |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}
