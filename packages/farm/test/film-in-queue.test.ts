import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run, start } from '../../../test/support/command-line.ts';
import { writePng } from '../../../test/support/png-writer.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { cacheContent } from '../../engine/src/render/film/kept/cache-folder.ts';
import { PiecePlaces } from '../src/pieces/piece-places.ts';
import { batchStatuses, cancelJobs, queueStatus, retryJobs } from '../src/queue/manage-queue.ts';
import {
  batchArguments,
  batchFolder,
  filmArguments,
  outputsIn,
  queueConnection,
  redisServer,
  startWorker,
  template,
  workerHere,
} from './support/farm.ts';
import { startS3Server } from './support/s3-server.ts';

afterEach(() => vi.unstubAllEnvs());

/** A film of six pieces, in three shares. */
const long = template({ milliseconds: 12_000 });
const pieces = 6;
const shares = 3;

async function filmFolder(film: object = long): Promise<string> {
  return await batchFolder(film, []);
}

const films = new Map<string, Promise<Buffer>>();

/** The bytes of the film that `render` makes of the template in a folder. */
async function rendered(folder: string, options: readonly string[] = []): Promise<Buffer> {
  const template = join(folder, 'template.json');
  const key = JSON.stringify([await readFile(template, 'utf8'), options]);
  const film = films.get(key) ?? renderedAnew(template, options);
  films.set(key, film);
  return await film;
}

async function renderedAnew(template: string, options: readonly string[]): Promise<Buffer> {
  const output = join(dirname(template), 'rendered.mp4');
  const { code, stderr } = await run(['render', template, '-o', output, '--no-cache', ...options]);
  expect(code, stderr).toBe(0);
  return await readFile(output);
}

async function expectFilm(folder: string, name = 'template.mp4'): Promise<void> {
  const made = await readFile(join(folder, 'out', name));
  expect(made.equals(await rendered(folder))).toBe(true);
}

interface Counts {
  kept: number;
  made: number;
}

/** The pieces of all jobs that are done: those of the film, and the sums of its shares. */
async function doneJobs(url: string): Promise<{ film: Counts[]; shares: Counts; jobs: number }> {
  const { queue } = await queueConnection(url);
  const jobs = await queue.getCompleted();
  const film: Counts[] = [];
  const sums = { kept: 0, made: 0 };
  for (const { data, returnvalue } of jobs) {
    if (data.shares === undefined) continue;
    if (data.share === undefined) film.push(returnvalue.pieces);
    else {
      sums.kept += returnvalue.pieces.kept;
      sums.made += returnvalue.pieces.made;
    }
  }
  return { film, shares: sums, jobs: jobs.length };
}

