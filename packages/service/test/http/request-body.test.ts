import { describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { fixtureText, maxInputBytes, padded, smallText } from '../../../../test/support/http-projects.ts';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { errorOf, jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const service = useService();

describe('Content-Type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; Charset="Utf-8"',
    'application/json; version=1',
    'application/json; version="a;b"; charset=utf-8',
  ])('accepts the Content-Type %s', async (type) => {
    for (const target of ['/inspect', '/render?format=svg']) {
      const response = await post(service(), target, smallText, { headers: { 'content-type': type } });
      expect(response.status).toBe(200);
    }
  });

  it.each([
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json5',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'text/plain, application/json',
    'application/json; charset=latin1',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=latin1',
    'application',
    '*/*',
  ])('responds with 415 to the Content-Type %s', async (type) => {
    for (const target of ['/inspect', '/render']) {
      const response = await post(service(), target, smallText, { headers: { 'content-type': type } });
      expect(response.status).toBe(415);
    }
  });

  it('responds with 415 to a request body without a Content-Type', async () => {
    for (const body of [smallText, '']) {
      const response = await ask(service(), '/render', { method: 'POST', body });
      expect(response.status).toBe(415);
      expect(errorOf(response)).toContain('application/json');
    }
  });
});

describe('Content-Encoding', () => {
  it.each(['identity', 'Identity'])('accepts the Content-Encoding %s', async (encoding) => {
    const response = await post(service(), '/inspect', smallText, {
      headers: { 'content-encoding': encoding },
    });
    expect(response.status).toBe(200);
  });

  it.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'unknown'])(
    'responds with 415 to the Content-Encoding %s',
    async (encoding) => {
      for (const target of ['/inspect', '/render']) {
        const response = await post(service(), target, smallText, {
          headers: { 'content-encoding': encoding },
        });
        expect(response.status).toBe(415);
        expect(errorOf(response)).toContain('Content-Encoding');
      }
    },
  );
});

it('responds with 415 to a Transfer-Encoding other than chunked', async () => {
  const connection = await RawConnection.open(service());
  const head = requestHead(service(), 'POST', '/inspect', [
    'Content-Type: application/json',
    'Transfer-Encoding: gzip, chunked',
  ]);
  await connection.send(`${head}2\r\n{}\r\n0\r\n\r\n`);
  const response = await connection.response();
  expect(response.status).toBe(415);
  expect(errorOf(response)).toContain('"gzip, chunked"');
  connection.destroy();
});

