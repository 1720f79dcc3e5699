// This project: stills by render(), one after the other in a warm process.
// node stills.mjs PROJECT.json TIME_MS FORMAT RENDERS
import { readFile } from 'node:fs/promises';
import { render } from '../../packages/engine/dist/render/render.js';
import { median } from '../statistics.mjs';
import { tell } from '../stopwatch.mjs';
import { output } from '../workloads/workloads.mjs';

const warmUps = 5;

const [projectFile, timeMs, format, renders] = process.argv.slice(2);
const project = await readFile(projectFile);
const options = { format, width: output.width, height: output.height, timeMs: Number(timeMs) };
const times = [];
let bytes = 0;
for (let index = 0; index < warmUps + Number(renders); index++) {
  const started = performance.now();
  const result = await render(project, options);
  const elapsed = performance.now() - started;
  bytes = result.bytes;
  if (index >= warmUps) times.push(elapsed);
}
tell({ milliseconds: median(times), bytes });
