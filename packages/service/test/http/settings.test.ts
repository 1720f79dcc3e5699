import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { run } from '../../../../test/support/command-line.ts';
import { longFilm, longInspection } from '../../../../test/support/http-projects.ts';
import { errorOf, jsonOf } from '../../../../test/support/response.ts';
import { type ServiceOptions, serveToEnd, startService } from '../../../../test/support/service.ts';

/** Checks that the service does not start and names the setting on stderr only. */
async function expectRefusal(options: ServiceOptions, setting: RegExp, code = 1) {
  const { stderr, ...ended } = await serveToEnd(options);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(stderr).toMatch(setting);
  expect(stderr).not.toMatch(/^\s+at /m);
}

describe.concurrent('invalid settings', () => {
  it.each([
    ...['', 'abc', '65536', '80.5', '0x50'].map((value) => ({
      name: 'SERVICE_RENDER_PORT',
      value,
    })),
    ...['not a host', '127.0.0.1:80'].map((value) => ({
      name: 'SERVICE_RENDER_HOST',
      value,
    })),
    ...['', '0', '600001', '1e3'].map((value) => ({
      name: 'SERVICE_RENDER_TIMEOUT_MS',
      value,
    })),
    ...['', 'two\nlines', 'two words'].map((value) => ({
      name: 'SERVICE_RENDER_TOKEN',
      value,
    })),
    ...['example.com', 'https://example.com/path', '*', 'https://*.example', 'https://a.example, x'].map(
      (value) => ({
        name: 'SERVICE_RENDER_ALLOWED_ORIGINS',
        value,
      }),
    ),
    ...['', 'svg,png', 'svg,png,mp4,avi', 'svg png mp4 gif'].map((value) => ({
      name: 'SERVICE_RENDER_FORMATS',
      value,
    })),
    ...['http://example.com', 'a.example, b:port'].map((value) => ({
      name: 'SERVICE_RENDER_ALLOWED_HOSTS',
      value,
    })),
  ])('the service does not start with $name=$value', async ({ name, value }) => {
    await expectRefusal({ env: { [name]: value } }, new RegExp(name));
  });

  it.each([
    { flags: ['--port', 'abc'], names: /port/i },
    { flags: ['--timeout-ms', '0'], names: /timeout/i },
    { flags: ['--formats', 'gif'], names: /formats/i },
  ])('serve exits with code 2 for $flags', async ({ flags, names }) => {
    await expectRefusal({ flags }, names, 2);
  });

  it.each([{ flags: ['--unknown'] }, { flags: ['--port'] }])(
    'serve exits with code 2 for $flags',
    async ({ flags }) => {
      await expectRefusal({ flags }, /./, 2);
    },
  );

  it('the error message about an invalid token does not contain the token', async () => {
    const { stderr } = await serveToEnd({ env: { SERVICE_RENDER_TOKEN: 'hush\nhush-7f3a' } });
    expect(stderr).not.toContain('7f3a');
  });
});

describe('the token beyond loopback', () => {
  it.each(['0.0.0.0', '::'])('the service requires a token to listen on %s', async (host) => {
    await expectRefusal({ env: { SERVICE_RENDER_HOST: host } }, /SERVICE_RENDER_TOKEN/);
  });

  it('the service requires a token to start with --host 0.0.0.0', async () => {
    await expectRefusal({ flags: ['--host', '0.0.0.0'] }, /token/i);
  });

  it('the service listens on 0.0.0.0 if it has a token', { tags: 'slow' }, async () => {
    const env = { SERVICE_RENDER_HOST: '0.0.0.0', SERVICE_RENDER_TOKEN: 'open' };
    const service = await startService({ env, address: '127.0.0.1' });
    expect(service.url).toBe(`http://0.0.0.0:${service.port}`);
    const headers = { authorization: 'Bearer open' };
    expect((await ask(service, '/capabilities', { headers })).status).toBe(200);
    expect((await ask(service, '/capabilities')).status).toBe(401);
    const description = jsonOf(await ask(service, '/openapi.json'));
    expect(description).toMatchObject({
      servers: [{ url: expect.stringMatching(new RegExp(`^http://\\S+:${service.port}$`)) }],
    });
  });
});

describe('the token on loopback', () => {
  it.each([
    { host: '127.0.0.1', url: 'http://127.0.0.1:PORT' },
    { host: 'localhost', url: 'http://localhost:PORT' },
    { host: '::1', url: 'http://[::1]:PORT' },
    { host: '127.0.0.2', url: 'http://127.0.0.2:PORT' },
  ])('the service requires no token to listen on $host', async ({ host, url }) => {
    const service = await startService({ env: { SERVICE_RENDER_HOST: host } });
    expect(service.url).toBe(url.replace('PORT', String(service.port)));
    expect((await ask(service, '/capabilities')).status).toBe(200);
    expect((await ask(service, '/capabilities', { headers: { host: 'evil.test' } })).status).toBe(403);
    expect(jsonOf(await ask(service, '/openapi.json'))).toMatchObject({ servers: [{ url: service.url }] });
  });
});

