import { Buffer } from 'node:buffer';
import { createServer } from 'node:net';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runs } from '../../../test/support/random-runs.ts';
import type { KeptPiece } from '../../engine/src/render/film/kept/piece-store.ts';
import { type OpenedS3, openS3 } from '../src/outputs/s3-store.ts';
import { BucketPieces } from '../src/pieces/bucket-pieces.ts';
import { PiecePlaces } from '../src/pieces/piece-places.ts';
import { type S3Server, startS3Server } from './support/s3-server.ts';

let server: S3Server;
let s3: OpenedS3;

beforeEach(async () => {
  server = await startS3Server();
  for (const [name, value] of Object.entries(server.environment)) vi.stubEnv(name, value);
  s3 = await openS3('a test');
});
afterEach(() => {
  s3.client.destroy();
  vi.unstubAllEnvs();
});

const key = 'a'.repeat(64);

/** On a busy machine, a request may take long. */
const patient = { maxRequestMs: 60_000, pauseMs: 30_000 };

function pieceOf(text: string): KeptPiece {
  const stream = Buffer.from(text);
  return { stream, lengths: [stream.length - 2, 2], attempt: 1, changes: 1, maximumBytes: 1234.5 };
}

async function bytesOf(Key: string): Promise<Buffer> {
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: server.bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

describe('pieces in a bucket', () => {
  it('a piece that one worker keeps is found by another', async () => {
    const url = `s3://${server.bucket}/cache`;
    const [one, other] = [new BucketPieces(s3, url, patient), new BucketPieces(s3, url, patient)];
    expect(await one.get(key)).toBeUndefined();
    await one.put(key, pieceOf('some pictures'));
    expect(await other.get(key)).toEqual(pieceOf('some pictures'));
    expect(await other.get('b'.repeat(64))).toBeUndefined();
    expect([one.problem, other.problem]).toEqual([undefined, undefined]);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: server.bucket }));
    expect(Contents?.map(({ Key }) => Key)).toEqual([`cache/pieces/${key}`]);
  });

  it('a damaged, cut-off or foreign object is no piece, and is replaced', async () => {
    // A request that the test's own server drops must not stop those after it.
    const pieces = new BucketPieces(s3, `s3://${server.bucket}`, { ...patient, pauseMs: 0 });
    await pieces.put(key, pieceOf('some pictures'));
    const whole = await bytesOf(`pieces/${key}`);
    const put = async (Body: Uint8Array) => {
      const place = { Bucket: server.bucket, Key: `pieces/${key}` };
      await s3.client.send(new PutObjectCommand({ ...place, Body }));
    };
    const bit = fc.nat({ max: whole.length * 8 - 1 });
    await fc.assert(
      fc.asyncProperty(bit, fc.boolean(), async (at, cuts) => {
        const damaged = Buffer.from(whole);
        damaged[at >> 3] ^= 1 << (at & 7);
        await put(cuts ? whole.subarray(0, at >> 3) : damaged);
        expect(await pieces.get(key)).toBeUndefined();
      }),
      { numRuns: runs(60) },
    );
    // A piece of another key, whole, in the wrong place.
    await pieces.put('b'.repeat(64), pieceOf('other pictures'));
    await put(await bytesOf(`pieces/${'b'.repeat(64)}`));
    expect(await pieces.get(key)).toBeUndefined();
    await pieces.put(key, pieceOf('some pictures'));
    const replaced = await pieces.get(key);
    expect([replaced, pieces.problem]).toEqual([pieceOf('some pictures'), undefined]);
  });

  it('a bucket that is down is asked seldom, says why, and is used again when it works', async () => {
    // A client looks for its endpoint with its first request.
    await s3.client.send(new ListObjectsV2Command({ Bucket: server.bucket }));
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    const down = await openS3('a test');
    const patience = { ...patient, pauseMs: 300 };
    let opened = down;
    const changing: OpenedS3 = {
      sdk: down.sdk,
      get client() {
        return opened.client;
      },
    };
    const pieces = new BucketPieces(changing, `s3://${server.bucket}/cache`, patience);
    expect(await pieces.get(key)).toBeUndefined();
    expect(pieces.problem).toMatch(/^the cache s3:\/\/films\/cache cannot be read: .*ECONNREFUSED/);
    opened = s3;
    await pieces.put(key, pieceOf('not kept'));
    await new Promise((done) => setTimeout(done, 350));
    expect(await pieces.get(key)).toBeUndefined();
    expect(pieces.problem).toBeUndefined();
    await pieces.put(key, pieceOf('kept'));
    expect(await pieces.get(key)).toEqual(pieceOf('kept'));
    down.client.destroy();
  });

  it('a bucket that does not answer costs a moment', async () => {
    let connections = 0;
    const silent = createServer(() => connections++);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
    const slow = await openS3('a test');
    const pieces = new BucketPieces(slow, 's3://films', { maxRequestMs: 200, pauseMs: 3_600_000 });
    for (let number = 0; number < 10; number++) expect(await pieces.get(key)).toBeUndefined();
    // The others are not even asked for.
    expect(connections).toBe(1);
    expect(pieces.problem).toBe('the cache s3://films cannot be read: no response in 0.2 s');
    slow.client.destroy();
  });
});

describe('the place of pieces', () => {
  it('a film in shares has its pieces beside its output, and other films in memory, unless the worker has a cache', async () => {
    await using usual = new PiecePlaces();
    expect(await usual.optionsFor({ destination: '/films', shares: 3 })).toEqual({
      cache: '/films/.render-service/cache',
    });
    const { store } = await usual.optionsFor({ destination: 's3://films/a', shares: 3 });
    expect(store).toBeInstanceOf(BucketPieces);
    expect((await usual.optionsFor({ destination: 's3://films/a', shares: 3 })).store).toBe(store);
    expect(await usual.optionsFor({ destination: '/films' })).toEqual({ keepsPieces: true });
    await using own = new PiecePlaces({ cache: '/cache', cacheBytes: 5e6 });
    for (const film of [{ destination: '/films', shares: 3 }, { destination: 's3://films' }]) {
      expect(await own.optionsFor(film)).toEqual({ cache: '/cache', cacheBytes: 5e6 });
    }
  });
});
