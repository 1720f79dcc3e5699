import { setTimeout as sleep } from 'node:timers/promises';
import { packageVersion } from '@render-service/service/command-line';
import type { Queue, QueueEvents } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { loadOptionalPackages } from '../optional-packages.ts';
import type { QueueAddress } from './queue-address.ts';
import { QueueError, RedisHealth } from './redis-health.ts';

/** Prefix of the names of all queues in BullMQ. */
const queuePrefix = 'render-service';

/**
 * Name of a version's queue in BullMQ. Only the same version makes the same bytes, so each version has its own queue,
 * which its workers finish while another version is rolled out. Each database of a server has its own queues.
 */
export function queueNameOf(version: string): string {
  return `${queuePrefix}-${version}`;
}

/** Redis set of the versions that have a queue. */
const versionsKey = 'render-service:versions';
/** Other programs may write to Redis. */
const versionForm = /^[\w.+-]{1,100}$/;

/** Milliseconds without Redis after which a command gives up. */
const defaultPatienceMs = 10 * 60_000;

const defaultProbeMs = 1000;

/** Key that is written to test whether Redis accepts commands. */
const probeKey = 'render-service:probe';

const connectTimeoutMs = 10_000;
const maxRetryDelayMs = 2000;
const closeLimitMs = 2000;

export interface ConnectionOptions {
  /** Receives a sentence when the connection is lost or restored, and if the server requires no password. */
  readonly onNotice?: (message: string) => void;
  /** Milliseconds without Redis after which `lost` rejects. */
  readonly patienceMs?: number;
  /** Milliseconds between two tests whether Redis works again. */
  readonly probeMs?: number;
  /**
   * Whether jobs are added or done, and not only managed. Redis must then be suitable, and the connection waits for a
   * replica to become the primary.
   */
  readonly forJobs?: boolean;
  /** Version whose queue is used; this program's version by default. */
  readonly version?: string;
}

/** A version and its queue. */
export interface VersionedQueue {
  readonly version: string;
  readonly queue: Queue;
}

/** A connection to the queue, which reconnects by itself. */
export interface QueueConnection extends AsyncDisposable {
  readonly address: QueueAddress;
  readonly bullmq: typeof import('bullmq');
  readonly redis: Redis;
  /** Version of the queue. */
  readonly version: string;
  readonly queueName: string;
  readonly queue: Queue;
  /** Registers the queue for the commands that manage all queues. */
  register(): Promise<void>;
  /** Returns the queues of all versions, this version's first. */
  queues(): Promise<readonly VersionedQueue[]>;
  /** Opens a stream of the jobs' events from now on. The caller closes it. */
  openEvents(): QueueEvents;
  readonly health: RedisHealth;
  /** Rejects with a QueueError when Redis has been unavailable for too long; never resolves. */
  readonly lost: Promise<never>;
}

/**
 * Connects to Redis or Valkey. Rejects with a QueueError if the first connection fails, and with a RenderError if
 * BullMQ is not installed. A connection that is lost later is restored.
 */
export async function connectToQueue(
  address: QueueAddress,
  {
    onNotice = () => {},
    patienceMs = defaultPatienceMs,
    probeMs = defaultProbeMs,
    version = packageVersion(),
    forJobs = true,
  }: ConnectionOptions = {},
): Promise<QueueConnection> {
  const [bullmq, { Redis }] = await loadOptionalPackages('--queue', 'bullmq@6 ioredis@5', () =>
    Promise.all([import('bullmq'), import('ioredis')]),
  );
  const { redis, health } = await openRedis(Redis, address, { onNotice, patienceMs, probeMs, forJobs });
  const queueName = queueNameOf(version);
  const opened = new OpenQueues(bullmq, redis, version);
  return {
    ...{ address, bullmq, redis, version, queueName, queue: opened.own, health, lost: health.lost },
    register: () => opened.register(),
    queues: () => opened.all(),
    openEvents() {
      const events = new bullmq.QueueEvents(queueName, { connection: redis });
      events.on('error', () => {});
      return events;
    },
    async [Symbol.asyncDispose]() {
      health.close();
      await closed(opened.close());
      redis.disconnect();
    },
  };
}

