import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './haproxy.mjs';

const startLimitMs = 20_000;

/** Starts a Redis server on a free port of the loopback address, which keeps all its data in `folder`. */
export async function startRedis({ folder, command = 'redis-server', password = '' }) {
  const port = await freePort();
  let server;

  async function start() {
    const settings = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      appendonly: 'yes',
      appendfsync: 'always',
    };
    const given = password === '' ? settings : { ...settings, requirepass: password };
    const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
    server = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    server.stdout.resume();
    server.on('error', () => {});
    await untilItAnswers(port, server);
  }

  async function stop() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  }

  await start();
  return { port, url: (database) => `redis://127.0.0.1:${port}/${database}`, start, stop };
}

async function untilItAnswers(port, server) {
  const deadline = performance.now() + startLimitMs;
  while (!(await answers(port))) {
    if (server.exitCode !== null || performance.now() > deadline)
      throw new Error('redis-server does not start');
    await sleep(20);
  }
}

/** Whether it accepts commands; while it loads its file, it responds to PING with an error. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.on('error', () => resolve(false));
    socket.on('data', (data) => {
      socket.destroy();
      resolve(/^(\+PONG|-NOAUTH)/.test(data.toString()));
    });
    socket.on('close', () => resolve(false));
  });
}
