import { describe, expect, it } from 'vitest';
import { ask } from '../../../../test/support/ask.ts';
import { RawConnection } from '../../../../test/support/raw-connection.ts';
import { type Service, startService, useService } from '../../../../test/support/service.ts';

async function statusFor(service: Service, host: string, target = '/capabilities', token?: string) {
  const headers = { host, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return (await ask(service, target, { headers })).status;
}

describe('Hosts on loopback', () => {
  const service = useService();
  const withPort = (host: string) => host.replace('PORT', String(service().port));

  it.each(['127.0.0.1:PORT', 'localhost:PORT', '[::1]:PORT', 'LocalHost:PORT'])(
    'accepts a request with the Host %s on loopback',
    async (host) => {
      expect(await statusFor(service(), withPort(host))).toBe(200);
    },
  );

  it.each([
    'evil.test',
    'evil.test:PORT',
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.0.0.1:1',
    '127.0.0.1:PORT0',
    '127.0.0.1.evil.test:PORT',
    'evil.test#127.0.0.1:PORT',
    'user@127.0.0.1:PORT',
    '127.0.0.1:PORT/capabilities',
    '127.0.0.1:PORT, evil.test',
    '0.0.0.0:PORT',
  ])('refuses a request with the Host "%s" on loopback', async (host) => {
    expect(await statusFor(service(), withPort(host))).toBe(403);
  });

  it('names the setting that allows a Host', async () => {
    const { body } = await ask(service(), '/capabilities', { headers: { host: 'films.test:8080' } });
    expect(JSON.parse(body.toString()).error).toBe(
      'the Host "films.test:8080" is not allowed; the operator can add it to SERVICE_RENDER_ALLOWED_HOSTS',
    );
  });

  it.each(['/openapi.json', '/schemas/project.json', '/examples/hello.json'])(
    'refuses a request with a foreign Host even for the public document %s',
    async (target) => {
      expect(await statusFor(service(), 'evil.test', target)).toBe(403);
    },
  );

  // RFC 9112 requires 400 when the Host is missing or repeated; here it counts as a Host that is not allowed.
  it.each([
    { what: 'without a Host', lines: ['GET /capabilities HTTP/1.1'] },
    { what: 'over HTTP/1.0 without a Host', lines: ['GET /capabilities HTTP/1.0'] },
    { what: 'with an empty Host', lines: ['GET /capabilities HTTP/1.1', 'Host:'] },
    {
      what: 'with two Hosts, the second not allowed',
      lines: ['GET /capabilities HTTP/1.1', 'Host: 127.0.0.1:PORT', 'Host: evil.test'],
    },
    {
      what: 'with two Hosts, the first not allowed',
      lines: ['GET /capabilities HTTP/1.1', 'Host: evil.test', 'Host: 127.0.0.1:PORT'],
    },
  ])('refuses a request $what', async ({ lines }) => {
    const connection = await RawConnection.open(service());
    await connection.send([...lines.map(withPort), '', ''].join('\r\n'));
    const { status } = await connection.response({ unreadable: true });
    expect([400, 403]).toContain(status);
    connection.destroy();
  });

  it('accepts only its own Host and the Hosts in SERVICE_RENDER_ALLOWED_HOSTS', async () => {
    const other = await startService({
      env: { SERVICE_RENDER_ALLOWED_HOSTS: 'render.example, other.example:8443' },
    });
    for (const host of ['render.example', 'RENDER.example', 'other.example:8443', other.host]) {
      expect([host, await statusFor(other, host)]).toEqual([host, 200]);
    }
    for (const host of ['evil.test', 'other.example', 'other.example:443', 'sub.render.example']) {
      expect([host, await statusFor(other, host)]).toEqual([host, 403]);
    }
  });

  it('refuses a Host with the port of another service', async () => {
    const other = await startService();
    expect(await statusFor(other, service().host)).toBe(403);
    expect(await statusFor(service(), other.host)).toBe(403);
  });
});

describe('Hosts on all interfaces', () => {
  const token = 'wildcard';
  const env = { SERVICE_RENDER_HOST: '0.0.0.0', SERVICE_RENDER_TOKEN: token };

  it('accepts any well-formed Host with the token if the service listens on all interfaces', async () => {
    const service = await startService({ env, address: '127.0.0.1' });
    for (const host of [
      service.host,
      'evil.test',
      'evil.test:80',
      'localhost',
      '10.1.2.3:4567',
      '[fe80::1]:80',
    ]) {
      expect([host, await statusFor(service, host, '/capabilities', token)]).toEqual([host, 200]);
    }
    for (const host of ['a b', 'a/b', 'a@b', 'a:b', 'a:99999', ':80']) {
      const status = await statusFor(service, host, '/capabilities', token);
      expect([host, status]).toEqual([host, 403]);
    }
    expect(await statusFor(service, service.host)).toBe(401);
    const connection = await RawConnection.open(service);
    await connection.send('GET /capabilities HTTP/1.1\r\nHost:\r\n\r\n');
    expect((await connection.response()).status).toBe(403);
    connection.destroy();
  });

  it.each(['::0', '0:0:0:0:0:0:0:0'])(
    'accepts any Host with the token if SERVICE_RENDER_HOST is %s',
    async (host) => {
      const service = await startService({
        env: { ...env, SERVICE_RENDER_HOST: host },
        address: '127.0.0.1',
      });
      expect(await statusFor(service, 'evil.test', '/capabilities', token)).toBe(200);
    },
  );

  it('accepts only SERVICE_RENDER_ALLOWED_HOSTS, if set, when the service listens on all interfaces', async () => {
    const service = await startService({
      env: { ...env, SERVICE_RENDER_ALLOWED_HOSTS: 'render.example' },
      address: '127.0.0.1',
      host: 'render.example',
    });
    expect(await statusFor(service, 'render.example', '/capabilities', token)).toBe(200);
    expect(await statusFor(service, 'evil.test', '/capabilities', token)).toBe(403);
    expect(await statusFor(service, 'evil.test', '/openapi.json', token)).toBe(403);
  });
});