describe('a film in a queue', () => {
  it('two workers make the pieces of a film, and it has the bytes of one that render makes', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    const workers = [startWorker(url), startWorker(url)];
    const { code, stdout, stderr } = await run(filmArguments(folder, url));
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout.toString())).toMatchObject({ total: 1, made: 1, skipped: 0, failed: 0 });
    await expectFilm(folder);
    expect((await readdir(join(folder, 'out'))).sort()).toEqual(['.render-service', 'template.mp4']);
    expect(await doneJobs(url)).toEqual({
      film: [{ kept: pieces, made: 0 }],
      shares: { kept: 0, made: pieces },
      jobs: shares + 1,
    });
    const lines = workers.flatMap((worker) => worker.printed().split('\n'));
    expect(
      lines.filter((line) => /template\.mp4: a share of its pieces, 0 pieces kept, 2 made/.test(line)),
    ).toHaveLength(3);
    expect(lines.filter((line) => / bytes, \d+ ms, 6 pieces kept, 0 made$/.test(line))).toHaveLength(1);

    const again = await run(filmArguments(folder, url));
    expect(JSON.parse(again.stdout.toString())).toMatchObject({ made: 0, skipped: 1 });
    // What one film has made serves all others.
    await run(filmArguments(folder, url, '--name', 'other.mp4'));
    await expectFilm(folder, 'other.mp4');
    expect((await doneJobs(url)).shares).toEqual({ kept: pieces, made: pieces });
    // A film that is gone is made again, with its shares.
    await rm(join(folder, 'out', 'template.mp4'));
    const remade = await run(filmArguments(folder, url));
    expect(JSON.parse(remade.stdout.toString())).toMatchObject({ made: 1, skipped: 0 });
    await expectFilm(folder);
  });

  it('two workers make a film of several projects, with the bytes of one that render makes', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    // A part may be longer than a film of one project, and is made in spans of half a minute.
    const minutes = template({ milliseconds: 70_000 });
    await writeFile(join(folder, 'minutes.json'), JSON.stringify({ ...minutes, width: 320 }));
    const inputs = [join(folder, 'template.json'), join(folder, 'minutes.json')];
    const small = ['--width', '64', '--height', '36'];
    const output = join(folder, 'rendered.mp4');
    const { code, stderr } = await run(['render', ...inputs, '-o', output, '--no-cache', ...small]);
    expect(code, stderr).toBe(0);
    const workers = [startWorker(url), startWorker(url)];
    const [, , first = '', ...others] = filmArguments(folder, url, ...small);
    const made = await run(['queue', 'film', first, inputs[1] ?? '', ...others]);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stderr).toMatch(/^render-service: batch 1 in [^\n]*\n$/);
    const film = await readFile(join(folder, 'out', 'template.mp4'));
    expect(film.equals(await readFile(output))).toBe(true);
    const done = await doneJobs(url);
    // 12 s are 3 shares; 30, 30 and 10 s are 8, 8 and 3.
    expect(done.jobs).toBe(3 + 8 + 8 + 3 + 1);
    expect(done.film).toEqual([{ kept: done.shares.kept + done.shares.made, made: 0 }]);
    const lines = workers.map((worker) => worker.printed());
    for (const printed of lines) expect(printed).toContain('template.mp4: a share of its pieces');
  });

  it('all projects of a film have the theme of a file and the values of variables', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the template.
    const title = { kind: 'text', text: '${word}', fontSize: 30, fill: 'accent' };
    const film = {
      ...{ shorthand: true, width: 160, height: 90, variables: { word: 'none' } },
      ...{ objects: { title }, compositions: { only: { duration: 1000 } } },
    };
    const folder = await filmFolder(film);
    const second = join(folder, 'second.json');
    await writeFile(second, JSON.stringify({ ...film, background: 'surface' }));
    await writeFile(join(folder, 'brand.json'), JSON.stringify({ colors: { accent: '#ff0000' } }));
    const options = ['--theme', 'brand.json', '--set', 'word=Hello'];
    const output = join(folder, 'rendered.mp4');
    const inputs = [join(folder, 'template.json'), second];
    const local = await run(['render', ...inputs, '-o', output, '--no-cache', ...options]);
    expect(local.code, local.stderr).toBe(0);
    await workerHere(url);
    const [, , first = '', ...others] = filmArguments(folder, url, ...options);
    const { code, stderr } = await run(['queue', 'film', first, second, ...others]);
    expect(code, stderr).toBe(0);
    const made = await readFile(join(folder, 'out', 'template.mp4'));
    expect(made.equals(await readFile(output))).toBe(true);
  });

  it('the problems of a film of several projects name their inputs', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const folder = await filmFolder();
    const broken = join(folder, 'broken.json');
    await writeFile(broken, JSON.stringify({ ...long, width: 'wide' }));
    const [, , first = '', ...others] = filmArguments(folder, redis.url(0));
    const { code, stderr } = await run(['queue', 'film', first, broken, ...others]);
    expect(code).toBe(1);
    expect(stderr).toContain(`2 projects: ${broken}: width: must be`);
    expect((await queueStatus(await queueConnection(redis.url(0)))).waiting).toBe(0);
  });

  it('damaged pieces are found and made again', { tags: ['redis-server', 'slow'] }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    await workerHere(url);
    await run(filmArguments(folder, url));
    const cache = join(folder, 'out', '.render-service', 'cache', 'pieces');
    const files = (await readdir(cache, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.parentPath.includes('content-v'))
      .map(({ parentPath, name }) => join(parentPath, name));
    let damaged = 0;
    for (const file of files) {
      const bytes = await readFile(file);
      // The cache has other things, too.
      if (damaged === 4 || !bytes.toString('latin1').startsWith('render-service piece')) continue;
      bytes[Math.floor(bytes.length / 2)] ^= 1;
      await writeFile(file, bytes);
      damaged++;
    }
    expect(damaged).toBe(4);
    await run(filmArguments(folder, url, '--name', 'other.mp4'));
    await expectFilm(folder, 'other.mp4');
    expect((await doneJobs(url)).shares).toEqual({ kept: 2, made: pieces + 4 });
  });

  it('pieces go to the bucket of the film, or to the cache that a worker is given', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const { bucket, environment } = await startS3Server();
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const folder = await filmFolder();
    const inBucket = async (out: string, database: number) => {
      const call = ['queue', 'film', join(folder, 'template.json'), '--out-dir', out, '--json'];
      const { code, stderr } = await start([...call, '--queue', redis.url(database)], '', environment)
        .finished;
      expect(code, stderr).toBe(0);
    };
    await workerHere(url);
    await inBucket(`s3://${bucket}/films`, 0);
    expect((await doneJobs(url)).film).toEqual([{ kept: pieces, made: 0 }]);
    const client = new S3Client({ forcePathStyle: true });
    const keysIn = async (Prefix: string) => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix }));
      return Contents.map(({ Key = '' }) => Key);
    };
    const kept = await keysIn('films/.render-service/cache/pieces/');
    expect(kept).toHaveLength(pieces);
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'films/template.mp4' }));
    const made = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(made.equals(await rendered(folder))).toBe(true);

    const cache = `s3://${bucket}/cache`;
    await workerHere(redis.url(1), { pieces: new PiecePlaces({ cache }) });
    await inBucket(join(folder, 'out'), 1);
    expect(await keysIn('cache/pieces/')).toHaveLength(pieces);
    await expectFilm(folder);
    expect((await doneJobs(redis.url(1))).film).toEqual([{ kept: pieces, made: 0 }]);
    client.destroy();
  });

  it('workers need none of the files that a theme or the variables of a film name', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the template.
    const picture = { kind: 'image', image: { src: '${file}' }, state: { y: 45, width: 40, height: 40 } };
    const [before, after] = [40, 120].map((x) => ({ states: { picture: { x } } }));
    const compositions = { before, after: { ...after, duration: 0, enter: 6000 } };
    const objects = { picture };
    const film = {
      shorthand: true,
      width: 160,
      height: 90,
      variables: { file: 'none.png' },
      objects,
      compositions,
    };
    const folder = await filmFolder(film);
    const red = writePng({ width: 1, height: 1, colorType: 2, bitDepth: 8, pixel: () => [255, 0, 0] });
    await writeFile(join(folder, 'red.png'), red);
    const options = ['--set', 'file=red.png', '--theme', 'paper'];
    const expected = await rendered(folder, options);
    const connection = await queueConnection(url);
    await connection.queue.pause();
    expect((await run(filmArguments(folder, url, ...options, '--detach'))).stderr).toBe('');
    await rm(join(folder, 'red.png'));
    await workerHere(url);
    await connection.queue.resume();
    await waitUntil('it has ended', async () => (await queueStatus(connection)).waiting === 0);
    await waitUntil('nothing runs', async () => (await queueStatus(connection)).running === 0);
    expect((await queueStatus(connection)).failures).toEqual([]);
    expect((await readFile(join(folder, 'out', 'template.mp4'))).equals(expected)).toBe(true);
  });

  it('a bucket for pieces that is down makes no film fail', { tags: ['redis-server', 'slow'] }, async () => {
    const redis = await redisServer();
    const { environment } = await startS3Server();
    const values = { ...environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' };
    for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
    const folder = await filmFolder();
    const { notices } = await workerHere(redis.url(0), { pieces: new PiecePlaces({ cache: 's3://films' }) });
    const { code, stderr } = await run(filmArguments(folder, redis.url(0)));
    expect(code, stderr).toBe(0);
    await expectFilm(folder);
    expect((await doneJobs(redis.url(0))).film).toEqual([{ kept: 0, made: pieces }]);
    expect(notices).toContainEqual(
      expect.stringMatching(/^the cache s3:\/\/films cannot be read: .*ECONNREFUSED/),
    );
  });

  it('a worker without the cache of the others makes the right film', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    const cache = join(folder, 'cache');
    const one = await workerHere(url, { pieces: new PiecePlaces({ cache: '/dev/null/nowhere' }) });
    await workerHere(url, { pieces: new PiecePlaces({ cache }) });
    await run(filmArguments(folder, url));
    await expectFilm(folder);
    await one.stop();
  });

  it('a worker with SERVICE_RENDER_CACHE keeps the pieces of all its films there', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(long, [{ id: 'a' }, { id: 'b', left: 21 }, { id: 'c' }]);
    const cache = join(folder, 'cache');
    start(['work', '--queue', url, '--jobs', '1'], '', { SERVICE_RENDER_CACHE: cache });
    const rows = ['--format', 'mp4', '--queue', url];
    const { code, stderr } = await run(batchArguments(folder, join(folder, 'out'), ...rows));
    expect(code, stderr).toBe(0);
    expect(await cacheContent(cache)).toMatchObject({ pieces: 2 * pieces });
    await run(filmArguments(folder, url));
    expect((await doneJobs(url)).shares).toEqual({ kept: pieces, made: 0 });
    expect(await readdir(join(folder, 'out', '.render-service'))).not.toContain('cache');
    await expectFilm(folder);
  });

  it('a worker of another version makes no share of a film', { tags: ['redis-server', 'slow'] }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    const other = await workerHere(url, { connection: { version: '0.0.9' } });
    const following = start(filmArguments(folder, url));
    let said = '';
    following.process.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    await waitUntil('it says why it waits', () =>
      said.includes('only workers of 0.0.9; start one of this version'),
    );
    await workerHere(url);
    expect((await following.finished).code).toBe(0);
    expect(other.ends).toEqual([]);
    await expectFilm(folder);
  });
});

