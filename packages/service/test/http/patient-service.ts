import { onTestFinished, vi } from 'vitest';
import type { ServiceAddress } from '../../../../test/support/service.ts';
import { RenderSupervisor } from '../../../engine/src/render/process/supervisor.ts';
import { readSettings, serviceSettings } from '../../src/contract/settings.ts';
import { createService } from '../../src/http/server.ts';
import { boundPort } from '../../src/web/listening.ts';

const address = '127.0.0.1';

/**
 * A service in this process that waits an hour for running work when it ends, so that a test can tell whether it waits.
 * Its log is not printed.
 */
export async function patientService(): Promise<{ service: ServiceAddress; end: () => Promise<void> }> {
  const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  onTestFinished(() => log.mockRestore());
  const renderer = new RenderSupervisor();
  onTestFinished(() => renderer.close());
  const { server, end } = createService(readSettings(serviceSettings, {}, {}), address, renderer);
  onTestFinished(() => server.close());
  await server.listen({ host: address, port: 0 });
  const port = boundPort(server.server);
  const host = `${address}:${port}`;
  return { service: { url: `http://${host}`, address, port, host }, end: () => end(3_600_000) };
}
