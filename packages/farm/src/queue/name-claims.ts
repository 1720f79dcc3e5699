import type { Redis } from 'ioredis';
import { sha256 } from '../batch-job.ts';

/** Seconds for which claims are stored after the last one for the same destination; longer than any job takes. */
const lifetimeSeconds = 30 * 24 * 3600;

const orderKey = 'render-service:order';
const namesKey = (destination: string) => `render-service:names:${sha256(destination).slice(0, 32)}`;
const fieldOf = (name: string) => sha256(name).slice(0, 20);

/**
 * Claims names for jobs unless a later batch has them. Returns for each name: '-' if a later batch has it, otherwise
 * the id of the other job that had it, or ''.
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

/** A name and the job for it, whether added now or earlier. */
export interface NamedJob {
  /** Id of the job in the queue. */
  readonly id: string;
  readonly name: string;
}

/** Result of a claim. */
export type Claimed =
  | { readonly isOurs: false }
  /** `earlier` is the id of another, earlier job for the same name. */
  | { readonly isOurs: true; readonly earlier: string | undefined };

/**
 * Stores which job makes the output of each name in a destination: the job of the batch that was started last. Jobs
 * may run in any order; the output of an earlier one is discarded before it appears.
 */
export class NameClaims {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Returns the number of a batch that starts now, greater than all earlier ones. */
  async nextOrder(): Promise<number> {
    return await this.#redis.incr(orderKey);
  }

  async claim(destination: string, order: number, jobs: readonly NamedJob[]): Promise<readonly Claimed[]> {
    const pairs = jobs.flatMap(({ name, id }) => [fieldOf(name), id]);
    const held = await this.#redis.eval(claimScript, 1, namesKey(destination), order, ...pairs);
    if (!Array.isArray(held)) throw new Error('Redis returned no list for the claims of names');
    return held.map((id): Claimed => {
      if (id === '-') return { isOurs: false };
      return { isOurs: true, earlier: typeof id === 'string' && id !== '' ? id : undefined };
    });
  }

  /** Returns the id of the job that makes the output of a name; undefined if no job has claimed it. */
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
