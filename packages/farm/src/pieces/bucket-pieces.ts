import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type KeptPiece, type PieceStore, packPiece, unpackPiece } from '@render-service/engine/process';
import { describeS3Error, type OpenedS3, readS3Url } from '../outputs/s3-store.ts';

export interface BucketPatience {
  /** Milliseconds of a request, with its retries. To make a piece takes about as long. */
  readonly maxRequestMs: number;
  /** Milliseconds for which a bucket that failed is not asked again. */
  readonly pauseMs: number;
}

const usualPatience: BucketPatience = { maxRequestMs: 5000, pauseMs: 30_000 };

/** Bytes of an object that is read; a film has no more. */
const maxObjectBytes = 64 * 1024 * 1024;

const digestBytes = 32;

/**
 * Pieces in a bucket, each an object with the digest of its content. A bucket that is down or slow costs a few seconds
 * and no film: its pieces are made again.
 */
export class BucketPieces implements PieceStore {
  readonly #s3: OpenedS3;
  readonly #url: string;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #patience: BucketPatience;
  #problem: string | undefined;
  /** When it may be asked again, by `performance.now()`. */
  #pausedUntil = -Infinity;

  /** Throws a RenderError `invalid-option` for a URL that is not `s3://bucket/prefix`. */
  constructor(s3: OpenedS3, url: string, patience = usualPatience) {
    const { bucket, prefix } = readS3Url(url);
    this.#s3 = s3;
    this.#url = url;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#patience = patience;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  async get(key: string): Promise<KeptPiece | undefined> {
    const object = await this.#request('read', async (abortSignal) => {
      const { sdk, client } = this.#s3;
      const command = new sdk.GetObjectCommand(this.#place(key));
      const { Body, ContentLength = 0 } = await client.send(command, { abortSignal });
      if (ContentLength <= maxObjectBytes) return await Body?.transformToByteArray();
      if (Body instanceof Readable) Body.destroy();
      return undefined;
    });
    if (object === undefined) return undefined;
    const bytes = Buffer.from(object.buffer, object.byteOffset, object.length);
    const packed = bytes.subarray(digestBytes);
    return digestOf(packed).equals(bytes.subarray(0, digestBytes)) ? unpackPiece(key, packed) : undefined;
  }

  async put(key: string, piece: KeptPiece): Promise<void> {
    const packed = packPiece(key, piece);
    const Body = Buffer.concat([digestOf(packed), packed]);
    await this.#request('written', async (abortSignal) => {
      const { sdk, client } = this.#s3;
      await client.send(new sdk.PutObjectCommand({ ...this.#place(key), Body }), { abortSignal });
    });
  }

  #place(key: string) {
    const folder = this.#prefix === '' ? 'pieces' : `${this.#prefix}/pieces`;
    return { Bucket: this.#bucket, Key: `${folder}/${key}` };
  }

  /** Resolves to undefined if there is no such object, and if the bucket cannot be used now. */
  async #request<Value>(
    done: 'read' | 'written',
    send: (abortSignal: AbortSignal) => Promise<Value>,
  ): Promise<Value | undefined> {
    if (performance.now() < this.#pausedUntil) return undefined;
    const { maxRequestMs, pauseMs } = this.#patience;
    const limit = AbortSignal.timeout(maxRequestMs);
    try {
      const value = await send(limit);
      this.#problem = undefined;
      return value;
    } catch (error) {
      if (error instanceof this.#s3.sdk.NoSuchKey) {
        this.#problem = undefined;
        return undefined;
      }
      const reason = limit.aborted ? `no response in ${maxRequestMs / 1000} s` : describeS3Error(error);
      this.#problem = `the cache ${this.#url} cannot be ${done}: ${reason}`;
      this.#pausedUntil = performance.now() + pauseMs;
      return undefined;
    }
  }
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
