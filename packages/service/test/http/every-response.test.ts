import { describe, expect, it } from 'vitest';
import { type AskOptions, ask } from '../../../../test/support/ask.ts';
import { occupy } from '../../../../test/support/busy-service.ts';
import { publicPath } from '../../../../test/support/documented-response.ts';
import { smallText } from '../../../../test/support/http-projects.ts';
import { jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const token = 'every-response';
const service = useService({ env: { SERVICE_RENDER_TOKEN: token, SERVICE_RENDER_TIMEOUT_MS: '600000' } });
const authorization = { authorization: `Bearer ${token}` };
const json = { ...authorization, 'content-type': 'application/json' };

interface Case extends AskOptions {
  readonly target: string;
  readonly status: number;
  /** The rule, and the value seen if any. */
  readonly says: RegExp;
}

const posted = { method: 'POST', headers: json, body: smallText };

const errors: Case[] = [
  {
    target: '/render?fast=1',
    ...posted,
    status: 400,
    says: /unknown query parameter "fast"; valid parameters: format\b/,
  },
  { target: '/render?fps=', ...posted, status: 400, says: /fps.*empty/ },
  { target: '/inspect?fps=24&fps=24', ...posted, status: 400, says: /fps.*repeated/ },
  { target: '/capabilities', status: 401, says: /bearer token.*missing/ },
  { target: '/render', ...posted, headers: { ...json, host: 'evil.test' }, status: 403, says: /evil\.test/ },
  {
    target: '/render',
    ...posted,
    headers: { ...json, origin: 'https://evil.test' },
    status: 403,
    says: /evil\.test/,
  },
  { target: '/film', headers: authorization, status: 404, says: /\/film/ },
  { target: '/render', method: 'PUT', headers: json, status: 405, says: /POST.*PUT/ },
  {
    target: '/render',
    ...posted,
    headers: { ...authorization, 'content-type': 'text/plain' },
    status: 415,
    says: /application\/json.*text\/plain/,
  },
  { target: '/render', ...posted, body: '{', status: 422, says: /JSON.*line 1, column 2/ },
  { target: '/render?format=gif', ...posted, status: 422, says: /format must be svg, png or mp4.*gif/ },
];

describe('responses with a status other than 200', () => {
  it.each(errors)(
    'the $status response from $target is one sentence as JSON and forbids caching',
    async ({ target, status, says, ...options }) => {
      const response = await ask(service(), target, options);
      expect(response.status).toBe(status);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringMatching(/^application\/json\b/),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const body = jsonOf(response);
      expect(body).toEqual({ error: expect.stringMatching(says) });
      expect(JSON.stringify(body)).not.toMatch(/node_modules|\.js:|\\n/);
    },
  );

  it('the 429 response from a busy service is one sentence as JSON and forbids caching', async () => {
    const line = [`Authorization: Bearer ${token}`];
    const { giveUp } = await occupy(service(), line);
    const response = await ask(service(), '/render', posted);
    await giveUp();
    expect(response.status).toBe(429);
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(jsonOf(response)).toEqual({ error: expect.stringMatching(/another .* running/) });
  });
});

describe('successful responses', () => {
  it.each([
    { target: '/capabilities', headers: authorization },
    { target: '/inspect', ...posted },
    { target: '/render?format=svg', ...posted },
  ])(
    'a successful response from $target forbids caching and MIME sniffing',
    async ({ target, ...options }) => {
      const response = await ask(service(), target, options);
      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    },
  );

  it('lets caches store its description and pages from any origin read it', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(service(), publicPath, { method });
      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      });
    }
  });
});
