import { Buffer } from 'node:buffer';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchSource } from '../src/batch-source.ts';
import { checkBatch } from '../src/check-batch.ts';
import { normalDestination, openKnownStore } from '../src/outputs/open-output-store.ts';
import type { OutputStore } from '../src/outputs/output-store.ts';
import { readS3Url, S3Store } from '../src/outputs/s3-store.ts';
import { type S3Server, startS3Server } from './support/s3-server.ts';

const { signal } = new AbortController();
let server: S3Server;
let client: S3Client;

beforeEach(async () => {
  server = await startS3Server();
  for (const [name, value] of Object.entries(server.environment)) vi.stubEnv(name, value);
  client = new S3Client({ forcePathStyle: true });
});
afterEach(() => {
  client.destroy();
  vi.unstubAllEnvs();
});

/** A batch of this many rows, whose outputs have the names 1.png, 2.png and so on. */
function sourceOf(rows: number): BatchSource {
  const prepare = () => Promise.reject(new Error('no job is created here'));
  return {
    ...{ noun: 'row', warnings: [] },
    async *entries() {
      for (let number = 1; number <= rows; number++) {
        yield { number, input: 'card.json', name: `${number}.png`, problems: [], prepare };
      }
    },
  };
}

async function keys(): Promise<(string | undefined)[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: server.bucket }));
  return Contents.map(({ Key }) => Key);
}

describe('an S3 store', () => {
  const data = Buffer.from('a film');
  const publication = { id: 'job', force: false, signal };

  it("an S3 store publishes an output once, with its media type and the job's id", async () => {
    await using store = await S3Store.open(`s3://${server.bucket}/2026/greetings`);
    expect(await store.existing('Zoë & Ann.mp4')).toEqual({ kind: 'none' });
    expect(await store.publish('Zoë & Ann.mp4', data, publication)).toBe('published');
    expect(await store.publish('Zoë & Ann.mp4', Buffer.from('other'), publication)).toBe('there');
    expect(await store.existing('Zoë & Ann.mp4')).toEqual({ kind: 'made', id: 'job', bytes: data.length });
    expect(store.describe('a.mp4')).toBe('s3://films/2026/greetings/a.mp4');
    const Key = '2026/greetings/Zoë & Ann.mp4';
    expect(await keys()).toEqual([Key]);
    const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: server.bucket, Key }));
    expect(ContentType).toBe('video/mp4');
    expect(await Body?.transformToString()).toBe('a film');
  });

  it("an S3 store replaces other jobs' outputs, but replaces foreign objects only with force", async () => {
    await using store = await S3Store.open(`s3://${server.bucket}`);
    await store.publish('a.png', data, publication);
    expect(await store.publish('a.png', data, { ...publication, id: 'newer' })).toBe('published');
    expect(await store.existing('a.png')).toMatchObject({ id: 'newer' });
    await client.send(new PutObjectCommand({ Bucket: server.bucket, Key: 'b.png', Body: 'mine' }));
    expect(await store.existing('b.png')).toEqual({ kind: 'foreign' });
    await expect(store.publish('b.png', data, publication)).rejects.toThrow(
      /^s3:\/\/films\/b\.png exists, and no batch created it/,
    );
    const { ContentLength } = await client.send(
      new HeadObjectCommand({ Bucket: server.bucket, Key: 'b.png' }),
    );
    expect(ContentLength).toBe(4);
    expect(await store.publish('b.png', data, { ...publication, force: true })).toBe('published');
  });

  it('an S3 store replaces an output whose size has changed', async () => {
    await using store = await S3Store.open(`s3://${server.bucket}`);
    await store.publish('a.mp4', data, publication);
    const [Bucket, Key] = [server.bucket, 'a.mp4'];
    const { Metadata } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    await client.send(new PutObjectCommand({ Bucket, Key, Metadata, Body: data.subarray(0, 2) }));
    expect(await store.existing('a.mp4')).toEqual({ kind: 'damaged' });
    expect(await store.publish('a.mp4', data, publication)).toBe('published');
    expect(await store.existing('a.mp4')).toEqual({ kind: 'made', id: 'job', bytes: data.length });
  });

  it('a batch lists a bucket and looks up only objects that have the names of its outputs', async () => {
    await using store = await S3Store.open(`s3://${server.bucket}/cards`);
    await store.publish('7.png', data, publication);
    for (const Key of ['cards/1.txt', 'cards/below/3.png', '4.png']) {
      await client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: 'mine' }));
    }
    const looks = vi.spyOn(store, 'existing');
    const check = () => checkBatch(sourceOf(1000), store, { force: false, signal });
    expect(await check()).toEqual({ total: 1000 });
    expect(looks.mock.calls).toEqual([['7.png']]);
    await client.send(new PutObjectCommand({ Bucket: server.bucket, Key: 'cards/9.png', Body: 'mine' }));
    await expect(check()).rejects.toThrow(
      /^existing files that no batch created: s3:\/\/films\/cards\/9\.png;/,
    );
  });

  it('an S3 store reports wrong credentials with the HTTP status and what to check', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody');
    await using store = await S3Store.open(`s3://${server.bucket}/cards`);
    const way = 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their permissions';
    await expect(checkBatch(sourceOf(3), store, { force: false, signal })).rejects.toThrow(
      new RegExp(`^cannot list s3://films/cards/: InvalidAccessKeyId: .*\\(HTTP 403\\); ${way}$`),
    );
    await expect(store.existing('a.png')).rejects.toThrow(
      `cannot look up s3://films/cards/a.png: the store refused the request (HTTP 403); ${way}`,
    );
    await expect(store.publish('a.png', data, publication)).rejects.toMatchObject({ fault: 'setup' });
  });

  it('an S3 store publishes no output if the upload is cancelled', async () => {
    await using store = await S3Store.open(`s3://${server.bucket}`);
    const stop = new AbortController();
    const publishing = store.publish('big.mp4', Buffer.alloc(8_000_000), {
      ...publication,
      signal: stop.signal,
    });
    stop.abort(new Error('stopped'));
    await expect(publishing).rejects.toThrow('stopped');
    expect(await keys()).toEqual([]);
  });

  it('S3 store errors name the object and the reason', async () => {
    await using nowhere = await S3Store.open('s3://no-such-bucket');
    await expect(nowhere.publish('a.png', data, publication)).rejects.toThrow(
      /^cannot write s3:\/\/no-such-bucket\/a\.png: NoSuchBucket: /,
    );
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    await using unreachable = await S3Store.open('s3://films');
    await expect(unreachable.existing('a.png')).rejects.toThrow(
      /^cannot look up s3:\/\/films\/a\.png: .*ECONNREFUSED/,
    );
  });

  it.each(['s3://', 's3:///a', 's3://b', 's3://films/../a', 's3://films//a', 's3://films/a/./b', 's3:films'])(
    'rejects the bucket address %s',
    (url) => {
      expect(() => readS3Url(url)).toThrow(/; write s3:\/\/BUCKET/);
    },
  );

  it('different spellings of a bucket address have the same canonical form', () => {
    for (const url of ['s3://films/a/b', 'S3://films/a/b/']) {
      expect(normalDestination(url)).toBe('s3://films/a/b');
    }
    for (const url of ['s3://films', 'S3://films/']) expect(normalDestination(url)).toBe('s3://films');
  });

  it('a worker that is limited to a bucket prefix refuses other destinations', async () => {
    await using _ = await openKnownStore('s3://films/a/b', 's3://films/a');
    await expect(openKnownStore('s3://films/ab', 's3://films/a')).rejects.toThrow(
      /must go to s3:\/\/films\/a or below/,
    );
    await expect(openKnownStore('s3://other/a', 's3://films/a')).rejects.toThrow(/must go to/);
    await expect(openKnownStore('/tmp', 's3://films')).rejects.toThrow(/must go to/);
  });
});

