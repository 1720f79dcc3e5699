import { measureScript } from './child.mjs';
import { median } from './statistics.mjs';

/** Stills in the middle of a motion or a write; the goals are about those that are `isTypical`. */
export const stills = [
  { name: 'derivative', timeMs: 6200, isTypical: true },
  { name: 'launch', timeMs: 1500, isTypical: true },
  { name: 'crowd-500', timeMs: 2500, isTypical: false },
];

/** All ways to request a still; memory is meaningless where another process draws. */
const ways = [
  { way: 'render()', format: 'png', script: 'peers/stills.mjs' },
  { way: 'render()', format: 'svg', script: 'peers/stills.mjs' },
  { way: 'HTTP', format: 'png', script: 'peers/http-stills.mjs' },
];

/** Milliseconds of a render in a warm process, for each still and way: the median over the rounds. */
export async function measureStills({ projectFileOf, rounds, renders, log }) {
  const wanted = stills
    .filter(({ name }) => projectFileOf(name))
    .flatMap((still) => ways.map((way) => ({ ...still, ...way, runs: [] })));
  for (let round = 0; round < rounds; round++) {
    for (const { name, timeMs, way, format, script, runs } of wanted) {
      const run = await measureScript(script, [projectFileOf(name), timeMs, format, renders]);
      runs.push(run);
      log(`  ${name} at ${timeMs} ms, ${format} by ${way}: ${run.milliseconds.toFixed(1)} ms`);
    }
  }
  return wanted.map(({ runs, ...still }) => ({
    ...still,
    bytes: runs[0].bytes,
    milliseconds: median(runs.map(({ milliseconds }) => milliseconds)),
    peakBytes: still.way === 'HTTP' ? undefined : median(runs.map(({ peakBytes }) => peakBytes)),
  }));
}