describe('a film whose shares fail or are cancelled', () => {
  it('a share that fails for good fails the film with its reason, and retry makes the film', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    const connection = await queueConnection(url);
    await connection.queue.pause();
    await run(filmArguments(folder, url, '--detach'));
    const [key = ''] = await connection.redis.keys('render-service:document:*');
    const document = await connection.redis.getBuffer(key);
    await connection.redis.del(key);
    await workerHere(url);
    await connection.queue.resume();
    const reason = 'its project is no longer in Redis; start the batch again';
    await waitUntil('the film has failed', async () => (await queueStatus(connection)).failed === 2);
    expect(await queueStatus(connection)).toMatchObject({
      ...{ waiting: 0, running: 0, done: 0 },
      failures: [
        { name: 'template.mp4', problems: [reason] },
        { name: 'template.mp4', problems: [reason] },
      ],
    });
    await connection.redis.set(key, document ?? '');
    expect(await retryJobs(connection)).toEqual({ retried: 2 });
    await waitUntil(
      'the film is made',
      async () => Object.keys(await outputsIn(join(folder, 'out'))).length === 1,
    );
    await expectFilm(folder);
    await waitUntil('nothing is left', async () => (await queueStatus(connection)).done === 2);
  });

  it('a project that cannot become a film fails before its jobs are added', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const folder = await filmFolder(template({ milliseconds: 70_000 }));
    const { code, stderr } = await run(filmArguments(folder, redis.url(0)));
    expect(code).toBe(1);
    expect(stderr).toMatch(/template\.json: .*lasts 70000 ms, but an MP4 at most 60000 ms/);
    expect((await queueStatus(await queueConnection(redis.url(0)))).waiting).toBe(0);
  });

  it('cancel removes a film with its shares, of one batch or of all', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    const connection = await queueConnection(url);
    const { queue } = connection;
    const nothing = { waiting: 0, delayed: 0, running: 0, failed: 0 };
    for (const batch of [1, undefined]) {
      await queue.pause();
      await run(filmArguments(folder, url, '--detach'));
      expect(await batchStatuses(connection)).toMatchObject([{ number: 1, total: 1, waiting: shares + 1 }]);
      expect(await cancelJobs(connection, batch)).toEqual({ cancelled: shares + 1, running: 0 });
      expect(await queueStatus(connection)).toMatchObject(nothing);
    }
    expect(await queue.getJobs()).toEqual([]);
    // A share that runs does not keep the film.
    await run(filmArguments(folder, url, '--detach'));
    const { ends } = await workerHere(url);
    await queue.resume();
    await waitUntil('a share runs', async () => (await queue.getActiveCount()) === 1);
    const { cancelled } = await cancelJobs(connection, 1);
    expect(cancelled).toBeGreaterThanOrEqual(1);
    await waitUntil('the share has ended', async () => (await queue.getActiveCount()) === 0);
    expect(ends.every(({ outcome }) => outcome === 'done')).toBe(true);
    expect(await outputsIn(join(folder, 'out'))).toEqual({});
    expect(await queueStatus(connection)).toMatchObject(nothing);
  });

  it('a film that is queued again after an edit replaces the earlier one and its shares', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await filmFolder();
    const connection = await queueConnection(url);
    await connection.queue.pause();
    await run(filmArguments(folder, url, '--detach'));
    await run(filmArguments(folder, url, '--detach'));
    expect((await queueStatus(connection)).waiting).toBe(shares + 1);
    await writeFile(join(folder, 'template.json'), JSON.stringify(template({ milliseconds: 8000 })));
    await run(filmArguments(folder, url, '--detach'));
    expect((await queueStatus(connection)).waiting).toBe(2 + 1);
    await workerHere(url);
    await connection.queue.resume();
    await waitUntil('it is made', async () => (await queueStatus(connection)).done === 3);
    await expectFilm(folder);
  });
});