type RedisSettings = Required<Omit<ConnectionOptions, 'version'>>;

/** Opens the connection to Redis, and watches whether it works. */
async function openRedis(
  RedisClient: typeof Redis,
  address: QueueAddress,
  { onNotice, patienceMs, probeMs, forJobs }: RedisSettings,
): Promise<{ redis: Redis; health: RedisHealth }> {
  /**
   * Whether the server has refused a command as a replica since Redis last worked; reconnecting more often does not
   * help.
   */
  let isRefused = false;
  const options: RedisOptions = {
    ...redisOptions(address),
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    // Commands wait until the connection is restored, as BullMQ requires.
    maxRetriesPerRequest: null,
    retryStrategy: (attempts) => (isRefused ? probeMs : Math.min(attempts * 200, maxRetryDelayMs)),
    // After a failover, the same address may lead to the new primary, to which the command is sent again.
    reconnectOnError: (error) => {
      if (!forJobs || !/^READONLY/.test(error.message) || redis.status !== 'ready') return false;
      isRefused = true;
      const event = `${address.shown} is a replica, which takes no jobs; waiting for a primary`;
      health.failed(event, `used (${describeRedisError(error)})`);
      return 2;
    },
  };
  const onUnwantedPassword = once(() =>
    onNotice(
      `${address.shown} requires no password, although one is given: anyone who can reach it can use it`,
    ),
  );
  const redis = withOwnWarning(new RedisClient(options), onUnwantedPassword);
  const health = new RedisHealth(address.shown, {
    ...{ onNotice, patienceMs, probeMs },
    async probe() {
      await redis.set(probeKey, '1', 'PX', probeMs);
      isRefused = false;
    },
  });
  await connect(redis, address);
  if (forJobs) await refuseUnfit(redis, address);
  redis.on('close', () => {
    // After a refusal, the connection is closed to find the primary.
    if (!isRefused) health.failed(`lost the connection to ${address.shown}; trying again`, 'reached');
  });
  return { redis, health };
}

/** The queues of all versions. A queue is opened when it is first used. */
class OpenQueues {
  readonly #bullmq: QueueConnection['bullmq'];
  readonly #redis: Redis;
  readonly #version: string;
  readonly #opened = new Map<string, Queue>();
  /** The queue of `version`. */
  readonly own: Queue;

  constructor(bullmq: QueueConnection['bullmq'], redis: Redis, version: string) {
    this.#bullmq = bullmq;
    this.#redis = redis;
    this.#version = version;
    this.own = this.#open(version);
  }

  async register(): Promise<void> {
    if ((await this.#redis.sadd(versionsKey, this.#version)) === 0) return;
    // A pause also applies to versions that are installed later.
    const [, ...others] = await this.all();
    const paused = await Promise.all(others.map((other) => other.queue.isPaused()));
    if (paused.includes(true)) await this.own.pause();
  }

  async all(): Promise<readonly VersionedQueue[]> {
    const versions = await this.#redis.smembers(versionsKey);
    const others = versions.filter((other) => other !== this.#version && versionForm.test(other)).sort();
    return [this.#version, ...others].map((version) => ({ version, queue: this.#open(version) }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((queue) => queue.close()));
  }

  #open(version: string): Queue {
    const opened = this.#opened.get(version);
    if (opened !== undefined) return opened;
    const queue = new this.#bullmq.Queue(queueNameOf(version), { connection: this.#redis });
    // Another listener reports a lost connection.
    queue.on('error', () => {});
    this.#opened.set(version, queue);
    return queue;
  }
}

/**
 * Makes a connection, and its duplicates in BullMQ, call a function if the server does not require the given password.
 * ioredis would print its own warning at every connection.
 */
function withOwnWarning(redis: Redis, onUnwantedPassword: () => void): Redis {
  type Told = (error?: Error | null) => void;
  const authenticate: (credentials: string, told: Told) => Promise<unknown> = redis.auth.bind(redis);
  const duplicate = redis.duplicate.bind(redis);
  return Object.assign(redis, {
    auth: (credentials: string, told: Told) =>
      authenticate(credentials, (error) => {
        const isUnwanted = /without any password configured|no password is set/.test(error?.message ?? '');
        if (isUnwanted) onUnwantedPassword();
        told(isUnwanted ? null : error);
      }),
    duplicate: (override?: Partial<RedisOptions>) => withOwnWarning(duplicate(override), onUnwantedPassword),
  });
}

function once(say: () => void): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) say();
    isSaid = true;
  };
}

