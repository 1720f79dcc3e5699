// This project: render() from the bytes of a project to the bytes of an MP4, in this process.
// node service.mjs PROJECT.json
import { readFile, writeFile } from 'node:fs/promises';
import { render } from '../../packages/engine/dist/render/render.js';
import { Stopwatch, tell } from '../stopwatch.mjs';
import { output } from '../workloads/workloads.mjs';

const [projectFile, filmFile] = process.argv.slice(2);
const project = await readFile(projectFile);
const stopwatch = new Stopwatch();
stopwatch.start();
const { data, bytes, frames, rasterizedFrames } = await render(project, {
  format: 'mp4',
  ...output,
  timeoutMs: 600_000,
});
stopwatch.stop();
if (filmFile) await writeFile(filmFile, data);
tell({ frames, bytes, rasterizedFrames, ...stopwatch.times });
