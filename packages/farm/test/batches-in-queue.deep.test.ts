// @module-tag redis-server

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, start } from '../../../test/support/command-line.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { batchStatuses, queueStatus } from '../src/queue/manage-queue.ts';
import {
  batchArguments,
  batchFolder,
  queueConnection,
  redisServer,
  template,
  workerHere,
} from './support/farm.ts';

const still = ['--format', 'png', '--json'];

function rowsOf(prefix: string, count: number): { id: string }[] {
  return Array.from({ length: count }, (_, row) => ({ id: `${prefix}-${row}` }));
}

async function queued(url: string, rows: readonly object[], ...options: string[]): Promise<string> {
  const folder = await batchFolder(template(), rows);
  const args = batchArguments(folder, join(folder, 'out'), ...still, '--queue', url, '--detach', ...options);
  const { code, stderr } = await run(args);
  expect(code, stderr).toBe(0);
  return folder;
}

/** Names of the outputs in the order in which a worker makes them. */
async function order(url: string, count: number): Promise<string[]> {
  const { ends, stop } = await workerHere(url);
  await waitUntil('all are made', () => ends.length === count);
  await stop();
  return ends.map(({ name }) => name.replace(/-\d+\.png$/, ''));
}

describe('batches in a queue', () => {
  it('queued batches take turns, so a small batch does not wait for all rows of an earlier large batch', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    await queued(url, rowsOf('many', 24));
    await queued(url, rowsOf('few', 3));
    const made = await order(url, 27);
    expect(made.slice(0, 6).filter((name) => name === 'few')).toHaveLength(3);
    // A later batch does not catch up on the turns before it.
    await queued(url, rowsOf('early', 6));
    const { stop, ends } = await workerHere(url);
    await waitUntil('some are made', () => ends.length >= 3);
    await stop();
    await queued(url, rowsOf('late', 6));
    const rest = await order(url, 12 - ends.length);
    expect(rest.slice(0, 2)).toContain('early');
  });

  it('queued batches with a higher priority go first, and batches with a lower priority go last', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    await queued(url, rowsOf('low', 2), '--priority', 'low');
    await queued(url, rowsOf('normal', 2));
    await queued(url, rowsOf('high', 2), '--priority', 'high');
    expect(await order(url, 6)).toEqual(['high', 'high', 'normal', 'normal', 'low', 'low']);
    const { code, stderr } = await run(['batch', 'a.json', '--out-dir', 'x', '--priority', 'urgent']);
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stderr: 'render-service: --priority needs a --queue',
    });
  });

  it('queue lists batches, and shows, cancels and retries a batch by its number', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const first = await queued(url, [...rowsOf('good', 2), { id: 'wrong', colour: 'no colour' }]);
    const second = await queued(url, rowsOf('other', 3), '--priority', 'low');
    const queue = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(['queue', ...args, '--queue', url]);
      return { code, text: stdout.toString().trimEnd(), stderr };
    };
    const { text: list } = await queue('list');
    expect(list.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      'batch queued priority rows waiting running done failed what',
      expect.stringMatching(/^1 \S+ normal 3 3 0 0 0 \S+template\.json \S+rows\.jsonl, to .+\/out$/),
      expect.stringMatching(/^2 \S+ low 3 3 0 0 0 /),
    ]);
    expect(list).toContain(join(first, 'out'));
    expect((await queue('cancel', '2')).text).toBe('3 jobs cancelled; 0 jobs still running');
    const connection = await queueConnection(url);
    expect(await queueStatus(connection)).toMatchObject({ waiting: 3, failed: 0 });

    const { ends } = await workerHere(url);
    await waitUntil('the first batch has ended', () => ends.length === 3);
    const { text: status } = await queue('status', '1');
    expect(status.split('\n')).toEqual([
      expect.stringMatching(/^batch 1: \S+template\.json \S+rows\.jsonl, to /),
      expect.stringMatching(/^ {2}queued {3}\S+Z, 3 rows, priority normal, version /),
      ...['  waiting  0', '  running  0', '  done     2', '  failed   1'],
      expect.stringMatching(/^ {4}wrong\.png: .*must be a color/),
    ]);
    expect((await queue('retry', '2')).text).toBe('0 jobs put back into the queue');
    expect((await queue('retry', '1')).text).toBe('1 job put back into the queue');
    await waitUntil('it has failed again', () => ends.length === 4);
    expect((await queue('cancel', '7')).stderr).toContain(
      `${url} has no batch 7; see: render-service queue list`,
    );
    expect((await queue('cancel', 'all')).stderr).toContain(
      'BATCH must be a number that queue list shows, but is "all"',
    );

    // The same command continues its batch, even after it was cancelled.
    const args = batchArguments(second, join(second, 'out'), ...still, '--queue', url, '--priority', 'low');
    const again = await run(args);
    expect(again.stderr).toContain(`batch 2 in ${url}`);
    expect(JSON.parse(again.stdout.toString())).toMatchObject({ made: 3 });
    expect(await batchStatuses(connection)).toMatchObject([
      { number: 1, done: 2, failed: 1, isCancelled: false },
      { number: 2, done: 3, isCancelled: false },
    ]);
  });

  it('a batch that follows its jobs reports cancelled and displaced jobs', async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), rowsOf('a', 3));
    const args = batchArguments(folder, join(folder, 'out'), ...still, '--queue', url);
    const followed = start(args);
    const connection = await queueConnection(url);
    const waiting = async () => (await queueStatus(connection)).waiting === 3;
    await waitUntil('all are in the queue', waiting);
    await writeFile(join(folder, 'template.json'), JSON.stringify({ ...template(), background: 'red' }));
    const later = start(args);
    const { code, stderr } = await followed.finished;
    expect(code).toBe(1);
    expect(stderr.match(/a batch that was started later makes the output with this name/g)).toHaveLength(3);
    await waitUntil('the later one is in the queue', waiting);
    await run(['queue', 'cancel', '1', '--queue', url]);
    const cancelled = await later.finished;
    expect(cancelled.code).toBe(1);
    expect(cancelled.stderr.match(/it was cancelled, or Redis lost it/g)).toHaveLength(3);
    await rm(join(folder, 'out'), { recursive: true });
  });
});