/**
 * Waits a limited time for a BullMQ object to close: while its connection waits for the next attempt to connect,
 * ioredis never reports that it was closed.
 */
export async function closed(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing, sleep(closeLimitMs, undefined, { ref: false })]);
}

function redisOptions({ host, port, db, username, password, tls, sentinels }: QueueAddress): RedisOptions {
  const common = { db, username, password, tls: tls ? {} : undefined };
  if (sentinels === undefined) return { ...common, host, port };
  const { primary, hosts } = sentinels;
  return { ...common, name: primary, sentinels: [...hosts], enableTLSForSentinelMode: tls };
}

/** Rejects with a QueueError for a server that would lose jobs or accepts none. */
async function refuseUnfit(redis: Redis, { shown }: QueueAddress): Promise<void> {
  // A user without permission for INFO gets the error from BullMQ.
  const info = await redis.info().catch(() => '');
  const field = (name: string) => new RegExp(`^${name}:([^\\r\\n]*)`, 'm').exec(info)?.[1];
  const policy = field('maxmemory_policy');
  let problem: string | undefined;
  if (field('role') === 'slave') problem = describeRedisError(new Error('READONLY'));
  if (policy !== undefined && policy !== 'noeviction') {
    problem = `its maxmemory-policy is ${policy}, so it would drop jobs when it is full; set it to noeviction`;
  }
  if (problem === undefined) return;
  redis.disconnect();
  throw new QueueError(`cannot use ${shown}: ${problem}`);
}

/** Opens the first connection. Any failure is final. */
async function connect(redis: Redis, { shown }: QueueAddress): Promise<void> {
  let failure: Error | undefined;
  const remember = (error: Error) => {
    failure ??= error;
  };
  redis.on('error', remember);
  // For an unknown database, the connection succeeds and emits an error event.
  await redis.connect().catch(remember);
  redis.off('error', remember);
  // Without a listener, ioredis would print every failed attempt to reconnect.
  redis.on('error', () => {});
  if (failure === undefined) return;
  redis.disconnect();
  throw new QueueError(`cannot use ${shown}: ${describeRedisError(failure)}`);
}

/** Converts the reply of Redis to a refused command into a QueueError; returns any other error unchanged. */
export function asQueueError(error: unknown, { shown }: QueueAddress): unknown {
  const isReply = error instanceof Error && error.name === 'ReplyError';
  return isReply ? new QueueError(`cannot use ${shown}: ${describeRedisError(error)}`) : error;
}

/** Explains why Redis cannot be used. The messages of Redis never repeat a password. */
export function describeRedisError(error: Error): string {
  const { message } = error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'nothing listens there (connection refused)';
  if (code === 'ENOTFOUND') return 'there is no such host';
  if (code === 'ETIMEDOUT' || /ETIMEDOUT/.test(message)) return 'it does not respond';
  if (/^(WRONGPASS|ERR invalid password)/.test(message)) return 'it refused the user name or password';
  if (/^NOAUTH/.test(message))
    return 'it requires a password; put it into the URL or the environment variable REDISCLI_AUTH';
  if (/DB index is out of range/.test(message)) return 'it has no database with that number';
  if (/^OOM/.test(message)) return 'its memory is full; raise its maxmemory, or remove data from it';
  if (/^READONLY/.test(message)) return 'it is a replica, which takes no jobs; name the primary';
  if (/^MISCONF/.test(message)) return 'it cannot write its data to disk, so it takes no jobs';
  return message;
}
