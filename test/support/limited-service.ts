import { onTestFinished, vi } from 'vitest';
import { RenderSupervisor } from '../../packages/engine/src/render/process/supervisor.ts';
import { readSettings, serviceSettings } from '../../packages/service/src/contract/settings.ts';
import { defaultLimits, type HttpLimits } from '../../packages/service/src/http/limits.ts';
import type { ReportRequest } from '../../packages/service/src/http/request-log.ts';
import { createService } from '../../packages/service/src/http/server.ts';
import { boundPort } from '../../packages/service/src/web/listening.ts';
import type { ServiceAddress } from './service.ts';

/** Starts a service with custom limits in this process, and ends it with the test. */
export async function startLimitedService(
  limits: Partial<HttpLimits>,
  renderer = new RenderSupervisor(),
  flags: Readonly<Record<string, string>> = {},
  onRequestEnd?: ReportRequest,
): Promise<ServiceAddress> {
  const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const address = '127.0.0.1';
  const { server, end } = createService(
    readSettings(serviceSettings, flags, {}),
    address,
    renderer,
    { ...defaultLimits, ...limits },
    onRequestEnd,
  );
  onTestFinished(async () => {
    await end(0);
    await server.close();
    await renderer.close();
    log.mockRestore();
  });
  await server.listen({ host: address, port: 0 });
  const port = boundPort(server.server);
  const host = `${address}:${port}`;
  return { address, port, host, url: `http://${host}` };
}
