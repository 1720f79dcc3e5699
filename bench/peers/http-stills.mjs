// This project: stills through HTTP, one request after the other, from a separate service.
// node http-stills.mjs PROJECT.json TIME_MS FORMAT RENDERS
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../statistics.mjs';
import { tell } from '../stopwatch.mjs';
import { output } from '../workloads/workloads.mjs';

const warmUps = 5;

const [projectFile, timeMs, format, renders] = process.argv.slice(2);
const project = await readFile(projectFile);
const commandLine = fileURLToPath(new URL('../../packages/render-service/dist/cli/main.js', import.meta.url));
const service = spawn(process.execPath, [commandLine, 'serve', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const [announcement] = await once(service.stdout.setEncoding('utf8'), 'data');
  const query = new URLSearchParams({ format, width: output.width, height: output.height, timeMs });
  const url = `${/http:\S+/.exec(announcement)[0]}/render?${query}`;
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: project };
  const times = [];
  let bytes = 0;
  for (let index = 0; index < warmUps + Number(renders); index++) {
    const started = performance.now();
    const response = await fetch(url, request);
    const file = await response.arrayBuffer();
    const elapsed = performance.now() - started;
    if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`);
    bytes = file.byteLength;
    if (index >= warmUps) times.push(elapsed);
  }
  tell({ milliseconds: median(times), bytes });
} finally {
  service.kill();
}
