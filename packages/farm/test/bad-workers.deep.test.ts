// @module-tag redis-server

import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { run, start } from '../../../test/support/command-line.ts';
import { copyPackages } from '../../../test/support/package-copy.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { checkOptions } from '../../engine/src/render/options/check-options.ts';
import { packageVersion } from '../../service/src/contract/package-version.ts';
import { batchToQueue } from '../src/commands/batch-to-queue.ts';
import { queueStatus } from '../src/queue/manage-queue.ts';
import {
  batchArguments,
  batchFolder,
  outputsIn,
  queueConnection,
  redisServer,
  shortWaits,
  startWorker,
  template,
  workerHere,
} from './support/farm.ts';
import { startS3Server } from './support/s3-server.ts';

afterEach(() => vi.unstubAllEnvs());

const still = ['--format', 'png', '--json'];
const never = new AbortController().signal;

function rowsOf(count: number): { id: string; left: number }[] {
  return Array.from({ length: count }, (_, row) => ({ id: `row-${row}`, left: 20 + row }));
}

async function queued(url: string, folder: string, ...options: string[]): Promise<void> {
  const out = join(folder, 'out');
  const { code, stderr } = await run(
    batchArguments(folder, out, ...still, '--queue', url, '--detach', ...options),
  );
  expect(code, stderr).toBe(0);
}

describe('a worker that cannot do its jobs', () => {
  it('a worker with a wrong folder returns its job, prints why and exits with code 1, and no row is lost', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), rowsOf(30));
    await queued(url, folder);
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    const bad = startWorker(url, '--out-dir', elsewhere);
    const { code, stderr } = await bad.finished;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^\S+Z batch 1 job [0-9a-f]{8} row-\d+\.png: returned to the queue: the output must go to /m,
    );
    expect(stderr).toMatch(/^render-service: this worker stops because it cannot do its jobs: /m);
    const connection = await queueConnection(url);
    expect(await queueStatus(connection)).toMatchObject({ waiting: 30, failed: 0, delayed: 0 });
    const { ends } = await workerHere(url);
    const alsoBad = await workerHere(url, { within: elsewhere });
    await waitUntil('all are made', () => ends.length === 30);
    expect(ends.every(({ outcome }) => outcome === 'done')).toBe(true);
    expect(Object.keys(await outputsIn(join(folder, 'out')))).toHaveLength(30);
    expect(alsoBad.ends.every(({ outcome }) => outcome === 'returned')).toBe(true);
    const jobs = await connection.queue.getCompleted();
    expect(jobs.map(({ attemptsMade }) => attemptsMade)).toEqual(jobs.map(() => 1));
  });

  it('a worker does not start with an unusable output folder or bucket', async () => {
    const redis = await redisServer();
    const folder = await batchFolder(template(), []);
    const missing = await startWorker(redis.url(0), '--out-dir', join(folder, 'missing')).finished;
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/there is no folder .*missing/) });
    const { bucket, environment } = await startS3Server();
    const wrong = { ...environment, AWS_ACCESS_KEY_ID: 'wrong' };
    const args = ['work', '--queue', redis.url(0), '--jobs', '1', '--out-dir'];
    for (const [destination, variables] of [
      [`s3://${bucket}`, wrong],
      ['s3://no-such-bucket', environment],
    ] as const) {
      const { code, stderr } = await start([...args, destination], '', variables).finished;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^render-service: cannot (write|look for) s3:\/\//m),
      });
    }
  });

  it('a worker writes nothing into an empty folder in place of the mounted output folder', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), rowsOf(5));
    const out = join(folder, 'out');
    await queued(url, folder);
    await rename(out, join(folder, 'mounted'));
    await mkdir(out);
    const unmounted = await workerHere(url);
    await expect(unmounted.ended).rejects.toThrow(
      /out on this machine is not the destination of the batch: it has no \S+\.token; mount the same folder/,
    );
    expect(await outputsIn(out)).toEqual({});
    await rmdir(out);
    await rename(join(folder, 'mounted'), out);
    const { ends } = await workerHere(url);
    await waitUntil('all are made', () => ends.length === 5);
    expect(Object.keys(await outputsIn(out))).toHaveLength(5);
  });

  it.each([
    [
      'does not start',
      'process.exit(1);',
      /because it cannot render: the render process ended with code 1$/m,
    ],
    [
      'crashes with every film',
      "process.on('message', () => { process.send({ type: 'taken' }); setImmediate(() => process.exit(3)); });" +
        "process.send({ type: 'ready' });",
      /because it cannot do its jobs: project: could not be rendered/,
    ],
  ])('a worker stops if its render process %s, and no row fails', async (_, code, reason) => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), rowsOf(12));
    await queued(url, folder);
    const args = [await brokenProgram(code), 'work', '--queue', url, '--jobs', '1'];
    const { status, stderr } = await new Promise<{ status: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, args, { timeout: 50_000 }, (error, _stdout, stderr) =>
        resolve({ status: error?.code, stderr }),
      );
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(reason) });
    const { ends } = await workerHere(url);
    await waitUntil('all are made', () => ends.length === 12);
    expect(ends.every(({ outcome }) => outcome === 'done')).toBe(true);
  });

  it('a batch for a folder that no worker has does not block another batch', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const [wrong, right] = [
      await batchFolder(template(), rowsOf(6)),
      await batchFolder(template(), rowsOf(6)),
    ];
    await queued(url, wrong);
    await rm(join(wrong, 'out'), { recursive: true });
    await queued(url, right);
    for (const _ of ['first', 'second']) {
      await expect((await workerHere(url)).ended).rejects.toThrow(/there is no folder /);
    }
    // Jobs that are handed back are due again after each pause.
    const { ends, notices } = await workerHere(url, { waits: { ...shortWaits, storeDown: 1 } });
    const done = () => ends.filter(({ outcome }) => outcome === 'done');
    await waitUntil('the other batch is made', () => done().length === 6);
    expect(Object.keys(await outputsIn(join(right, 'out')))).toHaveLength(6);
    await waitUntil('it prints why jobs wait', () => notices.length > 0);
    expect(notices[0]).toMatch(/^outputs cannot be stored, so jobs wait: there is no folder /);
    const connection = await queueConnection(url);
    expect(await queueStatus(connection)).toMatchObject({ done: 6, failed: 0 });
    // As soon as the folder exists, that batch is completed, too.
    await mkdir(join(wrong, 'out'));
    await queued(url, wrong);
    await waitUntil('both are made', () => done().length === 12);
  });

  it("a worker ignores other versions' jobs, and batch and queue status report versions without workers", async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), rowsOf(3));
    const old = await workerHere(url, { connection: { version: '0.0.9' } });
    const following = start(batchArguments(folder, join(folder, 'out'), ...still, '--queue', url));
    let said = '';
    following.process.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    await waitUntil('the follower reports it', () =>
      said.includes(
        `no worker of this version (${packageVersion()}) is connected, only workers of 0.0.9; start one`,
      ),
    );
    expect(old.ends).toEqual([]);
    await workerHere(url);
    const { code, stdout } = await following.finished;
    expect({ code, ...JSON.parse(stdout.toString()) }).toMatchObject({ code: 0, made: 3 });
    expect(old.ends).toEqual([]);

    await old.stop();
    const earlier = await queueConnection(url, { version: '0.0.9' });
    await earlier.queue.add('batch-1', {});
    const { stdout: status } = await run(['queue', 'status', '--queue', url]);
    expect(status.toString()).toMatch(
      /^ {2}version 0\.0\.9: 0 workers, 1 waiting, 0 running; no worker does these jobs: start a worker of that version/m,
    );
    // A version that is new while the queue is paused is also paused.
    await run(['queue', 'pause', '--queue', url]);
    const later = await queueConnection(url, { version: '9.9.9' });
    await later.register();
    expect(await later.queue.isPaused()).toBe(true);
  });
});

