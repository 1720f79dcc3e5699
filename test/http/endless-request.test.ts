import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '../../src/contract/settings.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { boundPort, createService } from '../../src/http/server.ts';
import { Renderer } from '../../src/render/process/renderer.ts';
import { smallText } from '../support/http-projects.ts';
import { waitUntil } from '../support/wait-until.ts';

it('a request that goes on arriving for too long makes room for another, though its client goes on', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  onTestFinished(() => log.mockRestore());
  const renderer = new Renderer();
  onTestFinished(() => renderer.close());
  const { server } = createService(readSettings({}, {}), '127.0.0.1', renderer, {
    ...defaultLimits,
    waitingBodies: 1,
    // As it goes on arriving, only its whole time counts.
    sendingBytesPerSecond: 0.001,
  });
  onTestFinished(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  // Five minutes otherwise.
  server.server.headersTimeout = 1000;
  server.server.requestTimeout = 1000;
  const port = boundPort(server);

  const endless = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  onTestFinished(() => {
    endless.destroy();
  });
  let received = '';
  endless.on('data', (chunk: Buffer) => {
    received += chunk;
  });
  endless.on('error', () => {});
  endless.write(
    `POST /inspect HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
  );
  const sending = setInterval(() => endless.write(' '), 50);
  onTestFinished(() => clearInterval(sending));

  const ask = async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/inspect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: smallText,
    });
    return status;
  };
  await waitUntil('the only place is taken', async () => (await ask()) === 429);
  await waitUntil('the place is free', async () => (await ask()) === 200, 20_000);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
