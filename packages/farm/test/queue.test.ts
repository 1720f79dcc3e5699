import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run, start, temporaryFolder } from '../../../test/support/command-line.ts';
import { Scrape } from '../../../test/support/metrics-text.ts';
import { writePng } from '../../../test/support/png-writer.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { packageVersion } from '../../service/src/contract/package-version.ts';
import { connectToQueue } from '../src/queue/connection.ts';
import { cancelJobs, queueStatus } from '../src/queue/manage-queue.ts';
import { readQueueAddress } from '../src/queue/queue-address.ts';
import {
  batchArguments,
  batchFolder,
  outputsIn,
  queueConnection,
  redisServer,
  startWorker,
  template,
  workerHere,
} from './support/farm.ts';
import { startS3Server } from './support/s3-server.ts';

afterEach(() => vi.unstubAllEnvs());

const film = ['--format', 'mp4', '--json'];
const still = ['--format', 'png', '--json'];

describe('a batch in a queue', () => {
  it('a queued batch makes the same outputs, report and messages as a batch on one machine', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(1);
    const rows = [
      { id: 'red', colour: '#cc0000' },
      { id: 'wrong', colour: 'no colour' },
      { id: 'far', left: 100 },
      { id: 'unreadable', left: 'x' },
    ];
    const folder = await batchFolder(template(), rows);
    const [here, there] = [join(folder, 'here'), join(folder, 'out')];
    const [reportHere, reportThere] = [join(folder, 'here.jsonl'), join(folder, 'there.jsonl')];
    const worker = startWorker(url, '--metrics-port', '0');
    const alone = await run(batchArguments(folder, here, ...film, '--jobs', '1', '--report', reportHere));
    const queued = await run(batchArguments(folder, there, ...film, '--queue', url, '--report', reportThere));
    const announcement = `render-service: batch 1 in ${url}`;
    const lines = queued.stderr.split('\n');
    expect(lines.filter((line) => line === announcement)).toHaveLength(1);
    const others = lines.filter((line) => line !== announcement);
    expect(others.sort()).toEqual(alone.stderr.split('\n').sort());
    expect(queued.code).toBe(1);
    expect(JSON.parse(queued.stdout.toString())).toMatchObject({ total: 4, made: 2, skipped: 0, failed: 2 });
    expect(await outputsIn(there)).toEqual(await outputsIn(here));
    expect(Object.keys(await outputsIn(there))).toEqual(['far.mp4', 'red.mp4']);
    expect(await readReport(reportThere)).toEqual(await readReport(reportHere));

    const connection = await queueConnection(url);
    const { queue, redis: client } = connection;
    const [failed] = await queue.getFailed();
    expect(failed?.attemptsMade).toBe(1);
    expect(JSON.stringify(failed?.data)).not.toContain('compositions');
    const documents = await client.keys('render-service:document:*');
    expect(documents).toHaveLength(1);
    expect(await client.ttl(documents[0] ?? '')).toBeGreaterThan(24 * 3600);

    // When the batch starts again with one output missing, only that output is rendered again.
    await rm(join(there, 'far.mp4'));
    const again = await run(batchArguments(folder, there, ...film, '--queue', url));
    expect(JSON.parse(again.stdout.toString())).toMatchObject({ total: 4, made: 1, skipped: 1, failed: 2 });
    expect(again.stderr).toContain(`to retry them: render-service queue retry --queue ${url}\n`);
    expect(await outputsIn(there)).toEqual(await outputsIn(here));
    expect(await queueStatus(connection)).toMatchObject({
      workers: 1,
      waiting: 0,
      running: 0,
      done: 2,
      failed: 1,
    });

    const { url: metrics = '' } = /^metrics are at (?<url>\S+)$/m.exec(worker.printed())?.groups ?? {};
    const scrape = new Scrape(await (await fetch(metrics)).text());
    expect(scrape.nonZero('render_service_jobs_total')).toEqual({
      'outcome="done"': 3,
      'outcome="failed"': 1,
    });
    expect(scrape.value('render_service_output_bytes_total', { format: 'mp4' })).toBeGreaterThan(0);

    worker.process.kill('SIGTERM');
    const { code, stdout } = await worker.finished;
    expect(code).toBe(0);
    expect(stdout.toString()).toMatch(
      /^render-service works on redis:\/\/127\.0\.0\.1:\d+\/1, jobs at the same time: 1\n/,
    );
    expect(stdout.toString()).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z batch 1 job [0-9a-f]{8} red\.mp4: \d+ bytes, \d+ ms$/m,
    );
  });

  it('batch --detach queues all rows once, and a later batch reports that the jobs were cancelled', {
    tags: ['redis-server', 'slow'],
    timeout: 120_000,
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(
      template(),
      Array.from({ length: 1200 }, (_, row) => ({ id: row })),
    );
    const out = join(folder, 'out');
    const connection = await queueConnection(url);
    for (const _ of ['first', 'second']) {
      const { code, stdout } = await run(
        batchArguments(folder, out, '--format', 'png', '--queue', url, '--detach'),
      );
      expect({ code, stdout: stdout.toString() }).toEqual({
        code: 0,
        stdout: '1200 of 1200 are in the queue as batch 1\n',
      });
    }
    await connection.queue.pause();
    const { stdout } = await run(['queue', 'status', '--queue', url]);
    expect(stdout.toString().split('\n').slice(0, 3)).toEqual([
      `${url}: paused`,
      '  workers  0',
      '  waiting  1200',
    ]);
    const json = await run(['queue', 'status', '--json', '--queue', url]);
    expect(JSON.parse(json.stdout.toString())).toEqual({
      ...{ queue: url, paused: true, workers: 0, waiting: 1200 },
      ...{ delayed: 0, running: 0, done: 0, failed: 0, failures: [] },
      versions: [
        {
          ...{ version: packageVersion(), workers: 0, waiting: 1200 },
          ...{ delayed: 0, running: 0, done: 0, failed: 0, warning: null },
        },
      ],
    });

    const follower = start(batchArguments(folder, out, ...still, '--queue', url));
    let said = '';
    follower.process.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    await waitUntil('the follower reports why it waits', () =>
      said.includes('the queue is paused; to resume it: '),
    );
    expect(await cancelJobs(connection)).toEqual({ cancelled: 1200, running: 0 });
    // The command may still be adding rows, which then count as new.
    const cancelling = setInterval(() => void cancelJobs(connection), 200);
    const { code, stdout: summary, stderr } = await follower.finished;
    clearInterval(cancelling);
    expect(code).toBe(1);
    expect(JSON.parse(summary.toString())).toMatchObject({ total: 1200, made: 0, failed: 1200 });
    expect(stderr).toMatch(
      /^render-service: row \d+ \(line \d+, \d+\.png\): its job is no longer in the queue: it was cancelled, or Redis lost it/m,
    );
    expect(await cancelJobs(connection)).toEqual({ cancelled: 0, running: 0 });
  });

  it('a batch with a larger --timeout-ms retries rows that took too long', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), [{ id: 'slow' }]);
    const out = join(folder, 'out');
    await workerHere(url);
    const connection = await queueConnection(url);
    const attempt = async (timeoutMs: number) => {
      const limit = ['--timeout-ms', String(timeoutMs)];
      const { stdout, stderr } = await run(batchArguments(folder, out, ...film, '--queue', url, ...limit));
      const { made, failed } = JSON.parse(stdout.toString());
      return { made, failed, stderr };
    };
    const ids = async () => (await connection.queue.getJobs()).map(({ id }) => id).sort();
    expect(await attempt(1)).toMatchObject({ made: 0, failed: 1 });
    const before = await ids();
    const { stderr, ...same } = await attempt(1);
    expect(same).toEqual({ made: 0, failed: 1 });
    expect(stderr).toContain(
      '1 took too long in an earlier run and were not tried again; to retry them, repeat the command with a larger --timeout-ms\n',
    );
    expect(stderr).not.toContain('queue retry');
    expect(await attempt(60_000)).toMatchObject({ made: 1, failed: 0 });
    expect(await ids()).toEqual(before);
    expect(Object.keys(await outputsIn(out))).toEqual(['slow.mp4']);
  });

  it("workers need none of a project's files", { tags: ['redis-server', 'slow'] }, async () => {
    const redis = await redisServer();
    const picture = (name: string) => ({ kind: 'image', image: { src: name } });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the template.
    const objects = { fixed: picture('fixed.png'), own: picture('${file}') };
    const states = {
      fixed: { x: 20, y: 20, width: 20, height: 20 },
      own: { x: 60, y: 20, width: 20, height: 20 },
    };
    const project = { ...template(), variables: { file: 'red.png' }, background: 'black', objects };
    const folder = await batchFolder({ ...project, compositions: { one: { states } } }, [
      { id: 'a' },
      { id: 'b', file: 'blue.png' },
    ]);
    const out = join(folder, 'out');
    const pixel = (...rgb: number[]) =>
      writePng({ width: 1, height: 1, colorType: 2, bitDepth: 8, pixel: () => rgb });
    const pictures = { fixed: pixel(9, 9, 9), red: pixel(255, 0, 0), blue: pixel(0, 0, 255) };
    for (const [name, png] of Object.entries(pictures)) await writeFile(join(folder, `${name}.png`), png);
    const here = join(folder, 'here');
    await run(batchArguments(folder, here, ...still, '--jobs', '1'));
    await run(batchArguments(folder, out, ...still, '--queue', redis.url(0), '--detach'));
    for (const name of ['fixed', 'red', 'blue']) await rm(join(folder, `${name}.png`));
    const { ends } = await workerHere(redis.url(0));
    await waitUntil('both are made', () => ends.length === 2);
    expect(await outputsIn(out)).toEqual(await outputsIn(here));
    expect(new Set(Object.values(await outputsIn(out))).size).toBe(2);

    // Documents of single rows are removed with the rows; the template stays.
    const { redis: client } = await queueConnection(redis.url(0));
    const lifetimes = async () => {
      const keys = await client.keys('render-service:document:*');
      return await Promise.all(keys.map((key) => client.ttl(key)));
    };
    await waitUntil('the documents are about to go', async () =>
      (await lifetimes()).every((seconds) => seconds <= 120),
    );
    expect(await lifetimes()).toHaveLength(2);
    expect(await client.scard('render-service:own-documents')).toBe(0);
    expect(await client.keys('render-service:document-jobs:*')).toEqual([]);
    for (const [name, png] of Object.entries(pictures)) await writeFile(join(folder, `${name}.png`), png);
    // Completed rows need no documents again, and cancelled rows no longer need theirs.
    await run(batchArguments(folder, out, ...still, '--queue', redis.url(0), '--detach'));
    expect(await client.scard('render-service:own-documents')).toBe(0);
    await (await queueConnection(redis.url(0))).queue.pause();
    const other = join(folder, 'other');
    await run(batchArguments(folder, other, ...still, '--queue', redis.url(0), '--detach'));
    expect(await client.scard('render-service:own-documents')).toBe(2);
    await run(['queue', 'cancel', '2', '--queue', redis.url(0)]);
    expect(await client.scard('render-service:own-documents')).toBe(0);
    expect((await lifetimes()).every((seconds) => seconds <= 120)).toBe(true);
  });

  it('batch stores outputs in an S3 bucket and recognizes different spellings of the bucket URL', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const { bucket, environment } = await startS3Server();
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const folder = await batchFolder(template(), [{ id: 'a' }, { id: 'b', left: 90 }]);
    await workerHere(redis.url(0));
    const { queue } = await queueConnection(redis.url(0));
    for (const { url, ...expected } of [
      { url: `S3://${bucket}/films/`, made: 2, skipped: 0 },
      { url: `s3://${bucket}/films`, made: 0, skipped: 2 },
    ]) {
      const arguments_ = batchArguments(folder, url, ...still, '--queue', redis.url(0));
      const { code, stdout, stderr } = await start(arguments_, '', environment).finished;
      expect({ code, ...JSON.parse(stdout.toString()) }, stderr).toMatchObject({
        code: 0,
        failed: 0,
        ...expected,
      });
      expect(await queue.getCompletedCount()).toBe(2);
    }
    // A batch without a queue can use a bucket, too.
    const alone = batchArguments(folder, `s3://${bucket}/alone`, ...still, '--jobs', '1');
    expect((await start(alone, '', environment).finished).code).toBe(0);
    await run(batchArguments(folder, join(folder, 'out'), ...still, '--jobs', '1'));
    const client = new S3Client({ forcePathStyle: true });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    const isHidden = (key: string) => key.includes('/.render-service/');
    const all = Contents.map(({ Key = '' }) => Key);
    expect(all.filter(isHidden)).toEqual([
      expect.stringMatching(/^films\/\.render-service\/[0-9a-f]{64}\.token$/),
      'films/.render-service/probe',
    ]);
    const keys = all.filter((key) => !isHidden(key));
    expect(keys).toEqual(['alone/a.png', 'alone/b.png', 'films/a.png', 'films/b.png']);
    for (const Key of keys) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      const expected = await readFile(join(folder, 'out', basename(Key)));
      expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(expected)).toBe(true);
    }
    client.destroy();
  });
});

