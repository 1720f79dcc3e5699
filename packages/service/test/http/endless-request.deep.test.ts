import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { smallText } from '../../../../test/support/http-projects.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { RenderSupervisor } from '../../../engine/src/render/process/supervisor.ts';
import { readSettings, serviceSettings } from '../../src/contract/settings.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { createService } from '../../src/http/server.ts';
import { boundPort } from '../../src/web/listening.ts';

it('ends a request with 408 if its body takes too long to arrive, and serves a waiting request', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  onTestFinished(() => log.mockRestore());
  const renderer = new RenderSupervisor();
  onTestFinished(() => renderer.close());
  const { server } = createService(readSettings(serviceSettings, {}, {}), '127.0.0.1', renderer, {
    ...defaultLimits,
    waitingBodies: 1,
    // No client gives way to another client that waits.
    givingWayGraceMs: 600_000,
    // Its body keeps arriving, so only the limit on its total time applies.
    sendingBytesPerSecond: 0.001,
  });
  onTestFinished(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  // The default is five minutes.
  server.server.headersTimeout = 1000;
  server.server.requestTimeout = 1000;
  const port = boundPort(server.server);
  let bodies = 0;
  server.server.on('request', () => bodies++);

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

  await waitUntil('the only body is being received', () => bodies === 1);
  const { status } = await fetch(`http://127.0.0.1:${port}/inspect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: smallText,
  });
  expect(status).toBe(200);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
