// @module-tag ffmpeg

import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { startRequest, untilIdle } from '../../../../test/support/busy-service.ts';
import { noisyPictures, padded, smallText } from '../../../../test/support/http-projects.ts';
import { startLimitedService } from '../../../../test/support/limited-service.ts';
import { postHead, RawConnection } from '../../../../test/support/raw-connection.ts';
import { errorOf } from '../../../../test/support/response.ts';
import type { ServiceAddress } from '../../../../test/support/service.ts';
import { useService } from '../../../../test/support/service.ts';
import { RenderSupervisor } from '../../../engine/src/render/process/supervisor.ts';
import { RenderError } from '../../../engine/src/render/render-error.ts';
import { Admission } from '../../src/http/admission.ts';
import { ClientMemory } from '../../src/http/client-memory.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import type { RequestRecord } from '../../src/http/request-log.ts';

/** Its SVG is larger than the buffers of a connection, so the response waits until it is read. */
const pictures = JSON.stringify(noisyPictures(16));
const mebibyte = 1024 * 1024;

/** A client that stops reading after its response has begun to arrive. */
async function startReading(service: ServiceAddress): Promise<RawConnection> {
  const connection = await RawConnection.open(service);
  await connection.send(postHead(service, '/render?format=svg', Buffer.byteLength(pictures)) + pictures);
  await connection.untilReceived('HTTP/1.1 200 ');
  return connection;
}

describe('unread responses', () => {
  const service = useService();

  it('serves other requests while a response is unread, and completes the response when it is read', async () => {
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

describe('a reached limit on bodies or responses', () => {
  it('disconnects the slowest sender if another request body would exceed the limit', async () => {
    const records: RequestRecord[] = [];
    const limits = { waitingBodies: 2, givingWayGraceMs: 0 };
    const service = await startLimitedService(limits, undefined, {}, (record) => records.push(record));
    const silent = await startRequest(service, '/inspect', padded(smallText, 10_000).toString());
    const body = padded(smallText, 8 * mebibyte).toString();
    const fast = await startRequest(service, '/inspect', body);
    expect((await post(service, '/inspect', smallText)).status).toBe(200);
    expect((await silent.connection.rest()).toString()).not.toContain('HTTP/1.1 4');
    expect(records).toContainEqual(
      expect.objectContaining({ path: '/inspect', status: 499, disconnected: 'gave way' }),
    );
    await fast.finish();
    expect((await fast.connection.response()).status).toBe(200);
    fast.connection.destroy();
  });

  it('makes a request above the limit wait while all other clients have just begun to send', async () => {
    const service = await startLimitedService({ waitingBodies: 2, givingWayGraceMs: 600_000 });
    const first = await startRequest(service, '/inspect', smallText);
    const second = await startRequest(service, '/inspect', smallText);
    const waiting = post(service, '/inspect', smallText);
    first.connection.destroy();
    expect((await waiting).status).toBe(200);
    second.connection.destroy();
  });

  it('responds with 429 if all other clients have only just begun to send', async () => {
    const memory = new ClientMemory({ maxCount: 1, maxBytes: 100, graceMs: 60 });
    const refill = () => {
      current = memory.reserve(() => {});
    };
    let current = memory.reserve(() => {});
    const turns = setInterval(() => {
      current.release();
      refill();
    }, 5);
    expect(await memory.makeRoom()).toBe(false);
    clearInterval(turns);
    const service = await startLimitedService({ waitingBodies: 0, givingWayGraceMs: 5 });
    const refused = await post(service, '/inspect', smallText);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(errorOf(refused)).toMatch(/request bodies/);
  });

  it('disconnects a client that stopped sending if another request body needs its memory', async () => {
    // The grace period keeps a busy machine from making the second client the slower one.
    const givingWayGraceMs = 2000;
    const service = await startLimitedService({ waitingBodyBytes: 2 * mebibyte, givingWayGraceMs });
    const half = await startRequest(service, '/inspect', padded(smallText, 3 * mebibyte).toString());
    await sleep(givingWayGraceMs);
    expect((await post(service, '/inspect', padded(smallText, mebibyte))).status).toBe(200);
    await half.connection.rest();
  });

  it('responds with 429 to a request body larger than the memory for all request bodies', async () => {
    const service = await startLimitedService({ waitingBodyBytes: mebibyte });
    const refused = await post(service, '/inspect', padded(smallText, 2 * mebibyte));
    expect(refused.status).toBe(429);
    expect(errorOf(refused)).toMatch(/1048576 bytes/);
  });

  it.each([{ waitingResponses: 1 }, { waitingResponseBytes: mebibyte }])(
    'cuts off an unread response if another request would exceed the limits %o',
    async (limits) => {
      const service = await startLimitedService(limits);
      const connection = await startReading(service);
      expect((await post(service, '/inspect', smallText)).status).toBe(200);
      // Only the content of the socket buffers arrives.
      expect((await connection.rest()).length).toBeLessThan(Buffer.byteLength(pictures));
    },
  );
});

describe('clients that are too slow', () => {
  it('disconnects a client that reads its response too slowly', async () => {
    const limits = { waitingResponses: 1, readingBytesPerSecond: mebibyte, readingWindowMs: 2000 };
    const service = await startLimitedService({ ...limits, givingWayGraceMs: 600_000 });
    const connection = await startReading(service);
    await untilIdle(service);
    // Only the content of the socket buffers arrives.
    expect((await connection.rest()).length).toBeLessThan(Buffer.byteLength(pictures));
  });

  it('disconnects a client that sends its body too slowly, even without long pauses', async () => {
    const limits = { sendingBytesPerSecond: 100, sendingWindowMs: 3000 };
    const service = await startLimitedService(limits);
    const { connection } = await startRequest(service, '/inspect', padded(smallText, mebibyte).toString());
    const dribble = setInterval(() => connection.send(' ').catch(() => {}), 200);
    await connection.rest();
    clearInterval(dribble);
    expect((await post(service, '/inspect', smallText)).status).toBe(200);
  });
});

describe('the render slot', () => {
  it('the render slot stays taken if its previous holder releases it twice', async () => {
    const admission = new Admission(defaultLimits);
    const end = await admission.startWork();
    end();
    await admission.startWork();
    end();
    await expect(admission.startWork()).rejects.toThrow(/another .* running/);
  });
});

describe('the memory for clients', () => {
  it('releasing a reservation of client memory twice frees the memory only once', () => {
    const memory = new ClientMemory({ maxCount: 2, maxBytes: 100, graceMs: 0 });
    const [first] = [memory.reserve(() => {}, 40), memory.reserve(() => {}, 40)];
    first.release();
    first.release();
    memory.reserve(() => {}, 40);
    expect(memory.isFull).toBe(true);
  });

  it('disconnects a paused client before a client that is steadily slow', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const left: string[] = [];
    const memory = new ClientMemory({ maxCount: 2, maxBytes: 1e9, graceMs: 500 });
    const burst = memory.reserve(() => left.push('burst'));
    burst.countMoved(4 * mebibyte);
    const steady = memory.reserve(() => left.push('steady'));
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      steady.countMoved(8 * 1024);
    }
    expect(await memory.makeRoom()).toBe(true);
    vi.useRealTimers();
    expect(left).toEqual(['burst']);
  });
});

describe('the time limit of an inspection', () => {
  it('responds with 422 to an inspection that exceeds its time limit, and frees the service', async () => {
    const given: unknown[] = [];
    class SlowRenderer extends RenderSupervisor {
      override async inspect(...[, options]: Parameters<RenderSupervisor['inspect']>): Promise<never> {
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
