import { Agent } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../support/ask.ts';
import { isBusy, startRequest, untilBusy, untilIdle } from '../support/busy-service.ts';
import { publicPaths } from '../support/documented-response.ts';
import { longFilm, smallText } from '../support/http-projects.ts';
import { postHead, RawConnection, requestHead } from '../support/raw-connection.ts';
import { useService } from '../support/service.ts';

const service = useService();
const film = JSON.stringify(longFilm(2));

describe('one request at a time', () => {
  it('of twenty renders at once one is made [service.one-at-a-time http.status.429 http.retry-after]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(service(), '/render?format=mp4', film)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 429)]);
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    }
  });

  it.each(['/inspect', '/render?format=svg'])(
    'while the body of %s arrives, all others wait [http.busy.together http.busy.span service.one-at-a-time http.status.429]',
    async (target) => {
      const request = await startRequest(service(), target, smallText);
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          post(service(), index % 2 === 0 ? '/inspect' : '/render', smallText),
        ),
      );
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 429));
      await request.finish();
      expect((await request.connection.answer()).status).toBe(200);
      request.connection.destroy();
    },
  );

  it('a request counts from its head on, before any of its body [http.busy.span]', async () => {
    const connection = await RawConnection.open(service());
    await connection.send(postHead(service(), '/inspect', 1000));
    await untilBusy(service());
    connection.destroy();
    await untilIdle(service());
  });

  it('a busy service still tells what it can do', async () => {
    const { connection } = await startRequest(service(), '/render', smallText);
    for (const target of ['/capabilities', ...publicPaths]) {
      expect((await ask(service(), target)).status).toBe(200);
    }
    connection.destroy();
    await untilIdle(service());
  });
});

describe('the next request is accepted', () => {
  it.each(['/inspect', '/render?format=svg', '/render?format=png'])(
    'at once after an answer of %s, on new connections and on one [service.busy.freed http.busy.span]',
    async (target) => {
      const kept = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => kept.destroy());
      for (let turn = 0; turn < 50; turn++) {
        const answer = await post(service(), target, smallText, turn % 2 === 0 ? {} : { agent: kept });
        expect([turn, answer.status]).toEqual([turn, 200]);
      }
    },
  );

  it('at once after a refusal [service.busy.freed]', async () => {
    for (const body of ['{', '{}', '']) {
      expect((await post(service(), '/render', body)).status).toBe(422);
      expect((await post(service(), '/inspect', smallText)).status).toBe(200);
    }
  });

  it.each([
    { what: 'in its body', rest: '' },
    { what: 'with half a chunk', chunked: true, rest: '100\r\n{' },
  ])(
    'after a client that went away $what [http.busy.span service.busy.freed]',
    async ({ chunked = false, rest }) => {
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
      await untilBusy(service());
      connection.destroy();
      await untilIdle(service());
      expect((await post(service(), '/render', smallText)).status).toBe(200);
    },
  );

  it('after a client that sent a broken chunk', async () => {
    const connection = await RawConnection.open(service());
    await connection.send(
      requestHead(service(), 'POST', '/render', [
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ]),
    );
    await connection.send('1\r\n{\r\n');
    await untilBusy(service());
    await connection.send('no chunk\r\n');
    expect((await connection.answer({ unreadable: true })).status).toBe(400);
    connection.destroy();
    await untilIdle(service());
  });

  it('after many clients that were refused and went away', async () => {
    const { connection, finish } = await startRequest(service(), '/inspect', smallText);
    for (let turn = 0; turn < 20; turn++) expect(await isBusy(service())).toBe(true);
    await finish();
    expect((await connection.answer()).status).toBe(200);
    connection.destroy();
    expect((await post(service(), '/inspect', smallText)).status).toBe(200);
  });
});
