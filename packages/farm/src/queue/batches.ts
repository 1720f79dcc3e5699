import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { sha256 } from '../batch-job.ts';
import type { QueueConnection } from './connection.ts';
import { type BatchPriority, batchPriorities } from './fair-turns.ts';
import { printable } from './queued-job.ts';

/** Seconds for which a batch is remembered after its last start. */
const lifetimeSeconds = 30 * 24 * 3600;

const numberKey = 'render-service:batch-number';
const listKey = 'render-service:batches';
const secretKey = 'render-service:secret';
const batchKey = (number: number) => `render-service:batch:${number}`;
const identityKey = (identity: string) => `render-service:batch-of:${identity}`;

/** Stored details of a batch. */
export interface BatchDetails {
  /** The projects, as on the command line. */
  readonly input: string;
  readonly destination: string;
  /** Number of its rows. */
  readonly total: number;
  readonly priority: BatchPriority;
  /** Version of the program that queued it. */
  readonly version: string;
}

export interface Batch extends BatchDetails {
  readonly number: number;
  /** When it was first started, in ISO 8601. */
  readonly created: string;
  readonly isCancelled: boolean;
}

/**
 * Opens a batch under a new number, or under its earlier number if the same command was started before, which has the
 * same `identity`. Without an identity, the number is always new.
 */
export async function openBatch(
  { redis }: QueueConnection,
  details: BatchDetails,
  identity: string | undefined,
): Promise<number> {
  const batchId = identity === undefined ? null : await redis.get(identityKey(identity));
  const number = batchId === null ? await redis.incr(numberKey) : Number(batchId);
  const key = batchKey(number);
  const forgotten = Date.now() - lifetimeSeconds * 1000;
  // Not in one transaction, because a failover would leave it undone.
  await redis.hset(key, { ...details });
  await redis.hsetnx(key, 'created', new Date().toISOString());
  await redis.hdel(key, 'cancelled');
  await redis.expire(key, lifetimeSeconds);
  await redis.zadd(listKey, Date.now(), number);
  await redis.zremrangebyscore(listKey, 0, forgotten);
  if (identity !== undefined) await redis.set(identityKey(identity), number, 'EX', lifetimeSeconds);
  return number;
}

/** Lists the stored batches, oldest first. */
export async function listBatches({ redis }: QueueConnection): Promise<readonly Batch[]> {
  const numbers = (await redis.zrange(listKey, 0, -1)).map(Number).sort((a, b) => a - b);
  const batches = await Promise.all(numbers.map((number) => readBatch(redis, number)));
  return batches.filter((batch) => batch !== undefined);
}

/** Undefined if the number is unknown or no longer stored. */
export async function findBatch({ redis }: QueueConnection, number: number): Promise<Batch | undefined> {
  return await readBatch(redis, number);
}

/** Stops the command that adds rows of the batch. */
export async function markCancelled({ redis }: QueueConnection, number: number): Promise<void> {
  await redis.hset(batchKey(number), 'cancelled', '1');
}

export async function isCancelled({ redis }: QueueConnection, number: number): Promise<boolean> {
  return (await redis.hexists(batchKey(number), 'cancelled')) === 1;
}

/**
 * Returns the mark that batches of this queue write to a destination. All batches share it, so waiting jobs stay valid
 * when their batch is started again. Each destination has a different mark.
 */
export async function markFor({ redis }: QueueConnection, destination: string): Promise<string> {
  await redis.setnx(secretKey, randomBytes(16).toString('hex'));
  return sha256(`${await redis.get(secretKey)} ${destination}`);
}

const storedBatch = z.object({
  input: z.string().transform((text) => printable(text)),
  destination: z.string().transform((text) => printable(text)),
  total: z.coerce.number().int().min(0),
  priority: z.enum(batchPriorities),
  version: z.string().transform((text) => printable(text)),
  created: z.string().transform((text) => printable(text)),
  cancelled: z.string().optional(),
});

async function readBatch(redis: QueueConnection['redis'], number: number): Promise<Batch | undefined> {
  const parsed = storedBatch.safeParse(await redis.hgetall(batchKey(number)));
  if (!parsed.success) return undefined;
  const { cancelled, ...batch } = parsed.data;
  return { number, ...batch, isCancelled: cancelled !== undefined };
}
