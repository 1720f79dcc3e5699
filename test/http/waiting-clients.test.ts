import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MemoryBudget } from '../../src/http/limits.ts';
import { ExclusiveSlot } from '../../src/render/exclusive-slot.ts';
import { ProcessRenderer } from '../../src/render/process/renderer.ts';
import { RenderError } from '../../src/render/render-error.ts';
import { post } from '../support/ask.ts';
import { startRequest, untilIdle } from '../support/busy-service.ts';
import { noisyPictures, padded, smallText } from '../support/http-projects.ts';
import { startLimitedService } from '../support/limited-service.ts';
import { postHead, RawConnection } from '../support/raw-connection.ts';
import { errorOf } from '../support/response.ts';
import type { ServiceAddress } from '../support/service.ts';
import { useService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Its SVG is larger than the buffers of a connection, so that the response waits until it is read. */
const pictures = JSON.stringify(noisyPictures(16));
const mebibyte = 1024 * 1024;

/** A client whose response has begun to arrive, and that then stops reading. */
async function startReading(service: ServiceAddress): Promise<RawConnection> {
  const connection = await RawConnection.open(service);
  await connection.send(postHead(service, '/render?format=svg', Buffer.byteLength(pictures)) + pictures);
  await connection.untilReceived('HTTP/1.1 200 ');
  return connection;
}

describe('a response that its client does not read', () => {
  const service = useService();

  it('does not block other requests, and is complete when it is read', {
    tags: ['http.busy.span', 'service.busy.freed'],
  }, async () => {
    const { address, port, host } = service();
    const headers = { host, 'content-type': 'application/json' };
    const path = '/render?format=svg';
    const response = await new Promise<IncomingMessage>((done, failed) => {
      request({ host: address, port, path, method: 'POST', headers, agent: false }, done)
        .on('error', failed)
        .end(pictures);
    });
    for (const target of ['/inspect', '/render?format=svg', '/render']) {
      expect((await post(service(), target, smallText)).status).toBe(200);
    }
    let bytes = 0;
    for await (const chunk of response) bytes += chunk.length;
    expect(bytes).toBe(Number(response.headers['content-length']));
    expect(bytes).toBeGreaterThan(16 * mebibyte);
  });
});

describe('too many', () => {
  it('bodies at a time are refused until one of them is complete', {
    tags: ['http.busy.rooms', 'http.status.429', 'http.retry-after'],
  }, async () => {
    const service = await startLimitedService({ waitingBodies: 2 });
    const first = await startRequest(service, '/inspect', smallText);
    const second = await startRequest(service, '/inspect', smallText);
    const refused = await post(service, '/inspect', smallText);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(errorOf(refused)).toMatch(/\b2 request bodies/);
    await first.finish();
    expect((await first.connection.response()).status).toBe(200);
    expect((await post(service, '/inspect', smallText)).status).toBe(200);
    // A client that leaves makes room too.
    const third = await startRequest(service, '/inspect', smallText);
    third.connection.destroy();
    await waitUntil(
      'another body is accepted',
      async () => (await post(service, '/inspect', smallText)).status === 200,
    );
    second.connection.destroy();
    first.connection.destroy();
  });

  it('bytes of bodies at a time are refused', {
    tags: ['http.busy.rooms', 'http.status.429', 'http.refused-whole'],
  }, async () => {
    const service = await startLimitedService({ waitingBodyBytes: 2 * mebibyte });
    const half = await startRequest(service, '/inspect', padded(smallText, 3 * mebibyte).toString());
    const refused = await post(service, '/inspect', padded(smallText, mebibyte));
    expect(refused.status).toBe(429);
    expect(errorOf(refused)).toMatch(/2097152 bytes/);
    half.connection.destroy();
    await waitUntil('another body is accepted', async () => {
      return (await post(service, '/inspect', padded(smallText, mebibyte))).status === 200;
    });
  });

  it.each([{ waitingResponses: 1 }, { waitingResponseBytes: mebibyte }])(
    'unread responses keep further work from starting: %o',
    { tags: ['http.busy.rooms', 'http.status.429'] },
    async (limits) => {
      const service = await startLimitedService(limits);
      const connection = await startReading(service);
      const refused = await post(service, '/inspect', smallText);
      expect(refused.status).toBe(429);
      expect(errorOf(refused)).toMatch(/responses have not been read/);
      connection.destroy();
      await untilIdle(service);
      expect((await post(service, '/inspect', smallText)).status).toBe(200);
    },
  );
});

describe('a client that is too slow', () => {
  it('in reading its response is disconnected', { tags: ['http.busy.slow'] }, async () => {
    const limits = { waitingResponses: 1, readingBytesPerSecond: mebibyte, readingWindowMs: 2000 };
    const service = await startLimitedService(limits);
    const connection = await startReading(service);
    await untilIdle(service);
    // Only what was in the socket buffers.
    expect((await connection.rest()).length).toBeLessThan(Buffer.byteLength(pictures));
  });

  it('in sending its body is disconnected, even if it never pauses for long', {
    tags: ['http.busy.slow'],
  }, async () => {
    const limits = { sendingBytesPerSecond: 100, sendingWindowMs: 3000 };
    const service = await startLimitedService(limits);
    const { connection } = await startRequest(service, '/inspect', padded(smallText, mebibyte).toString());
    const dribble = setInterval(() => connection.send(' ').catch(() => {}), 200);
    await connection.rest();
    clearInterval(dribble);
    expect((await post(service, '/inspect', smallText)).status).toBe(200);
  });
});

describe('the slot', () => {
  const refusal = () => new Error('another one is running');

  it('that is released twice stays with its current holder', { tags: ['service.one-at-a-time'] }, () => {
    const slot = new ExclusiveSlot(refusal);
    const end = slot.take({ mayRelease: undefined });
    end();
    slot.take({ mayRelease: undefined });
    end();
    expect(() => slot.take({ mayRelease: undefined })).toThrow(/another .* running/);
  });

  it('is waited for while it is unknown whether its holder is still there', {
    tags: ['service.busy.freed'],
  }, async () => {
    const slot = new ExclusiveSlot(refusal);
    let settle = () => {};
    const mayRelease = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const end = slot.take({ mayRelease });
    const free = slot.untilFree();
    end();
    settle();
    await expect(free).resolves.toBeUndefined();
    slot.take({ mayRelease: Promise.resolve() });
    await expect(slot.untilFree()).rejects.toThrow(/another .* running/);
  });

  it('counts a reservation that is released twice once', () => {
    const budget = new MemoryBudget(2, 100);
    const [first] = [budget.reserve(40), budget.reserve(40)];
    first.release();
    first.release();
    budget.reserve(40);
    expect(budget.isFull).toBe(true);
  });
});

describe('a time limit', () => {
  it('that an inspection exceeds gives 422 and frees the service', {
    tags: ['http.status.422', 'http.stop.timeout'],
  }, async () => {
    const given: unknown[] = [];
    class SlowRenderer extends ProcessRenderer {
      override async inspect(...[, options]: Parameters<ProcessRenderer['inspect']>): Promise<never> {
        given.push(options?.timeoutMs);
        throw new RenderError('timeout', ['took longer than 1500 ms']);
      }
    }
    const service = await startLimitedService({}, new SlowRenderer(), { 'timeout-ms': '1500' });
    for (let turn = 0; turn < 2; turn++) {
      const late = await post(service, '/inspect', smallText);
      expect(late.status).toBe(422);
      expect(errorOf(late)).toMatch(/\b1500 ms/);
    }
    expect(given).toEqual([1500, 1500]);
  });
});
