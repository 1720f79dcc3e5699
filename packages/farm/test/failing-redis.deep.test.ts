// @module-tag redis-server

import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run, start, temporaryFolder } from '../../../test/support/command-line.ts';
import { externalProgram } from '../../../test/support/external-programs.ts';
import { freePort } from '../../../test/support/haproxy.mjs';
import { waitUntil } from '../../../test/support/wait-until.ts';
import {
  batchArguments,
  batchFolder,
  queueConnection,
  redisServer,
  startWorker,
  template,
  workerHere,
} from './support/farm.ts';

const still = ['--format', 'png', '--json'];

/** More lines than a worker and a follower need to report that Redis fails and works again. */
const fewLines = 8;

async function farm(count: number) {
  const redis = await redisServer();
  const url = redis.url(0);
  const folder = await batchFolder(
    template(),
    Array.from({ length: count }, (_, row) => ({ id: `row-${row}` })),
  );
  const control = await queueConnection(url, { forJobs: false });
  const following = start(batchArguments(folder, join(folder, 'out'), ...still, '--queue', url));
  const followed = async () => {
    const { code, stdout, stderr } = await following.finished;
    const { made, skipped, failed } = JSON.parse(stdout.toString());
    // A worker that could not report a job as done finds its output later.
    return { code, there: made + skipped, failed, lines: stderr.trimEnd().split('\n').length };
  };
  return { url, control, followed, folder };
}

describe('a Redis server that refuses commands', () => {
  it('batch and work wait with few messages while Redis is a replica, and make all rows afterwards', async () => {
    const { url, control, followed } = await farm(30);
    const worker = startWorker(url);
    let said = '';
    worker.process.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    await waitUntil('some are made', async () => (await control.queue.getCompletedCount()) >= 3);
    await control.redis.replicaof('127.0.0.1', 1);
    await waitUntil('the worker reports it', () => said.includes('is a replica, which takes no jobs'));
    await control.redis.replicaof('NO', 'ONE');
    const { lines, ...summary } = await followed();
    expect(summary).toEqual({ code: 0, there: 30, failed: 0 });
    expect(lines).toBeLessThan(fewLines);
    worker.process.kill('SIGTERM');
    expect((await worker.finished).code).toBe(0);
    expect(said.trimEnd().split('\n').length).toBeLessThan(fewLines);
    expect(said).toContain(`connected to ${url} again`);
  });

  it('batch and work wait with few messages while Redis is full, and make all rows afterwards', async () => {
    const { url, control, followed } = await farm(30);
    const { ends, notices } = await workerHere(url, { connection: { probeMs: 50 } });
    await waitUntil('some are made', () => ends.length >= 3);
    await control.redis.config('SET', 'maxmemory', '1');
    const isFull = () => notices.some((notice) => notice.includes('its memory is full'));
    await waitUntil('the worker reports it', isFull);
    await control.redis.config('SET', 'maxmemory', '0');
    const { lines, ...summary } = await followed();
    expect(summary).toEqual({ code: 0, there: 30, failed: 0 });
    expect(lines).toBeLessThan(fewLines);
    expect(notices.length).toBeLessThan(fewLines);
  });

  it('a worker ends if Redis refuses commands for too long', async () => {
    const redis = await redisServer();
    const { ended } = await workerHere(redis.url(0), { connection: { patienceMs: 200, probeMs: 50 } });
    const control = await queueConnection(redis.url(0), { forJobs: false });
    await waitUntil('the worker is connected', async () => (await control.queue.getWorkersCount()) === 1);
    await control.redis.replicaof('127.0.0.1', 1);
    await expect(ended).rejects.toThrow(
      `${redis.url(0)} could not be used (it is a replica, which takes no jobs; name the primary) for 0 s`,
    );
    await control.redis.replicaof('NO', 'ONE');
  });

  it('a worker does not start with a Redis server that is a replica or evicts data', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const control = await queueConnection(url, { forJobs: false });
    await control.redis.config('SET', 'maxmemory-policy', 'volatile-lru');
    expect(await run(['work', '--queue', url])).toMatchObject({
      code: 1,
      stderr: `render-service: cannot use ${url}: its maxmemory-policy is volatile-lru, so it would drop jobs when it is full; set it to noeviction\n`,
    });
    await control.redis.config('SET', 'maxmemory-policy', 'noeviction');
    await control.redis.replicaof('127.0.0.1', 1);
    expect(await run(['work', '--queue', url])).toMatchObject({
      code: 1,
      stderr: `render-service: cannot use ${url}: it is a replica, which takes no jobs; name the primary\n`,
    });
    // Its status can still be shown.
    expect((await run(['queue', 'status', '--queue', url])).code).toBe(0);
  });
});

describe('a queue behind Sentinel', () => {
  it('a queue behind Sentinel continues at the new primary after a failover', async () => {
    const [primary, replica] = [await redisServer(), await redisServer()];
    const toReplica = await queueConnection(replica.url(0), { forJobs: false });
    await toReplica.redis.replicaof('127.0.0.1', primary.port);
    const sentinel = await startSentinel(primary.port);
    const linked = async () => /master_link_status:up/.test(await toReplica.redis.info('replication'));
    await waitUntil('the replica follows', linked);
    const asked = await queueConnection(`redis://127.0.0.1:${sentinel}/0`, { forJobs: false });
    const known = async () => /slaves=1/.test(await asked.redis.info('sentinel'));
    await waitUntil('the Sentinel has found the replica', known);

    const url = `redis+sentinel://127.0.0.1:${sentinel}/films/0`;
    const rows = Array.from({ length: 40 }, (_, row) => ({ id: `row-${row}` }));
    const folder = await batchFolder(template(), rows);
    const following = start(batchArguments(folder, join(folder, 'out'), ...still, '--queue', url));
    const { ends } = await workerHere(url, { connection: { probeMs: 50 } });
    await waitUntil('some are made', () => ends.length >= 3);
    await asked.redis.call('SENTINEL', 'FAILOVER', 'films');
    const { code, stdout, stderr } = await following.finished;
    expect({ code, ...JSON.parse(stdout.toString()) }, stderr).toMatchObject({
      code: 0,
      made: 40,
      failed: 0,
    });
    const role = async () => /role:master/.test(await toReplica.redis.info('replication'));
    await waitUntil('the replica is the primary', role);
    const status = await run(['queue', 'status', '--queue', url]);
    expect(status.stdout.toString().split('\n')[0]).toBe(url);
  });
});

/**
 * Starts a Sentinel that watches a server on a port of this machine under the name `films`; returns the Sentinel's
 * port.
 */
async function startSentinel(primary: number): Promise<number> {
  const port = await freePort();
  const file = join(await temporaryFolder(), 'sentinel.conf');
  const lines = [`port ${port}`, 'bind 127.0.0.1', `sentinel monitor films 127.0.0.1 ${primary} 1`];
  await writeFile(file, `${lines.join('\n')}\n`);
  const sentinel = spawn(externalProgram('redis-server'), [file, '--sentinel'], { stdio: 'ignore' });
  onTestFinished(() => void sentinel.kill('SIGKILL'));
  await waitUntil('the Sentinel answers', () =>
    queueConnection(`redis://127.0.0.1:${port}/0`, { forJobs: false }).then(
      () => true,
      () => false,
    ),
  );
  return port;
}
