import { describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { occupy } from '../../../../test/support/busy-service.ts';
import { publicPath, tokenPaths } from '../../../../test/support/documented-response.ts';
import { smallText } from '../../../../test/support/http-projects.ts';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { type HttpResponse, jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const token = 'origins';
const studio = 'https://studio.example';
const service = useService({
  env: {
    SERVICE_RENDER_TOKEN: token,
    SERVICE_RENDER_ALLOWED_ORIGINS: `${studio}:443, http://localhost:5173, https://Bücher.example`,
  },
});
const authorization = { authorization: `Bearer ${token}` };

/** The items of a comma-separated header, in lower case. */
function wordsOf(response: HttpResponse, header: string): string[] {
  return (response.headers[header] ?? '').split(',').map((word) => word.trim().toLowerCase());
}

const foreign = [
  'null',
  '',
  'https://evil.test',
  'https://127.0.0.1:PORT',
  'http://127.0.0.1:1',
  'http://127.0.0.1',
  'http://127.0.0.1:PORT.evil.test',
  'http://studio.example',
  'https://studio.example:8443',
  'https://studio.example.evil.test',
  'https://sub.studio.example',
  'https://studio.example, https://evil.test',
  'http://localhost:5174',
];

describe('requests with and without an Origin', () => {
  const withPort = (origin: string) => origin.replace('PORT', String(service().port));

  it('accepts a request without an Origin and responds without CORS headers', async () => {
    const response = await ask(service(), '/capabilities', { headers: authorization });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['127.0.0.1', 'localhost'])(
    'accepts a request from the service’s own origin on %s',
    async (name) => {
      const host = `${name}:${service().port}`;
      const headers = { ...authorization, host, origin: `http://${host}` };
      expect((await ask(service(), '/capabilities', { headers })).status).toBe(200);
    },
  );

  it.each(foreign)('refuses a request from the foreign origin "%s"', async (origin) => {
    const headers = { ...authorization, origin: withPort(origin) };
    const response = await post(service(), '/inspect', smallText, { headers });
    expect(response.status).toBe(403);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('names the setting that allows an Origin', async () => {
    const headers = { ...authorization, origin: 'https://films.test' };
    const { body } = await post(service(), '/inspect', smallText, { headers });
    expect(JSON.parse(body.toString()).error).toBe(
      'the Origin "https://films.test" is not allowed; the operator can add it to SERVICE_RENDER_ALLOWED_ORIGINS',
    );
  });

  it('refuses a request with a second Origin that is not allowed', async () => {
    const connection = await RawConnection.open(service());
    const headers = [`Authorization: Bearer ${token}`, `Origin: ${studio}`, 'Origin: https://evil.test'];
    await connection.send(requestHead(service(), 'GET', '/capabilities', headers));
    expect((await connection.response()).status).toBe(403);
    connection.destroy();
  });

  it.each([studio, 'http://localhost:5173', 'https://xn--bcher-kva.example'])(
    'lets a page from the allowed origin %s read a response',
    async (origin) => {
      const response = await post(service(), '/render?format=svg', smallText, {
        headers: { ...authorization, origin },
      });
      expect(response.status).toBe(200);
      expect(response.headers['access-control-allow-origin']).toBe(origin);
      expect(wordsOf(response, 'vary')).toContain('origin');
      expect(wordsOf(response, 'access-control-expose-headers')).toEqual(
        expect.arrayContaining([
          'content-disposition',
          'x-service-frames',
          'x-service-rasterized-frames',
          'x-service-duration-ms',
          'retry-after',
        ]),
      );
    },
  );

  it.each([studio, 'http://localhost:5173'])(
    'lets a page from the allowed origin %s, sent in capitals, read a response',
    async (origin) => {
      const shouted = origin.toUpperCase();
      const headers = { ...authorization, origin: shouted };
      const response = await ask(service(), '/capabilities', { headers });
      expect(response.status).toBe(200);
      // A browser compares it with the Origin that it sent.
      expect(response.headers['access-control-allow-origin']).toBe(shouted);
    },
  );

  it('accepts a request from the service’s own origin in capitals', async () => {
    const headers = {
      ...authorization,
      host: `LOCALHOST:${service().port}`,
      origin: `HTTP://LOCALHOST:${service().port}`,
    };
    expect((await ask(service(), '/capabilities', { headers })).status).toBe(200);
  });

  it('lets a page from an allowed origin read the Retry-After header of a 429 response', async () => {
    const { giveUp } = await occupy(service(), [`Authorization: Bearer ${token}`]);
    const headers = { ...authorization, origin: studio };
    const response = await post(service(), '/render', smallText, { headers });
    await giveUp();
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(wordsOf(response, 'access-control-expose-headers')).toContain('retry-after');
    expect(response.headers['access-control-allow-origin']).toBe(studio);
  });

  it.each([
    { status: 401, headers: {}, target: '/render' },
    { status: 415, headers: { ...authorization, 'content-type': 'text/plain' }, target: '/render' },
    { status: 400, headers: authorization, target: '/render?unknown=1' },
    { status: 422, headers: authorization, target: '/render?fps=25' },
  ])('lets a page from an allowed origin read an error response with $status', async (one) => {
    const headers = { ...one.headers, origin: studio };
    const response = await post(service(), one.target, smallText, { headers });
    expect(response.status).toBe(one.status);
    expect(response.headers['access-control-allow-origin']).toBe(studio);
    expect(wordsOf(response, 'vary')).toContain('origin');
  });

  it('accepts a request for its description from any origin', async () => {
    for (const origin of ['null', 'https://evil.test', studio]) {
      const response = await ask(service(), publicPath, { headers: { origin } });
      expect(response.status).toBe(200);
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(jsonOf(response)).toBeTypeOf('object');
    }
  });

  it.each(tokenPaths)(
    'a service with a token serves %s to pages from allowed origins only',
    async (target) => {
      const allowed = await ask(service(), target, { headers: { ...authorization, origin: studio } });
      expect(allowed.status).toBe(200);
      expect(allowed.headers['access-control-allow-origin']).toBe(studio);
      for (const origin of ['null', 'https://evil.test']) {
        const refused = await ask(service(), target, { headers: { ...authorization, origin } });
        expect(refused.status).toBe(403);
      }
    },
  );
});

describe('preflights', () => {
  function preflight(target: string, headers: Record<string, string>): Promise<HttpResponse> {
    return ask(service(), target, {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
        ...headers,
      },
    });
  }

  it.each(['/render', '/inspect'])(
    'responds to a preflight from an allowed origin with the methods and headers of %s',
    async (target) => {
      const response = await preflight(target, { origin: studio });
      expect(response.status).toBe(200);
      expect(response.body).toHaveLength(0);
      expect(response.headers['access-control-allow-origin']).toBe(studio);
      expect(wordsOf(response, 'access-control-allow-methods')).toContain('post');
      expect(wordsOf(response, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type']),
      );
      expect(wordsOf(response, 'vary')).toContain('origin');
    },
  );

  it('allows GET with an Authorization header in a preflight for /capabilities', async () => {
    const response = await preflight('/capabilities', {
      origin: studio,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    });
    expect(response.status).toBe(200);
    expect(wordsOf(response, 'access-control-allow-methods')).toContain('get');
    expect(wordsOf(response, 'access-control-allow-headers')).toContain('authorization');
  });

  it.each(['null', 'https://evil.test'])('refuses a preflight from the foreign origin %s', async (origin) => {
    const response = await preflight('/render', { origin });
    expect(response.status).toBe(403);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('refuses a preflight with a foreign Host', async () => {
    expect((await preflight('/render', { origin: studio, host: 'evil.test' })).status).toBe(403);
  });

  it('responds with 404 to a preflight for an unknown path', async () => {
    expect((await preflight('/nothing', { origin: studio })).status).toBe(404);
  });
});
