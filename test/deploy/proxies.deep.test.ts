// @module-tag ffmpeg

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../support/ask.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { externalProgram } from '../support/external-programs.ts';
import { freePort } from '../support/haproxy.mjs';
import { startService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const guide = readFileSync(new URL('../../docs/guides/service.md', import.meta.url), 'utf8');

interface Proxy {
  readonly program: 'nginx' | 'caddy';
  /** The whole configuration with the block of the guide. */
  configuration(block: string, port: number, folder: string): string;
  arguments(file: string, folder: string): string[];
}

const proxies: readonly Proxy[] = [
  {
    program: 'nginx',
    configuration: (block, port, folder) => `
      daemon off; pid ${folder}/pid; error_log stderr; events {}
      http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/a; uwsgi_temp_path ${folder}/b; scgi_temp_path ${folder}/c;
        server { listen 127.0.0.1:${port}; ${block} } }`,
    arguments: (file, folder) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  {
    program: 'caddy',
    configuration: (block, port) =>
      `{\n admin off\n auto_https off\n}\n${block.replace('render.example', `http://render.example:${port}`)}`,
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

describe.each(proxies)('$program', (proxy) => {
  it(
    `${proxy.program}, as the guide sets it up, forwards the Host with its port`,
    { tags: proxy.program },
    () => demandForwardedHost(proxy),
  );
});

async function demandForwardedHost(proxy: Proxy): Promise<void> {
  const program = externalProgram(proxy.program);
  const port = await freePort();
  const host = `render.example:${port}`;
  const service = await startService({ env: { SERVICE_RENDER_ALLOWED_HOSTS: host } });
  const section = guide.slice(guide.indexOf(`\n${proxy.program === 'nginx' ? 'nginx' : 'Caddy'}, which`));
  const block = /```\w*\n(.*?)```/s.exec(section)?.[1]?.replace(':8799', `:${service.port}`) ?? '';
  const folder = await temporaryFolder();
  const file = join(folder, 'configuration');
  await writeFile(file, proxy.configuration(block, port, folder));
  const child = spawn(program, proxy.arguments(file, folder), {
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  const there = { ...service, port, host, address: '127.0.0.1' };
  const response = await waitUntil(
    proxy.program,
    () => ask(there, '/openapi.json').catch(() => undefined),
    30_000,
  );
  expect(response.status).toBe(200);
  expect(JSON.parse(response.body.toString()).servers).toEqual([{ url: `http://${host}` }]);
}
