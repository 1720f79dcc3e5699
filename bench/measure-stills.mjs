import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureScript, runProcess } from './child.mjs';
import { median } from './statistics.mjs';

/** Pictures in the midst of motion or of writing; `isTypical` are those that the goals speak of. */
export const stills = [
  { name: 'derivative', timeMs: 6200, isTypical: true },
  { name: 'launch', timeMs: 1500, isTypical: true },
  { name: 'crowd-500', timeMs: 2500, isTypical: false },
];

const formats = ['png', 'svg'];
const commandLine = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Milliseconds of a render() in a warm process, for each still and format: the median over the rounds. */
export async function measureStills({ projectFileOf, rounds, renders, log }) {
  const wanted = stills
    .filter(({ name }) => projectFileOf(name))
    .flatMap((still) => formats.map((format) => ({ ...still, format, runs: [] })));
  for (let round = 0; round < rounds; round++) {
    for (const { name, timeMs, format, runs } of wanted) {
      const run = await measureScript('contenders/stills.mjs', [
        projectFileOf(name),
        timeMs,
        format,
        renders,
      ]);
      runs.push(run);
      log(`  ${name} at ${timeMs} ms, ${format}: ${run.milliseconds.toFixed(1)} ms`);
    }
  }
  return wanted.map(({ runs, ...still }) => ({
    ...still,
    bytes: runs[0].bytes,
    milliseconds: median(runs.map(({ milliseconds }) => milliseconds)),
    peakBytes: median(runs.map(({ peakBytes }) => peakBytes)),
  }));
}

/** Milliseconds from the start of a command line that renders a PNG to its end: the median. */
export async function measureColdStart({ projectFile, folder, runs, log }) {
  const picture = join(folder, 'cold-start.png');
  const times = [];
  for (let run = 0; run < runs; run++) {
    const { seconds } = await runProcess([commandLine, 'render', projectFile, '-o', picture, '--force']);
    times.push(seconds * 1000);
  }
  log(`  command line: ${median(times).toFixed(0)} ms`);
  return median(times);
}
