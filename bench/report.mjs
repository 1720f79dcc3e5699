import { rateFilm, ratePaints, rateStart, rateStill } from './goals.mjs';
import { output } from './workloads/workloads.mjs';

/** The text of docs/benchmarks.md. */
export function writeReport({ machine, isQuick, effort, films, stills, starts, voidRuns }) {
  const ratings = [
    ...films
      .filter(({ quickMs }) => !(isQuick && quickMs))
      .flatMap((film) => rateFilm(film.name, film).map((rating) => ({ subject: film.name, ...rating }))),
    ...ratePaints(films),
    ...stills.flatMap((still) =>
      rateStill(still).map((rating) => ({ subject: stillName(still), ...rating })),
    ),
    ...starts.flatMap((start) => rateStart(start).map((rating) => ({ subject: start.name, ...rating }))),
  ];
  const parts = [
    heading(machine, isQuick, effort),
    goalsSection(ratings),
    filmsSection(films, isQuick),
    stillsSection(stills),
    startsSection(starts),
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
  const summary = `${ratings.filter(({ isMet }) => isMet).length} of ${ratings.length} goals are met; the others are in bold.`;
  const rows = ratings.map(
    ({ subject, goal, measured, isMet }) =>
      `| ${subject} | ${goal} | ${isMet ? measured : `**${measured}**`} |`,
  );
  return `## Goals\n\n${summary}\n\n${table(['what', 'goal', 'measured'], rows)}`;
}

function filmsSection(films, isQuick) {
  if (films.length === 0) return '';
  const summaries = films.map(
    ({ name, description, durationMs, quickMs, service, baseline, encoder, pictures }) => {
      const seconds = ((isQuick && quickMs) || durationMs) / 1000;
      const cells = [
        `${name}: ${description}`,
        `${seconds} s`,
        `${pictures} of ${service.frames}`,
        `${service.everythingSeconds.toFixed(2)} s`,
        percent(ratio(service, encoder)),
        `${ratio(service, baseline).toFixed(1)} times`,
        `${(service.framesPerSecond / baseline.framesPerSecondReusing).toFixed(1)} times`,
      ];
      return `| ${cells.join(' | ')} |`;
    },
  );
  const rows = films.flatMap(({ name, service, baseline, encoder }) => [
    row(name, 'this project', service),
    row('', 'encoder alone', { ...encoder, peakBytes: undefined }),
    row('', `baseline${baseline.frames < service.frames ? `, ${baseline.frames} frames` : ''}`, baseline),
  ]);
  const notes = films.flatMap(({ name, rounds, pictures, stored }) => [
    ...(rounds && !isQuick ? [`${name}: only ${rounds} rounds.`] : []),
    ...(stored < pictures
      ? [`${name}: the encoder alone goes to and fro through ${stored} of the pictures.`]
      : []),
  ]);
  const titles = [
    'new pictures',
    'whole command',
    'of the encoder alone',
    'of the baseline',
    'of one that draws held frames once',
  ];
  return `## Films

${output.width} x ${output.height} at ${output.fps} frames/s. The last three columns compare the frames per second of this project.

${table(['film', 'length', ...titles], summaries)}

${table(['film', '', 'frames/s', 'rounds', 'time', 'processor time', 'peak memory', 'bytes'], rows)}
${notes.map((note) => `\n- ${note}`).join('')}`.trimEnd();
}

function row(film, name, figures) {
  const { framesPerSecond, spread, seconds, processorSeconds, peakBytes, bytes } = figures;
  const cells = [
    film,
    name,
    framesPerSecond.toFixed(1),
    `${spread.least.toFixed(1)} to ${spread.greatest.toFixed(1)}`,
    `${seconds.toFixed(2)} s`,
    processorSeconds === undefined ? '' : `${processorSeconds.toFixed(2)} s`,
    peakBytes === undefined ? '' : megabytes(peakBytes),
    Math.round(bytes).toLocaleString('en'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function stillsSection(stills) {
  if (stills.length === 0) return '';
  const rows = stills.map((still) => {
    const { milliseconds, peakBytes, bytes } = still;
    return `| ${stillName(still)} | ${milliseconds.toFixed(1)} ms | ${peakBytes === undefined ? '' : megabytes(peakBytes)} | ${bytes.toLocaleString('en')} |`;
  });
  return `## Stills

${output.width} x ${output.height}.

${table(['', 'time', 'peak memory', 'bytes'], rows)}`;
}

function startsSection(starts) {
  if (starts.length === 0) return '';
  const rows = starts.map(
    ({ name, milliseconds, starts }) =>
      `| \`${name}\` | ${milliseconds.toFixed(0)} ms | ${starts.toFixed(1)} |`,
  );
  return `## Short commands

From their start to their end. A start of Node is that of \`node -e 0\`.

${table(['command', 'time', 'starts of Node'], rows)}`;
}

function explanation({ stillRenders, starts }, voidRuns) {
  return `## How to read this

Every figure comes from a separate process. In every round the three take turns on the same film; the tables show medians,
and under *rounds* the slowest and the fastest round. Ratios hardly depend on the machine, frames per second do. A fixed
amount of work is timed before and after every run; if the two times differ by more than 10 %, the run is repeated: ${voidRuns}
times here.

- **This project**: \`render()\` from the bytes of the JSON to the bytes of the MP4, after the modules are loaded. The whole
  command also counts the start of the process and its end.
- **Encoder alone**: the same pictures, in memory in the encoder's own format, through x264 (superfast, CRF 17 with at most
  50 Mbit/s, four threads), every frame encoded. No sound, no file. This project can exceed 100 % of it, since it does not
  encode held pictures.
- **Baseline**: resvg (\`@resvg/resvg-wasm\`) draws this project's own SVG of each frame, and \`h264-mp4-encoder\` encodes the
  pixels at its fastest speed with quantizer 20, which is within 0.5 dB of this project's PSNR in luma. Making the SVG and loading
  the modules are not counted. If it gets fewer frames, they are runs of neighbouring frames, evenly spread over the film.
- **Processor time** is that of the user and the system over all threads.
- **Peak memory** is the largest resident set of the process, in millions of bytes. For the encoder alone it would count the
  waiting pictures, so it is left out.
- **Stills** are the median of ${stillRenders} calls of \`render()\` in a warm process, or of as many requests to a service. Short
  commands are the median of ${starts} runs in which they took turns.`;
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
