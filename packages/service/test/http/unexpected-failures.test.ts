import { expect, it, onTestFinished, vi } from 'vitest';
import { smallText } from '../../../../test/support/http-projects.ts';
import { RenderSupervisor } from '../../../engine/src/render/process/supervisor.ts';
import { readSettings, serviceSettings } from '../../src/contract/settings.ts';
import { createService } from '../../src/http/server.ts';
import { boundPort } from '../../src/web/listening.ts';

/** Fails in unexpected ways. */
class BrokenRenderer extends RenderSupervisor {
  override render(): never {
    throw new TypeError('cannot read the secret of /home/somebody');
  }

  override inspect(): never {
    // A thrown value need not be an Error.
    throw 'the secret of /home/somebody';
  }
}

it.each(['/render', '/inspect'])(
  'responds with 500 to an unexpected failure of %s, and reports the details only in the log',
  async (path) => {
    let log = '';
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      log += text;
      return true;
    });
    onTestFinished(() => stderr.mockRestore());
    const { server } = createService(
      readSettings(serviceSettings, {}, {}),
      '127.0.0.1',
      new BrokenRenderer(),
    );
    onTestFinished(() => server.close());
    await server.listen({ host: '127.0.0.1', port: 0 });
    const ask = () =>
      fetch(`http://127.0.0.1:${boundPort(server.server)}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: smallText,
      });
    const response = await ask();
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toContain('application/json');
    const body: unknown = await response.json();
    expect(body).toEqual({ error: "unexpected failure; the service's log has the details" });
    expect(JSON.stringify(body)).not.toMatch(/secret|somebody|TypeError/);
    await expect.poll(() => log).toContain('the secret of /home/somebody');
    // The service is free again.
    expect((await ask()).status).toBe(500);
  },
);
