import type { QueueBacklog } from '@render-service/service/metrics';
import type { QueueConnection, VersionedQueue } from './connection.ts';
import { scoresOfPriorities } from './fair-turns.ts';
import { countsOf } from './manage-queue.ts';

/**
 * Counts the jobs in this version's queue, and in the queue of each other version with unfinished jobs. Rejects at
 * once while Redis fails, since commands would wait for it.
 */
export async function readBacklogs(connection: QueueConnection): Promise<readonly QueueBacklog[]> {
  if (connection.health.failingMs > 0) throw new Error('Redis fails');
  const queues = await connection.queues();
  const all = await Promise.all(queues.map((each) => backlogOf(connection, each)));
  return all.filter(
    ({ version, waiting, delayed, running }) =>
      version === connection.version || waiting + delayed + running > 0,
  );
}

async function backlogOf(
  { redis }: QueueConnection,
  { version, queue }: VersionedQueue,
): Promise<QueueBacklog> {
  const [counts, ...firsts] = await Promise.all([
    queue.getJobCounts(),
    // Jobs without a priority come first. They are added at the left and taken from the right.
    redis.lrange(queue.toKey('wait'), -1, -1),
    // A lower priority may wait forever, so the first job of each priority is considered.
    ...scoresOfPriorities().map(({ least, beyond }) =>
      redis.zrangebyscore(queue.toKey('prioritized'), least, `(${beyond}`, 'LIMIT', 0, 1),
    ),
  ]);
  const times = await Promise.all(firsts.flat().map((id) => redis.hget(queue.toKey(id), 'timestamp')));
  const ages = times.map((time) => (Date.now() - Number(time ?? Date.now())) / 1000);
  const { waiting, delayed, running, failed } = countsOf(counts);
  // The machines' clocks may differ.
  const oldestSeconds = Math.max(0, ...ages.filter(Number.isFinite));
  return { version, waiting, delayed, running, failed, oldestSeconds };
}
