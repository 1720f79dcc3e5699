import { describe, expect, it, onTestFinished } from 'vitest';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { errorOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const service = useService();

async function responseTo(method: string, target: string, headers: readonly string[] = []) {
  const connection = await RawConnection.open(service());
  onTestFinished(() => connection.destroy());
  await connection.send(requestHead(service(), method, target, headers));
  return connection.response();
}

describe('absolute URLs as request targets', () => {
  it.each([
    { method: 'GET', path: '/capabilities', status: 200 },
    { method: 'DELETE', path: '/render', status: 405 },
    { method: 'GET', path: '/nothing', status: 404 },
    { method: 'GET', path: '', status: 404 },
    { method: 'GET', path: '?format=png', status: 404 },
  ])(
    'routes an absolute URL in the request line by its path: $method $path',
    async ({ method, path, status }) => {
      for (const scheme of ['http', 'HTTP', 'https']) {
        expect((await responseTo(method, `${scheme}://${service().host}${path}`)).status).toBe(status);
      }
    },
  );

  it('routes a preflight with an absolute URL by its path', async () => {
    const { status, headers } = await responseTo('OPTIONS', `http://${service().host}/render`, [
      `Origin: http://${service().host}`,
      'Access-Control-Request-Method: POST',
    ]);
    expect({ status, methods: headers['access-control-allow-methods'] }).toEqual({
      status: 200,
      methods: 'POST',
    });
  });

  it.each(['evil.test', '127.0.0.1', 'user@127.0.0.1:PORT', ''])(
    'checks the host "%s" of an absolute request URL instead of the Host header',
    async (host) => {
      const named = host.replace('PORT', String(service().port));
      for (const path of ['/capabilities', '/openapi.json']) {
        const response = await responseTo('GET', `http://${named}${path}`);
        expect(response.status).toBe(403);
        expect(errorOf(response)).toContain(JSON.stringify(named));
      }
    },
  );
});

it.each(['/capabilities#', '/capabilities#top', '/openapi.json#?x'])(
  'responds with 404 to a request target with a fragment: %s',
  async (target) => {
    expect((await responseTo('GET', target)).status).toBe(404);
  },
);

it('checks the Origin header even after 2500 other headers', async () => {
  const many = Array.from({ length: 2500 }, () => 'a:');
  expect((await responseTo('GET', '/capabilities', many)).status).toBe(200);
  expect((await responseTo('GET', '/capabilities', [...many, 'Origin: https://evil.test'])).status).toBe(403);
});
