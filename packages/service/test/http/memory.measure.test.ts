import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { untilIdle } from '../../../../test/support/busy-service.ts';
import { slope } from '../../../../test/support/growth.ts';
import { longFilm, noisyPictures, padded, smallText } from '../../../../test/support/http-projects.ts';
import { onLinux, residentBytes } from '../../../../test/support/linux-process.ts';
import { Random } from '../../../../test/support/random.ts';
import { postHead, RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { startService, useService } from '../../../../test/support/service.ts';
import { sleep } from '../../../../test/support/wait-until.ts';

const mebibyte = 1024 * 1024;

/** The bytes by which the memory of a process grows with each turn, from the least memory of parts of so many turns. */
async function growthOf(
  pid: number,
  { parts, turns }: { parts: number; turns: number },
  turn: () => Promise<unknown>,
): Promise<number> {
  const points: [number, number][] = [];
  for (let part = 0; part < parts; part++) {
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < turns; at++) {
      await turn();
      least = Math.min(least, residentBytes(pid));
    }
    points.push([part * turns, least]);
  }
  // The first parts fill what is kept on purpose.
  return slope(points.slice(2));
}

describe.skipIf(!onLinux)('the memory of the service', () => {
  it('clients that disconnect at random moments leave nothing behind', async () => {
    const service = await startService();
    const random = new Random(20_240_607);
    const small = padded(smallText, mebibyte);
    const requests = [
      { target: '/render', body: small },
      { target: '/render?format=svg', body: small },
      { target: '/inspect', body: small },
      { target: '/render?format=mp4', body: padded(JSON.stringify(longFilm()), mebibyte) },
    ];
    const growth = await growthOf(service.pid, { parts: 8, turns: 50 }, async () => {
      const { target, body } = random.pick(requests);
      const connection = await RawConnection.open(service);
      await connection.send(postHead(service, target, body.length));
      connection.send(body).catch(() => {});
      await sleep(120 * random.fraction() ** 2);
      connection.destroy();
      await untilIdle(service);
    });
    // A body that stays is a mebibyte.
    expect(growth).toBeLessThan(mebibyte / 10);
  });

  it('large responses leave nothing behind', async () => {
    const service = await startService();
    const pictures = JSON.stringify(noisyPictures(4));
    const growth = await growthOf(service.pid, { parts: 8, turns: 15 }, async () => {
      const { status, body } = await post(service, '/render?format=svg', pictures);
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(4 * mebibyte);
    });
    expect(growth).toBeLessThan(mebibyte / 2);
  });
});

/** What Node makes of over a thousand requests at a time must fit, even if V8 may not put off its collection. */
describe.skipIf(!onLinux)('many requests on many connections', () => {
  const service = useService({ env: { NODE_OPTIONS: '--max-old-space-size=512' } });

  it.each(['/openapi.json', '/schemas/project.json', '/nothing', '/capabilities'])(
    'limits memory for pipelined requests for %s from clients that read nothing, and serves others',
    async (target) => {
      const text = requestHead(service(), 'GET', target).repeat(1200);
      const connections = await Promise.all(
        Array.from({ length: 200 }, async () => {
          const connection = await RawConnection.open(service());
          connection.send(text).catch(() => {});
          return connection;
        }),
      );
      onTestFinished(() => {
        for (const connection of connections) connection.destroy();
      });
      let most = 0;
      for (let turn = 0; turn < 10; turn++) {
        expect((await ask(service(), '/capabilities')).status).toBe(200);
        most = Math.max(most, residentBytes(service().pid));
        await sleep(50);
      }
      expect(most).toBeLessThan(768 * 1024 * 1024);
    },
  );
});
