import { Buffer } from 'node:buffer';
import type { Redis } from 'ioredis';
import { sha256 } from '../batch-job.ts';

/**
 * Seconds that a document stays in Redis after a job last needed it. A queue that is paused for longer has to be filled
 * again.
 */
const lifetimeSeconds = 7 * 24 * 3600;

/** Most bytes of documents that a worker keeps in memory. */
const cachedBytes = 64 * 1024 * 1024;

function keyOf(digest: string): string {
  return `render-service:document:${digest}`;
}

/** Stores a document under its digest, unless it is there; either way its lifetime begins anew. */
export async function storeDocument(redis: Redis, digest: string, document: Uint8Array): Promise<void> {
  if ((await redis.expire(keyOf(digest), lifetimeSeconds)) === 1) return;
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  await redis.set(keyOf(digest), bytes, 'EX', lifetimeSeconds);
}

/** Documents that jobs of the queue render, of which the last ones stay in memory. */
export class DocumentStore {
  readonly #redis: Redis;
  readonly #cache = new Map<string, Promise<Uint8Array | undefined>>();
  #bytes = 0;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** The document, whose lifetime begins anew. Undefined if Redis does not have it, or not with this content. */
  async get(digest: string): Promise<Uint8Array | undefined> {
    const cached = this.#cache.get(digest);
    if (cached !== undefined) {
      // The one used last is the last to go.
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
