import { rateColdStart, rateFilm, ratePaints, rateStill } from './goals.mjs';
import { output } from './workloads/workloads.mjs';

/** The text of docs/benchmarks.md. */
export function writeReport({ machine, isQuick, effort, films, stills, coldStart, voidRuns }) {
  const ratings = [
    ...films
      .filter(({ quickMs }) => !(isQuick && quickMs))
      .flatMap((film) => rateFilm(film.name, film).map((rating) => ({ subject: film.name, ...rating }))),
    ...ratePaints(films),
    ...stills.flatMap((still) =>
      rateStill(still).map((rating) => ({ subject: stillName(still), ...rating })),
    ),
    ...(coldStart === undefined
      ? []
      : rateColdStart(coldStart).map((rating) => ({ subject: 'render hello.json -o x.png', ...rating }))),
  ];
  const parts = [
    heading(machine, isQuick, effort),
    goalsSection(ratings),
    ...films.map((film) => filmSection(film, isQuick)),
    stillsSection(stills, coldStart),
    explanation(effort, voidRuns),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function heading({ processor, cores, memory, system, node, date }, isQuick, { rounds }) {
  const how = isQuick ? 'A quick run, one round: rough figures.' : `Medians of ${rounds} rounds.`;
  return `# Benchmarks

Written by \`npm run build && npm run bench\`; do not edit. ${how}

| processor | cores | memory | system | Node | date |
|---|---|---|---|---|---|
| ${processor} | ${cores} | ${memory} | ${system} | ${node} | ${date} |`;
}

function goalsSection(ratings) {
  if (ratings.length === 0) return '';
  const missed = ratings.filter(({ isMet }) => !isMet);
  const summary =
    missed.length === 0
      ? `All ${ratings.length} goals are met.`
      : `${ratings.length - missed.length} of ${ratings.length} goals are met. Missed: ${missed
          .map(({ subject, goal, measured }) => `${subject}, ${goal} (${measured})`)
          .join('; ')}.`;
  const rows = ratings.map(
    ({ subject, goal, measured, isMet }) =>
      `| ${subject} | ${goal} | ${measured} | ${isMet ? 'met' : '**missed**'} |`,
  );
  return `## Goals\n\n${summary}\n\n${table(['what', 'goal', 'measured', ''], rows)}`;
}

function filmSection({ name, description, durationMs, quickMs, rounds, ...film }, isQuick) {
  const { service, baseline, encoder, pictures, stored } = film;
  const lengthMs = (isQuick && quickMs) || durationMs;
  const rows = [
    row('this project', service, 1),
    row('encoder alone', { ...encoder, peakBytes: undefined }, ratio(encoder, service)),
    row('baseline', baseline, ratio(baseline, service)),
  ];
  const facts = [
    `${pictures} of ${service.frames} frames show a new picture.`,
    `With everything, from the start of the process to its end, this project takes ${service.everythingSeconds.toFixed(2)} s;`,
    `it reaches ${percent(ratio(service, encoder))} of the encoder alone`,
    `and ${ratio(service, baseline).toFixed(1)} times the baseline,`,
    `${(service.framesPerSecond / baseline.framesPerSecondReusing).toFixed(1)} times one that draws held frames only once.`,
    baseline.frames < service.frames
      ? `The baseline was given ${baseline.frames} frames, evenly spread over the film.`
      : '',
    rounds && !isQuick ? `Only ${rounds} rounds.` : '',
    stored < pictures ? `The encoder alone goes to and fro through ${stored} of the pictures.` : '',
  ];
  return `## ${name}

${capitalized(description)}; ${lengthMs / 1000} s, ${output.width} x ${output.height} at ${output.fps} frames/s.

${table(['', 'frames/s', 'rounds', 'of this project', 'time', 'processor time', 'peak memory', 'bytes'], rows)}

${facts.filter(Boolean).join(' ')}`;
}

function row(name, figures, share) {
  const { framesPerSecond, spread, seconds, processorSeconds, peakBytes, bytes } = figures;
  const cells = [
    name,
    framesPerSecond.toFixed(1),
    `${spread.least.toFixed(1)} to ${spread.greatest.toFixed(1)}`,
    percent(share),
    `${seconds.toFixed(2)} s`,
    processorSeconds === undefined ? '' : `${processorSeconds.toFixed(2)} s`,
    peakBytes === undefined ? '' : megabytes(peakBytes),
    Math.round(bytes).toLocaleString('en'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function stillsSection(stills, coldStart) {
  if (stills.length === 0 && coldStart === undefined) return '';
  const rows = stills.map((still) => {
    const { milliseconds, peakBytes, bytes } = still;
    return `| ${stillName(still)} | ${milliseconds.toFixed(1)} ms | ${peakBytes === undefined ? '' : megabytes(peakBytes)} | ${bytes.toLocaleString('en')} |`;
  });
  if (coldStart !== undefined) {
    rows.push(`| command line, \`render hello.json -o x.png\`, cold | ${coldStart.toFixed(0)} ms | | |`);
  }
  return `## Stills

${output.width} x ${output.height}.

${table(['', 'time', 'peak memory', 'bytes'], rows)}`;
}

function explanation({ stillRenders, coldStarts }, voidRuns) {
  return `## How to read this

Every figure comes from a separate process. In every round the three take turns on the same film; the
tables show medians, and under *rounds* the slowest and the fastest round. Ratios hardly depend on the machine,
frames per second do. Before and after every run of a film, a fixed amount of work is timed on all cores; where the two
times differ by more than 10 %, the run is repeated, which happened ${voidRuns} times here.

- **This project**: \`render()\` from the bytes of the JSON to the bytes of the MP4, after the modules are loaded.
- **Encoder alone**: the same pictures, already in the encoder's own format in memory, through x264 as this project used
  it at first: superfast, CRF 17 with at most 50 Mbit/s, four threads, every frame encoded. No sound, no file. This project
  can exceed 100 % of it, since it does not encode held pictures.
- **Baseline**: what a user can put together from npm: resvg (\`@resvg/resvg-wasm\`) draws this project's own SVG of each
  frame, and \`h264-mp4-encoder\` encodes the pixels at its fastest speed, with a quantizer (20) that gives moving shapes
  and text the fidelity of this project's films: within 0.5 dB of their PSNR in luma. Neither the making of the SVG nor
  the loading of modules is counted. Films of more frames than given are sampled in runs of neighbouring frames.
- **Processor time** is that of the user and the system over all threads, in the same span as the time.
- **Peak memory** is the largest resident set of the process from its start to its end, in millions of bytes, and for
  the baseline with the making of the SVG. For the encoder alone it would count the pictures that wait in memory, so it
  is left out.
- **Stills** are the median of ${stillRenders} calls of \`render()\` in a process that has already made five, or of as
  many requests to a service, from the first byte sent to the last one read. The command line is measured from its start to its end, the median of ${coldStarts} runs.`;
}

function table(titles, rows) {
  return [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---|').join('')}`, ...rows].join('\n');
}

function stillName({ name, timeMs, format, way }) {
  return `${name} at ${timeMs} ms, ${format.toUpperCase()}${way === 'HTTP' ? ' through HTTP' : ''}`;
}

function ratio(one, other) {
  return one.framesPerSecond / other.framesPerSecond;
}

function percent(value) {
  return `${(100 * value).toFixed(0)} %`;
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function capitalized(text) {
  return text[0].toUpperCase() + text.slice(1);
}