describe('missing outputs of completed jobs', () => {
  it('a completed job with a missing output runs again, and fails if the output is missing once more', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), [{ id: 'a' }, { id: 'b' }]);
    const connection = await queueConnection(url);
    let claims = 0;
    // It uses another folder, like a worker that does not check the mark.
    const liar = new Worker(
      connection.queueName,
      async ({ data }) => {
        // The honest worker must get one of the two jobs that are put back.
        if (++claims > 3) await new Promise(() => {});
        const { name } = data.job;
        return { outcome: 'made', name, bytes: 9, width: 1, height: 1, frames: 1, elapsedMs: 1 };
      },
      { connection: connection.redis, lockDuration: 500, skipStalledCheck: true },
    );
    onTestFinished(() => liar.close(true));
    const report = join(folder, 'report.jsonl');
    const call = {
      inputs: [join(folder, 'template.json')],
      ...{ data: join(folder, 'rows.jsonl'), name: undefined, folder: join(folder, 'out'), report },
      ...{ force: false, json: true, jobs: undefined, options: checkOptions({ format: 'png' }) },
      ...{ variables: {}, timeoutMs: 60_000, strict: false },
    };
    const queueCall = { queue: url, detach: false, priority: 'normal', missingMs: 100 } as const;
    const following = batchToQueue(call, queueCall, never);
    await waitUntil('three tries', () => claims === 4);
    await liar.close(true);
    await workerHere(url, { stalledAfterMs: 1000 });
    expect(await following).toBe(1);
    const lines = (await readFile(report, 'utf8')).trimEnd().split('\n');
    const outcomes = lines.map((line) => JSON.parse(line)).sort((a, b) => a.outcome.localeCompare(b.outcome));
    expect(outcomes).toMatchObject([
      {
        outcome: 'failed',
        problems: [{ message: expect.stringMatching(/^workers have rendered it twice/) }],
      },
      { outcome: 'made' },
    ]);
    expect(Object.keys(await outputsIn(join(folder, 'out')))).toHaveLength(1);
  });
});

