export interface RedisServer {
  readonly port: number;
  /** The address of one of its 16 databases. */
  url(database: number): string;
  /** Starts it again on the same port, with its data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis server with an append-only file on a free port of the loopback address. */
export function startRedis(options: {
  /** Where its data is kept. */
  folder: string;
  /** Path of `redis-server`. */
  command?: string;
  password?: string;
}): Promise<RedisServer>;
