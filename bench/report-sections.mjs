/** The sections of a report that separate commands write. The benchmark keeps them. */
const editsHeading = '## After an edit';
const browserToolsHeading = '## Browser-based tools';
const footageHeading = '## Films over a clip';
const codecsHeading = '## HEVC and AV1';
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
  return [editsHeading, codecsHeading, footageHeading, browserToolsHeading]
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
    'Written by `npm run bench:edits`: the lesson, with a picture, in twelve compositions. Each figure is the time of a whole command. The',
    'cache holds the film before the edit, which is one of the sixth composition unless its name says otherwise.',
    `Medians of ${rounds} rounds in which the cases took turns, on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}); ${voidRuns} runs were repeated.`,
    '',
    '| edit | pieces made | time | rounds | of the film without a cache |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}

/** The section on films over a clip. The first case is ffmpeg. */
export function writeFootageSection({ machine, cases, rounds, voidRuns }) {
  const rows = cases.map(({ name, seconds, spread, processorSeconds, times, processorTimes }) => {
    const cells = [
      name,
      `${seconds.toFixed(1)} s`,
      `${spread.least.toFixed(1)} to ${spread.greatest.toFixed(1)} s`,
      times.toFixed(2),
      `${processorSeconds.toFixed(1)} s`,
      processorTimes.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    footageHeading,
    '',
    'Written by `npm run bench:footage`: films of a minute over a clip of 1920 x 1080 at 30 frames a second. Each figure is that of a whole',
    'command. ffmpeg decodes the clip and codes it again, with the settings of the films.',
    `Medians of ${rounds} rounds in which the cases took turns, on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}); ${voidRuns} runs were repeated.`,
    '',
    '| film | time | rounds | of ffmpeg | processor time | of ffmpeg |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}

/** The section on films in several codecs. `times` and `share` are those of the same film in H.264. */
export function writeCodecsSection({ machine, cases, seconds, rounds }) {
  const rows = cases.map(({ name, codec, processorSeconds, times, bytes, share, similarity }) => {
    const cells = [
      name,
      codec,
      `${(processorSeconds / seconds).toFixed(2)} s`,
      times.toFixed(1),
      Math.round(bytes).toLocaleString('en'),
      share.toFixed(2),
      similarity.toFixed(4),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    codecsHeading,
    '',
    `Written by \`npm run bench:codecs\`: the first ${seconds} s of examples at 30 frames a second, as whole commands. The last column is the`,
    'mean structural similarity (SSIM) of ten frames to the stills of their moments.',
    `Medians of ${rounds} rounds, on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}).`,
    '',
    '| film | codec | processor time for a second of film | of H.264 | bytes | of H.264 | likeness |',
    '|---|---|---|---|---|---|---|',
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
    'Written by `npm run bench:browsers`: the film of the ellipses after an edit that changes its last quarter. Each figure is the time of a',
    `whole command: the median of ${rounds} rounds in which the tools took turns, on ${machine.cores} cores (${machine.processor}, Node ${machine.node}, ${machine.date}); ${voidRuns} runs`,
    'were repeated. The factor is that of the round in which this project was the least ahead.',
    '',
    "The tools draw with Debian's `chromium-headless-shell` and their default concurrency: Remotion with CRF 17, HyperFrames with its",
    'default quality. Both start over after an edit. To measure them, install them: `npm --prefix bench/peers/remotion ci`,',
    '`npm --prefix bench/peers/hyperframes ci`. HyperFrames needs FFmpeg and Node 22, which `HYPERFRAMES_NODE` may name.',
    '',
    '| tool | time | rounds | frames/s | at least as many times the time of this project | bytes |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}
