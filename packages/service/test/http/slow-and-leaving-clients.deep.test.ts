// @module-tag ffmpeg

import { describe, expect, it } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { isBusy, startRequest, untilIdle } from '../../../../test/support/busy-service.ts';
import { longFilm, padded, smallText } from '../../../../test/support/http-projects.ts';
import {
  coreMilliseconds,
  isRunning,
  networkSockets,
  onLinux,
  openFiles,
} from '../../../../test/support/linux-process.ts';
import { Random } from '../../../../test/support/random.ts';
import { postHead, RawConnection } from '../../../../test/support/raw-connection.ts';
import { jsonOf } from '../../../../test/support/response.ts';
import { startService } from '../../../../test/support/service.ts';
import { sleep, waitUntil } from '../../../../test/support/wait-until.ts';

const film = JSON.stringify(longFilm());
const mebibyte = 1024 * 1024;

/** Each of these tests mostly waits, so they run at the same time, together with the clients below. */
describe.concurrent('slow clients', { timeout: 120_000 }, () => {
  it('disconnects a client 30 s after it stops sending its request body', async ({ onTestFinished }) => {
    const service = await startService({}, onTestFinished);
    // Before the last byte is sent: the service counts from its arrival, which the test may notice late.
    const start = performance.now();
    const { connection } = await startRequest(service, '/render', smallText);
    await connection.rest();
    expect(performance.now() - start).toBeGreaterThan(29_900);
    expect((await post(service, '/render', smallText)).status).toBe(200);
  });

  it('disconnects a client that stops sending in the middle of its headers', async ({ onTestFinished }) => {
    const service = await startService({}, onTestFinished);
    const before = onLinux ? networkSockets(service.pid).length : 0;
    const connection = await RawConnection.open(service);
    await connection.send('POST /render HTTP/1.1\r\nHost: ');
    expect(await isBusy(service)).toBe(false);
    await connection.rest();
    if (!onLinux) return;
    await waitUntil(
      'the service closes the connection, though its client keeps it open',
      () => networkSockets(service.pid).length <= before,
    );
  });

  it('serves a client that sends 1.5 KiB per second', async ({ onTestFinished }) => {
    const service = await startService({}, onTestFinished);
    const bytes = padded(smallText, 60 * 1024);
    const connection = await RawConnection.open(service);
    await connection.send(postHead(service, '/inspect', bytes.length));
    for (let at = 0; at < bytes.length; at += 1536) {
      await connection.send(bytes.subarray(at, at + 1536));
      await sleep(1000);
    }
    expect(jsonOf(await connection.response())).toMatchObject({ name: 'test' });
    connection.destroy();
  });

  it('disconnects a client that sends only one byte every five seconds', async ({ onTestFinished }) => {
    const service = await startService({}, onTestFinished);
    const { connection } = await startRequest(service, '/inspect', padded(smallText, 100_000).toString());
    const dribble = setInterval(() => connection.send(' ').catch(() => {}), 5000);
    onTestFinished(() => clearInterval(dribble));
    await connection.rest();
    expect((await post(service, '/render', smallText)).status).toBe(200);
  });

  it('ends an unfinished render with 429 about 10 s after SIGTERM', async ({ onTestFinished }) => {
    const service = await startService({}, onTestFinished);
    const child = await service.renderProcess();
    const before = coreMilliseconds(child);
    const stopped = post(service, '/render?format=mp4', film);
    await waitUntil('the film is drawn', () => coreMilliseconds(child) > before + 200);
    const start = performance.now();
    service.signal('SIGTERM');
    expect(await service.finished).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - start).toBeGreaterThan(9000);
    const { status, headers, body } = await stopped;
    expect([status, headers['retry-after'], JSON.parse(body.toString())]).toEqual([
      429,
      '1',
      { error: 'the service is shutting down and did not finish this request; send it again' },
    ]);
    expect(service.logs).toContainEqual(expect.objectContaining({ path: '/render', status: 429 }));
    await waitUntil('the render process ends', () => !isRunning(child));
  });
});

describe.skipIf(!onLinux).concurrent('clients that disconnect', { timeout: 120_000 }, () => {
  it.sequential('leaves no open files when 200 clients disconnect at random moments', async ({
    onTestFinished,
  }) => {
    const service = await startService({}, onTestFinished);
    const random = new Random(20_240_607);
    const small = padded(smallText, mebibyte);
    const requests = [
      { target: '/render', body: small },
      { target: '/render?format=svg', body: small },
      { target: '/inspect', body: small },
      { target: '/render?format=mp4', body: padded(film, mebibyte) },
    ];
    const leave = async () => {
      const { target, body } = random.pick(requests);
      const connection = await RawConnection.open(service);
      await connection.send(postHead(service, target, body.length));
      connection.send(body).catch(() => {});
      await sleep(120 * random.fraction() ** 2);
      connection.destroy();
      await untilIdle(service);
    };
    const settled = async () => {
      // The service may start and abandon the request of the last disconnected client only now.
      await waitUntil(
        'the service is free',
        async () => (await post(service, '/render', smallText)).status === 200,
      );
      await service.renderProcess();
      return openFiles(service.pid).length;
    };
    for (let turn = 0; turn < 50; turn++) await leave();
    const before = await settled();
    for (let turn = 50; turn < 200; turn++) await leave();
    const after = await settled();
    expect(after).toBeLessThanOrEqual(before + 2);
  });
});
