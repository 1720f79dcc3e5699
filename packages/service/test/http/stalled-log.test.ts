import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import type { ServiceAddress } from '../../../../test/support/service.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

const main = fileURLToPath(new URL('../../../render-service/dist/cli/main.js', import.meta.url));

/** The most requests of one connection that may wait for their responses. */
const requestsEach = 10;
const connections = 800;

it('drops log lines if their reader stalls, and logs how many lines it dropped', {
  tags: 'slow',
}, async () => {
  const env = { ...process.env, SERVICE_RENDER_PORT: '0' };
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGTERM');
    await ended;
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [, port] = await waitUntil(
    'the service listens',
    () => /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed),
    40_000,
  );
  const service: ServiceAddress = {
    url: '',
    address: '127.0.0.1',
    port: Number(port),
    host: `127.0.0.1:${port}`,
  };

  const target = `/${'a'.repeat(199)}`;
  const requests =
    requestHead(service, 'GET', target).repeat(requestsEach - 1) +
    requestHead(service, 'GET', target, ['Connection: close']);
  for (let sent = 0; sent < connections; sent++) {
    const connection = await RawConnection.open(service);
    await connection.send(requests);
    await connection.rest();
  }

  let lines = 0;
  let dropped = 0;
  createInterface(child.stderr).on('line', (line) => {
    const record = JSON.parse(line);
    if (record.status === 404) lines++;
    dropped += record.dropped ?? 0;
  });
  // The next line contains the number.
  await waitUntil('all requests are accounted for', async () => {
    const connection = await RawConnection.open(service);
    await connection.send(requestHead(service, 'GET', '/nothing', ['Connection: close']));
    await connection.rest();
    return dropped > 0 && lines + dropped >= requestsEach * connections;
  });
  // The pipe and the service keep less than two megabytes.
  expect(lines).toBeLessThan(6500);
});
