import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../../test/support/wait-until.ts';
import { RenderSupervisor } from '../../../src/render/process/supervisor.ts';

const mebibyte = 1024 ** 2;
const film = readFileSync(new URL('../../../../../examples/solar-system.json', import.meta.url));
const still = readFileSync(new URL('../../../../../examples/hello.json', import.meta.url));

function start(options?: ConstructorParameters<typeof RenderSupervisor>[0]): RenderSupervisor {
  const renderer = new RenderSupervisor(options);
  onTestFinished(() => renderer.close());
  return renderer;
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a render process', () => {
  it('a render process starts with the first task and also does later tasks', async () => {
    const renderer = start();
    expect(renderer.processId).toBeUndefined();
    await renderer.render(still);
    const { processId } = renderer;
    expect(isRunning(processId)).toBe(true);
    const { projectName, ...result } = await renderer.render(still, { format: 'svg' });
    expect(projectName).toBe('Hello');
    expect(Buffer.from(result.data).toString()).toContain('<svg');
    expect(renderer.processId).toBe(processId);
  });

  it('a render process completes all simultaneous tasks', async () => {
    const renderer = start();
    const formats = ['png', 'svg', 'png', 'svg'] as const;
    const results = await Promise.all(formats.map((format) => renderer.render(still, { format })));
    expect(results.map(({ format }) => format)).toEqual(formats);
  });

  it('a task that needs too much memory fails, and the next task succeeds', { tags: 'slow' }, async () => {
    const renderer = start({ maxMemoryBytes: 220 * mebibyte });
    await expect(renderer.render(film, { format: 'mp4' })).rejects.toMatchObject({
      code: 'failed',
      message: 'project: needs more than 220 MiB of memory to be rendered; simplify it, or render it smaller',
    });
    expect((await renderer.render(still)).bytes).toBeGreaterThan(0);
  });

  it('a task that fails unexpectedly is the last one of its process', { tags: 'slow' }, async () => {
    const renderer = start();
    const ends: string[] = [];
    renderer.observe({ rendered: () => {}, processEnded: (cause) => ends.push(cause) });
    await renderer.render(still);
    const { processId } = renderer;
    const { signal } = new AbortController();
    const noBytes = { type: 'image', bytes: null as never, maxBytes: 1, drawn: undefined } as const;
    await expect(renderer.convert({ ...noBytes, heardUntilMs: undefined }, signal)).rejects.toMatchObject({
      code: 'failed',
    });
    expect(ends).toEqual(['unexpected_failure']);
    expect((await renderer.render(still)).bytes).toBeGreaterThan(0);
    expect(renderer.processId).not.toBe(processId);
  });

  it.each(['SIGSEGV', 'SIGKILL', 'SIGABRT'] as const)(
    'a task fails when %s ends its render process',
    { tags: 'slow' },
    async (signal) => {
      const renderer = start();
      let isKilled = false;
      const task = renderer.render(film, {
        format: 'mp4',
        onProgress: ({ framesDone }) => {
          if (isKilled || framesDone < 10 || renderer.processId === undefined) return;
          isKilled = true;
          process.kill(renderer.processId, signal);
        },
      });
      await expect(task).rejects.toMatchObject({
        code: 'failed',
        message: 'project: could not be rendered, because the render process ended unexpectedly',
        cause: expect.stringContaining(signal),
      });
      expect((await renderer.render(still)).bytes).toBeGreaterThan(0);
    },
  );

  it('a task goes to another render process if its process is killed before taking it', {
    tags: 'slow',
  }, async () => {
    const renderer = start({ startsAhead: true });
    await renderer.start();
    for (let round = 0; round < 3; round++) {
      if (renderer.processId !== undefined) process.kill(renderer.processId, 'SIGKILL');
      expect((await renderer.render(still)).bytes).toBeGreaterThan(0);
    }
  });

  it('a render process is replaced ahead of the next task with `startsAhead`', async () => {
    const renderer = start({ startsAhead: true });
    await renderer.start();
    const first = renderer.processId;
    if (first !== undefined) process.kill(first, 'SIGKILL');
    await waitUntil('another process', () => renderer.processId !== first && isRunning(renderer.processId));
  });

  it('a render process ends when its task exceeds the time limit', async () => {
    const renderer = start();
    await renderer.render(still);
    const { processId } = renderer;
    await expect(renderer.render(film, { format: 'mp4', timeoutMs: 100 })).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(isRunning(processId)).toBe(false);
  });

  it('cancelling a running task ends the render process, but cancelling a waiting task does not', {
    tags: 'slow',
  }, async () => {
    const renderer = start();
    const running = new AbortController();
    const waiting = new AbortController();
    let processId: number | undefined;
    const first = renderer.render(film, {
      format: 'mp4',
      signal: running.signal,
      onProgress: ({ framesDone }) => {
        // Checked now: both events may arrive in one turn of the event loop, after which another process may run.
        processId ??= renderer.processId;
        if (framesDone >= 5) waiting.abort();
        if (framesDone >= 10) running.abort();
      },
    });
    const second = renderer.render(still, { signal: waiting.signal });
    const third = renderer.render(still);
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect(isRunning(processId)).toBe(false);
    expect((await third).bytes).toBeGreaterThan(0);
  });

  it('a render process that keeps pieces stops a task that is cancelled or takes too long, and lives on', {
    tags: 'slow',
  }, async () => {
    const renderer = start();
    const pieces = { format: 'mp4', width: 320, keepsPieces: true } as const;
    const stop = new AbortController();
    let processId: number | undefined;
    const cancelled = renderer.render(film, {
      ...{ ...pieces, signal: stop.signal },
      onProgress: ({ framesDone }) => {
        processId ??= renderer.processId;
        if (framesDone >= 80) stop.abort();
      },
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'aborted' });
    await expect(renderer.render(film, { ...pieces, timeoutMs: 10 })).rejects.toMatchObject({
      code: 'timeout',
    });
    const inspection = new AbortController();
    const inspected = renderer.inspect(film, { signal: inspection.signal });
    setTimeout(() => inspection.abort(), 20);
    await expect(inspected).rejects.toMatchObject({ code: 'aborted' });
    const { build } = await renderer.render(film, pieces);
    expect(build?.pieces.some(({ isKept }) => isKept)).toBe(true);
    expect(renderer.processId).toBe(processId);
  });

  it.skipIf(!onLinux)(
    'a render process that keeps pieces ends if its task does not stop',
    { tags: 'slow' },
    async () => {
      const renderer = start();
      const stop = new AbortController();
      let processId: number | undefined;
      const task = renderer.render(film, {
        ...{ format: 'mp4', keepsPieces: true, signal: stop.signal },
        onProgress: () => {
          if (processId !== undefined) return;
          processId = renderer.processId;
          process.kill(Number(processId), 'SIGSTOP');
          stop.abort();
        },
      });
      await expect(task).rejects.toMatchObject({ code: 'aborted' });
      expect(isRunning(processId)).toBe(false);
      expect((await renderer.render(still)).bytes).toBeGreaterThan(0);
    },
  );

  it('closing a renderer ends its render process and rejects its tasks', async () => {
    const renderer = start();
    await renderer.render(still);
    const { processId } = renderer;
    const running = renderer.render(film, { format: 'mp4' });
    const waiting = renderer.inspect(still);
    const refusals = Promise.all([
      expect(running).rejects.toMatchObject({ code: 'aborted', message: 'the renderer was closed' }),
      expect(waiting).rejects.toMatchObject({ code: 'aborted', message: 'the renderer was closed' }),
    ]);
    await renderer.close();
    await refusals;
    expect(isRunning(processId)).toBe(false);
    await expect(renderer.render(still)).rejects.toMatchObject({ code: 'aborted' });
  });
});

