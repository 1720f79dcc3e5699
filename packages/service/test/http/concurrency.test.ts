import { Agent } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { isBusy, occupy, startRequest } from '../../../../test/support/busy-service.ts';
import { documentPaths } from '../../../../test/support/documented-response.ts';
import { longFilm, smallText } from '../../../../test/support/http-projects.ts';
import { postHead, RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { useService } from '../../../../test/support/service.ts';

const service = useService();
const film = JSON.stringify(longFilm(1));

describe('concurrent requests', () => {
  it('accepts one of twenty concurrent renders and responds with 429 to the others', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(service(), '/render?format=mp4', film)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 429)]);
    for (const { headers } of responses.filter(({ status }) => status === 429)) {
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    }
  });

  it('responds with 429 to inspections and renders while a project is being rendered', async () => {
    const { giveUp } = await occupy(service());
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(service(), index % 2 === 0 ? '/inspect' : '/render', smallText),
      ),
    );
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 429));
    await giveUp();
  });

  it('serves the capabilities and public documents during a render', async () => {
    const { giveUp } = await occupy(service());
    for (const target of ['/capabilities', ...documentPaths]) {
      expect((await ask(service(), target)).status).toBe(200);
    }
    await giveUp();
  });
});

describe('a request whose body is still arriving', () => {
  it.each(['/inspect', '/render?format=svg'])(
    'serves other requests while a request body for %s arrives',
    async (target) => {
      const request = await startRequest(service(), target, smallText);
      for (const other of ['/inspect', '/render?format=svg']) {
        expect((await post(service(), other, smallText)).status).toBe(200);
      }
      await request.finish();
      expect((await request.connection.response()).status).toBe(200);
      request.connection.destroy();
    },
  );

  it('responds with 429 if the service is busy when a request body is complete', async () => {
    const late = await startRequest(service(), '/inspect', smallText);
    const { giveUp } = await occupy(service());
    await late.finish();
    const response = await late.connection.response();
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    late.connection.destroy();
    await giveUp();
  });
});

describe('requests after another', () => {
  it.each(['/inspect', '/render?format=svg', '/render?format=png'])(
    'accepts a request right after a response from %s, on new and reused connections',
    async (target) => {
      const kept = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => kept.destroy());
      for (let turn = 0; turn < 50; turn++) {
        const response = await post(service(), target, smallText, turn % 2 === 0 ? {} : { agent: kept });
        expect([turn, response.status]).toEqual([turn, 200]);
      }
    },
  );

  it('accepts an inspection right after an error response from /render', async () => {
    for (const body of ['{', '{}', '']) {
      expect((await post(service(), '/render', body)).status).toBe(422);
      expect((await post(service(), '/inspect', smallText)).status).toBe(200);
    }
  });

  it.each([
    { what: 'while sending its body', rest: '' },
    { what: 'in the middle of a chunk', chunked: true, rest: '100\r\n{' },
  ])('accepts a render after a client disconnected $what', async ({ chunked = false, rest }) => {
    const connection = await RawConnection.open(service());
    await connection.send(
      chunked
        ? requestHead(service(), 'POST', '/render', [
            'Content-Type: application/json',
            'Transfer-Encoding: chunked',
          ])
        : postHead(service(), '/render', 1000),
    );
    await connection.send(rest || '{');
    connection.destroy();
    expect((await post(service(), '/render', smallText)).status).toBe(200);
  });

  it('responds with 400 to a malformed chunk and accepts the next render', async () => {
    const connection = await RawConnection.open(service());
    await connection.send(
      requestHead(service(), 'POST', '/render', [
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ]),
    );
    await connection.send('1\r\n{\r\n');
    await connection.send('no chunk\r\n');
    expect((await connection.response({ unreadable: true })).status).toBe(400);
    connection.destroy();
    expect((await post(service(), '/render', smallText)).status).toBe(200);
  });

  it('accepts an inspection after refusing 20 clients during a render', async () => {
    const { giveUp } = await occupy(service());
    for (let turn = 0; turn < 20; turn++) expect(await isBusy(service())).toBe(true);
    await giveUp();
    expect((await post(service(), '/inspect', smallText)).status).toBe(200);
  });
});