it('queue film reports wrong usage with exit code 2', { tags: 'slow' }, async () => {
  const folder = await filmFolder();
  const film = join(folder, 'template.json');
  const wrong = [
    [['queue', 'film'], 'queue film needs an INPUT: a project file'],
    [['queue', 'film', '-'], 'queue film reads its project from a file, not from standard input'],
    [
      ['queue', 'film', film, '--queue', 'redis://h'],
      'queue film needs a folder for the film: --out-dir DIR',
    ],
    [
      ['queue', 'film', film, '--out-dir', folder],
      'queue film needs the address of the queue: --queue redis://HOST:PORT/DATABASE',
    ],
    [
      ['queue', '--queue', 'redis://h', 'film', film],
      'write film right after queue: render-service queue film INPUT... --out-dir DIR --queue URL',
    ],
    [
      ['work', '--queue', 'redis://h', '--cache', 's3:x'],
      's3:x does not name a bucket; write s3://BUCKET or s3://BUCKET/PREFIX',
    ],
    [['work', '--queue', 'redis://h', '--cache='], '--cache needs a folder or s3://BUCKET/PREFIX'],
    [
      ['work', '--queue', 'redis://h', '--cache-size', '1'],
      '--cache-size must be a whole number of bytes, at least 1000000, such as 2GB, but is 1',
    ],
  ] as const;
  for (const [args, message] of wrong) {
    const { code, stderr } = await run(args);
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stderr: `render-service: ${message}`,
    });
  }
});
