import { join } from 'node:path';
import type { StoreOptions } from '@render-service/engine/process';
import { manifestName } from '../outputs/folder-store.ts';
import { isS3Url, type OpenedS3, openS3 } from '../outputs/s3-store.ts';
import { BucketPieces } from './bucket-pieces.ts';

/** Buckets that are remembered, each with whether it works. */
const maxBuckets = 8;

export interface PiecePlacesSettings {
  /** A folder or `s3://bucket/prefix` for the pieces of all films; by default, films whose shares are jobs have their own. */
  readonly cache?: string | undefined;
  /** Bytes of the pieces in a folder. */
  readonly cacheBytes?: number | undefined;
}

/** Where a worker keeps the pieces of films, so that other workers find them. */
export class PiecePlaces implements AsyncDisposable {
  readonly #settings: PiecePlacesSettings;
  #s3: Promise<OpenedS3> | undefined;
  readonly #buckets = new Map<string, BucketPieces>();

  constructor(settings: PiecePlacesSettings = {}) {
    this.#settings = settings;
  }

  /** Rejects with a RenderError if the cache is a bucket and its client is not installed. */
  async open(): Promise<void> {
    const { cache } = this.#settings;
    if (cache !== undefined && isS3Url(cache)) await this.#bucket(cache);
  }

  /**
   * Returns the options of a render. A film whose shares are jobs has its pieces beside its output, where all workers
   * find them, unless this worker has a cache. Other films keep theirs in the memory of the process.
   */
  async optionsFor(film: { readonly destination: string; readonly shares?: number }): Promise<StoreOptions> {
    const { cacheBytes } = this.#settings;
    const cacheOptions =
      this.#settings.cache ?? (film.shares === undefined ? undefined : placeIn(film.destination));
    if (cacheOptions === undefined) return { keepsPieces: true };
    return isS3Url(cacheOptions)
      ? { store: await this.#bucket(cacheOptions) }
      : { cache: cacheOptions, cacheBytes };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const s3 = await this.#s3?.catch(() => undefined);
    s3?.client.destroy();
  }

  async #bucket(url: string): Promise<BucketPieces> {
    this.#s3 ??= openS3('a cache on S3');
    const s3 = await this.#s3;
    const cached = this.#buckets.get(url);
    if (cached !== undefined) return cached;
    const bucket = new BucketPieces(s3, url);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size >= maxBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    this.#buckets.set(url, bucket);
    return bucket;
  }
}

/** The place of pieces in a folder or bucket of outputs. */
function placeIn(destination: string): string {
  return isS3Url(destination)
    ? `${destination}/${manifestName}/cache`
    : join(destination, manifestName, 'cache');
}
