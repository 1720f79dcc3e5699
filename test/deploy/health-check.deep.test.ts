// @module-tag ffmpeg

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';

const script = fileURLToPath(new URL('../../deploy/health-check.mjs', import.meta.url));

/** The exit code and the output of the health check for a service with these settings. */
async function check(settings: Readonly<Record<string, string>>): Promise<[number, string]> {
  const child = spawn(process.execPath, [script], { env: settings, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  return [code, said];
}

describe('the health check', () => {
  it('the health check passes for a service without a token on its default interface', async () => {
    const { port } = await startService();
    expect(await check({ SERVICE_RENDER_PORT: String(port) })).toEqual([0, '']);
  });

  it('the health check passes with the right token and fails with a wrong token', async () => {
    const settings = { SERVICE_RENDER_TOKEN: 'right', SERVICE_RENDER_HOST: '127.0.0.1' };
    const { port } = await startService({ env: settings });
    const own = { ...settings, SERVICE_RENDER_PORT: String(port) };
    expect(await check(own)).toEqual([0, '']);
    const [code, said] = await check({ ...own, SERVICE_RENDER_TOKEN: 'wrong' });
    expect([code, said]).toEqual([1, 'the service is not healthy: it responded with status 401\n']);
  });

  it('the health check sends an allowed Host', async () => {
    const settings = { SERVICE_RENDER_ALLOWED_HOSTS: 'render.example, other.example' };
    const { port } = await startService({ env: settings });
    expect(await check({ ...settings, SERVICE_RENDER_PORT: String(port) })).toEqual([0, '']);
    const refused = { SERVICE_RENDER_ALLOWED_HOSTS: 'elsewhere.example', SERVICE_RENDER_PORT: String(port) };
    expect((await check(refused))[0]).toBe(1);
  });

  it('the health check fails when nothing listens', async () => {
    const service = await startService();
    await service.stop();
    const [code, said] = await check({ SERVICE_RENDER_PORT: String(service.port) });
    expect(code).toBe(1);
    expect(said).toContain('ECONNREFUSED');
  });
});
