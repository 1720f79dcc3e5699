import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/random-runs.ts';
import { checkOptions } from '../../engine/src/render/options/check-options.ts';
import { packageVersion } from '../../service/src/contract/package-version.ts';
import { createJob, sha256 } from '../src/batch-job.ts';
import { loadOptionalPackages } from '../src/optional-packages.ts';
import { failedReason, readFailedReason } from '../src/queue/failed-reason.ts';
import { readQueueAddress } from '../src/queue/queue-address.ts';
import { hasMoreTime, outputName, queuedJobId, readQueuedJob } from '../src/queue/queued-job.ts';

const digest = sha256('a template');

function jobOf(parts: Partial<Parameters<typeof createJob>[0]> = {}) {
  return createJob({
    template: digest,
    variables: { title: 'Hello' },
    name: 'a.png',
    options: checkOptions({ format: 'png' }),
    ...parts,
  });
}

const valid = {
  job: jobOf(),
  document: digest,
  destination: '/films',
  replace: false,
  timeoutMs: 1000,
  version: packageVersion(),
  batch: 1,
  token: sha256('a mark'),
};

/** A job as Redis returns it. */
function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('a job from Redis', () => {
  it('a job read from Redis equals the job that was written', () => {
    expect(readQueuedJob(stored(valid))).toEqual(valid);
    const options = checkOptions({ format: 'mp4', audio: 'aac', codec: 'hevc' });
    const film = { ...valid, job: jobOf({ name: 'a.mp4', options }) };
    expect(readQueuedJob(stored(film))).toEqual(film);
  });

  it.each([
    '../a.png',
    '/etc/a.png',
    'a/b.png',
    'a\\b.png',
    '..',
    '.hidden.png',
    'a\0.png',
    '',
    'a\n.png',
    `${'x'.repeat(300)}.png`,
  ])('a job from Redis with the name %j is rejected', (name) => {
    expect(() => readQueuedJob(stored({ ...valid, job: jobOf({ name }) }))).toThrow(
      /job\.name: must be a file name/,
    );
  });

  it.each<[string, object, RegExp]>([
    [
      'a format that contradicts its name',
      { job: jobOf({ options: checkOptions({ format: 'svg' }) }) },
      /must end in \.svg/,
    ],
    ['an id that does not match its content', { job: { ...jobOf(), id: digest } }, /job\.id does not match/],
    ['a relative folder', { destination: 'films' }, /destination: must be an absolute folder/],
    [
      'a size beyond the limits',
      { job: { ...jobOf(), options: { ...jobOf().options, width: 99_999 } } },
      /width must be/,
    ],
    [
      'a codec for a still',
      { job: { ...jobOf(), options: { ...jobOf().options, codec: 'av1' } } },
      /codec can only choose the pictures of an MP4/,
    ],
    ['a time limit beyond the limits', { timeoutMs: 1e9 }, /timeoutMs/],
    [
      'a document that is not a digest',
      { document: '../../etc/passwd' },
      /document: must be 64 hexadecimal digits/,
    ],
    ['a batch that is not a number', { batch: '1; rm' }, /batch/],
    ['a mark with a path', { token: '../../etc/passwd' }, /token: must be 64 hexadecimal digits/],
    ['an unknown field', { command: 'rm' }, /command/],
    [
      'a share that there is not',
      { shares: 3, share: { index: 3, count: 3 } },
      /share 3 of 3 is not one of 3/,
    ],
    [
      'more shares than its film',
      { shares: 3, share: { index: 0, count: 4 } },
      /share 0 of 4 is not one of 3/,
    ],
    [
      'a share of no part',
      { shares: 3, share: { index: 0, count: 1, span: { part: -1, startMs: 0, endMs: 1 } } },
      /share\.span\.part/,
    ],
    [
      'another version',
      { version: '0.0.0-other' },
      /queued by render-service 0\.0\.0-other, but this worker is/,
    ],
  ])('a job from Redis with %s is rejected', (_, change, message) => {
    expect(() => readQueuedJob(stored({ ...valid, ...change }))).toThrow(message);
  });

  it('arbitrary data from Redis is rejected as a job', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(() => readQueuedJob(data)).toThrow(/not valid/);
        expect(outputName(data)).toEqual(expect.any(String));
      }),
      { numRuns: runs(300) },
    );
  });

  it("a queued job's id depends on its destination and row, but not on its time limit", () => {
    expect(queuedJobId({ ...valid, timeoutMs: 2 })).toBe(queuedJobId(valid));
    expect(queuedJobId({ ...valid, destination: '/other' })).not.toBe(queuedJobId(valid));
    expect(queuedJobId({ ...valid, replace: true })).not.toBe(queuedJobId(valid));
    expect(queuedJobId({ ...valid, job: jobOf({ name: 'b.png' }) })).not.toBe(queuedJobId(valid));
  });
});