describe('a worker', () => {
  it('a worker writes nothing for forged jobs', { tags: ['redis-server', 'slow'] }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), [{ id: 'a' }]);
    const [out, outside] = [join(folder, 'out'), join(folder, 'outside')];
    await run(batchArguments(folder, out, ...still, '--queue', url, '--detach'));
    const { queue } = await queueConnection(url);
    const [job] = await queue.getPrioritized();
    const good = job?.data;
    await queue.addBulk([
      { name: 'render', data: { ...good, job: { ...good.job, name: '../a.png' } } },
      { name: 'render', data: 'nothing' },
    ]);
    const { ends, ended } = await workerHere(url, { within: out });
    await waitUntil('all have ended', () => ends.length === 3);
    expect(ends).toMatchObject([
      {
        outcome: 'failed',
        name: '../a.png',
        problems: [expect.stringContaining('job.name: must be a file name')],
      },
      {
        outcome: 'failed',
        name: 'a job without a name',
        problems: [expect.stringContaining('not valid')],
      },
      { outcome: 'done', result: { name: 'a.png' } },
    ]);
    await queue.add('render', { ...good, destination: outside });
    await expect(ended).rejects.toThrow(`must go to ${out} or below`);
    expect((await readdir(folder)).sort()).toEqual(['out', 'rows.jsonl', 'template.json']);
  });

  it('a worker does not create a missing output folder', { tags: 'redis-server' }, async () => {
    const redis = await redisServer();
    const folder = await batchFolder(template(), [{ id: 'a' }]);
    const out = join(folder, 'out');
    await run(batchArguments(folder, out, ...still, '--queue', redis.url(0), '--detach'));
    await rm(out, { recursive: true });
    const { ends, ended } = await workerHere(redis.url(0));
    await expect(ended).rejects.toThrow(/there is no folder .*\/out on this machine/);
    expect(ends).toMatchObject([
      {
        outcome: 'returned',
        problems: [expect.stringMatching(/^there is no folder .*\/out on this machine/)],
      },
    ]);
    await expect(access(out)).rejects.toThrow();
  });
});

