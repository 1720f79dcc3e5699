import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { freePort, startHaproxy } from '../test/support/haproxy.mjs';
import { childrenOf, coreMilliseconds } from './linux-process.mjs';
import { startService } from './soak/service.mjs';

// Measures how many projects per second one, two and three instances behind HAProxy render for twenty clients at once.
// The processor time per request is the same for any number of instances, unless they slow each other down.

const { values } = parseArgs({ options: { requests: { type: 'string', default: '120' } } });
const requests = Number(values.requests);
const clients = 20;

const jobs = [
  { name: 'still, 1080p PNG', target: '/render?timeMs=4000', file: '../examples/product-launch.json' },
  { name: 'film, 1 s of 720p', target: '/render?format=mp4&width=1280', file: '../examples/hello.json' },
];

console.log(`${availableParallelism()} processors, ${requests} requests from ${clients} clients\n`);
console.log(
  '| job | instances | requests/s | times one instance | processor time per request | slowest response |',
);
console.log('|---|---|---|---|---|---|');
for (const { name, target, file } of jobs) {
  const body = readFileSync(new URL(file, import.meta.url));
  let single;
  for (const instances of [1, 2, 3]) {
    const { perSecond, processorMsEach, slowestMs } = await measure(instances, target, body);
    single ??= perSecond;
    const factor = (perSecond / single).toFixed(2);
    console.log(
      `| ${name} | ${instances} | ${perSecond.toFixed(1)} | ${factor} | ${processorMsEach.toFixed(0)} ms | ${Math.round(slowestMs)} ms |`,
    );
  }
}

async function measure(instances, target, body) {
  const port = await freePort();
  const settings = { SERVICE_RENDER_ALLOWED_HOSTS: `127.0.0.1:${port}` };
  const services = await Promise.all(Array.from({ length: instances }, () => startService(settings)));
  let haproxy;
  try {
    haproxy = await startHaproxy(
      port,
      services.map((service) => service.port),
    );
    // Warm up, so the measurement excludes code that an instance loads for its first render.
    await send(port, target, body, clients, clients);
    const processes = services.flatMap(({ pid }) => [pid, ...childrenOf(pid)]);
    const busyMs = () => processes.reduce((sum, pid) => sum + coreMilliseconds(pid), 0);
    const busyBefore = busyMs();
    const start = performance.now();
    const slowestMs = await send(port, target, body, requests, clients);
    const perSecond = (1000 * requests) / (performance.now() - start);
    return { perSecond, processorMsEach: (busyMs() - busyBefore) / requests, slowestMs };
  } finally {
    await haproxy?.stop();
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** Sends requests from several clients, each one after the other; resolves to the slowest one's milliseconds. */
async function send(port, target, body, count, clientCount) {
  let left = count;
  let slowest = 0;
  const client = async () => {
    while (left-- > 0) {
      const start = performance.now();
      const status = await post(port, target, body);
      if (status !== 200) throw new Error(`${target} responded with ${status}`);
      slowest = Math.max(slowest, performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, client));
  return slowest;
}

function post(port, path, body) {
  return new Promise((done, failed) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    };
    const call = request(options, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode));
      response.on('error', failed);
    });
    call.on('error', failed);
    call.end(body);
  });
}
