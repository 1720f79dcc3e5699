// Renders a film with the built checkout in a folder.
// node growth-film.mjs CHECKOUT PROJECT.json
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Stopwatch, tell } from './stopwatch.mjs';
import { output } from './workloads/workloads.mjs';

const [checkout, projectFile] = process.argv.slice(2);
const { render } = await import(pathToFileURL(resolve(checkout, 'dist/render/render.js')).href);
const project = await readFile(projectFile);
const stopwatch = new Stopwatch();
stopwatch.start();
const { bytes, frames } = await render(project, { format: 'mp4', ...output, timeoutMs: 600_000 });
stopwatch.stop();
tell({ frames, bytes, ...stopwatch.times });
