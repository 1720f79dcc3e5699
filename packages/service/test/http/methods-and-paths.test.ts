import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { smallText } from '../../../../test/support/http-projects.ts';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { errorOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const service = useService();

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'];

describe('unknown paths', () => {
  it.each([
    '/',
    '/nothing',
    '/Render',
    '/render/',
    '/render/x',
    '//render',
    '/render.json',
    '/capabilities/',
    '/../etc/passwd',
    '/%2e%2e/etc/passwd',
    '/schemas/',
    '/schemas/../../package.json',
    '/examples/launch.json',
    '/favicon.ico',
    '/docs',
    '/%',
    '/%ff',
    '/__proto__',
    '/constructor',
    '/nothing?format=png',
  ])('responds with 404 to the unknown path %s', async (target) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD']) {
      const response = await ask(service(), target, { method });
      expect([method, response.status]).toEqual([method, 404]);
    }
  });

  it('responds with 404 to an unknown path even if the client sends a body', async () => {
    expect((await post(service(), '/nothing', smallText)).status).toBe(404);
  });
});

describe.each([
  { path: '/capabilities', needed: ['GET'] },
  { path: '/inspect', needed: ['POST'] },
  { path: '/render', needed: ['POST'] },
  { path: '/openapi.json', needed: ['GET', 'HEAD'] },
  { path: '/schemas/project.json', needed: ['GET', 'HEAD'] },
  { path: '/examples/hello.json', needed: ['GET', 'HEAD'] },
])('the methods of $path', ({ path, needed }) => {
  async function refusedMethods() {
    const refused = new Map<string, string | undefined>();
    for (const method of methods) {
      const response = await ask(service(), path, { method });
      if (response.status === 405) refused.set(method, response.headers.allow);
    }
    return refused;
  }

  it('the Allow header of a 405 response lists exactly the methods that the path allows', async () => {
    const refused = await refusedMethods();
    expect([...refused.keys()]).toEqual(
      expect.arrayContaining(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']),
    );
    for (const method of needed) expect([...refused.keys()]).not.toContain(method);
    const others = methods.filter((method) => !refused.has(method));
    for (const [method, allow = ''] of refused) {
      expect([
        method,
        allow
          .split(',')
          .map((word) => word.trim())
          .sort(),
      ]).toEqual([method, others.toSorted()]);
    }
  });

  it('the message of a 405 response mentions the method', async () => {
    expect(errorOf(await ask(service(), path, { method: 'DELETE' }))).toMatch(/DELETE|method/i);
  });
});

it.each(['/inspect', '/render'])(
  'responds with 405 to HEAD for %s, which does not support GET',
  async (path) => {
    expect((await ask(service(), path, { method: 'HEAD' })).status).toBe(405);
  },
);

describe('input that the service cannot process', () => {
  it.each([
    { what: 'no request line', text: 'nonsense\r\n\r\n', status: 400 },
    { what: 'an unknown method', text: 'RENDER / HTTP/1.1\r\nHost: x\r\n\r\n', status: 400 },
    { what: 'a request line without a path', text: 'GET HTTP/1.1\r\nHost: x\r\n\r\n', status: 400 },
    { what: 'another protocol', text: 'GET / SIP/2.0\r\nHost: x\r\n\r\n', status: 400 },
    { what: 'a header without a colon', headers: ['nonsense'], status: 400 },
    {
      what: 'a header with a space in its name',
      headers: ['Two words: x'],
      // The parser of early releases of Node 20 accepts it, so that the next check refuses the request.
      status: Number.parseInt(process.versions.llhttp ?? '', 10) < 9 ? 415 : 400,
    },
    { what: 'a Content-Length that is not a number', headers: ['Content-Length: many'], status: 400 },
    { what: 'a negative Content-Length', headers: ['Content-Length: -1'], status: 400 },
    { what: 'two Content-Length headers', headers: ['Content-Length: 1', 'Content-Length: 2'], status: 400 },
    {
      what: 'a Content-Length and chunked encoding',
      headers: ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      status: 400,
    },
    { what: 'a header of 100 kB', headers: [`X-Long: ${'x'.repeat(100_000)}`], status: 431 },
    {
      what: 'ten thousand headers',
      headers: Array.from({ length: 10_000 }, (_, index) => `X-${index}: x`),
      status: 431,
    },
  ])(
    'responds with an error to a request with $what, and serves the next request',
    async ({ text, headers, status }) => {
      const connection = await RawConnection.open(service());
      onTestFinished(() => connection.destroy());
      await connection.send(text ?? requestHead(service(), 'POST', '/inspect', headers));
      expect((await connection.response({ unreadable: true })).status).toBe(status);
      await connection.rest();
      expect((await ask(service(), '/capabilities')).status).toBe(200);
    },
  );

  it('responds with 400 to a TLS handshake', async () => {
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    await connection.send(Buffer.from('16030100c8010000c40303', 'hex'));
    expect((await connection.response({ unreadable: true })).status).toBe(400);
  });

  it('refuses a CONNECT request for a tunnel', async () => {
    const connection = await RawConnection.open(service());
    await connection.send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
    expect((await connection.rest()).toString()).not.toMatch(/^HTTP\/1\.1 [123]/);
    expect((await ask(service(), '/capabilities')).status).toBe(200);
  });

  it('ignores an Upgrade header for a WebSocket', async () => {
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    await connection.send(
      requestHead(service(), 'GET', '/capabilities', ['Connection: Upgrade', 'Upgrade: websocket']),
    );
    expect((await connection.response()).status).toBe(200);
  });
});

it('responds to pipelined requests in order', async () => {
  const connection = await RawConnection.open(service());
  onTestFinished(() => connection.destroy());
  await connection.send(
    requestHead(service(), 'GET', '/nothing') + requestHead(service(), 'GET', '/capabilities'),
  );
  // The connection remembers only the last request; both responses get the usual checks.
  expect((await connection.response({ unreadable: true })).status).toBe(404);
  expect((await connection.response({ unreadable: true })).status).toBe(200);
});
