import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { childrenOf, isRunning, residentBytes } from './linux-process.mjs';

// Measures the memory and the speed of batch with few and with many rows, each a still of 16 x 16, and of a second run,
// which finds all outputs up to date. For Linux. node scripts/measure-batch.mjs --rows 100,20000 --data csv --jobs 2

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100,20000' },
    data: { type: 'string', default: 'csv' },
    jobs: { type: 'string', default: '2' },
  },
});

const main = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'render-service-measure-'));
// biome-ignore lint/suspicious/noTemplateCurlyInString: variables of shorthand have this form.
const opacity = '${share}';
const template = {
  shorthand: true,
  variables: { share: 1 },
  width: 16,
  height: 16,
  objects: { box: { kind: 'rectangle', state: { opacity } } },
  compositions: { main: { states: { box: {} } } },
};
const sampleMs = 50;

try {
  writeFileSync(join(folder, 'template.json'), JSON.stringify(template));
  console.log('| rows | run | seconds | rows/s | batch, MiB | processes, MiB |\n|---|---|---|---|---|---|');
  for (const rows of values.rows.split(',').map(Number)) {
    const data = join(folder, `${rows}.${values.data}`);
    await writeRows(data, rows);
    for (const run of ['first', 'again']) {
      const { seconds, batchBytes, processBytes } = await measure(data, join(folder, `out-${rows}`));
      const perSecond = Math.round(rows / seconds);
      const mebibytes = [batchBytes, processBytes].map((bytes) => Math.round(bytes / 2 ** 20)).join(' | ');
      console.log(`| ${rows} | ${run} | ${seconds.toFixed(1)} | ${perSecond} | ${mebibytes} |`);
    }
    const outputs = readdirSync(join(folder, `out-${rows}`)).length - 1;
    if (outputs !== rows) throw new Error(`${outputs} outputs of ${rows} rows`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function writeRows(path, rows) {
  const stream = createWriteStream(path);
  const isArray = values.data === 'json';
  if (values.data === 'csv') stream.write('id,share\n');
  for (let row = 0; row < rows; row++) {
    const share = (row % 1000) / 1000;
    const object = JSON.stringify({ id: `row-${row}`, share });
    if (values.data === 'csv') stream.write(`row-${row},${share}\n`);
    else stream.write(isArray ? `${row === 0 ? '[' : ','}\n${object}` : `${object}\n`);
  }
  if (isArray) stream.write('\n]\n');
  stream.end();
  await finished(stream);
}

/** Maximum resident memory of the batch itself and of all its render processes, sampled. */
async function measure(data, out) {
  const start = performance.now();
  const args = [
    'batch',
    join(folder, 'template.json'),
    '--data',
    data,
    '--out-dir',
    out,
    '--jobs',
    values.jobs,
  ];
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  let batchBytes = 0;
  let processBytes = 0;
  const ended = new Promise((done) => child.on('exit', done));
  while (isRunning(child.pid)) {
    batchBytes = Math.max(batchBytes, residentBytes(child.pid));
    const all = childrenOf(child.pid).reduce((sum, pid) => sum + residentBytes(pid), 0);
    processBytes = Math.max(processBytes, all);
    await wait(sampleMs);
  }
  if ((await ended) !== 0) throw new Error('the batch failed');
  return { seconds: (performance.now() - start) / 1000, batchBytes, processBytes };
}