/** Returns a process that is ready, and its renderer. */
async function startWarm(options?: ConstructorParameters<typeof RenderSupervisor>[0]) {
  const renderer = start(options);
  await renderer.start();
  return { renderer, processId: renderer.processId };
}

describe('a render process after its task', () => {
  it('a render process survives if a finished task is cancelled or reaches its time limit later', async () => {
    const { renderer, processId } = await startWarm();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stop = new AbortController();
    const options = { signal: stop.signal, timeoutMs: 4000 };
    await renderer.render(still, { ...options, format: 'svg' });
    await renderer.inspect(still, options);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    stop.abort();
    vi.advanceTimersByTime(60_000);
    expect(isRunning(processId)).toBe(true);
    expect((await renderer.render(still)).bytes).toBeGreaterThan(0);
    expect(renderer.processId).toBe(processId);
  });
});

describe('the next task', () => {
  it('a task waits for the running task, even if tasks in between are cancelled', async () => {
    const renderer = start();
    const cancelled = new AbortController();
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    const first = renderer
      .render(still, { format: 'mp4', onProgress: () => cancelled.abort() })
      .then(note('first'));
    const between = [
      renderer.render(still, { signal: cancelled.signal }),
      renderer.inspect('{'),
      renderer.render(still, { signal: cancelled.signal }),
    ].map((task) => task.catch(() => {}));
    const last = renderer.render(still, { onProgress: note('last began') }).then(note('last'));
    await Promise.all([first, ...between, last]);
    expect(order).toEqual(['first', 'last began', 'last']);
  });

  it("a task begins only after a cancelled task's render process has ended", { tags: 'slow' }, async () => {
    const { renderer, processId } = await startWarm({ startsAhead: true });
    const cancelled = new AbortController();
    let wasLeft: boolean | undefined;
    const first = renderer.render(film, {
      format: 'mp4',
      signal: cancelled.signal,
      onProgress: () => cancelled.abort(),
    });
    const next = renderer.render(still, {
      onProgress: () => {
        wasLeft = isRunning(processId);
      },
    });
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    await next;
    expect(wasLeft).toBe(false);
  });
});

describe.skipIf(!onLinux)('a render process that never starts', () => {
  it('a render process that does not start within 30 s is ended, and its task fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const renderer = start();
    const task = renderer.render(still, { timeoutMs: 1000 });
    const outcome = expect(task).rejects.toMatchObject({
      code: 'failed',
      message:
        'project: could not be rendered, because the render process did not start within 30 s; try again when the machine is less busy',
      cause: 'the render process did not start within 30000 ms',
    });
    while (renderer.processId === undefined) await new Promise(setImmediate);
    const { processId } = renderer;
    process.kill(processId, 'SIGSTOP');
    vi.advanceTimersByTime(29_999);
    expect(isRunning(processId)).toBe(true);
    vi.advanceTimersByTime(1);
    await outcome;
    expect(isRunning(processId)).toBe(false);
    expect((await renderer.render(still)).bytes).toBeGreaterThan(0);
  });

  it('a task is cancelled at once while its render process starts', async () => {
    const renderer = start();
    const cancelled = new AbortController();
    const task = renderer.render(still, { signal: cancelled.signal });
    await waitUntil('a process', () => renderer.processId !== undefined);
    process.kill(Number(renderer.processId), 'SIGSTOP');
    cancelled.abort();
    await expect(task).rejects.toMatchObject({ code: 'aborted' });
  });
});
