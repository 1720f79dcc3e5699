import type { Redis } from 'ioredis';

/** Adds jobs in a transaction, again if a replica refuses it, which ioredis does not notice. */
export async function untilPrimary(redis: Redis, add: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await add();
      return;
    } catch (error) {
      if (!(error instanceof Error) || !/^READONLY/.test(error.message)) throw error;
      // This command waits for a primary.
      await redis.set('render-service:probe', '1', 'PX', 1);
    }
  }
}
