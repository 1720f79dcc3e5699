import { RenderError } from '@render-service/engine';
import { type OpenedStore, openKnownStore } from './open-output-store.ts';
import type { OutputStore, SharedStore } from './output-store.ts';
import { StoreError } from './store-error.ts';

/** Maximum number of destinations that stay open while no job uses them. */
const maxIdle = 8;

interface PooledStore {
  readonly opening: Promise<OpenedStore>;
  users: number;
}

/** Destination of a job's output, and the mark that the batch wrote there. */
export interface MarkedDestination {
  readonly destination: string;
  readonly token: string;
}

/**
 * The destinations of a worker's jobs. Each is opened once and reused by the next jobs. It is tested before its first
 * use and after an outage. If it worked before and now fails, that is an outage; if it never worked here, this machine
 * may be set up wrongly.
 */
export class StorePool implements AsyncDisposable {
  readonly #within: string | undefined;
  /** Sorted by the time of the last use, oldest first. */
  readonly #stores = new Map<string, PooledStore>();
  readonly #proven = new Set<string>();
  readonly #down = new Set<string>();

  /** If `within` is given, only destinations in or below it are opened. */
  constructor(within?: string) {
    this.#within = within;
  }

  /** Tests the destination to which this worker is limited, if any. Rejects with a RenderError. */
  async test(): Promise<void> {
    const within = this.#within;
    if (within !== undefined) await this.#open(within, (store) => this.#prove(within, store));
  }

  /**
   * Uses a destination that has the mark. Rejects with a StoreError if it cannot be used, with a RenderError
   * `invalid-option` if it is invalid, and as `use` does.
   */
  async use<Value>(
    { destination, token }: MarkedDestination,
    use: (store: OutputStore) => Promise<Value>,
  ): Promise<Value> {
    let isReady = false;
    try {
      return await this.#open(destination, async (store) => {
        await refuseUnmarked(store, { destination, token });
        if (!this.#proven.has(destination) || this.#down.has(destination)) {
          await this.#prove(destination, store);
        }
        isReady = true;
        return await use(store);
      });
    } catch (error) {
      if (!(error instanceof StoreError) || error.fault === 'output') throw error;
      if (error.fault === 'setup' && !this.#proven.has(destination)) throw error;
      this.#down.add(destination);
      throw new StoreError('outage', error.message, { concernsAll: !isReady });
    }
  }

  /** Whether a destination works after a failure, which then concerned only one output. */
  async works({ destination, token }: MarkedDestination): Promise<boolean> {
    return await this.use({ destination, token }, async () => true).catch(() => false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#stores.values()];
    this.#stores.clear();
    await Promise.all(all.map(close));
  }

  async #prove(destination: string, store: SharedStore): Promise<void> {
    await store.probe();
    this.#proven.add(destination);
    this.#down.delete(destination);
  }

  async #open<Value>(destination: string, use: (store: OpenedStore) => Promise<Value>): Promise<Value> {
    const pooled = this.#stores.get(destination) ?? {
      opening: openKnownStore(destination, this.#within).catch((error: unknown) => {
        // A missing package is a fault of this machine's setup, too.
        const isOther = error instanceof RenderError && !(error instanceof StoreError);
        throw isOther && error.code === 'failed' ? new StoreError('setup', error.message) : error;
      }),
      users: 0,
    };
    this.#stores.delete(destination);
    this.#stores.set(destination, pooled);
    pooled.users++;
    try {
      const store = await pooled.opening.catch((error: unknown) => {
        // The next job tries to open it again.
        if (this.#stores.get(destination) === pooled) this.#stores.delete(destination);
        throw error;
      });
      return await use(store);
    } finally {
      pooled.users--;
      await this.#closeIdle();
    }
  }

  async #closeIdle(): Promise<void> {
    const idle = [...this.#stores].filter(([, { users }]) => users === 0);
    for (const [destination, pooled] of idle.slice(0, Math.max(0, idle.length - maxIdle))) {
      this.#stores.delete(destination);
      await close(pooled);
    }
  }
}

async function refuseUnmarked(store: SharedStore, { destination, token }: MarkedDestination): Promise<void> {
  if (await store.isMarked(token)) return;
  throw new StoreError(
    'setup',
    `${destination} on this machine is not the destination of the batch: it has no ${store.describe(`.render-service/${token}.token`)}; mount the same folder as where the batch was started, or start the batch again if the file was deleted`,
  );
}

async function close({ opening }: PooledStore): Promise<void> {
  const store = await opening.catch(() => undefined);
  await store?.[Symbol.asyncDispose]();
}