describe('request bodies', () => {
  it.each([
    { what: 'with a declared length', chunked: false },
    { what: 'in chunks', chunked: true },
  ])('accepts a request body of exactly 32 MiB, $what', { tags: 'slow' }, async ({ chunked }) => {
    const response = await post(service(), '/inspect', padded(smallText, maxInputBytes), { chunked });
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toMatchObject({ name: 'test', issues: [] });
  });

  it.each([
    { what: 'with a declared length', chunked: false, target: '/inspect' },
    { what: 'with a declared length', chunked: false, target: '/render' },
    { what: 'in chunks', chunked: true, target: '/inspect' },
    { what: 'in chunks', chunked: true, target: '/render' },
  ])(
    'responds with 413 to a request body of 32 MiB and one byte, $what, for $target',
    async ({ chunked, target }) => {
      const response = await post(service(), target, padded(smallText, maxInputBytes + 1), { chunked });
      expect(response.status).toBe(413);
      expect(errorOf(response)).toMatch(/33554432|32 MiB/);
    },
  );

  it('renders a project padded to 32 MiB to the same SVG as the unpadded project', async () => {
    const padding = padded(smallText, maxInputBytes);
    const [long, short] = [
      await post(service(), '/render?format=svg', padding),
      await post(service(), '/render?format=svg', smallText),
    ];
    expect(long.status).toBe(200);
    expect(long.body.equals(short.body)).toBe(true);
  });

  it('accepts a request body split into chunks of 37 bytes', async () => {
    const text = Buffer.from(fixtureText('scripts'));
    const connection = await RawConnection.open(service());
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    await connection.send(requestHead(service(), 'POST', '/inspect', headers));
    for (let at = 0; at < text.length; at += 37) {
      const chunk = text.subarray(at, at + 37);
      await connection.send(`${chunk.length.toString(16)}\r\n`);
      await connection.send(Buffer.concat([chunk, Buffer.from('\r\n')]));
    }
    await connection.send('0\r\n\r\n');
    expect(jsonOf(await connection.response())).toMatchObject({ name: 'Every script', issues: [] });
    connection.destroy();
  });

  it('accepts a request body that begins with a byte order mark', async () => {
    const marked = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(smallText)]);
    expect((await post(service(), '/inspect', marked)).status).toBe(200);
    expect((await post(service(), '/render?format=svg', marked)).status).toBe(200);
  });

  const named = (bytes: readonly number[]) =>
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from(smallText.slice(9))]);

  it.each([
    { what: 'a lone continuation byte', body: named([0x41, 0x80]), says: /UTF-8.*\b10\b/ },
    { what: 'an overlong form', body: named([0xc0, 0xaf]), says: /UTF-8.*\b9\b/ },
    { what: 'a surrogate', body: named([0xed, 0xa0, 0x80]), says: /UTF-8.*\b9\b/ },
    { what: 'Latin-1', body: named([0xfc, 0x62]), says: /UTF-8.*\b9\b/ },
    { what: 'UTF-16', body: Buffer.from(`\ufeff${smallText}`, 'utf16le'), says: /UTF-8.*\b0\b/ },
    {
      what: 'a truncated character',
      body: Buffer.from('{"name":"\u00fc').subarray(0, -1),
      says: /UTF-8/,
    },
    { what: 'nothing', body: '', says: /empty|end/ },
    { what: 'white space', body: ' \n', says: /JSON|empty/ },
    { what: 'an unfinished object', body: '{', says: /line 1, column 2/ },
    { what: 'a word', body: '{\n  "name": nobody\n}', says: /line 2, column 11/ },
    { what: 'single quotes', body: "{'name': 1}", says: /line 1, column 2/ },
    { what: 'a trailing comma', body: '{\n"name": "x",\n}', says: /line 3, column 1/ },
    { what: 'two values', body: `${smallText}\n{}`, says: /line 2, column 1/ },
    { what: 'NaN', body: '{"name": NaN}', says: /line 1, column 10/ },
    { what: 'brackets without end', body: '['.repeat(200_000), says: /line 1, column/ },
    { what: 'null', body: 'null', says: /object/ },
    { what: 'a number', body: '1', says: /object/ },
    { what: 'an array', body: `[${smallText}]`, says: /object/ },
    { what: 'an empty object', body: '{}', says: /name.*sceneOrder/ },
    { what: 'a wrapped project', body: `{"project":${smallText}}`, says: /project itself/ },
    { what: 'an address', body: '"https://example.com/project.json"', says: /object/ },
    {
      what: 'a reserved name',
      body: smallText.replace('{"name"', '{"__proto__":{"x":1},"name"'),
      says: /__proto__/,
    },
  ])('responds with 422 to a request body of $what', async ({ body, says }) => {
    for (const target of ['/inspect', '/render']) {
      const response = await post(service(), target, body);
      expect(response.status).toBe(422);
      expect(errorOf(response)).toMatch(says);
    }
  });

  it('names all problems of an invalid project in one error response', async () => {
    const project = { ...JSON.parse(smallText), name: 'x'.repeat(101), version: 3 };
    const response = await post(service(), '/render', project);
    expect(response.status).toBe(422);
    expect(errorOf(response)).toMatch(/name.*101/);
    expect(errorOf(response)).toMatch(/version.*3/);
  });

  it('responds with 422 to an invalid project with an invalid query value', async () => {
    const response = await post(service(), '/render?format=gif', '{}');
    expect(response.status).toBe(422);
  });
});

it('/capabilities ignores a request body', async () => {
  const response = await ask(service(), '/capabilities', { body: 'not asked for' });
  expect(response.status).toBe(200);
});
