import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { heapSettings, librarySettings } from '../packages/engine/dist/render/process/start-child.js';
import { measureScript } from './child.mjs';
import { medianFigures, range } from './statistics.mjs';
import { steadyRun } from './steady-run.mjs';
import { output } from './workloads/workloads.mjs';

/** `render()` usually runs in a process with these settings. */
const asRenderProcess = { flags: heapSettings, env: librarySettings };

/** Maximum number of distinct pictures for the encoder alone, about 1 GB. */
const maxPictures = Math.floor(1e9 / (output.width * output.height * 1.5));

/**
 * Measures one workload: this project, the baseline and the encoder alone take turns, `rounds` times.
 * Returns the median of every figure of each, and the range of frames per second over the rounds.
 */
export async function measureFilm({ projectFile, folder, rounds, baselineFrames, log }) {
  const picturesFile = join(folder, 'pictures.i420');
  const sequenceFile = join(folder, 'sequence.json');
  try {
    const prepared = await measureScript('prepare-pictures.mjs', [projectFile, picturesFile, maxPictures]);
    await writeFile(sequenceFile, JSON.stringify(prepared));
    const peers = {
      service: () => measureScript('peers/service.mjs', [projectFile], asRenderProcess),
      baseline: () => measureScript('peers/baseline.mjs', [projectFile, baselineFrames]),
      encoder: () => measureScript('peers/encoder.mjs', [picturesFile, sequenceFile]),
    };
    const runs = Object.fromEntries(Object.keys(peers).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, measure] of Object.entries(peers)) {
        const run = withRates(await steadyRun(measure, log));
        runs[name].push(run);
        log(`  ${name}: ${run.framesPerSecond.toFixed(1)} frames/s`);
      }
    }
    const { pictures, stored } = prepared;
    return { pictures, stored, ...Object.fromEntries(Object.entries(runs).map(summary)) };
  } finally {
    await rm(picturesFile, { force: true });
  }
}

function withRates(run) {
  const { frames, seconds, redrawingSeconds } = run;
  const rates = { framesPerSecond: frames / seconds };
  if (redrawingSeconds !== undefined) rates.framesPerSecondReusing = frames / (seconds - redrawingSeconds);
  return { ...run, ...rates };
}

function summary([name, runs]) {
  const spread = range(runs.map(({ framesPerSecond }) => framesPerSecond));
  return [name, { ...medianFigures(runs), spread }];
}
