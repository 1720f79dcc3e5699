import { describe, expect, it } from 'vitest';
import { ask } from '../../../../test/support/ask.ts';
import { occupy } from '../../../../test/support/busy-service.ts';
import { maxInputBytes, smallText } from '../../../../test/support/http-projects.ts';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { errorOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const token = 'order-of-checks';
const service = useService({ env: { SERVICE_RENDER_TOKEN: token } });

const authorized = { authorization: `Bearer ${token}` };
const json = { 'content-type': 'application/json' };
const plain = { 'content-type': 'text/plain' };
const badHost = { host: 'evil.test' };
const badOrigin = { origin: 'https://evil.test' };

interface Case {
  readonly rule: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly status: number;
}

const post = { method: 'POST' };

describe('requests that break two rules', () => {
  it.each<Case>([
    { rule: 'path before method', method: 'DELETE', target: '/nothing', headers: authorized, status: 404 },
    { rule: 'path before Host', method: 'GET', target: '/nothing', headers: badHost, status: 404 },
    { rule: 'path before token', method: 'GET', target: '/nothing', headers: {}, status: 404 },
    { rule: 'method before Host', method: 'DELETE', target: '/render', headers: badHost, status: 405 },
    { rule: 'method before Origin', method: 'GET', target: '/render', headers: badOrigin, status: 405 },
    { rule: 'method before token', method: 'GET', target: '/inspect', headers: {}, status: 405 },
    { rule: 'Host before token', ...post, target: '/render', headers: { ...json, ...badHost }, status: 403 },
    {
      rule: 'Origin before token',
      ...post,
      target: '/render',
      headers: { ...json, ...badOrigin },
      status: 403,
    },
    { rule: 'token before Content-Type', ...post, target: '/render', headers: plain, status: 401 },
    { rule: 'token before query', ...post, target: '/render?unknown=1', headers: json, status: 401 },
    {
      rule: 'Content-Type before query',
      ...post,
      target: '/render?unknown=1',
      headers: { ...authorized, ...plain },
      status: 415,
    },
    {
      rule: 'Content-Encoding before query',
      ...post,
      target: '/inspect?unknown=1',
      headers: { ...authorized, ...json, 'content-encoding': 'gzip' },
      status: 415,
    },
    {
      rule: 'query names before values',
      ...post,
      target: '/render?format=gif&unknown=1',
      headers: { ...authorized, ...json },
      status: 400,
    },
  ])(
    'checks a request in order, $rule, and responds with $status',
    async ({ method, target, headers, status }) => {
      const body = method === 'POST' ? smallText : undefined;
      expect((await ask(service(), target, { method, headers, body })).status).toBe(status);
    },
  );

  it("checks a request's Host before its Origin", async () => {
    const response = await ask(service(), '/capabilities', { headers: { ...badHost, ...badOrigin } });
    expect(response.status).toBe(403);
    expect(errorOf(response)).toMatch(/\bHost\b/);
    expect(errorOf(response)).not.toMatch(/\bOrigin\b/);
  });

  it.each([
    { rule: 'query names before size', target: '/render?unknown=1', status: 400 },
    { rule: 'size before query values', target: '/render?format=gif', status: 413 },
    { rule: 'size before query values', target: '/inspect?width=0', status: 413 },
  ])('checks a request in order, $rule, and responds with $status', async ({ target, status }) => {
    expect(await statusOfTooLarge(target)).toBe(status);
  });

  it("checks a request body's size before parsing it", async () => {
    const connection = await RawConnection.open(service());
    const size = maxInputBytes + 1;
    const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json'];
    await connection.send(requestHead(service(), 'POST', '/render', [...headers, `Content-Length: ${size}`]));
    await connection.send(Buffer.alloc(size, '}'));
    expect((await connection.response()).status).toBe(413);
    connection.destroy();
  });

  it.each([
    { rule: 'Host before availability', headers: { ...authorized, ...json, ...badHost }, status: 403 },
    { rule: 'token before availability', headers: json, status: 401 },
    { rule: 'Content-Type before availability', headers: { ...authorized, ...plain }, status: 415 },
    { rule: 'query names before availability', target: '/render?unknown=1', status: 400 },
    { rule: 'availability before query values', target: '/render?format=gif', status: 429 },
    { rule: 'availability before the project', body: '{', status: 429 },
  ])(
    'checks a request in order, $rule, and responds with $status',
    async ({ headers = { ...authorized, ...json }, target = '/render', body, status }) => {
      await whileBusy(async () => {
        const response = await ask(service(), target, { method: 'POST', headers, body: body ?? smallText });
        expect(response.status).toBe(status);
      });
    },
  );

  it("checks whether the service is busy before a request body's size", async () => {
    await whileBusy(async () => expect(await statusOfTooLarge('/render')).toBe(429));
  });
});

async function statusOfTooLarge(target: string): Promise<number> {
  const connection = await RawConnection.open(service());
  await connection.send(
    requestHead(service(), 'POST', target, [
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${maxInputBytes + 1}`,
    ]),
  );
  const { status } = await connection.response();
  connection.destroy();
  return status;
}

async function whileBusy(act: () => Promise<void>): Promise<void> {
  const authorization = [`Authorization: Bearer ${token}`];
  const { giveUp } = await occupy(service(), authorization);
  try {
    await act();
  } finally {
    await giveUp();
  }
}
