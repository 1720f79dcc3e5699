// A fixed amount of work on every core, which tells whether the machine had other things to do while something was measured.
// node yardstick.mjs
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { tell } from './stopwatch.mjs';

// As much arithmetic as takes some tenths of a second.
const work = `
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', () => {
    let value = 1;
    for (let step = 0; step < 250_000_000; step++) value = (Math.imul(value, 1664525) + 1013904223) | 0;
    parentPort.postMessage(value);
  });
  parentPort.postMessage('ready');
`;

const workers = Array.from({ length: availableParallelism() }, () => new Worker(work, { eval: true }));
const answer = (worker) => new Promise((resolve) => worker.once('message', resolve));
await Promise.all(workers.map(answer));
const started = performance.now();
for (const worker of workers) worker.postMessage('start');
await Promise.all(workers.map(answer));
tell({ seconds: (performance.now() - started) / 1000 });
