import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { isBusy, occupy } from '../../../../test/support/busy-service.ts';
import { checkDocumented } from '../../../../test/support/documented-response.ts';
import { externalProgram } from '../../../../test/support/external-programs.ts';
import { maxInputBytes, smallText } from '../../../../test/support/http-projects.ts';
import { parseResponse } from '../../../../test/support/parse-response.ts';
import { postHead, RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { type HttpResponse, headersFrom } from '../../../../test/support/response.ts';
import { type Service, useService } from '../../../../test/support/service.ts';

const token = 'refused-bodies';
const service = useService({ env: { SERVICE_RENDER_TOKEN: token } });
const authorization = { authorization: `Bearer ${token}` };
const authorizationLine = [`Authorization: Bearer ${token}`];
const json = { 'content-type': 'application/json' };

const megabyte = 1024 * 1024;
const large = Buffer.alloc(maxInputBytes, ' ');
const tooLarge = Buffer.alloc(40 * megabyte, ' ');

const folder = mkdtempSync(join(tmpdir(), 'render-service-body-'));
beforeAll(() => {
  writeFileSync(join(folder, 'large'), large);
  writeFileSync(join(folder, 'too-large'), tooLarge);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Refusal {
  readonly status: number;
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

type Client = (service: Service, refusal: Refusal) => Promise<HttpResponse>;

/** Each of these clients must receive the whole response to a request whose body is not read. */
const clients: Record<string, Client> = {
  'a client that writes its whole request before it reads': async (to, { target, headers, body }) => {
    const connection = await RawConnection.open(to);
    onTestFinished(() => connection.destroy());
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    await connection.send(requestHead(to, 'POST', target, [...lines, `Content-Length: ${body.length}`]));
    await connection.send(body);
    return connection.response();
  },
  'a client that writes its whole request in chunks before it reads': async (
    to,
    { target, headers, body },
  ) => {
    const connection = await RawConnection.open(to);
    onTestFinished(() => connection.destroy());
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    await connection.send(requestHead(to, 'POST', target, [...lines, 'Transfer-Encoding: chunked']));
    for (let at = 0; at < body.length; at += megabyte) {
      await connection.send(`${megabyte.toString(16)}\r\n`);
      await connection.send(Buffer.concat([body.subarray(at, at + megabyte), Buffer.from('\r\n')]));
    }
    await connection.send('0\r\n\r\n');
    return connection.response();
  },
  'Node’s client': (to, { target, headers, body }) => post(to, target, body, { headers }),
  'Node’s client in chunks': (to, { target, headers, body }) =>
    post(to, target, body, { headers, chunked: true }),
  fetch: async (to, { target, headers, body }) => {
    const response = await fetch(`${to.url}${target}`, { method: 'POST', headers, body });
    return documented(to, target, {
      status: response.status,
      headers: headersFrom([...response.headers].flat()),
      body: Buffer.from(await response.arrayBuffer()),
    });
  },
  curl: (to, refusal) => curl(to, refusal, []),
  'curl without Expect': (to, refusal) => curl(to, refusal, ['-H', 'Expect:']),
  'curl in chunks': (to, refusal) => curl(to, refusal, ['-H', 'Transfer-Encoding: chunked']),
};

async function documented(to: Service, target: string, response: HttpResponse): Promise<HttpResponse> {
  await checkDocumented(to, { method: 'POST', target, response });
  return response;
}

async function curl(to: Service, { target, headers, body }: Refusal, more: string[]): Promise<HttpResponse> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const file = join(folder, body === large ? 'large' : 'too-large');
  // Without one, curl would send its own Content-Type.
  const type = 'content-type' in headers ? [] : ['-H', 'Content-Type:'];
  const args = [
    '-s',
    '-S',
    '-i',
    '--data-binary',
    `@${file}`,
    ...lines,
    ...type,
    ...more,
    `${to.url}${target}`,
  ];
  let output = await new Promise<Buffer>((done, failed) => {
    execFile(
      externalProgram('curl'),
      args,
      { encoding: 'buffer', maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        if (error) failed(new Error(`curl: ${stderr.toString() || error.message}`));
        else done(stdout);
      },
    );
  });
  for (;;) {
    const parsed = parseResponse(output, true, false);
    if (!parsed) throw new Error(`curl shows no complete response: ${output.toString().slice(0, 500)}`);
    if (parsed.response.status >= 200) return documented(to, target, parsed.response);
    output = output.subarray(parsed.end);
  }
}

const refusals: Refusal[] = [
  { status: 401, target: '/render', headers: json, body: large },
  {
    status: 415,
    target: '/inspect',
    headers: { ...authorization, 'content-type': 'text/plain' },
    body: large,
  },
  { status: 400, target: '/render?unknown=1', headers: { ...authorization, ...json }, body: large },
  { status: 413, target: '/inspect', headers: { ...authorization, ...json }, body: tooLarge },
  { status: 429, target: '/render', headers: { ...authorization, ...json }, body: large },
];

describe.each(refusals)('responses with $status to unread bodies', (refusal) => {
  describe.each(Object.keys(clients))('to %s', (name) => {
    it(`delivers the whole error response to ${name} if the service does not read the request body`, {
      tags: name.startsWith('curl') ? ['curl'] : [],
    }, async () => {
      const film = refusal.status === 429 ? await occupy(service(), authorizationLine) : undefined;
      onTestFinished(() => film?.giveUp());
      expect((await clients[name](service(), refusal)).status).toBe(refusal.status);
    });
  });
});

describe('the moment of a 413', () => {
  it('responds with 413 before the body if the declared length is over 32 MiB', async () => {
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    await connection.send(postHead(service(), '/render', maxInputBytes + 1, authorizationLine));
    expect((await connection.response()).status).toBe(413);
    expect(await isBusy(service(), authorizationLine)).toBe(false);
  });

  it('responds with 413 before the end of a chunked body of more than 32 MiB', async () => {
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    const headers = [...authorizationLine, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    await connection.send(requestHead(service(), 'POST', '/render', headers));
    const size = maxInputBytes + 1;
    await connection.send(`${size.toString(16)}\r\n`);
    await connection.send(Buffer.alloc(size, ' '));
    expect((await connection.response()).status).toBe(413);
    expect(await isBusy(service(), authorizationLine)).toBe(false);
  });
});

describe('Expect: 100-continue', () => {
  const expectContinue = 'Expect: 100-continue';

  it.each(['/inspect', '/render?format=svg'])(
    'sends 100 Continue when %s accepts a request body',
    async (target) => {
      const connection = await RawConnection.open(service());
      onTestFinished(() => connection.destroy());
      const headers = [...authorizationLine, expectContinue];
      await connection.send(postHead(service(), target, Buffer.byteLength(smallText), headers));
      const response = connection.response();
      await expect.poll(() => connection.interim).toEqual([100]);
      await connection.send(smallText);
      expect((await response).status).toBe(200);
    },
  );

  it.each([
    { status: 401, target: '/render', headers: [], length: 100 },
    { status: 400, target: '/render?unknown=1', headers: authorizationLine, length: 100 },
    { status: 413, target: '/inspect', headers: authorizationLine, length: maxInputBytes + 1 },
  ])(
    'sends no 100 Continue for a request body that is refused with $status',
    async ({ status, target, headers, length }) => {
      const connection = await RawConnection.open(service());
      onTestFinished(() => connection.destroy());
      await connection.send(postHead(service(), target, length, [...headers, expectContinue]));
      expect((await connection.response()).status).toBe(status);
      expect(connection.interim).toEqual([]);
    },
  );

  it('reads an oversized body to its end after 100 Continue, and responds with 413', async () => {
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked', expectContinue];
    await connection.send(requestHead(service(), 'POST', '/inspect', [...authorizationLine, ...chunked]));
    const response = connection.response();
    await expect.poll(() => connection.interim).toEqual([100]);
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    for (let sent = 0; sent < 2 * maxInputBytes; sent += chunk.length) {
      await connection.send(`${chunk.length.toString(16)}\r\n`);
      await connection.send(chunk);
      await connection.send('\r\n');
    }
    await connection.send('0\r\n\r\n');
    expect((await response).status).toBe(413);
  });

  it('ignores or refuses expectations other than 100-continue', async () => {
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    const headers = [...authorizationLine, 'Expect: a-miracle'];
    await connection.send(postHead(service(), '/inspect', Buffer.byteLength(smallText), headers));
    await connection.send(smallText);
    // RFC 9110 lets a server ignore an expectation or respond with 417.
    const { status } = await connection.response({ unreadable: true });
    expect([200, 417]).toContain(status);
  });
});
