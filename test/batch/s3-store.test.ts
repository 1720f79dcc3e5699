import { Buffer } from 'node:buffer';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { normalDestination, openKnownStore } from '../../src/batch/outputs/open-output-store.ts';
import { readS3Url, S3Store } from '../../src/batch/outputs/s3-store.ts';
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

async function keys(): Promise<(string | undefined)[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: server.bucket }));
  return Contents.map(({ Key }) => Key);
}

describe('outputs in a bucket', { tags: ['queue.s3'] }, () => {
  const data = Buffer.from('a film');
  const publication = { id: 'job', force: false, signal };

  it('are published with their type and the job that made them, once', async () => {
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

  it('replace those of other jobs, and what no batch made only with force', async () => {
    await using store = await S3Store.open(`s3://${server.bucket}`);
    await store.publish('a.png', data, publication);
    expect(await store.publish('a.png', data, { ...publication, id: 'newer' })).toBe('published');
    expect(await store.existing('a.png')).toMatchObject({ id: 'newer' });
    await client.send(new PutObjectCommand({ Bucket: server.bucket, Key: 'b.png', Body: 'mine' }));
    expect(await store.existing('b.png')).toEqual({ kind: 'foreign' });
    await expect(store.publish('b.png', data, publication)).rejects.toThrow(
      /^s3:\/\/films\/b\.png is there and was not made/,
    );
    const { ContentLength } = await client.send(
      new HeadObjectCommand({ Bucket: server.bucket, Key: 'b.png' }),
    );
    expect(ContentLength).toBe(4);
    expect(await store.publish('b.png', data, { ...publication, force: true })).toBe('published');
  });

  it('do not appear when the upload is cancelled', async () => {
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

  it('have errors that name the object and the reason', async () => {
    await using nowhere = await S3Store.open('s3://no-such-bucket');
    await expect(nowhere.publish('a.png', data, publication)).rejects.toThrow(
      /^cannot write s3:\/\/no-such-bucket\/a\.png: NoSuchBucket: /,
    );
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    await using unreachable = await S3Store.open('s3://films');
    await expect(unreachable.existing('a.png')).rejects.toThrow(
      /^cannot look for s3:\/\/films\/a\.png: .*ECONNREFUSED/,
    );
  });

  it.each(['s3://', 's3:///a', 's3://b', 's3://films/../a', 's3://films//a', 's3://films/a/./b', 's3:films'])(
    'refuse the address %s',
    (url) => {
      expect(() => readS3Url(url)).toThrow(/; write s3:\/\/BUCKET/);
    },
  );

  it('have one address, however it is spelled', () => {
    for (const url of ['s3://films/a/b', 'S3://films/a/b/']) {
      expect(normalDestination(url)).toBe('s3://films/a/b');
    }
    for (const url of ['s3://films', 'S3://films/']) expect(normalDestination(url)).toBe('s3://films');
  });

  it('stay below the prefix that a worker is limited to', { tags: ['queue.untrusted'] }, async () => {
    await using _ = await openKnownStore('s3://films/a/b', 's3://films/a');
    await expect(openKnownStore('s3://films/ab', 's3://films/a')).rejects.toThrow(
      /must go to s3:\/\/films\/a or below/,
    );
    await expect(openKnownStore('s3://other/a', 's3://films/a')).rejects.toThrow(/must go to/);
    await expect(openKnownStore('/tmp', 's3://films')).rejects.toThrow(/must go to/);
  });
});
