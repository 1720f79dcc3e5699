import type { Redis } from 'ioredis';
import { sha256 } from '../batch-job.ts';

/** Seconds that a claim is remembered after the last one for the same destination: longer than any job. */
const lifetimeSeconds = 30 * 24 * 3600;

const orderKey = 'render-service:order';
const namesKey = (destination: string) => `render-service:names:${sha256(destination).slice(0, 32)}`;
const fieldOf = (name: string) => sha256(name).slice(0, 20);

/**
 * Claims names for jobs unless a later batch has them. For each name and job: '-' if a later batch has the name, else the
 * other job that had it, or nothing.
 */
const claimScript = `
local held = {}
for i = 2, #ARGV, 2 do
  local order, id = string.match(redis.call('HGET', KEYS[1], ARGV[i]) or '', '^(%d+) (%x+)$')
  if id and id ~= ARGV[i + 1] and tonumber(order) > tonumber(ARGV[1]) then
    held[#held + 1] = '-'
  else
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[1] .. ' ' .. ARGV[i + 1])
    held[#held + 1] = id ~= ARGV[i + 1] and id or ''
  end
end
redis.call('EXPIRE', KEYS[1], ${lifetimeSeconds})
return held
`;

/** A name for which a job is added, or was before. */
export interface NamedJob {
  /** The job's id in the queue. */
  readonly id: string;
  readonly name: string;
}

/** What became of a claim. */
export type Claimed =
  | { readonly isOurs: false }
  /** `earlier` is the id of another job for the same name. */
  | { readonly isOurs: true; readonly earlier: string | undefined };

/**
 * Which job the output of each name in a destination comes from: that of the batch that was started last. Whatever the
 * order is in which jobs run, an earlier one gives way when its output is to appear.
 */
export class NameClaims {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** The number of a batch that is started now, greater than all before. */
  async nextOrder(): Promise<number> {
    return await this.#redis.incr(orderKey);
  }

  async claim(destination: string, order: number, jobs: readonly NamedJob[]): Promise<readonly Claimed[]> {
    const pairs = jobs.flatMap(({ name, id }) => [fieldOf(name), id]);
    const held = await this.#redis.eval(claimScript, 1, namesKey(destination), order, ...pairs);
    if (!Array.isArray(held)) throw new Error('Redis gave no list for the claims of names');
    return held.map((id): Claimed => {
      if (id === '-') return { isOurs: false };
      return { isOurs: true, earlier: typeof id === 'string' && id !== '' ? id : undefined };
    });
  }

  /** The id of the job that the output of a name comes from; undefined if none claimed it. */
  async holder(destination: string, name: string): Promise<string | undefined> {
    const claim = await this.#redis.hget(namesKey(destination), fieldOf(name));
    return claim?.split(' ')[1];
  }

  /** Whether a later batch makes the output of a job's name from another job. */
  async isDisplaced(destination: string, { id, name }: NamedJob): Promise<boolean> {
    const holder = await this.holder(destination, name);
    return holder !== undefined && holder !== id;
  }
}
