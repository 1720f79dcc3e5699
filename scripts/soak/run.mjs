import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf, isRunning, openFiles, residentBytes } from '../linux-process.mjs';
import { randomFrom, shuffled } from './random.mjs';
import { kinds, untilFree } from './requests.mjs';
import { startService } from './service.mjs';

/** Requests after which the service has reached its working size. */
const warmUp = 200;

/** Requests between two measurements of memory. */
const sampleInterval = 50;

/** Milliseconds without requests before a measurement, so that connections close and memory is freed. */
const idleMs = 1000;

/** Maximum number of unexpected responses in the report. */
const keptAnswers = 20;

/**
 * Sends a number of mixed requests to real services. Resolves to a report for `brokenBounds` about the responses and
 * about anything left behind. `onProgress` gets the number of requests so far.
 */
export async function soak({ requests, seed, onProgress = () => {} }) {
  const random = randomFrom(seed);
  const temporary = await mkdtemp(join(tmpdir(), 'render-service-soak-'));
  const running = [];
  const start = async (settings) => {
    const service = await startService({ TMPDIR: temporary, ...settings });
    running.push(service);
    await untilFree(service);
    await wait(idleMs);
    return { ...service, descriptorsBefore: openFiles(service.pid).length };
  };
  try {
    const startMs = performance.now();
    const service = await start();
    const impatient = await start({ SERVICE_RENDER_TIMEOUT_MS: '1000' });
    const services = [service, impatient];
    const sent = await sendAll({ service, impatient, random }, planOf(requests, random), onProgress);
    for (const one of services) await untilFree(one);
    await wait(idleMs);
    const descriptors = services.map(({ pid, descriptorsBefore }) => ({
      before: descriptorsBefore,
      after: openFiles(pid).length,
    }));
    const idleProcesses = services.map(({ pid }) => childrenOf(pid).length);
    const ends = await Promise.all(services.map((one) => one.stop()));
    await wait(idleMs);
    return {
      ...sent,
      seconds: (performance.now() - startMs) / 1000,
      descriptors,
      idleProcesses,
      processesLeft: sent.processes.filter(isRunning).length,
      exitCodes: ends.map(({ code, signal }) => code ?? signal),
      temporaryFiles: await readdir(temporary),
      // The failures of processes that were killed on purpose are expected.
      unexpectedFailures: services
        .flatMap((one) => one.unexpectedFailures)
        .filter((line) => !/ended by SIG/.test(line)),
    };
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The kinds of that many requests in random order, each at least once. */
function planOf(requests, random) {
  const shares = Object.values(kinds).reduce((sum, { share }) => sum + share, 0);
  const plan = Object.entries(kinds).flatMap(([name, { share, size = 1 }]) => {
    const times = Math.max(1, Math.round((requests * share) / shares / size));
    return Array.from({ length: times }, () => name);
  });
  return shuffled(random, plan);
}

async function sendAll(context, plan, onProgress) {
  const tally = new Tally();
  const samples = [];
  const processes = new Set();
  let measuredAt = 0;
  for (const name of plan) {
    const answers = await kinds[name].run(context);
    for (const answer of answers) tally.add(name, answer);
    for (const { pid } of [context.service, context.impatient]) {
      for (const child of childrenOf(pid)) processes.add(child);
    }
    if (tally.requests >= warmUp && tally.requests - measuredAt >= sampleInterval) {
      measuredAt = tally.requests;
      await untilFree(context.service);
      context.service.collectGarbage();
      await wait(idleMs);
      const [child] = childrenOf(context.service.pid);
      samples.push({
        requests: tally.requests,
        serviceBytes: residentBytes(context.service.pid),
        renderBytes: residentBytes(child),
      });
    }
    onProgress(tally.requests);
  }
  const { requests, statuses, unexpected, refusals } = tally;
  return { requests, statuses, unexpected, refusals, samples, processes: [...processes] };
}

/** The responses so far. */
class Tally {
  requests = 0;
  /** How often each kind got each status; 0 means no response. */
  statuses = {};
  /** One sentence for each unexpected response. */
  unexpected = [];
  /** Responses 429 to requests after one whose client had disconnected. */
  refusals = 0;
  #digests = new Map();

  add(kind, { status, statuses, refusals, isWhole, same, digest }) {
    this.requests++;
    this.refusals += refusals;
    this.statuses[kind] ??= {};
    this.statuses[kind][status] = (this.statuses[kind][status] ?? 0) + 1;
    if (!statuses.includes(status)) this.#note(`${kind}: status ${status} instead of ${statuses}`);
    if (!isWhole) this.#note(`${kind}: the file has the wrong format`);
    if (same === undefined) return;
    const known = this.#digests.get(same) ?? digest;
    this.#digests.set(same, known);
    if (known !== digest) this.#note(`${kind}: ${same} has different bytes than before`);
  }

  #note(text) {
    if (this.unexpected.length < keptAnswers) this.unexpected.push(text);
  }
}
