/** The sections of a report that have commands of their own. The benchmark keeps them. */
const headings = { growth: '## Growth', browserTools: '## Browser-based tools' };
const nextHeading = '## How to read this';

/** A section of a report; empty if there is none. */
function sectionOf(report, name) {
  const start = report.indexOf(`${headings[name]}\n`);
  if (start < 0) return '';
  const end = report.indexOf('\n## ', start);
  return report.slice(start, end < 0 ? undefined : end + 1);
}

/** A report with this section instead of the one that it has, if any. */
export function withSection(report, name, section) {
  return report.replace(sectionOf(report, name), '').replace(nextHeading, () => section + nextHeading);
}

/** A new report with the sections of the one before. */
export function withSectionsOf(before, report) {
  return Object.keys(headings).reduce(
    (text, name) => withSection(text, name, sectionOf(before, name)),
    report,
  );
}

/** The section on growth, with a line for each film. */
export function writeGrowthSection({ films, commit, rounds }) {
  const rows = films.map(({ name, share, before, now, frames }) => {
    const cells = [
      name,
      share,
      rate(before),
      rate(now),
      (rate(now) / rate(before)).toFixed(2),
      milliseconds(before, frames),
      milliseconds(now, frames),
      (now.processorSeconds / before.processorSeconds).toFixed(2),
      (now.bytes / before.bytes).toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    headings.growth,
    '',
    `Written by \`node bench/growth.mjs CHECKOUT\`, which compares with a built checkout of an older commit: here ${commit}, before`,
    'our own coder. Films of moving ellipses of 130 x 90, 4 s, 1920 x 1080 at 30 frames/s; the dot is 12 x 12.',
    `The fastest of ${rounds} rounds, in which both took turns on a machine with other work. Processor time is that of all threads for one`,
    'picture. Where more than a quarter of the picture changes, x264 encodes all pictures, as before; how far those ratios are from',
    '1 shows how noisy the machine was.',
    '',
    '| film | changed area | frames/s before | now | ratio | processor ms before | now | ratio | bytes, ratio |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}

function rate({ frames, seconds }) {
  return (frames / seconds).toFixed(1);
}

function milliseconds({ processorSeconds }, frames) {
  return ((1000 * processorSeconds) / frames).toFixed(1);
}

/** The section on tools that record a browser. `tools` have the median seconds of a whole command; the first is this project. */
export function writeBrowserToolsSection({ machine, tools, rounds }) {
  const rows = tools.map(({ name, everythingSeconds, frames, bytes, leastFactor }) => {
    const cells = [
      name,
      `${everythingSeconds.toFixed(1)} s`,
      rate({ frames, seconds: everythingSeconds }),
      leastFactor.toFixed(1),
      Math.round(bytes).toLocaleString('en'),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    headings.browserTools,
    '',
    'Written by `npm run bench:browsers`. The film of the ellipses, 10 s, 1920 x 1080 at 30 frames/s. Each figure is the time of a whole',
    `command, from its start to its end: the median of ${rounds} rounds, in which the tools took turns on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}).`,
    'The factor is that of the round in which this project was the least ahead.',
    "The tools draw the same ellipses in Debian's `chromium-headless-shell`, with their default concurrency: Remotion with CRF 17,",
    'HyperFrames with its default quality. They take part if they are installed:',
    '`npm --prefix bench/contenders/remotion ci`, `npm --prefix bench/contenders/hyperframes ci`. HyperFrames needs FFmpeg and Node 22, which',
    '`HYPERFRAMES_NODE` may name.',
    '',
    '| tool | time | frames/s | at least as many times the time of this project | bytes |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}
