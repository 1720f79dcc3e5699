import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue, QueueEvents } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { loadOptionalPackages } from '../optional-packages.ts';
import type { QueueAddress } from './queue-address.ts';
import { QueueError } from './queue-error.ts';

/** The name of the queue in BullMQ. Another database of the same server is another queue. */
export const queueName = 'render-service';

/** Milliseconds without Redis after which waiting for it ends. */
const defaultPatienceMs = 10 * 60_000;

const connectTimeoutMs = 10_000;
const longestRetryDelayMs = 2000;
const closeLimitMs = 2000;

export interface ConnectionOptions {
  /** Is told in a sentence that the connection was lost, that it is there again, and that a password is not wanted. */
  readonly onNotice?: (message: string) => void;
  /** Milliseconds without Redis after which `lost` rejects. */
  readonly patienceMs?: number;
}

/** A connection to the queue, which reconnects by itself. */
export interface QueueConnection extends AsyncDisposable {
  readonly address: QueueAddress;
  readonly bullmq: typeof import('bullmq');
  readonly redis: Redis;
  readonly queue: Queue;
  /** What happens to jobs, from now on. The caller closes it. */
  openEvents(): QueueEvents;
  /** Rejects with a QueueError once Redis was away for too long; never resolves. */
  readonly lost: Promise<never>;
}

/**
 * Connects to Redis or Valkey. Rejects with a QueueError if that fails at once, and with a RenderError if BullMQ is not
 * installed. Later the connection is made again whenever it is lost.
 */
export async function connectToQueue(
  address: QueueAddress,
  { onNotice = () => {}, patienceMs = defaultPatienceMs }: ConnectionOptions = {},
): Promise<QueueConnection> {
  const [bullmq, { Redis }] = await loadOptionalPackages('--queue', 'bullmq@6 ioredis@5', () =>
    Promise.all([import('bullmq'), import('ioredis')]),
  );
  let lostAt: number | undefined;
  const { host, port, db, username, password, tls } = address;
  const options: RedisOptions = {
    ...{ host, port, db, username, password, tls: tls ? {} : undefined },
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    // A command waits until the connection is there again, as BullMQ needs it.
    maxRetriesPerRequest: null,
    retryStrategy: (attempts) => Math.min(attempts * 200, longestRetryDelayMs),
  };
  const onUnwantedPassword = once(() =>
    onNotice(`${address.shown} wants no password, though one is given: whoever reaches it can use it`),
  );
  const redis = withOwnWarning(new Redis(options), onUnwantedPassword);
  await connect(redis, address);

  let abandon: (error: QueueError) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    abandon = reject;
  });
  lost.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  redis.on('close', () => {
    if (lostAt !== undefined) return;
    lostAt = performance.now();
    onNotice(`lost the connection to ${address.shown}; trying again`);
    timer = setTimeout(() => {
      abandon(new QueueError(`${address.shown} could not be reached for ${Math.round(patienceMs / 1000)} s`));
    }, patienceMs);
  });
  redis.on('ready', () => {
    if (lostAt === undefined) return;
    lostAt = undefined;
    clearTimeout(timer);
    onNotice(`connected to ${address.shown} again`);
  });

  const queue = new bullmq.Queue(queueName, { connection: redis });
  // A lost connection is reported above.
  queue.on('error', () => {});
  return {
    ...{ address, bullmq, redis, queue, lost },
    openEvents() {
      const events = new bullmq.QueueEvents(queueName, { connection: redis });
      events.on('error', () => {});
      return events;
    },
    async [Symbol.asyncDispose]() {
      lostAt = 0;
      await closed(queue.close());
      clearTimeout(timer);
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
