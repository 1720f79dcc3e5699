import { Agent } from 'node:http';
import { constants } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { startRequest } from '../../../../test/support/busy-service.ts';
import { longFilm, smallText } from '../../../../test/support/http-projects.ts';
import { childrenOf, coreMilliseconds, isRunning, onLinux } from '../../../../test/support/linux-process.ts';
import { RawConnection } from '../../../../test/support/raw-connection.ts';
import { type Service, startService } from '../../../../test/support/service.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { patientService } from './patient-service.ts';

/** Resolves once nothing listens on the service's port. */
function untilClosed(service: Service): Promise<unknown> {
  return waitUntil('the service stops accepting', () =>
    RawConnection.open(service).then(
      (connection) => {
        connection.destroy();
        return false;
      },
      (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
    ),
  );
}

describe.skipIf(!onLinux).each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])('%s', (signal) => {
  it('an idle service and its render process end on a signal', async () => {
    const service = await startService();
    const child = await service.renderProcess();
    service.signal(signal);
    expect(await service.finished).toMatchObject({ code: 0, signal: null });
    await waitUntil('the render process ends', () => !isRunning(child));
  });

  it('the service finishes the running render on a signal and accepts no more connections', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const service = await startService();
    const child = await service.renderProcess();
    const before = coreMilliseconds(child);
    const film = post(service, '/render?format=mp4', longFilm(2, 15));
    await waitUntil('the film is drawn', () => coreMilliseconds(child) > before + 200);
    service.signal(signal);
    await untilClosed(service);
    const { status, headers, body } = await film;
    expect(status).toBe(200);
    expect(body.length).toBe(Number(headers['content-length']));
    expect(await service.finished).toMatchObject({ code: 0, signal: null });
    await waitUntil('the render process ends', () => !isRunning(child));
  });

  it('the service ends at once on a second signal', { tags: 'slow' }, async () => {
    const service = await startService();
    const child = await service.renderProcess();
    const before = coreMilliseconds(child);
    const film = post(service, '/render?format=mp4', longFilm()).catch(() => undefined);
    await waitUntil('the film is drawn', () => coreMilliseconds(child) > before + 200);
    service.signal(signal);
    await untilClosed(service);
    service.signal(signal);
    // A service that has ended its work returns 0.
    expect(await service.finished).toMatchObject({ code: 128 + constants.signals[signal] });
    await film;
    await waitUntil('the render process ends', () => !isRunning(child));
  });
});

describe.skipIf(!onLinux)('shutdown', () => {
  it('the service shuts down without waiting for idle connections', async () => {
    const { service, end } = await patientService();
    const kept = new Agent({ keepAlive: true });
    onTestFinished(() => kept.destroy());
    expect((await ask(service, '/capabilities', { agent: kept })).status).toBe(200);
    const silent = await RawConnection.open(service);
    onTestFinished(() => silent.destroy());
    await end();
  });

  it('the service waits for the rest of a request body before it shuts down', { tags: 'slow' }, async () => {
    const service = await startService();
    const { connection, finish } = await startRequest(service, '/inspect', smallText);
    onTestFinished(() => connection.destroy());
    service.signal('SIGTERM');
    await untilClosed(service);
    await finish();
    expect((await connection.response()).status).toBe(200);
    expect(await service.finished).toMatchObject({ code: 0 });
  });

  it('the service leaves no process behind when it stops after several renders', {
    tags: 'slow',
  }, async () => {
    const service = await startService();
    for (let turn = 0; turn < 3; turn++) await post(service, '/render?format=svg', smallText);
    const children = childrenOf(service.pid);
    expect(children).toHaveLength(1);
    await service.stop();
    await waitUntil('the render process ends', () => !children.some(isRunning));
  });
});
