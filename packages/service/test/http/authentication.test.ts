import { describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { publicPath, tokenPaths } from '../../../../test/support/documented-response.ts';
import { smallText } from '../../../../test/support/http-projects.ts';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { errorOf } from '../../../../test/support/response.ts';
import { startService, useService } from '../../../../test/support/service.ts';

const token = 'Correct-Horse_9~+/==';
const operations = [
  { method: 'GET', target: '/capabilities' },
  { method: 'POST', target: '/inspect' },
  { method: 'POST', target: '/render?format=svg' },
] as const;

describe('a service with a token', () => {
  const service = useService({ env: { SERVICE_RENDER_TOKEN: token } });

  function send({ method, target }: (typeof operations)[number], authorization?: string) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    return method === 'GET'
      ? ask(service(), target, { headers })
      : post(service(), target, smallText, { headers });
  }

  it.each(operations)('requires a bearer token for $method $target', async (operation) => {
    const refused = await send(operation);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer(\s|$)/);
    expect((await send(operation, `Bearer ${token}`)).status).toBe(200);
  });

  it.each([
    { what: 'no token', authorization: 'Bearer' },
    { what: 'an empty token', authorization: 'Bearer ' },
    { what: 'another token', authorization: 'Bearer wrong' },
    { what: 'a prefix of the token', authorization: `Bearer ${token.slice(0, -1)}` },
    { what: 'the token and another character', authorization: `Bearer ${token}x` },
    { what: 'the token in another case', authorization: `Bearer ${token.toLowerCase()}` },
    { what: 'the token followed by another word', authorization: `Bearer ${token} x` },
    { what: 'the token alone', authorization: token },
    { what: 'another scheme', authorization: `Basic ${Buffer.from(`user:${token}`).toString('base64')}` },
    { what: 'the token under another scheme', authorization: `Token ${token}` },
    { what: 'the token after a comma', authorization: `Bearer wrong, Bearer ${token}` },
  ])('responds with 401 to an Authorization header with $what', async ({ authorization }) => {
    for (const operation of operations) {
      const response = await send(operation, authorization);
      expect(response.status).toBe(401);
      expect(response.headers['www-authenticate']).toMatch(/^Bearer(\s|$)/);
    }
  });

  it.each([
    [token, 'wrong'],
    ['wrong', token],
    [token, token],
  ])('refuses two Authorization headers, with the tokens %s and %s', async (...tokens) => {
    const connection = await RawConnection.open(service());
    const headers = tokens.map((one, at) => `${at === 0 ? 'Authorization' : 'authorization'}: Bearer ${one}`);
    await connection.send(requestHead(service(), 'GET', '/capabilities', headers));
    const response = await connection.response();
    connection.destroy();
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer(\s|$)/);
    expect(errorOf(response)).toMatch(/once.*2 times/);
  });

  it('responds with 401 to a token in the query string', async () => {
    const response = await ask(service(), `/capabilities?access_token=${encodeURIComponent(token)}`);
    expect(response.status).toBe(401);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    'accepts the authentication scheme written as %s',
    async (scheme) => {
      for (const operation of operations) {
        expect((await send(operation, `${scheme} ${token}`)).status).toBe(200);
      }
    },
  );

  const withoutToken: Record<string, string>[] = [{}, { authorization: 'Bearer wrong' }];

  it('serves its description without a valid token', async () => {
    for (const headers of withoutToken) {
      for (const method of ['GET', 'HEAD']) {
        expect((await ask(service(), publicPath, { method, headers })).status).toBe(200);
      }
    }
  });

  it.each(tokenPaths)('requires the token for %s, which no cache may store', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      for (const headers of withoutToken) {
        const refused = await ask(service(), path, { method, headers });
        expect(refused.status).toBe(401);
        expect(refused.headers['www-authenticate']).toMatch(/^Bearer(\s|$)/);
      }
      const headers = { authorization: `Bearer ${token}` };
      const served = await ask(service(), path, { method, headers });
      expect(served.status).toBe(200);
      expect(served.headers['cache-control']).toBe('no-store');
      expect(served.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

it('ignores bearer tokens if the service has no token', { tags: 'slow' }, async () => {
  const service = await startService();
  expect((await ask(service, '/capabilities')).status).toBe(200);
  const headers = { authorization: 'Bearer anything' };
  expect((await post(service, '/inspect', smallText, { headers })).status).toBe(200);
});
