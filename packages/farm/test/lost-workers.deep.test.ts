// @module-tag redis-server

import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningCommand, run, start } from '../../../test/support/command-line.ts';
import { childrenOf, onLinux } from '../../../test/support/linux-process.ts';
import { Scrape } from '../../../test/support/metrics-text.ts';
import { sleep, waitUntil } from '../../../test/support/wait-until.ts';
import type { QueueConnection } from '../src/queue/connection.ts';
import { queueStatus, retryJobs } from '../src/queue/manage-queue.ts';
import {
  batchArguments,
  batchFolder,
  outputsIn,
  queueConnection,
  redisServer,
  startWorker,
  template,
} from './support/farm.ts';

const film = ['--format', 'mp4', '--json'];
/** The shortest time after which a worker counts as lost. */
const quickly = ['--stalled-after', '1'];
const patienceMs = 60_000;
const patientMs = 180_000;

async function untilRunning({ queue }: QueueConnection): Promise<void> {
  await waitUntil('a job runs', async () => (await queue.getActiveCount()) > 0, patienceMs);
}

async function untilCounts({ queue }: QueueConnection, expected: object): Promise<void> {
  const counts = async () => {
    const { completed = 0, failed = 0 } = await queue.getJobCounts();
    return { completed, failed };
  };
  await waitUntil(
    `jobs are ${JSON.stringify(expected)}`,
    async () => JSON.stringify(await counts()) === JSON.stringify(expected),
    patienceMs,
  );
}

async function killed(worker: RunningCommand): Promise<void> {
  worker.process.kill('SIGKILL');
  await worker.finished;
}

describe('a worker that ends', () => {
  it('a worker finishes its job after SIGTERM and takes no other job; repeated signals end it at once', {
    timeout: patientMs,
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), [{ id: 'a' }, { id: 'b' }]);
    await run(batchArguments(folder, join(folder, 'out'), ...film, '--queue', url, '--detach'));
    const connection = await queueConnection(url);
    const patient = startWorker(url, ...quickly);
    await untilRunning(connection);
    patient.process.kill('SIGTERM');
    expect((await patient.finished).code).toBe(0);
    expect(Object.keys(await outputsIn(join(folder, 'out')))).toEqual(['a.mp4']);
    expect(await queueStatus(connection)).toMatchObject({ waiting: 1, running: 0, done: 1, failed: 0 });

    const hurried = startWorker(url, ...quickly);
    await untilRunning(connection);
    // Signals that arrive at the same time count once.
    const repeat = setInterval(() => hurried.process.kill('SIGTERM'), 20);
    expect((await hurried.finished).code).toBe(143);
    clearInterval(repeat);
    expect(await queueStatus(connection)).toMatchObject({ running: 1, done: 1 });
    const measured = startWorker(url, ...quickly, '--metrics-port', '0');
    await untilCounts(connection, { completed: 2, failed: 0 });
    const { url: metrics = '' } = /^metrics are at (?<url>\S+)$/m.exec(measured.printed())?.groups ?? {};
    const scrape = new Scrape(await (await fetch(metrics)).text());
    expect(scrape.value('render_service_stalled_jobs_total')).toBe(1);
    expect(Object.keys(await outputsIn(join(folder, 'out')))).toEqual(['a.mp4', 'b.mp4']);
  });

  it("a killed worker's job goes to another worker, and fails after three killed workers until retried", {
    timeout: patientMs,
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), [{ id: 'poison' }]);
    await run(batchArguments(folder, join(folder, 'out'), ...film, '--queue', url, '--detach'));
    const connection = await queueConnection(url);
    const [waiting] = await connection.queue.getPrioritized();
    for (const start of [1, 2, 3]) {
      const victim = startWorker(url, ...quickly);
      const started = async () =>
        (await connection.queue.getJob(waiting?.id ?? ''))?.attemptsStarted === start;
      await waitUntil(`the job is begun ${start} times`, started, patienceMs);
      await killed(victim);
    }
    startWorker(url, ...quickly);
    await untilCounts(connection, { completed: 0, failed: 1 });
    const { failures } = await queueStatus(connection);
    expect(failures).toEqual([
      {
        name: 'poison.mp4',
        problems: [expect.stringMatching(/^its worker crashed or lost its connection three times/)],
      },
    ]);
    expect(await readdir(join(folder, 'out'))).not.toContain('poison.mp4');
    expect(await retryJobs(connection)).toEqual({ retried: 1 });
    await untilCounts(connection, { completed: 1, failed: 0 });
    expect(Object.keys(await outputsIn(join(folder, 'out')))).toEqual(['poison.mp4']);
  });

  it.runIf(onLinux)(
    'a job whose render process keeps crashing is tried three times',
    { timeout: patientMs },
    async () => {
      const redis = await redisServer();
      const url = redis.url(0);
      const folder = await batchFolder(template(), [{ id: 'a' }]);
      await run(batchArguments(folder, join(folder, 'out'), ...film, '--queue', url, '--detach'));
      const connection = await queueConnection(url);
      const worker = startWorker(url);
      const { pid = 0 } = worker.process;
      let said = '';
      worker.process.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      await waitUntil(
        'the job has failed',
        async () => {
          for (const child of childrenOf(pid)) process.kill(child, 'SIGKILL');
          return (await connection.queue.getFailedCount()) === 1;
        },
        patienceMs,
      );
      const [job] = await connection.queue.getFailed();
      expect(job?.attemptsMade).toBe(3);
      await waitUntil('the worker has printed it', () => said.includes(': failed: '));
      expect(
        said.match(/ a\.mp4: (tried again later|failed): .*the render process was ended by SIGKILL$/gm),
      ).toEqual([
        expect.stringContaining('tried again later'),
        expect.stringContaining('tried again later'),
        expect.stringContaining('failed'),
      ]);
      expect(await retryJobs(connection)).toEqual({ retried: 1 });
      await untilCounts(connection, { completed: 1, failed: 0 });
    },
  );
});

