import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue, QueueEvents } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { packageVersion } from '../../contract/package-version.ts';
import { loadOptionalPackages } from '../optional-packages.ts';
import type { QueueAddress } from './queue-address.ts';
import { QueueError, RedisHealth } from './redis-health.ts';

/** What the names of all queues in BullMQ begin with. */
const queuePrefix = 'render-service';

/**
 * The name of a version's queue in BullMQ. Only the same version makes the same bytes, so each has a queue of its own, whose
 * workers run it empty while another version is started. Another database of the same server has other queues.
 */
export function queueNameOf(version: string): string {
  return `${queuePrefix}-${version}`;
}

/** The Redis set of the versions that have a queue. */
const versionsKey = 'render-service:versions';
/** Others may write to Redis. */
const versionForm = /^[\w.+-]{1,100}$/;

/** Milliseconds without Redis after which waiting for it ends. */
const defaultPatienceMs = 10 * 60_000;

const defaultProbeMs = 1000;

/** What is written to see whether Redis takes commands. */
const probeKey = 'render-service:probe';

const connectTimeoutMs = 10_000;
const longestRetryDelayMs = 2000;
const closeLimitMs = 2000;

export interface ConnectionOptions {
  /** Is told in a sentence that the connection was lost, that it is there again, and that a password is not wanted. */
  readonly onNotice?: (message: string) => void;
  /** Milliseconds without Redis after which `lost` rejects. */
  readonly patienceMs?: number;
  /** Milliseconds between two looks whether Redis is back. */
  readonly probeMs?: number;
  /** Whether jobs are added or done, and not only managed: Redis must be fit for that, and a replica is waited for. */
  readonly forJobs?: boolean;
  /** Whose queue it is: this program's version by default. */
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
  /** The version whose queue it is. */
  readonly version: string;
  readonly queueName: string;
  readonly queue: Queue;
  /** Makes the queue known to the commands that manage all of them. */
  register(): Promise<void>;
  /** The queues of all versions, this one first. */
  queues(): Promise<readonly VersionedQueue[]>;
  /** What happens to jobs, from now on. The caller closes it. */
  openEvents(): QueueEvents;
  readonly health: RedisHealth;
  /** Rejects with a QueueError once Redis was away for too long; never resolves. */
  readonly lost: Promise<never>;
}

/**
 * Connects to Redis or Valkey. Rejects with a QueueError if that fails at once, and with a RenderError if BullMQ is not
 * installed. Later the connection is made again whenever it is lost.
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
  /** Whether the server refused a command as a replica since Redis last worked: it does not answer sooner if asked often. */
  let isRefused = false;
  const options: RedisOptions = {
    ...redisOptions(address),
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    // A command waits until the connection is there again, as BullMQ needs it.
    maxRetriesPerRequest: null,
    retryStrategy: (attempts) => (isRefused ? probeMs : Math.min(attempts * 200, longestRetryDelayMs)),
    // After a failover the same address may lead to the new primary, which is sent the command again.
    reconnectOnError: (error) => {
      if (!forJobs || !/^READONLY/.test(error.message) || redis.status !== 'ready') return false;
      isRefused = true;
      const event = `${address.shown} is a replica, which takes no jobs; waiting for a primary`;
      health.failed(event, 'used, because it is a replica,');
      return 2;
    },
  };
  const onUnwantedPassword = once(() =>
    onNotice(`${address.shown} wants no password, though one is given: whoever reaches it can use it`),
  );
  const redis = withOwnWarning(new Redis(options), onUnwantedPassword);
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
    // After a refusal it is closed to look for a primary.
    if (!isRefused) health.failed(`lost the connection to ${address.shown}; trying again`, 'reached');
  });

  const opened = new Map<string, Queue>();
  const open = (ofVersion: string): Queue => {
    const known = opened.get(ofVersion);
    if (known !== undefined) return known;
    const queue = new bullmq.Queue(queueNameOf(ofVersion), { connection: redis });
    // A lost connection is reported above.
    queue.on('error', () => {});
    opened.set(ofVersion, queue);
    return queue;
  };
  const queueName = queueNameOf(version);
  const queue = open(version);
  const queues = async () => {
    const known = await redis.smembers(versionsKey);
    const others = known.filter((other) => other !== version && versionForm.test(other)).sort();
    return [version, ...others].map((each) => ({ version: each, queue: open(each) }));
  };
  return {
    ...{ address, bullmq, redis, version, queueName, queue, health, lost: health.lost },
    async register() {
      if ((await redis.sadd(versionsKey, version)) === 0) return;
      // Whoever paused the queue meant those of later versions too.
      const [, ...others] = await queues();
      const paused = await Promise.all(others.map((other) => other.queue.isPaused()));
      if (paused.includes(true)) await queue.pause();
    },
    queues,
    openEvents() {
      const events = new bullmq.QueueEvents(queueName, { connection: redis });
      events.on('error', () => {});
      return events;
    },
    async [Symbol.asyncDispose]() {
      health.close();
      await closed(Promise.all([...opened.values()].map((each) => each.close())));
      redis.disconnect();
    },
  };
}

