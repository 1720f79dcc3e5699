import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const configuration = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');

/** The number of instances in the configuration. */
const servers = ['one', 'two', 'three'];

/** A port of the loopback interface that is currently free. */
export async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/**
 * Starts HAProxy with `deploy/haproxy.cfg` on a port of the loopback interface, in front of one to three instances on
 * these ports, and resolves once it accepts connections. The instances must accept the Host `127.0.0.1:<port>`. Rejects
 * when HAProxy is missing or ends.
 */
export async function startHaproxy(port, instancePorts) {
  const address = `127.0.0.1:${port}`;
  const environment = { PATH: `${process.env.PATH}:/usr/sbin`, RENDER_BIND: address, RENDER_HOST: address };
  instancePorts.forEach((instancePort, at) => {
    environment[`RENDER_${at + 1}`] = `127.0.0.1:${instancePort}`;
  });
  const folder = await mkdtemp(join(tmpdir(), 'render-service-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, withoutServers(servers.slice(instancePorts.length)));
  const child = spawn('haproxy', ['-db', '-f', file], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log += text;
    });
  }
  const ended = new Promise((done, failed) => {
    child.on('close', done);
    child.on('error', (error) => {
      const isMissing = error.code === 'ENOENT';
      failed(isMissing ? new Error('haproxy is missing: install the Debian package haproxy') : error);
    });
  });
  const early = ended.then((code) => {
    throw new Error(`haproxy ended with ${code}: ${log}`);
  });
  early.catch(() => {});
  try {
    await Promise.race([early, untilConnected(port)]);
  } finally {
    // By now it has read the file or has failed.
    await rm(folder, { recursive: true });
  }
  return {
    port,
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The configuration without the lines of these instances. */
function withoutServers(names) {
  const isWanted = (line) => !names.some((name) => line.trim().startsWith(`server ${name} `));
  return configuration.split('\n').filter(isWanted).join('\n');
}

async function untilConnected(port) {
  for (let tries = 0; tries < 500; tries++) {
    if (await canConnect(port)) return;
    await wait(10);
  }
  throw new Error(`nothing listened on port ${port} for 5 s`);
}

function canConnect(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