describe('a batch that is queued again with a corrected template', () => {
  it('a batch with a corrected template replaces earlier jobs, even a job that a worker has already taken', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), rowsOf(4));
    const out = join(folder, 'out');
    await queued(url, folder);
    const connection = await queueConnection(url);
    // One worker has a job of the first batch, and is killed later.
    const lost = new Worker(connection.queueName, null, { connection: connection.redis });
    onTestFinished(() => lost.close(true));
    const old = await lost.getNextJob('lost');
    expect(old).toBeDefined();
    const corrected = { ...template(), background: '#00ff00' };
    await writeFile(join(folder, 'template.json'), JSON.stringify(corrected));
    await queued(url, folder);
    expect(await queueStatus(connection)).toMatchObject({ waiting: 4, running: 1 });
    await connection.redis.del(`${connection.queue.toKey(old?.id ?? '')}:lock`);
    const { ends } = await workerHere(url, { stalledAfterMs: 500 });
    await waitUntil('all have ended', () => ends.length === 5);
    const oldEnd = ends.find(({ id }) => id === old?.id);
    expect(oldEnd).toMatchObject({ outcome: 'done', result: { outcome: 'displaced' } });
    const alone = join(folder, 'alone');
    await run(batchArguments(folder, alone, ...still, '--jobs', '1'));
    expect(await outputsIn(out)).toEqual(await outputsIn(alone));
  });
});

describe('a store outage', () => {
  it('a queued batch makes all rows once its missing output folder is back', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), rowsOf(12));
    const out = join(folder, 'out');
    const following = start(batchArguments(folder, out, ...still, '--queue', url));
    let said = '';
    following.process.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const { ends, notices } = await workerHere(url, { waits: shortWaits });
    await waitUntil('some are made', () => ends.length >= 3);
    await rename(out, join(folder, 'away'));
    await writeFile(out, 'a file in place of the folder');
    const returned = () => ends.filter(({ outcome }) => outcome === 'returned');
    await waitUntil('jobs go back', () => returned().length >= 4);
    await waitUntil('the follower reports why nothing is made', () =>
      said.includes('render-service: a worker reports: outputs cannot be stored, so jobs wait: '),
    );
    const status = await run(['queue', 'status', '--queue', url]);
    expect(status.stdout.toString()).toMatch(/^ {2}a worker reports: outputs cannot be stored/m);
    await rm(out);
    await rename(join(folder, 'away'), out);
    const { code, stdout, stderr } = await following.finished;
    expect({ code, ...JSON.parse(stdout.toString()) }, stderr).toMatchObject({
      code: 0,
      made: 12,
      failed: 0,
    });
    expect(ends.filter(({ outcome }) => outcome === 'retried' || outcome === 'failed')).toEqual([]);
    expect(notices).toEqual([
      expect.stringMatching(/^outputs cannot be stored, so jobs wait: /),
      'outputs can be stored again',
    ]);
  });

  it('a queued batch makes all rows once its failing bucket responds again', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const { bucket, environment } = await startS3Server();
    const store = await switchable(new URL(environment.AWS_ENDPOINT_URL ?? ''));
    const variables = { ...environment, AWS_ENDPOINT_URL: store.url, AWS_MAX_ATTEMPTS: '1' };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const folder = await batchFolder(template(), rowsOf(8));
    const arguments_ = batchArguments(folder, `s3://${bucket}/films`, ...still, '--queue', url);
    const following = start(arguments_, '', variables);
    const { ends } = await workerHere(url, { waits: shortWaits });
    await waitUntil('one is made', () => ends.length >= 1);
    store.isDown = true;
    await waitUntil('jobs go back', () => ends.filter(({ outcome }) => outcome === 'returned').length >= 3);
    store.isDown = false;
    const { code, stdout, stderr } = await following.finished;
    const { made, skipped, failed } = JSON.parse(stdout.toString());
    // A job may have gone back just after its output appeared.
    expect({ code, there: made + skipped, failed }, stderr).toEqual({ code: 0, there: 8, failed: 0 });
    expect(ends.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  });
});

/** The main file of a copy of this program with a different render process. */
async function brokenProgram(renderProcess: string): Promise<string> {
  const copy = await copyPackages();
  await writeFile(join(copy, 'packages/engine/dist/render/process/main.cjs'), renderProcess);
  return join(copy, 'packages/render-service/dist/cli/main.js');
}

/** A proxy for a server; it responds with 503 while it is down. */
async function switchable(target: URL): Promise<{ readonly url: string; isDown: boolean }> {
  const server = createServer((incoming, response) => {
    if (state.isDown) {
      incoming.resume();
      response.writeHead(503).end();
      return;
    }
    const { method, headers, url } = incoming;
    const options = { host: target.hostname, port: target.port, method, headers, path: url };
    incoming.pipe(
      request(options, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const state = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isDown: false };
  return state;
}
