import { Worker } from 'bullmq';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createJob, sha256 } from '../../src/batch/batch-job.ts';
import { type AddJobsListener, addJobs, type RowToAdd } from '../../src/batch/queue/add-jobs.ts';
import { queueName } from '../../src/batch/queue/connection.ts';
import { JobFollower } from '../../src/batch/queue/follow-jobs.ts';
import { packageVersion } from '../../src/contract/package-version.ts';
import { checkOptions } from '../../src/render/options.ts';
import { queueConnection, redisServer } from './support/farm.ts';

const never = new AbortController().signal;

/** A row whose variables name files, so that it has a document of its own. */
function rowOf(number: number): RowToAdd<number> {
  const document = Buffer.from(JSON.stringify({ number }));
  const digest = sha256(document);
  const job = createJob({
    template: sha256('a template'),
    variables: { number },
    name: `${number}.png`,
    options: checkOptions({ format: 'png' }),
    files: digest,
  });
  const rest = { destination: '/films', replace: false, timeoutMs: 1000, version: packageVersion() };
  return { row: number, queued: { job, document: digest, ...rest }, document };
}

async function* rowsOf(...rows: readonly RowToAdd<number>[]): AsyncIterable<RowToAdd<number>> {
  yield* rows;
}

function listener(doneBefore: AddJobsListener<number>['doneBefore']): AddJobsListener<number> {
  return { adding() {}, added() {}, doneBefore };
}

describe('two batches that put the same row in again at the same time', { tags: ['queue.once'] }, () => {
  it.each(['waits', 'runs'])('have one job, which still %s when the second comes', async (state) => {
    const redis = await redisServer();
    const [one, other] = [await queueConnection(redis.url(0)), await queueConnection(redis.url(0))];
    const refuse = listener(() => Promise.reject(new Error('it has not been done')));
    await addJobs(one, rowsOf(rowOf(1)), refuse, never);
    // It does what it is told only, as a worker that somebody steers.
    const worker = new Worker(queueName, null, { connection: one.redis });
    onTestFinished(() => worker.close(true));
    const first = await worker.getNextJob('token');
    await first?.moveToCompleted({}, 'token', false);

    const ends: string[] = [];
    await using follower = await JobFollower.open<number>(one, {
      ended: (_, end) => void ends.push(end.outcome),
      notice() {},
    });
    const fast: AddJobsListener<number> = {
      adding: (rows) => follower.adding(rows),
      added: (rows) => follower.added(rows),
      doneBefore: async () => true,
    };
    let following: Promise<void> = Promise.resolve();
    const slow = listener(async () => {
      const adding = addJobs(one, rowsOf(rowOf(1)), fast, never);
      following = follower.follow(adding, never);
      await adding;
      if (state === 'runs') expect((await worker.getNextJob('token'))?.id).toBe(first?.id);
      return true;
    });
    await addJobs(other, rowsOf(rowOf(1)), slow, never);
    expect(await one.queue.getJobCounts('wait', 'active', 'completed', 'failed')).toEqual({
      wait: state === 'waits' ? 1 : 0,
      active: state === 'runs' ? 1 : 0,
      completed: 0,
      failed: 0,
    });
    const again =
      state === 'runs' ? await one.queue.getJob(first?.id ?? '') : await worker.getNextJob('token');
    const result = { outcome: 'made', name: '1.png', bytes: 1, width: 1, height: 1, frames: 1, elapsedMs: 1 };
    await again?.moveToCompleted(result, 'token', false);
    await following;
    expect(ends).toEqual(['done']);
  });
});
