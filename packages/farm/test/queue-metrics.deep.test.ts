// @module-tag redis-server

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../../test/support/command-line.ts';
import { Scrape } from '../../../test/support/metrics-text.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { packageVersion } from '../../service/src/contract/package-version.ts';
import { setPaused } from '../src/queue/manage-queue.ts';
import {
  batchArguments,
  batchFolder,
  queueConnection,
  redisServer,
  startWorker,
  template,
} from './support/farm.ts';

const jobs = 'render_service_queue_jobs';
const age = 'render_service_queue_oldest_job_age_seconds';
const version = packageVersion();

it("a worker's metrics count every version's jobs and report the age of the oldest job", async () => {
  const redis = await redisServer();
  const url = redis.url(0);
  const connection = await queueConnection(url);
  await setPaused(connection, true);
  const folder = await batchFolder(template(), [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  const queued = batchArguments(folder, join(folder, 'out'), '--queue', url, '--detach');
  const added = await run([...queued, '--format', 'png', '--priority', 'low']);
  expect(added.code, added.stderr).toBe(0);
  const [oldest] = await connection.queue.getPrioritized();
  await connection.redis.hset(connection.queue.toKey(oldest?.id ?? ''), 'timestamp', Date.now() - 3_600_000);
  const earlier = await queueConnection(url, { version: '0.0.9' });
  await earlier.register();
  await earlier.queue.add('batch-0', {}, { delay: 3_600_000 });

  const worker = startWorker(url, '--metrics-port', '0');
  const address = await waitUntil(
    'the worker prints where its metrics are',
    () => /^metrics are at (\S+)$/m.exec(worker.printed())?.[1] ?? false,
  );
  const scraped = async () => new Scrape(await (await fetch(address)).text());
  const scrape = await scraped();
  expect(scrape.nonZero(jobs)).toEqual({
    [`state="waiting",version="${version}"`]: 3,
    'state="delayed",version="0.0.9"': 1,
  });
  expect(scrape.value(jobs, { version, state: 'failed' })).toBe(0);
  expect(scrape.value(age, { version })).toBeGreaterThanOrEqual(3600);
  expect(scrape.value(age, { version: '0.0.9' })).toBe(0);
  expect(scrape.value('render_service_stalled_jobs_total')).toBe(0);

  // Without Redis, outdated numbers are omitted, and the other metrics respond at once.
  await redis.stop();
  const without = await waitUntil('the queue is not reported any more', async () => {
    const now = await scraped();
    return !now.series.some((one) => one.startsWith(jobs)) && now;
  });
  expect(without.value('render_service_jobs_total', { outcome: 'done' })).toBe(0);
});
