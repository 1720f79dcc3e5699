import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../../test/support/ask.ts';
import { startService } from '../../../../test/support/service.ts';
import { readSettings, serviceSettings } from '../../src/contract/settings.ts';

/** The default settings of a service, for an environment without any. */
const defaults = readSettings(serviceSettings, {}, {});

describe('a service without settings', () => {
  it('the default settings are host 127.0.0.1 and port 8799', () => {
    expect(defaults).toMatchObject({ host: '127.0.0.1', port: 8799 });
  });

  it('the default settings have no token and allow no additional origins or hosts', () => {
    expect(defaults).toMatchObject({ token: undefined, allowedOrigins: [], allowedHosts: [] });
  });

  it('the default settings limit a render to 120 seconds', () => {
    expect(defaults.timeoutMs).toBe(120_000);
  });

  it('the service is reachable only from its own machine by default', async () => {
    // Port 0 in the environment of the tests.
    const service = await startService();
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await ask(service, '/capabilities')).status).toBe(200);
    const outer = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
    for (const { address } of outer) expect(await isOpen(address, service.port)).toBe(false);
  });
});

async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    return await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      // A connection without a reply must not count as open.
      socket.setTimeout(2000, () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}
