// @module-tag redis-server

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'bullmq';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkOptions } from '../../engine/src/render/options/check-options.ts';
import { packageVersion } from '../../service/src/contract/package-version.ts';
import { createJob, sha256 } from '../src/batch-job.ts';
import { type AddJobsListener, addJobs, type RowToAdd } from '../src/queue/add-jobs.ts';
import { JobFollower } from '../src/queue/follow-jobs.ts';
import { queueConnection, redisServer } from './support/farm.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** The target of a dereferenced WeakRef stays alive until the turn of the event loop ends. */
async function collectGarbage(): Promise<void> {
  await setImmediate();
  collect();
}

const never = new AbortController().signal;
const options = { batch: 1, priority: 'normal', destination: '/films', signal: never } as const;

/** A row whose variables name files, and which therefore has its own document. */
function rowOf(number: number): RowToAdd<number> {
  const document = new TextEncoder().encode(JSON.stringify({ number }));
  const digest = sha256(document);
  const job = createJob({
    template: sha256('a template'),
    variables: { number },
    name: `${number}.png`,
    options: checkOptions({ format: 'png' }),
    files: digest,
  });
  const where = { destination: '/films', token: sha256('a mark'), replace: false };
  const rest = { ...where, timeoutMs: 1000, version: packageVersion(), batch: 1 };
  return { row: number, queued: { job, document: digest, ...rest }, document };
}

async function* rowsOf(...rows: readonly RowToAdd<number>[]): AsyncIterable<RowToAdd<number>> {
  yield* rows;
}

function listener(doneBefore: AddJobsListener<number>['doneBefore']): AddJobsListener<number> {
  return { adding() {}, added() {}, doneBefore, displaced() {} };
}

describe('a batch whose rows each have their own document', () => {
  it("a batch stores each row's document in Redis before creating the next one, and frees its memory", async () => {
    const redis = await redisServer();
    const connection = await queueConnection(redis.url(0));
    const rows = 40;
    const unstored: number[] = [];
    const documents: WeakRef<Uint8Array>[] = [];
    let held = 0;
    async function* rowsAsTheyCome(): AsyncIterable<RowToAdd<number>> {
      for (let number = 1; number <= rows; number++) {
        const row = rowOf(number);
        documents.push(new WeakRef(row.document));
        yield row;
        const isThere = await connection.redis.exists(`render-service:document:${row.queued.document}`);
        if (isThere === 0) unstored.push(number);
      }
      await collectGarbage();
      held = documents.filter((document) => document.deref() !== undefined).length;
    }
    const refuse = listener(() => Promise.reject(new Error('it has not been done')));
    await addJobs(connection, rowsAsTheyCome(), refuse, options);
    expect(unstored).toEqual([]);
    expect(held).toBeLessThan(5);
    expect(await connection.queue.getPrioritizedCount()).toBe(rows);
  });
});

describe('two batches that add the same row again at the same time', () => {
  it.each(['waits', 'runs'])(
    'two batches that add the same row again share one job if it still %s when the second adds the row',
    async (state) => {
      const redis = await redisServer();
      const [one, other] = [await queueConnection(redis.url(0)), await queueConnection(redis.url(0))];
      const refuse = listener(() => Promise.reject(new Error('it has not been done')));
      await addJobs(one, rowsOf(rowOf(1)), refuse, options);
      // It only does what the test tells it to do.
      const worker = new Worker(one.queueName, null, { connection: one.redis });
      onTestFinished(() => worker.close(true));
      const first = await worker.getNextJob('token');
      await first?.moveToCompleted({}, 'token', false);

      const ends: string[] = [];
      await using follower = await JobFollower.open<number>(one, {
        ended: (_, end) => void ends.push(end.outcome),
        notice() {},
        progress() {},
        findOutput: async () => 'found',
        isDisplaced: async () => false,
      });
      const fast: AddJobsListener<number> = {
        adding: (rows) => follower.adding(rows),
        added: (rows) => follower.added(rows),
        doneBefore: async () => true,
        displaced() {},
      };
      let following: Promise<void> = Promise.resolve();
      const slow = listener(async () => {
        const adding = addJobs(one, rowsOf(rowOf(1)), fast, options);
        following = follower.follow(adding, never);
        await adding;
        if (state === 'runs') expect((await worker.getNextJob('token'))?.id).toBe(first?.id);
        return true;
      });
      await addJobs(other, rowsOf(rowOf(1)), slow, options);
      expect(await one.queue.getJobCounts('prioritized', 'active', 'completed', 'failed')).toEqual({
        prioritized: state === 'waits' ? 1 : 0,
        active: state === 'runs' ? 1 : 0,
        completed: 0,
        failed: 0,
      });
      const again =
        state === 'runs' ? await one.queue.getJob(first?.id ?? '') : await worker.getNextJob('token');
      const result = {
        outcome: 'made',
        name: '1.png',
        bytes: 1,
        width: 1,
        height: 1,
        frames: 1,
        elapsedMs: 1,
      };
      await again?.moveToCompleted(result, 'token', false);
      await following;
      expect(ends).toEqual(['done']);
    },
  );
});