describe('killed workers and a restarted Redis server', () => {
  it('a batch of 60 rows publishes each output exactly once despite killed workers and a Redis restart', {
    timeout: patientMs,
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const colours = ['#cc0000', '#00cc00', '#0000cc'];
    const rows = Array.from({ length: 60 }, (_, row) => ({ id: `film-${row}`, colour: colours[row % 3] }));
    const folder = await batchFolder(template(), rows);
    const out = join(folder, 'out');
    const appearances = watchNames(out);
    const connection = await queueConnection(url);
    const { queue } = connection;
    const done = () => queue.getCompletedCount();
    // The first worker does nothing until the second one has been killed with a job.
    const following = start(batchArguments(folder, out, ...film, '--queue', url));
    const workers: RunningCommand[] = [];
    for (const minimum of [0, 8, 16]) {
      const victim = startWorker(url, ...quickly);
      await waitUntil('some more are done', async () => (await done()) >= minimum, patienceMs);
      await untilRunning(connection);
      await killed(victim);
      if (workers.length === 0) workers.push(startWorker(url, ...quickly));
    }
    // Work must be left when Redis restarts, and a worker that cannot reach Redis at its start exits at once.
    await queue.pause();
    workers.push(startWorker(url, ...quickly));
    await waitUntil(
      'both workers have started',
      () => workers.every((worker) => worker.printed() !== ''),
      patienceMs,
    );
    await queue.resume();
    await waitUntil('half are done', async () => (await done()) >= 25, patienceMs);
    await redis.stop();
    await redis.start();

    const { code, stdout, stderr } = await following.finished;
    expect(code, stderr).toBe(0);
    const { total, failed, ...counts } = JSON.parse(stdout.toString());
    expect({ total, failed, there: counts.made + counts.skipped }).toEqual({
      total: 60,
      failed: 0,
      there: 60,
    });
    expect(stderr).toContain(`lost the connection to ${url}; trying again\n`);
    expect(stderr).toContain(`connected to ${url} again\n`);
    // Workers must also end while a connection waits for its next attempt.
    await redis.stop();
    await sleep(1000);
    await redis.start();
    for (const worker of workers) worker.process.kill('SIGTERM');
    for (const { code, stderr } of await Promise.all(workers.map(({ finished }) => finished))) {
      expect(code, stderr).toBe(0);
    }

    const references = join(folder, 'references');
    const few = await batchFolder(template(), rows.slice(0, 3));
    await run(batchArguments(few, references, ...film, '--jobs', '1'));
    const hashes = Object.values(await outputsIn(references));
    const expected = rows.map(({ id }, row) => [`${id}.mp4`, hashes[row % 3]]);
    expect(await outputsIn(out)).toEqual(Object.fromEntries(expected));
    expect(Object.values(appearances())).toEqual(rows.map(() => 1));
    expect((await readdir(out)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const { waiting, running, delayed } = await queueStatus(connection);
    expect({ waiting, running, delayed }).toEqual({ waiting: 0, running: 0, delayed: 0 });
  });
});

/** Counts how often each output of a folder appears under its name from now on. */
function watchNames(folder: string): () => Record<string, number> {
  const counts: Record<string, number> = {};
  const watcher: FSWatcher = watch(folder, (event, name) => {
    if (event !== 'rename' || name === null || name.startsWith('.')) return;
    counts[name] = (counts[name] ?? 0) + 1;
  });
  onTestFinished(() => watcher.close());
  return () => counts;
}
