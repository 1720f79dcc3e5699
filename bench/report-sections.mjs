/** The sections of a report that separate commands write. The benchmark keeps them. */
const editsHeading = '## After an edit';
const browserToolsHeading = '## Browser-based tools';
const nextHeading = '## How to read this';

/** The section of a report with a heading; empty if there is none. */
function sectionOf(report, heading) {
  const start = report.indexOf(`${heading}\n`);
  if (start < 0) return '';
  const end = report.indexOf('\n## ', start);
  return report.slice(start, end < 0 ? undefined : end + 1);
}

/** A report in which a section replaces the earlier one with its heading, if any. */
export function withSection(report, section) {
  const [heading] = section.split('\n', 1);
  return report
    .replace(sectionOf(report, heading), () => '')
    .replace(nextHeading, () => section + nextHeading);
}

/** A new report with the sections of the previous report. */
export function withSectionsOf(before, report) {
  return [editsHeading, browserToolsHeading]
    .map((heading) => sectionOf(before, heading))
    .filter((section) => section !== '')
    .reduce(withSection, report);
}

/** The section on films that are made again after an edit. The first case is the film without a cache. */
export function writeEditsSection({ machine, cases, rounds, voidRuns }) {
  const rows = cases.map(({ name, made = 'all', seconds, spread, share }) => {
    const cells = [
      name,
      made,
      `${seconds.toFixed(2)} s`,
      `${spread.least.toFixed(2)} to ${spread.greatest.toFixed(2)} s`,
      `${Math.round(share * 100)} %`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    editsHeading,
    '',
    'Written by `npm run bench:edits`. The lesson of a minute in twelve compositions, with a picture, 1920 x 1080 at 30 frames/s. Each',
    'figure is the time of a whole command, from its start to its end. The cache holds the film before the edit, which is one of the',
    `sixth composition if its name does not say otherwise. Medians of ${rounds} rounds in which the cases took turns, on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}). ${voidRuns} runs were repeated, because the machine had other things to do.`,
    'Remotion and HyperFrames keep nothing from one film to the next: each edit costs the whole time in the next table.',
    '',
    '| edit | pieces made | time | rounds | of the film without a cache |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
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
    browserToolsHeading,
    '',
    'Written by `npm run bench:browsers`. The film of the ellipses, 10 s, 1920 x 1080 at 30 frames/s, after an edit: one ellipse ends at',
    'another place, which changes the last quarter. Each figure is the time of a whole',
    `command, from its start to its end: the median of ${rounds} rounds, in which the tools took turns after the film before the edit, on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}).`,
    `The factor is that of the round in which this project was the least ahead. ${voidRuns} runs were repeated, because the machine had`,
    'other things to do.',
    "The tools draw the same ellipses in Debian's `chromium-headless-shell`, with their default concurrency: Remotion with CRF 17,",
    'HyperFrames with its default quality; both start over after an edit. They take part if they are installed:',
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
