import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { residentBytes } from './linux-process.mjs';
import { exchange } from './soak/exchange.mjs';
import { startService } from './soak/service.mjs';

// Measures whether a client is served while many others, all with the token, send or read slowly or not at all. The
// exit code is 1 if it is not served within its render time plus 2 s in 99 of 100 calls.
//
//   node scripts/measure-slow-clients.mjs [--clients 300] [--seconds 600]

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '300' }, seconds: { type: 'string', default: '600' } },
});
const token = 'token';
const authorization = `Bearer ${token}`;
const headers = { authorization, 'content-type': 'application/json' };

const mebibyte = 1024 ** 2;
const hello = JSON.stringify({
  shorthand: true,
  objects: { a: { kind: 'circle' } },
  compositions: { c: { objects: { a: {} } } },
});
/** An embedded sound that makes the SVG small but the body large. */
const large = JSON.stringify({ ...JSON.parse(hello), unused: 'x'.repeat(20 * mebibyte) });
/** Ten thousand circles, whose SVG has megabytes. */
const crowd = JSON.stringify({
  shorthand: true,
  objects: Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [
      `c${index}`,
      { kind: 'circle', state: { x: index % 1920, y: index % 1080, rotation: index / 7 } },
    ]),
  ),
  compositions: { c: {} },
});

const service = await startService({ SERVICE_RENDER_TOKEN: token });
const end = performance.now() + Number(values.seconds) * 1000;
const isOver = () => performance.now() >= end;

/** Opens a connection, sends the head of a POST, and then does what `behave` does until the connection closes. */
async function slowClient(target, length, behave) {
  const socket = connect({ host: '127.0.0.1', port: service.port, allowHalfOpen: true });
  const closed = new Promise((done) => socket.on('close', done));
  socket.on('error', () => {});
  socket.write(
    `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const timer = behave(socket);
  await Promise.race([closed, wait(Math.max(0, end - performance.now()), undefined, { ref: false })]);
  clearInterval(timer);
  socket.destroy();
}

const every = (ms, action) => setInterval(action, ms).unref();
const kinds = {
  'sends 1.1 KB/s': () =>
    slowClient('/inspect', large.length, (socket) => every(1000, () => socket.write(' '.repeat(1126)))),
  'sends nothing': () => slowClient('/inspect', 1000, () => undefined),
  'sends 20 MiB and stops': () =>
    slowClient('/inspect', large.length + 1, (socket) => {
      socket.write(large);
      return undefined;
    }),
  'reads nothing': () =>
    slowClient('/render?format=svg', crowd.length, (socket) => {
      socket.pause();
      socket.write(crowd);
      return undefined;
    }),
  'reads 8 KB/s': () =>
    slowClient('/render?format=svg', crowd.length, (socket) => {
      socket.pause();
      socket.write(crowd);
      return every(1000, () => socket.read(8192));
    }),
  'stays idle': () => slowClient('/capabilities', 0, (socket) => socket.resume() && undefined),
  'sends requests and never reads': () =>
    slowClient('/openapi.json', 0, (socket) => {
      socket.pause();
      return every(1000, () =>
        socket.write(`GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n\r\n`),
      );
    }),
};

/** One client of a kind, which reconnects ten seconds after it was disconnected. */
async function keepComing(start) {
  while (!isOver()) {
    await start();
    await wait(10_000, undefined, { ref: false });
  }
}

/** The milliseconds until a call responds with 200, repeated after each 429 as a good client does. */
async function goodCall() {
  const start = performance.now();
  for (;;) {
    const { status } = await exchange(service, {
      path: '/render?format=png',
      body: Buffer.from(hello),
      headers,
    });
    if (status === 200) return performance.now() - start;
    if (status !== 429) return Number.POSITIVE_INFINITY;
    await wait(250);
  }
}

await goodCall();
const alone = await goodCall();
const starts = Object.values(kinds);
for (let index = 0; index < Number(values.clients); index++) {
  void keepComing(starts[index % starts.length]);
  await wait(Math.min(50, 5000 / Number(values.clients)));
}
const times = [];
while (!isOver()) {
  times.push(await goodCall());
  await wait(500);
}
times.sort((a, b) => a - b);
const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
const late = times.filter((ms) => ms > alone + 2000).length;
console.log(
  `${times.length} calls with ${values.clients} slow clients: alone ${Math.round(alone)} ms, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, ` +
    `longest ${at(1)} ms; ${late} took over 2 s longer than alone; service ${Math.round(residentBytes(service.pid) / mebibyte)} MiB`,
);
await service.stop();
process.exit(late > times.length / 100 ? 1 : 0);
