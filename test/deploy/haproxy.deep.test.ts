// @module-tag ffmpeg
// @module-tag haproxy

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../support/ask.ts';
import { documentPaths } from '../support/documented-response.ts';
import { freePort, type Haproxy, startHaproxy } from '../support/haproxy.mjs';
import { longFilm, noisyPictures, smallText } from '../support/http-projects.ts';
import { coreMilliseconds } from '../support/linux-process.ts';
import { errorOf } from '../support/response.ts';
import { type Service, useService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The shipped configuration, in front of three instances. */
const port = await freePort();
const env = { SERVICE_RENDER_ALLOWED_HOSTS: `127.0.0.1:${port}` };
const instances = [useService({ env }), useService({ env }), useService({ env })];
let haproxy: Haproxy | undefined;
/** The instances as one service, as HAProxy's clients see them. */
let together: Service;

beforeAll(async () => {
  haproxy = await startHaproxy(
    port,
    instances.map((instance) => instance().port),
  );
  together = { ...instances[0](), port, host: `127.0.0.1:${port}`, address: '127.0.0.1' };
});
afterAll(() => haproxy?.stop());

const targets = ['/inspect', '/render?format=svg', '/render?format=png', '/render?format=mp4&width=160'];
const film = JSON.stringify(longFilm(20));

/** Twenty clients that send three requests each, one after the other. */
async function sixtyStatuses(service: Service): Promise<number[]> {
  const client = async (_: unknown, number: number) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const target = targets[(number + turn) % targets.length];
      statuses.push((await post(service, target, smallText)).status);
    }
    return statuses;
  };
  return (await Promise.all(Array.from({ length: 20 }, client))).flat();
}

function countResponses(instance: Service, status: number): number {
  return instance.logs.filter((line) => line.method === 'POST' && line.status === status).length;
}

/** Keeps one instance busy with a film, until it is cancelled. */
function startFilm(service: Service): { giveUp(): Promise<void> } {
  const client = new AbortController();
  onTestFinished(() => client.abort());
  const response = post(service, '/render?format=mp4', film, { signal: client.signal }).then(
    ({ status }) => `got status ${status}`,
    () => 'was cancelled',
  );
  return {
    giveUp: async () => {
      client.abort();
      expect(await response).toBe('was cancelled');
    },
  };
}

/** Starts a film on every instance, and waits until all of them render. */
async function occupyAll(): Promise<() => Promise<void>> {
  // Once it has responded, an instance has stopped all cancelled work.
  for (const instance of instances) {
    await waitUntil('an instance responds', async () => {
      return (await post(instance(), '/inspect', smallText)).status === 200;
    });
  }
  const processes = await Promise.all(instances.map((instance) => instance().renderProcess()));
  const before = processes.map(coreMilliseconds);
  const films = instances.map(() => startFilm(together));
  await waitUntil('every instance renders', () =>
    processes.every((pid, at) => coreMilliseconds(pid) > before[at] + 200),
  );
  return async () => {
    await Promise.all(films.map((one) => one.giveUp()));
  };
}

describe('three instances behind HAProxy', () => {
  it('three instances behind HAProxy serve sixty requests from twenty clients and refuse none', async () => {
    const statuses = await sixtyStatuses(together);
    expect(statuses).toEqual(statuses.map(() => 200));
    const shares = await waitUntil('the instances have logged all', () => {
      const logged = instances.map((instance) => countResponses(instance(), 200));
      return logged.reduce((sum, share) => sum + share) === statuses.length && logged;
    });
    expect(statuses).toHaveLength(60);
    expect(Math.min(...shares)).toBeGreaterThan(5);
    expect(instances.map((instance) => countResponses(instance(), 429))).toEqual([0, 0, 0]);
  });

  it('a single instance without HAProxy refuses some of sixty requests from twenty clients', async () => {
    expect(await sixtyStatuses(instances[0]())).toContain(429);
  });

  it('HAProxy serves capabilities and documents while all instances render and a request waits', async () => {
    const giveUp = await occupyAll();
    const waiting = post(together, '/inspect', smallText);
    for (const path of ['/capabilities', ...documentPaths]) {
      expect((await ask(together, path)).status).toBe(200);
    }
    await giveUp();
    expect((await waiting).status).toBe(200);
  });

  it('HAProxy serves waiting requests when the clients of running renders disconnect', async () => {
    const giveUp = await occupyAll();
    const waiting = instances.map(() => post(together, '/render?format=svg', smallText));
    await giveUp();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('HAProxy passes on a large project and response unchanged', async () => {
    const project = noisyPictures(4);
    const throughHaproxy = await post(together, '/render?format=svg', project);
    const direct = await post(instances[0](), '/render?format=svg', project);
    expect([throughHaproxy.status, direct.status]).toEqual([200, 200]);
    expect(throughHaproxy.body.length).toBeGreaterThan(4_000_000);
    expect(throughHaproxy.body.equals(direct.body)).toBe(true);
  });

  it('HAProxy continues if one instance fails, and responds with a JSON error if all fail', async () => {
    instances[0]().signal('SIGKILL');
    await instances[0]().finished;
    const statuses = await sixtyStatuses(together);
    expect(statuses).toEqual(statuses.map(() => 200));
    for (const instance of instances.slice(1)) {
      instance().signal('SIGKILL');
      await instance().finished;
    }
    const response = await waitUntil('HAProxy itself responds', async () => {
      const one = await post(together, '/unknown', smallText).catch(() => undefined);
      return one?.status === 503 && one;
    });
    expect(errorOf(response)).toBe('no instance was free in time');
  });
});