it('a job has more time than an earlier job only if the earlier time limit is known and shorter', () => {
  expect(hasMoreTime(valid, { timeoutMs: 999 })).toBe(true);
  for (const earlier of [{ timeoutMs: 1000 }, { timeoutMs: '1' }, {}, null, 'nothing']) {
    expect(hasMoreTime(valid, earlier)).toBe(false);
  }
});

describe("a failed job's reason", () => {
  it("a failed job's reason has the failure's code and problems", () => {
    const problems = ['scenes.main: is empty', 'width must be even'];
    expect(readFailedReason(failedReason('invalid-project', problems))).toEqual({
      code: 'invalid-project',
      problems,
    });
  });

  it("a failed job's reason is safe to print, even if another program wrote it", () => {
    const problems = ['\\u{1b}[2J\\u{202e}evil'];
    expect(readFailedReason('\u001b[2J\u202eevil')).toEqual({ code: 'failed', problems });
    expect(readFailedReason('').problems).toHaveLength(1);
  });
});

describe('a queue address', () => {
  it('a queue address is parsed, and is shown without credentials', () => {
    expect(readQueueAddress('rediss://render:p%40ss@queue.example:6380/3')).toEqual({
      ...{ host: 'queue.example', port: 6380, db: 3, username: 'render', password: 'p@ss', tls: true },
      shown: 'rediss://queue.example:6380/3',
    });
    expect(readQueueAddress('redis://[::1]')).toMatchObject({ host: '::1', port: 6379, db: 0, tls: false });
  });

  it('a queue address takes the password from REDISCLI_AUTH unless the URL has a password', () => {
    const environment = { REDISCLI_AUTH: 'other' };
    expect(readQueueAddress('redis://host', environment).password).toBe('other');
    expect(readQueueAddress('redis://:own@host', environment).password).toBe('own');
  });

  it('a queue address can name Sentinels and their primary', () => {
    expect(readQueueAddress('redis+sentinel://render:p%40ss@one,two:26380/films/3')).toMatchObject({
      ...{ db: 3, username: 'render', password: 'p@ss', tls: false },
      sentinels: {
        primary: 'films',
        hosts: [
          { host: 'one', port: 26_379 },
          { host: 'two', port: 26_380 },
        ],
      },
      shown: 'redis+sentinel://one,two:26380/films/3',
    });
    expect(readQueueAddress('rediss+sentinel://one/films')).toMatchObject({ db: 0, tls: true });
  });

  it.each([
    'redis+sentinel://render:secret@host',
    'redis+sentinel://render:secret@host/films/x',
    'redis+sentinel://render:secret@/films',
    'http://render:secret@host',
    'redis://render:secret@host/x',
    'redis://render:secret@host/0?a=b',
    'redis://render:sec%ret@host',
    'redis://render:secret@',
    'render:secret@host',
  ])('an invalid queue address is rejected without showing its password: %s', (text) => {
    expect(() => readQueueAddress(text)).toThrow(expect.not.stringContaining('secret'));
    expect(() => readQueueAddress(text)).toThrow(/^--queue /);
  });
});

it('a missing optional package is reported with the command that installs it', async () => {
  const missing = 'no-such-package-is-installed';
  await expect(loadOptionalPackages('--queue', 'bullmq@6', () => import(missing))).rejects.toThrow(
    /^--queue needs packages that are not installed with render-service; .*: npm install bullmq@6$/,
  );
  const broken = async () => {
    throw new SyntaxError('another reason');
  };
  await expect(loadOptionalPackages('--queue', 'bullmq@6', broken)).rejects.toThrow('another reason');
});
