import { describe, expect, it } from 'vitest';
import { post } from '../support/ask.ts';
import { isBusy, untilBusy, untilIdle } from '../support/busy-service.ts';
import { longFilm, noisyPictures, smallText } from '../support/http-projects.ts';
import { postHead, RawConnection, requestHead } from '../support/raw-connection.ts';
import { type Service, startService, useService } from '../support/service.ts';
import { sleep, waitUntil } from '../support/wait-until.ts';

const film = JSON.stringify(longFilm());

/** Far more than a connection holds: the answers behind it must wait until somebody reads. */
function manyDocuments(service: Service): string {
  return requestHead(service, 'GET', '/openapi.json').repeat(500);
}

function postText(service: Service, target: string, body: string): string {
  return postHead(service, target, Buffer.byteLength(body)) + body;
}

describe('a request sent behind others on one connection', () => {
  const service = useService();

  it('gives the service free when its client leaves before its turn', async () => {
    const connection = await RawConnection.open(service());
    await connection.send(manyDocuments(service()) + postText(service(), '/render', smallText));
    await untilBusy(service());
    connection.destroy();
    await untilIdle(service());
    expect((await post(service(), '/render', smallText)).status).toBe(200);
  });

  it('has its line in the log when its client leaves before its turn', async () => {
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
    // Once each, also a moment later.
    await untilIdle(service());
    expect(leftPaths()).toEqual(['/capabilities', '/render']);
    expect(service().logText).not.toContain('MaxListeners');
  });
});

it('a service that ends does not wait for answers whose client left before their turn', async () => {
  const service = await startService();
  const connection = await RawConnection.open(service);
  await connection.send(
    postText(service, '/render?format=mp4', film) + requestHead(service, 'GET', '/capabilities'),
  );
  await untilBusy(service);
  connection.destroy();
  await untilIdle(service);
  const start = performance.now();
  await service.stop();
  // It would wait ten seconds.
  expect(performance.now() - start).toBeLessThan(5000);
});

describe('what is no request', () => {
  const service = useService();

  it('behind an answer that is on its way ends the connection, and adds nothing to the answer', async () => {
    const pictures = JSON.stringify(noisyPictures(8));
    const connection = await RawConnection.open(service());
    await connection.send(postText(service(), '/render?format=svg', pictures));
    // The answer is larger than the connection holds: it goes on while the slot stays taken.
    await untilBusy(service());
    await waitUntil('the answer is on its way', async () => {
      await sleep(500);
      return await isBusy(service());
    });
    await connection.send('nonsense\r\n\r\n');
    const answer = (await connection.rest()).toString('latin1');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toContain('HTTP/1.1 400');
    await untilIdle(service());
  });
});
