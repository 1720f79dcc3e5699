// @module-tag ffmpeg

import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { startRequest, untilBusy, untilIdle } from '../../../../test/support/busy-service.ts';
import { longFilm, noisyPictures, smallText } from '../../../../test/support/http-projects.ts';
import { postHead, RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { type ServiceAddress, useService } from '../../../../test/support/service.ts';
import { patientService } from './patient-service.ts';

const film = JSON.stringify(longFilm());

/** Small enough to arrive in one packet with its head, but slow to render. */
const shortText = JSON.stringify(longFilm(60, 15));

/** Its SVG is larger than the buffers of a connection, so it and the responses behind it wait until it is read. */
const pictures = JSON.stringify(noisyPictures(16));

function postText(service: ServiceAddress, target: string, body: string): string {
  return postHead(service, target, Buffer.byteLength(body)) + body;
}

describe('requests behind others on one connection', () => {
  const service = useService();

  it('frees the service when a client disconnects before the response to its pipelined render', async () => {
    const connection = await RawConnection.open(service());
    await connection.send(postText(service(), '/render?format=svg', pictures));
    await connection.untilReceived('HTTP/1.1 200 ');
    await connection.send(postText(service(), '/render?format=mp4', shortText));
    await untilBusy(service());
    connection.destroy();
    await untilIdle(service());
    expect((await post(service(), '/render', smallText)).status).toBe(200);
  });

  it('logs each pipelined request once if the client disconnects before the responses', async () => {
    const connection = await RawConnection.open(service());
    await connection.send(
      postText(service(), '/render?format=mp4', film) + requestHead(service(), 'GET', '/capabilities'),
    );
    await untilBusy(service());
    const before = service().logs.length;
    connection.destroy();
    const leftPaths = () =>
      service()
        .logs.slice(before)
        .filter(({ status }) => status === 499)
        .map(({ path }) => path)
        .sort();
    await expect.poll(leftPaths).toEqual(['/capabilities', '/render']);
    // Each appears once, even a moment later.
    await untilIdle(service());
    expect(leftPaths()).toEqual(['/capabilities', '/render']);
    expect(service().logText).not.toContain('MaxListeners');
  });
});

it('the service shuts down without waiting for responses to disconnected clients', async () => {
  const { service, end } = await patientService();
  const connection = await RawConnection.open(service);
  await connection.send(
    postText(service, '/render?format=mp4', film) + requestHead(service, 'GET', '/capabilities'),
  );
  await untilBusy(service);
  connection.destroy();
  await untilIdle(service);
  await end();
});

describe('invalid input behind a request', () => {
  const service = useService();

  it('closes a connection without a 400 response if invalid input follows a partly sent response', async () => {
    const connection = await RawConnection.open(service());
    await connection.send(postText(service(), '/render?format=svg', pictures));
    await connection.untilReceived('HTTP/1.1 200 ');
    await connection.send('nonsense\r\n\r\n');
    const response = (await connection.rest()).toString('latin1');
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).not.toContain('HTTP/1.1 400');
    await untilIdle(service());
  });
});

describe('many requests on one connection', () => {
  const service = useService();

  it('responds to ten pipelined requests in order', async () => {
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    await connection.send(requestHead(service(), 'GET', '/capabilities').repeat(10));
    for (let turn = 1; turn <= 10; turn++) {
      const { status, headers } = await connection.response();
      expect([turn, status, headers.connection]).toEqual([turn, 200, 'keep-alive']);
    }
  });

  it('closes a connection on which more than ten requests wait', async () => {
    const connection = await RawConnection.open(service());
    connection.send(requestHead(service(), 'GET', '/capabilities').repeat(2000)).catch(() => {});
    const received = (await connection.rest()).toString('latin1');
    expect(received.match(/^HTTP\/1\.1 200 /gm)?.length ?? 0).toBeLessThanOrEqual(10);
    expect((await ask(service(), '/capabilities')).status).toBe(200);
  });

  it('responds to 50 requests on one connection if each is sent after the previous response', async () => {
    const connection = await RawConnection.open(service());
    for (let turn = 0; turn < 50; turn++) {
      await connection.send(requestHead(service(), 'GET', '/capabilities'));
      expect((await connection.response()).status).toBe(200);
    }
    connection.destroy();
  });
});

describe('clients that leave', () => {
  const service = useService();

  it('serves the next client right after another client disconnects during a render', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const connection = await RawConnection.open(service());
      await connection.send(postText(service(), '/render?format=mp4', film));
      await untilBusy(service());
      connection.destroy();
      // At once, before the service can detect it.
      expect((await post(service(), '/inspect', smallText)).status).toBe(200);
    }
  });

  it.each(['HTTP/1.0', 'HTTP/1.1'])(
    'treats a client that half-closes its %s connection during a render as disconnected',
    async (version) => {
      const connection = await RawConnection.open(service());
      const head = postHead(service(), '/render?format=mp4', Buffer.byteLength(film));
      await connection.send(head.replace('HTTP/1.1', version) + film);
      await untilBusy(service());
      connection.end();
      await untilIdle(service());
      expect((await connection.rest()).toString('latin1')).toBe('');
    },
  );

  it('closes a connection that the client half-closes before its request is complete', async () => {
    const { connection } = await startRequest(service(), '/inspect', smallText);
    connection.end();
    await connection.rest();
    expect((await post(service(), '/inspect', smallText)).status).toBe(200);
  });
});
