import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { queueNameOf } from '../packages/farm/dist/queue/connection.js';
import { packageVersion } from '../packages/service/dist/contract/package-version.js';
import { startRedis } from '../test/support/redis-server.mjs';
import { start, startWorker, stop, timed } from './measure-farm/processes.mjs';
import { differentRows, writeBatch, writeMovingFilm } from './measure-farm/template.mjs';

// Measures batches in a queue on one machine: the cost of the queue, how fast it is filled, and the outputs of a batch
// whose workers are killed while Redis is restarted. Needs redis-server. node scripts/measure-farm.mjs --rows 2000

const { values } = parseArgs({
  options: {
    /** Films of the batch whose workers are killed; 0 omits it. */
    rows: { type: 'string', default: '2000' },
    /** Films of each timed run; 0 omits these runs. */
    films: { type: 'string', default: '60' },
    /** Seconds of the film that several workers make together; 0 omits it. */
    long: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
  },
});
const killIntervalMs = 5000;

const folder = mkdtempSync(join(tmpdir(), 'render-service-farm-'));
const redis = await startRedis({ folder });
try {
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`);
  if (Number(values.films) > 0) {
    await measureFilling(10_000);
    await measureSpeed(Number(values.films), Number(values.rounds));
  }
  if (Number(values.long) > 0) await measureFilm(Number(values.long), Number(values.rounds));
  if (Number(values.rows) > 0) await measureLosses(Number(values.rows));
} finally {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Each worker has a processor of its own, and each run another folder, so it finds no pieces of an earlier one. What more
 * workers than processors would take is computed from the times of the jobs of one worker.
 */
async function measureFilm(seconds, rounds) {
  const own = join(folder, 'long');
  const inputs = writeMovingFilm(own, { seconds, width: 1920, height: 1080 });
  const url = redis.url(4);
  const times = new Map();
  const computed = [];
  for (let round = 0; round < rounds; round++) {
    for (const count of [1, 2, 4].filter((each) => each <= cpus().length)) {
      const workers = [];
      for (let number = 0; number < count; number++) workers.push(await startWorker(url, [], number));
      const out = join(own, `out-${count}-${round}`);
      const time = await timed(['queue', 'film', ...inputs, '--out-dir', out, '--queue', url]);
      await Promise.all(workers.map((worker) => stop(worker)));
      times.set(count, [...(times.get(count) ?? []), time]);
      if (count === 1) computed.push(await withWorkers(4, time, url));
    }
  }
  if (!times.has(4)) times.set(4, computed);
  console.log(
    `\nA film of ${seconds} s, 1920 x 1080, in which everything moves, median of ${rounds} rounds:\n`,
  );
  console.log('| workers | time | times one worker |\n|---|---|---|');
  for (const [count, all] of times) {
    const note = count > cpus().length ? ', computed' : '';
    console.log(
      `| ${count}${note} | ${median(all).toFixed(1)} s | ${(median(times.get(1)) / median(all)).toFixed(2)} |`,
    );
  }
}

/** The seconds that a film would take with so many workers, from those with one and the times of its jobs, the last ones. */
async function withWorkers(count, time, url) {
  const client = new Redis(url);
  const queue = new Queue(queueNameOf(packageVersion()), { connection: client });
  const jobs = await queue.getCompleted(0, 1000);
  await queue.close();
  client.disconnect();
  const last = jobs.filter(({ data }) => data.destination === jobs[0].data.destination);
  const shares = last
    .filter(({ data }) => data.share !== undefined)
    .sort((a, b) => a.processedOn - b.processedOn);
  const secondsOf = ({ processedOn, finishedOn }) => (finishedOn - processedOn) / 1000;
  const alone = shares.reduce((sum, job) => sum + secondsOf(job), 0);
  const busy = Array.from({ length: count }, () => 0);
  for (const share of shares) {
    const next = busy.indexOf(Math.min(...busy));
    busy[next] += secondsOf(share);
  }
  return time - alone + Math.max(...busy);
}

async function measureFilling(rows) {
  const own = join(folder, 'filling');
  const batch = writeBatch(own, rows, { width: 640, height: 360 });
  const args = [...batch, '--out-dir', join(own, 'out'), '--queue', redis.url(1), '--detach'];
  console.log(
    `${rows} rows put into the queue, from the start of the command to its end: ${seconds(await timed(args))}`,
  );
  console.log(`the same again, which adds nothing: ${seconds(await timed(args))}`);
}

/** Runs alternate, so other load on the machine affects all of them. */
async function measureSpeed(films, rounds) {
  const own = join(folder, 'speed');
  const batch = writeBatch(own, films, { width: 1280, height: 720 });
  const times = { 'batch --jobs 1': [], 'one worker': [], 'batch --jobs 2': [], 'two workers': [] };
  let runs = 0;
  const out = () => join(own, `out-${runs++}`);
  const url = redis.url(2);
  const queued = () => [...batch, '--out-dir', out(), '--queue', url];
  for (let round = 0; round < rounds; round++) {
    times['batch --jobs 1'].push(await timed([...batch, '--out-dir', out(), '--jobs', '1']));
    const workers = [await startWorker(url)];
    times['one worker'].push(await timed(queued()));
    times['batch --jobs 2'].push(await timed([...batch, '--out-dir', out(), '--jobs', '2']));
    workers.push(await startWorker(url));
    times['two workers'].push(await timed(queued()));
    await Promise.all(workers.map((worker) => stop(worker)));
  }
  console.log(
    `\n${films} films of one second, 1280 x 720, median of ${rounds} rounds:\n\n| | time | a film |\n|---|---|---|`,
  );
  for (const [name, all] of Object.entries(times)) {
    console.log(`| ${name} | ${seconds(median(all))} | ${Math.round((1000 * median(all)) / films)} ms |`);
  }
  const ratio = (queue, alone) => median(times[queue].map((time, round) => time / times[alone][round]));
  console.log(`\none worker / batch --jobs 1: ${ratio('one worker', 'batch --jobs 1').toFixed(3)}`);
  console.log(`two workers / batch --jobs 2: ${ratio('two workers', 'batch --jobs 2').toFixed(3)}`);
}

async function measureLosses(rows) {
  const size = { width: 640, height: 360 };
  const references = join(folder, 'references');
  await timed([
    ...writeBatch(references, differentRows, size),
    '--out-dir',
    join(references, 'out'),
    '--jobs',
    '1',
  ]);
  const expected = Array.from({ length: differentRows }, (_, row) =>
    hashOf(join(references, 'out', `${row}.mp4`)),
  );

  const own = join(folder, 'losses');
  const out = join(own, 'out');
  const batch = writeBatch(own, rows, size);
  mkdirSync(out);
  const url = redis.url(3);
  const begin = performance.now();
  const following = start([...batch, '--out-dir', out, '--queue', url, '--json']);
  let isOver = false;
  following.finished.then(() => {
    isOver = true;
  });
  const steady = await startWorker(url, ['--stalled-after', '5']);
  const appearances = new Map();
  const watcher = watch(out, (event, name) => {
    if (event === 'rename' && !name.startsWith('.')) appearances.set(name, (appearances.get(name) ?? 0) + 1);
  });
  const connection = new Redis(redis.url(3), { maxRetriesPerRequest: null });
  connection.on('error', () => {});
  const queue = new Queue(queueNameOf(packageVersion()), { connection });
  queue.on('error', () => {});
  let kills = 0;
  let isRestarted = false;
  while (!isOver) {
    const victim = await startWorker(url, ['--stalled-after', '5']);
    await Promise.race([wait(killIntervalMs), following.finished]);
    await stop(victim, 'SIGKILL');
    kills++;
    if (!isRestarted && (await queue.getCompletedCount()) >= rows / 2) {
      await redis.stop();
      await wait(1000);
      await redis.start();
      isRestarted = true;
    }
  }
  const { code, stdout, stderr } = await following.finished;
  const took = (performance.now() - begin) / 1000;
  await stop(steady);
  watcher.close();
  const jobs = await queue.getCompleted(0, rows);
  const begun = jobs.reduce((sum, { attemptsStarted }) => sum + attemptsStarted, 0);
  const counts = await queue.getJobCounts();
  await queue.close();
  connection.disconnect();

  const names = readdirSync(out).filter((name) => !name.startsWith('.'));
  const whole = names.filter(
    (name) => hashOf(join(out, name)) === expected[Number.parseInt(name, 10) % differentRows],
  );
  const once = [...appearances.values()].filter((count) => count === 1);
  console.log(
    `\n${rows} films of one second, 640 x 360, two workers, of which one was killed ${kills} times, Redis ${isRestarted ? 'restarted once' : 'not restarted'}:`,
  );
  console.log(`follower: exit code ${code} after ${seconds(took)}, ${stdout.trim()}`);
  console.log(
    `outputs with the right bytes: ${whole.length} of ${names.length}; appeared once: ${once.length}`,
  );
  console.log(`jobs started: ${begun}, ${begun - rows} of them again; failed: ${counts.failed}`);
  console.log(
    `left over: ${counts.waiting + counts.prioritized + counts.active + counts.delayed} jobs, ${readdirSync(out).filter((name) => name.endsWith('.tmp')).length} temporary files`,
  );
  if (code !== 0) console.log(stderr);
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function seconds(value) {
  return `${value.toFixed(1)} s`;
}