describe('an unusable queue', () => {
  it('reports an unusable queue in one sentence that does not show the password', {
    tags: 'redis-server',
  }, async () => {
    const redis = await redisServer({ password: 'right' });
    const connect = (url: string) => connectToQueue(readQueueAddress(url));
    await using connection = await connect(`redis://:right@127.0.0.1:${redis.port}/0`);
    expect((await queueStatus(connection)).queue).toBe(redis.url(0));
    const { code, stderr } = await run(['work', '--queue', `redis://:secret@127.0.0.1:${redis.port}/0`]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `render-service: cannot use ${redis.url(0)}: it refused the user name or password\n`,
    });
    await expect(connect(redis.url(0))).rejects.toThrow(
      /it requires a password; put it into the URL or .* REDISCLI_AUTH/,
    );
    await expect(connect(`redis://:right@127.0.0.1:${redis.port}/99`)).rejects.toThrow(
      'it has no database with that number',
    );
    await expect(connect('redis://127.0.0.1:1/0')).rejects.toThrow(
      'cannot use redis://127.0.0.1:1/0: nothing listens there',
    );
  });

  it('batch and work warn once if the queue URL has a password that Redis does not require', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const folder = await batchFolder(template(), [{ id: 'a' }]);
    const url = `redis://:secret@127.0.0.1:${redis.port}/0`;
    const worker = startWorker(url);
    const { code, stderr } = await run(batchArguments(folder, join(folder, 'out'), ...still, '--queue', url));
    const notice = `render-service: ${redis.url(0)} requires no password, although one is given: anyone who can reach it can use it\n`;
    expect({ code, stderr: stderr.replace(/^render-service: no worker is connected.*\n/m, '') }).toEqual({
      code: 0,
      stderr: `${notice}render-service: batch 1 in ${redis.url(0)}\n`,
    });
    worker.process.kill('SIGTERM');
    expect((await worker.finished).stderr).toMatch(/^\S+Z /);
    expect((await worker.finished).stderr.replace(/^\S+Z /, '')).toBe(notice);
  });

  it('a queue connection gives up when Redis has been unreachable for too long', {
    tags: 'redis-server',
  }, async () => {
    const redis = await redisServer();
    const notices: string[] = [];
    await using connection = await connectToQueue(readQueueAddress(redis.url(0)), {
      patienceMs: 300,
      onNotice: (message) => notices.push(message),
    });
    await redis.stop();
    await expect(connection.lost).rejects.toThrow(/^redis:\S+ could not be reached for 0 s$/);
    expect(notices).toEqual([`lost the connection to ${redis.url(0)}; trying again`]);
  });

  it('batch and queue report a full Redis server in one sentence', {
    tags: ['redis-server', 'slow'],
  }, async () => {
    const redis = await redisServer();
    const url = redis.url(0);
    const folder = await batchFolder(template(), [{ id: 'red', colour: '#cc0000' }]);
    await using connection = await connectToQueue(readQueueAddress(url));
    await connection.redis.config('SET', 'maxmemory', '1');
    const queued = await run(
      batchArguments(folder, join(folder, 'out'), ...still, '--queue', url, '--detach'),
    );
    const paused = await run(['queue', 'pause', '--queue', url]);
    for (const { code, stderr } of [queued, paused]) {
      expect({ code, stderr: stderr.trimEnd().split('\n').at(-1) }).toEqual({
        code: 1,
        stderr: `render-service: cannot use ${url}: its memory is full; raise its maxmemory, or remove data from it`,
      });
    }
  });

  it('batch, work and queue report wrong usage with exit code 2', { tags: 'slow' }, async () => {
    const folder = await temporaryFolder();
    const wrong = [
      [['work'], 'work needs the address of the queue: --queue redis://HOST:PORT/DATABASE'],
      [['queue', 'pauze', '--queue', 'redis://h'], 'unknown action pauze; did you mean pause?'],
      [
        ['queue', '--queue', 'redis://h'],
        'queue needs an action: status, list, pause, resume, cancel, retry, film',
      ],
      [
        ['work', '--queue', 'redis://h', '--jobs', '0'],
        '--jobs must be an integer from 1 to 256, but is "0"',
      ],
      [
        ['work', '--queue', 'redis://h', '--out-dir', 's3:films'],
        's3:films does not name a bucket; write s3://BUCKET or s3://BUCKET/PREFIX',
      ],
      [['batch', 'a.json', '--out-dir', folder, '--detach'], '--detach needs a --queue'],
    ] as const;
    for (const [args, message] of wrong) {
      const { code, stderr } = await run(args);
      expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
        code: 2,
        stderr: `render-service: ${message}`,
      });
    }
  });
});

/** Reads the lines of a report in the order of the rows, without times. */
async function readReport(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const parsed = lines.map((line) => JSON.parse(line));
  return parsed.map((line) => ({ ...line, seconds: 0 })).sort((a, b) => a.number - b.number);
}
