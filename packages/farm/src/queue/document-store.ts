import { Buffer } from 'node:buffer';
import type { Redis } from 'ioredis';
import { sha256 } from '../batch-job.ts';
import type { QueueConnection } from './connection.ts';

/**
 * Seconds for which a document stays in Redis after a job last needed it. A queue that is paused for longer has to be
 * filled again.
 */
const lifetimeSeconds = 7 * 24 * 3600;

/**
 * Seconds for which a row's own document stays after its last job is done, in case the output is missing and is
 * rendered again.
 */
const doneSeconds = 120;

/** Seconds after which only jobs in the queue need a document. Until then, its job may be about to be added. */
const addingSeconds = 300;

/** Most bytes of documents that a worker keeps in memory. */
const cachedBytes = 64 * 1024 * 1024;

/** Set of the digests of all rows' own documents. */
const ownKey = 'render-service:own-documents';

function keyOf(digest: string): string {
  return `render-service:document:${digest}`;
}

/** Set of the jobs that need a row's own document, with the time at which it was stored for each. */
function jobsKeyOf(digest: string): string {
  return `render-service:document-jobs:${digest}`;
}

/** Stores a document under its digest if it is missing; either way, its lifetime starts again. */
export async function storeDocument(redis: Redis, digest: string, document: Uint8Array): Promise<void> {
  if ((await redis.expire(keyOf(digest), lifetimeSeconds)) === 1) return;
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  await redis.set(keyOf(digest), bytes, 'EX', lifetimeSeconds);
}

/** Stores the own document of a row whose variables name files. It is removed together with the row's job. */
export async function storeOwnDocument(
  redis: Redis,
  { digest, jobId }: OwnDocument,
  document: Uint8Array,
): Promise<void> {
  await redis.sadd(ownKey, digest);
  await redis.zadd(jobsKeyOf(digest), Date.now(), jobId);
  await redis.expire(jobsKeyOf(digest), lifetimeSeconds);
  await storeDocument(redis, digest, document);
}

/** A document, and a job that needs it. */
export interface OwnDocument {
  readonly digest: string;
  readonly jobId: string;
}

/** One atomic step, since a batch may store the document for another job at the same time. */
const releaseScript = `
redis.call('ZREM', KEYS[2], ARGV[2])
if redis.call('ZCARD', KEYS[2]) > 0 then return end
redis.call('SREM', KEYS[3], ARGV[1])
if redis.call('TTL', KEYS[1]) > tonumber(ARGV[3]) then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
`;

/** Lets a row's own document expire soon unless another job needs it. Does nothing for a shared document. */
export async function releaseOwnDocument(redis: Redis, { digest, jobId }: OwnDocument): Promise<void> {
  if ((await redis.zscore(jobsKeyOf(digest), jobId)) === null) return;
  const keys = [keyOf(digest), jobsKeyOf(digest), ownKey];
  await redis.eval(releaseScript, keys.length, ...keys, digest, jobId, doneSeconds);
}

/** Keeps a document for a job that is done again. */
export async function keepDocument(redis: Redis, digest: string): Promise<void> {
  await redis.expire(keyOf(digest), lifetimeSeconds);
}

/**
 * Releases the documents of jobs that are no longer in any queue, because they were cancelled or their worker was lost.
 */
export async function releaseAbandonedDocuments(connection: QueueConnection): Promise<void> {
  const { redis } = connection;
  const queues = await connection.queues();
  const stored = Date.now() - addingSeconds * 1000;
  for (const digest of await redis.smembers(ownKey)) {
    const jobIds = await redis.zrangebyscore(jobsKeyOf(digest), 0, stored);
    for (const jobId of jobIds) {
      const states = await Promise.all(queues.map(({ queue }) => queue.getJobState(jobId)));
      if (states.every((state) => state === 'unknown' || state === 'completed')) {
        await releaseOwnDocument(redis, { digest, jobId });
      }
    }
    if (jobIds.length === 0 && (await redis.exists(jobsKeyOf(digest))) === 0)
      await redis.srem(ownKey, digest);
  }
}

/** Documents for the jobs of a queue, with a cache of the last ones in memory. */
export class DocumentStore {
  readonly #redis: Redis;
  readonly #cache = new Map<string, Promise<Uint8Array | undefined>>();
  #bytes = 0;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Returns the document and restarts its lifetime. Undefined if Redis does not have it, or has other content. */
  async get(digest: string): Promise<Uint8Array | undefined> {
    const cached = this.#cache.get(digest);
    if (cached !== undefined) {
      // The most recently used document is evicted last.
      this.#cache.delete(digest);
      this.#cache.set(digest, cached);
      await this.#redis.expire(keyOf(digest), lifetimeSeconds);
      return cached;
    }
    const reading = this.#read(digest);
    this.#cache.set(digest, reading);
    const document = await reading.catch((error: unknown) => {
      this.#cache.delete(digest);
      throw error;
    });
    if (document === undefined) this.#cache.delete(digest);
    else await this.#keep(document.length);
    return document;
  }

  async #read(digest: string): Promise<Uint8Array | undefined> {
    const document = await this.#redis.getexBuffer(keyOf(digest), 'EX', lifetimeSeconds);
    return document !== null && sha256(document) === digest ? document : undefined;
  }

  async #keep(length: number): Promise<void> {
    this.#bytes += length;
    for (const [digest, document] of this.#cache) {
      if (this.#bytes <= cachedBytes || this.#cache.size === 1) return;
      this.#cache.delete(digest);
      this.#bytes -= (await document)?.length ?? 0;
    }
  }
}