describe('the search for existing outputs', () => {
  /** A store that lists this many pages of other objects and counts its calls. */
  function storeWith(pages: number, foreign: readonly string[] = []) {
    const asked = { pages: 0, looks: 0, looking: 0, maxLooking: 0 };
    const store: OutputStore = {
      describe: (name) => name,
      async existing(name) {
        asked.looks++;
        asked.looking++;
        asked.maxLooking = Math.max(asked.maxLooking, asked.looking);
        await new Promise(setImmediate);
        asked.looking--;
        return { kind: foreign.includes(name) ? 'foreign' : 'none' };
      },
      async *pages() {
        for (let page = 0; page < pages; page++) {
          asked.pages++;
          yield Array.from({ length: 1000 }, (_, index) => `other-${page}-${index}.png`);
        }
      },
      publish: () => Promise.reject(new Error('no job is created here')),
    };
    return { store, asked };
  }

  it('the search for existing outputs stops a long listing and looks up the output names in parallel', async () => {
    const { store, asked } = storeWith(1000, ['20.png']);
    await expect(checkBatch(sourceOf(20), store, { force: false, signal })).rejects.toThrow(
      'created: 20.png;',
    );
    expect(asked).toMatchObject({ pages: 3, looks: 20, maxLooking: 16 });
  });

  it('the search for existing outputs reports its progress', async () => {
    const { store } = storeWith(2);
    const told: [number, number][] = [];
    const onLook = (listed: number, looked: number) => void told.push([listed, looked]);
    await checkBatch(sourceOf(40), store, { force: false, signal, onLook });
    expect(told).toEqual([
      [1000, 0],
      [2000, 0],
    ]);
  });
});