/**
 * Has a connection, and those that BullMQ makes like it, call a function where a password is given that the server does not
 * want: ioredis goes on then, but prints a warning of its own at every connection.
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
 * Waits for something of BullMQ to close, but not for long: while its connection waits for the next attempt to connect,
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

/** Rejects with a QueueError for a server that would lose jobs, or takes none. */
async function refuseUnfit(redis: Redis, { shown }: QueueAddress): Promise<void> {
  // A user who may not ask has BullMQ say so.
  const info = await redis.info().catch(() => '');
  const field = (name: string) => new RegExp(`^${name}:([^\\r\\n]*)`, 'm').exec(info)?.[1];
  const policy = field('maxmemory_policy');
  let problem: string | undefined;
  if (field('role') === 'slave') problem = describeRedisError(new Error('READONLY'));
  if (policy !== undefined && policy !== 'noeviction') {
    problem = `its maxmemory-policy is ${policy}, so that it would drop jobs when it is full; set it to noeviction`;
  }
  if (problem === undefined) return;
  redis.disconnect();
  throw new QueueError(`cannot use ${shown}: ${problem}`);
}

/** The first connection, of which any failure is final. */
async function connect(redis: Redis, { shown }: QueueAddress): Promise<void> {
  let failure: Error | undefined;
  const remember = (error: Error) => {
    failure ??= error;
  };
  redis.on('error', remember);
  // An unknown database is an error event of a connection that succeeds.
  await redis.connect().catch(remember);
  redis.off('error', remember);
  // Without a listener, ioredis would print every failed attempt to reconnect.
  redis.on('error', () => {});
  if (failure === undefined) return;
  redis.disconnect();
  throw new QueueError(`cannot use ${shown}: ${describeRedisError(failure)}`);
}

/** A QueueError for what Redis answered to a command that it refused; any other error as it is. */
export function asQueueError(error: unknown, { shown }: QueueAddress): unknown {
  const isReply = error instanceof Error && error.name === 'ReplyError';
  return isReply ? new QueueError(`cannot use ${shown}: ${describeRedisError(error)}`) : error;
}

/** Why Redis cannot be used. Its own messages never repeat a password. */
export function describeRedisError(error: Error): string {
  const { message } = error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'nothing listens there (connection refused)';
  if (code === 'ENOTFOUND') return 'there is no such host';
  if (code === 'ETIMEDOUT' || /ETIMEDOUT/.test(message)) return 'it does not answer';
  if (/^(WRONGPASS|ERR invalid password)/.test(message)) return 'it refused the user name or password';
  if (/^NOAUTH/.test(message))
    return 'it wants a password; put it into the URL or the environment variable REDISCLI_AUTH';
  if (/DB index is out of range/.test(message)) return 'it has no database of that number';
  if (/^OOM/.test(message)) return 'its memory is full; raise its maxmemory, or make room in it';
  if (/^READONLY/.test(message)) return 'it is a replica, which takes no jobs; name the primary';
  if (/^MISCONF/.test(message)) return 'it cannot write its data to disk, and so takes no jobs';
  return message;
}
