// @module-tag redis-server

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, start } from '../../../test/support/command-line.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import {
  batchFolder,
  filmArguments,
  queueConnection,
  redisServer,
  startWorker,
  template,
} from './support/farm.ts';

/** The shortest time after which a worker counts as lost. */
const quickly = ['--stalled-after', '1'];

it('workers that are killed in the middle of a film cost their shares, and the film is right', {
  timeout: 180_000,
}, async () => {
  const redis = await redisServer();
  const url = redis.url(0);
  const film = { ...template({ milliseconds: 40_000 }), width: 1280, height: 720 };
  const folder = await batchFolder(film, []);
  const { queue } = await queueConnection(url);
  const following = start(filmArguments(folder, url));
  startWorker(url, ...quickly);
  for (const done of [1, 3, 5]) {
    const victim = startWorker(url, ...quickly);
    await waitUntil('both workers have a share', async () => (await queue.getActiveCount()) === 2);
    await waitUntil('some shares are done', async () => (await queue.getCompletedCount()) >= done);
    victim.process.kill('SIGKILL');
    await victim.finished;
  }
  const { code, stdout, stderr } = await following.finished;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout.toString())).toMatchObject({ made: 1, failed: 0 });
  const output = join(folder, 'rendered.mp4');
  await run(['render', join(folder, 'template.json'), '-o', output, '--no-cache']);
  const made = await readFile(join(folder, 'out', 'template.mp4'));
  expect(made.equals(await readFile(output))).toBe(true);
  const jobs = await queue.getCompleted();
  expect(jobs).toHaveLength(11);
  expect(jobs.find(({ data }) => data.share === undefined)?.returnvalue.pieces).toEqual({
    kept: 20,
    made: 0,
  });
  // Each killed worker had one share, which was started once more.
  const starts = jobs.reduce((sum, { attemptsStarted }) => sum + attemptsStarted, 0);
  expect(starts).toBeLessThanOrEqual(11 + 3);
});
