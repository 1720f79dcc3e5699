const heading = '## Growth';
const nextHeading = '## How to read this';

/** The section on growth of a report, which other benchmarks keep; empty if there is none. */
export function growthSectionOf(report) {
  const start = report.indexOf(`${heading}\n`);
  return start < 0 ? '' : report.slice(start, report.indexOf(nextHeading, start));
}

/** A report with this section instead of the one that it has, if any. */
export function withGrowthSection(report, section) {
  return report.replace(growthSectionOf(report), '').replace(nextHeading, () => section + nextHeading);
}

/** The section, with a line for each film. */
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
    heading,
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
