import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type RunningCommand, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { externalProgram } from '../../../../test/support/external-programs.ts';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.mjs';
import { sha256 } from '../../src/batch-job.ts';
import { StorePool } from '../../src/outputs/store-pool.ts';
import type { PiecePlaces } from '../../src/pieces/piece-places.ts';
import { type ConnectionOptions, connectToQueue, type QueueConnection } from '../../src/queue/connection.ts';
import { readQueueAddress } from '../../src/queue/queue-address.ts';
import type { WorkerWaits } from '../../src/queue/retry-policy.ts';
import { work } from '../../src/queue/worker.ts';
import type { JobEnd } from '../../src/queue/worker-events.ts';

/** Starts a Redis server, which is stopped after the test. */
export async function redisServer({ password }: { password?: string } = {}): Promise<RedisServer> {
  const command = externalProgram('redis-server');
  const server = await startRedis({ folder: await temporaryFolder(), command, password });
  onTestFinished(() => server.stop());
  return server;
}

export async function queueConnection(
  url: string,
  options: ConnectionOptions = {},
): Promise<QueueConnection> {
  const connection = await connectToQueue(readQueueAddress(url), options);
  onTestFinished(() => connection[Symbol.asyncDispose]());
  return connection;
}

/** A film of 160 x 90 in shorthand with this duration and the variables `colour` and `left`. */
export function template({ milliseconds = 200 } = {}) {
  return {
    ...{ shorthand: true, name: 'dot', width: 160, height: 90 },
    variables: { colour: '#336699', left: 20 },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the template.
    background: '${colour}',
    objects: { dot: { kind: 'circle', state: { y: 45, width: 30, height: 30, fill: 'white' } } },
    compositions: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the template.
      before: { duration: 0, states: { dot: { x: '${left}' } } },
      after: { duration: 0, enter: milliseconds, states: { dot: { x: 140 } } },
    },
  };
}

/** Creates a folder with `template.json`, `rows.jsonl` and an empty folder `out`. */
export async function batchFolder(template: object, rows: readonly object[]): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'out'));
  await writeFile(join(folder, 'template.json'), JSON.stringify(template));
  await writeFile(join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return folder;
}

export interface WorkerHere {
  readonly ends: JobEnd[];
  readonly notices: string[];
  /** Settles as the worker does; rejects if the worker is at fault. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Short waits of a worker for tests. */
export const shortWaits: WorkerWaits = {
  ...{ afterCrash: 10, afterStoreFailure: 20, maxAfterStoreFailure: 50 },
  ...{ storeDown: 100, pause: 20, maxDelay: 100 },
};

/** Starts a worker in this process, which ends after the test. */
export async function workerHere(
  url: string,
  settings: {
    readonly stalledAfterMs?: number;
    readonly within?: string;
    readonly waits?: WorkerWaits;
    readonly pieces?: PiecePlaces;
    readonly connection?: ConnectionOptions;
  } = {},
): Promise<WorkerHere> {
  const { stalledAfterMs = 15_000, within, waits, pieces } = settings;
  const ends: JobEnd[] = [];
  const notices: string[] = [];
  const notice = (message: string) => void notices.push(message);
  const connection = await queueConnection(url, { onNotice: notice, ...settings.connection });
  const stopped = new AbortController();
  const stores = new StorePool(within);
  const plan = { processes: 1, processorsEach: 1 };
  const observers = [{ jobEnded: (end: JobEnd) => void ends.push(end), notice }];
  const ended = work(connection, { plan, stalledAfterMs, stores, pieces, observers, waits }, stopped.signal);
  ended.catch(() => {});
  const stop = async () => {
    stopped.abort();
    await ended.catch(() => {});
    await stores[Symbol.asyncDispose]();
  };
  onTestFinished(stop);
  return { ends, notices, ended, stop };
}

/** Starts a worker as an operator does. */
export function startWorker(url: string, ...options: readonly string[]): RunningCommand {
  return start(['work', '--queue', url, '--jobs', '1', ...options]);
}

/** Arguments of a batch with the rows in a folder from `batchFolder`. */
export function batchArguments(folder: string, outputs: string, ...options: readonly string[]): string[] {
  const data = ['--data', join(folder, 'rows.jsonl'), '--out-dir', outputs];
  return ['batch', join(folder, 'template.json'), ...data, ...options];
}

/** Arguments of `queue film` with the template in a folder from `batchFolder`. */
export function filmArguments(folder: string, url: string, ...options: readonly string[]): string[] {
  const where = ['--out-dir', join(folder, 'out'), '--queue', url, '--json'];
  return ['queue', 'film', join(folder, 'template.json'), ...where, ...options];
}

/** Hashes of all outputs in a folder by name. */
export async function outputsIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const outputs = names.map(async (name) => [name, sha256(await readFile(join(folder, name)))]);
  return Object.fromEntries(await Promise.all(outputs));
}
