import { type OpenedStore, openKnownStore } from './open-output-store.ts';
import type { OutputStore } from './output-store.ts';

/** Destinations that are kept open while no job uses them. */
const mostIdle = 8;

interface PooledStore {
  readonly opening: Promise<OpenedStore>;
  users: number;
}

/** The destinations of jobs from elsewhere, each of which is opened once and kept for the next job. */
export class StorePool implements AsyncDisposable {
  readonly #within: string | undefined;
  /** The one used last is the last. */
  readonly #stores = new Map<string, PooledStore>();

  /** Only destinations in `within` or below are opened, if it is given. */
  constructor(within?: string) {
    this.#within = within;
  }

  /** Uses a destination. Rejects with a RenderError if it cannot be opened, and as `use` does. */
  async use<Value>(destination: string, use: (store: OutputStore) => Promise<Value>): Promise<Value> {
    const pooled = this.#stores.get(destination) ?? {
      opening: openKnownStore(destination, this.#within),
      users: 0,
    };
    this.#stores.delete(destination);
    this.#stores.set(destination, pooled);
    pooled.users++;
    try {
      const store = await pooled.opening.catch((error: unknown) => {
        // It may be there next time.
        if (this.#stores.get(destination) === pooled) this.#stores.delete(destination);
        throw error;
      });
      return await use(store);
    } finally {
      pooled.users--;
      await this.#closeIdle();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#stores.values()];
    this.#stores.clear();
    await Promise.all(all.map(close));
  }

  async #closeIdle(): Promise<void> {
    const idle = [...this.#stores].filter(([, { users }]) => users === 0);
    for (const [destination, pooled] of idle.slice(0, Math.max(0, idle.length - mostIdle))) {
      this.#stores.delete(destination);
      await close(pooled);
    }
  }
}

async function close({ opening }: PooledStore): Promise<void> {
  const store = await opening.catch(() => undefined);
  await store?.[Symbol.asyncDispose]();
}