describe('the port', () => {
  it('the service listens on the port in SERVICE_RENDER_PORT', async () => {
    const port = await freePort();
    const service = await startService({ env: { SERVICE_RENDER_PORT: String(port) } });
    expect(service.url).toBe(`http://127.0.0.1:${port}`);
    expect((await ask(service, '/capabilities')).status).toBe(200);
  });

  it('the service does not start if its port is in use', { tags: 'slow' }, async () => {
    const taken = await startService();
    const env = { SERVICE_RENDER_PORT: String(taken.port) };
    await expectRefusal({ env }, new RegExp(`${taken.port}.*in use|in use.*${taken.port}`));
    expect((await ask(taken, '/capabilities')).status).toBe(200);
  });
});

describe('flags and environment variables', () => {
  it('serve flags override their environment variables', { tags: 'slow' }, async () => {
    const port = await freePort();
    const service = await startService({
      env: {
        SERVICE_RENDER_HOST: '127.0.0.2',
        SERVICE_RENDER_PORT: '1',
        SERVICE_RENDER_TOKEN: 'environment',
        SERVICE_RENDER_TIMEOUT_MS: '600000',
        SERVICE_RENDER_ALLOWED_ORIGINS: 'https://environment.example',
        SERVICE_RENDER_ALLOWED_HOSTS: 'environment.example',
      },
      flags: [
        ...['--host', '127.0.0.1', '--port', String(port), '--token', 'flag', '--timeout-ms', '400'],
        ...['--allowed-origins', 'https://flag.example', '--allowed-hosts', 'flag.example'],
      ],
    });
    expect(service.url).toBe(`http://127.0.0.1:${port}`);
    const status = async (headers: Record<string, string>) =>
      (await ask(service, '/capabilities', { headers })).status;
    const authorization = 'Bearer flag';
    expect(await status({ authorization: 'Bearer environment' })).toBe(401);
    expect(await status({ authorization })).toBe(200);
    expect(await status({ authorization, origin: 'https://flag.example' })).toBe(200);
    expect(await status({ authorization, origin: 'https://environment.example' })).toBe(403);
    expect(await status({ authorization, host: 'flag.example' })).toBe(200);
    expect(await status({ authorization, host: 'environment.example' })).toBe(403);
    const film = await post(service, '/render?format=mp4', longFilm(), { headers: { authorization } });
    expect(film.status).toBe(504);
  });

  it('serve flags override invalid environment variables', async () => {
    const service = await startService({ env: { SERVICE_RENDER_PORT: 'abc' }, flags: ['--port', '0'] });
    expect((await ask(service, '/capabilities')).status).toBe(200);
  });
});

describe('SERVICE_RENDER_TIMEOUT_MS', () => {
  it('limits renders and inspections to SERVICE_RENDER_TIMEOUT_MS', { tags: 'slow' }, async () => {
    const service = await startService({ env: { SERVICE_RENDER_TIMEOUT_MS: '1000' } });
    const rendered = await post(service, '/render?format=mp4', longFilm());
    expect([rendered.status, errorOf(rendered)]).toEqual([
      504,
      'the render took longer than its time limit of 1000 ms; reduce the workload or raise the limit',
    ]);
    const inspected = await post(service, '/inspect', longInspection());
    expect([inspected.status, errorOf(inspected)]).toEqual([
      422,
      'the inspection took longer than its time limit of 1000 ms; reduce the workload or raise the limit',
    ]);
  });

  it.each(['1', '600000'])('the service starts with SERVICE_RENDER_TIMEOUT_MS=%s', async (value) => {
    const service = await startService({ env: { SERVICE_RENDER_TIMEOUT_MS: value } });
    expect((await ask(service, '/capabilities')).status).toBe(200);
  });
});

it("serve --help lists the service's environment variables and flags", async () => {
  const { code, stdout } = await run(['serve', '--help']);
  expect(code).toBe(0);
  for (const name of ['HOST', 'PORT', 'TOKEN', 'TIMEOUT_MS', 'ALLOWED_ORIGINS', 'ALLOWED_HOSTS']) {
    expect(stdout.toString()).toContain(`SERVICE_RENDER_${name}`);
    expect(stdout.toString()).toContain(`--${name.toLowerCase().replace('_', '-')}`);
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  onTestFinished(() => {
    server.close();
  });
  return port;
}
