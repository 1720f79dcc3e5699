import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { untilIdle } from '../../../../test/support/busy-service.ts';
import { longFilm, maxInputBytes, smallText } from '../../../../test/support/http-projects.ts';
import {
  childrenOf,
  coreMilliseconds,
  isRunning,
  networkSockets,
  onLinux,
  startingWords,
} from '../../../../test/support/linux-process.ts';
import { postHead, RawConnection } from '../../../../test/support/raw-connection.ts';
import { errorOf, jsonOf } from '../../../../test/support/response.ts';
import { type Service, startService, useService } from '../../../../test/support/service.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

const film = JSON.stringify(longFilm());

/** Starts a film and waits until it is being drawn; resolves to the render process. */
async function untilDrawing(service: Service, begin: () => void): Promise<number> {
  const child = await service.renderProcess();
  const before = coreMilliseconds(child);
  begin();
  await waitUntil('the film is drawn', () => coreMilliseconds(child) > before + 200);
  return child;
}

function expectSmallRender(service: Service) {
  return expect(post(service, '/render', smallText)).resolves.toMatchObject({ status: 200 });
}

describe.skipIf(!onLinux)('the render process', () => {
  const service = useService();

  it.each<NodeJS.Signals>(['SIGSEGV', 'SIGKILL', 'SIGABRT'])(
    'fails only the running request if the render process ends with %s during a film',
    async (signal) => {
      let failed: ReturnType<typeof post> | undefined;
      const child = await untilDrawing(service(), () => {
        failed = post(service(), '/render?format=mp4', film);
      });
      process.kill(child, signal);
      const response = await failed;
      expect(response?.status).toBe(422);
      await expectSmallRender(service());
      expect(isRunning(service().pid)).toBe(true);
      expect(await service().renderProcess()).not.toBe(child);
    },
  );

  it('responds without internal details if the render process ends during a film', async () => {
    let failed: ReturnType<typeof post> | undefined;
    const child = await untilDrawing(service(), () => {
      failed = post(service(), '/render?format=mp4', film);
    });
    process.kill(child, 'SIGKILL');
    const response = await failed;
    if (!response) throw new Error('the film was not requested');
    expect(errorOf(response)).not.toMatch(/node_modules|\.js\b|\n|SIGKILL.*at /);
  });

  it('replaces an idle render process that ended', async () => {
    await expectSmallRender(service());
    const child = await service().renderProcess();
    process.kill(child, 'SIGKILL');
    await waitUntil('another one has started', async () => (await service().renderProcess()) !== child);
    await expectSmallRender(service());
  });

  it('serves a request that arrives just after the render process ended', { tags: 'slow' }, async () => {
    for (let turn = 0; turn < 5; turn++) {
      await expectSmallRender(service());
      const child = await service().renderProcess();
      process.kill(child, 'SIGKILL');
      await waitUntil('it has ended', () => !isRunning(child));
    }
    await expectSmallRender(service());
  });

  it('the service keeps running if the render process ends just as a request arrives', {
    tags: 'slow',
  }, async () => {
    for (let turn = 0; turn < 5; turn++) {
      await expectSmallRender(service());
      process.kill(await service().renderProcess(), 'SIGKILL');
      // The service cannot detect it yet: the request may have gone to the process that ends.
      const { status } = await post(service(), '/render', smallText);
      expect([200, 422]).toContain(status);
    }
    await expectSmallRender(service());
  });

  it('a request starts a new render process if the replacement ended before it was ready', async () => {
    await expectSmallRender(service());
    const ended = await service().renderProcess();
    process.kill(ended, 'SIGKILL');
    const next = await waitUntil('another one starts', () =>
      childrenOf(service().pid).find((child) => child !== ended),
    );
    process.kill(next, 'SIGKILL');
    await waitUntil('it has ended', () => !isRunning(next));
    await expectSmallRender(service());
    expect((await post(service(), '/inspect', smallText)).status).toBe(200);
  });

  it('the render process has no network sockets while idle or during a film', async () => {
    await expectSmallRender(service());
    expect(networkSockets(await service().renderProcess())).toEqual([]);
    expect(networkSockets(service().pid)).not.toEqual([]);
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    await connection.send(postHead(service(), '/render?format=mp4', Buffer.byteLength(film)));
    const child = await untilDrawing(service(), () => connection.send(film));
    expect(networkSockets(child)).toEqual([]);
    connection.destroy();
    await untilIdle(service());
  });

  it('passes neither the token nor other environment secrets to the render process', {
    tags: 'slow',
  }, async () => {
    const token = 'a-token-of-the-service-alone';
    const other = await startService({
      env: { SERVICE_RENDER_TOKEN: token, SOME_API_KEY: 'a-key-of-somebody-else' },
    });
    const words = startingWords(await other.renderProcess());
    expect(startingWords(other.pid)).toContain(token);
    expect(words).not.toContain(token);
    expect(words).not.toContain('SERVICE_RENDER_TOKEN');
    expect(words).not.toContain('a-key-of-somebody-else');
    const byFlag = await startService({ flags: ['--token', token] });
    expect(startingWords(await byFlag.renderProcess())).not.toContain(token);
  });

  it.each([
    { what: 'while idle', drawing: false },
    { what: 'during a film', drawing: true },
  ])('the render process ends when the service is killed $what', async ({ drawing }) => {
    const other = await startService();
    const child = drawing
      ? await untilDrawing(other, () => {
          post(other, '/render?format=mp4', film).catch(() => undefined);
        })
      : await other.renderProcess();
    other.signal('SIGKILL');
    await other.finished;
    await waitUntil('the render process ends', () => !isRunning(child));
  });

  it('the service keeps responding while the render process parses a large project', {
    tags: 'slow',
  }, async () => {
    const numbers = Buffer.alloc(maxInputBytes, '1,');
    const start = Buffer.from(`${smallText.slice(0, -1)},"unknown":[`);
    start.copy(numbers);
    numbers.write('1]}', maxInputBytes - 3);
    if (start.length % 2 === 1) numbers.write(' ', start.length);
    const connection = await RawConnection.open(service());
    onTestFinished(() => connection.destroy());
    await connection.send(postHead(service(), '/inspect', numbers.length));
    await connection.send(numbers);
    let isInspected = false;
    const inspected = connection.response().finally(() => {
      isInspected = true;
    });
    let responses = 0;
    while (!isInspected) {
      await ask(service(), '/capabilities');
      if (!isInspected) responses++;
    }
    const response = await inspected;
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toMatchObject({ issues: [] });
    expect(responses).toBeGreaterThan(3);
  });
});

/** Long enough for a fresh process on a busy machine to draw a small picture, but too short for the film. */
describe('the time limit', () => {
  const service = useService({ env: { SERVICE_RENDER_TIMEOUT_MS: '1000' } });

  it('responds with 504 to a film at the time limit, and serves the next request', {
    tags: 'slow',
  }, async () => {
    for (let turn = 0; turn < 2; turn++) {
      const late = await post(service(), '/render?format=mp4', film);
      expect(late.status).toBe(504);
      expect(errorOf(late)).toMatch(/\b1000 ms/);
      expect((await post(service(), '/render?format=svg', smallText)).status).toBe(200);
    }
  });
});
