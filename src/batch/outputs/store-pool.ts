import { RenderError } from '../../render/render-error.ts';
import { type OpenedStore, openKnownStore } from './open-output-store.ts';
import type { OutputStore, SharedStore } from './output-store.ts';
import { StoreError } from './store-error.ts';

/** Destinations that are kept open while no job uses them. */
const mostIdle = 8;

interface PooledStore {
  readonly opening: Promise<OpenedStore>;
  users: number;
}

/** Where a job's output goes, and the mark that the batch left there. */
export interface MarkedDestination {
  readonly destination: string;
  readonly token: string;
}

/**
 * The destinations of jobs from elsewhere, each of which is opened once and kept for the next job. A destination is
 * tested before its first use and after an outage. One that has worked before and no longer does has an outage; one that
 * has never worked here may be set up wrongly on this machine.
 */
export class StorePool implements AsyncDisposable {
  readonly #within: string | undefined;
  /** The one used last is the last. */
  readonly #stores = new Map<string, PooledStore>();
  readonly #proven = new Set<string>();
  readonly #down = new Set<string>();

  /** Only destinations in `within` or below are opened, if it is given. */
  constructor(within?: string) {
    this.#within = within;
  }

  /** Tests where all outputs of this machine go, if that is limited. Rejects with a RenderError. */
  async test(): Promise<void> {
    const within = this.#within;
    if (within !== undefined) await this.#open(within, (store) => this.#prove(within, store));
  }

  /**
   * Uses a destination that has the mark. Rejects with a StoreError if it cannot be used, with a RenderError
   * `invalid-option` for a destination of another form, and as `use` does.
   */
  async use<Value>(
    { destination, token }: MarkedDestination,
    use: (store: OutputStore) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await this.#open(destination, async (store) => {
        await refuseUnmarked(store, { destination, token });
        if (!this.#proven.has(destination) || this.#down.has(destination)) {
          await this.#prove(destination, store);
        }
        return await use(store);
      });
    } catch (error) {
      if (!(error instanceof StoreError) || error.fault === 'output') throw error;
      if (error.fault === 'setup' && !this.#proven.has(destination)) throw error;
      this.#down.add(destination);
      throw new StoreError('outage', error.message);
    }
  }

  /** Whether a destination that failed works all the same, so that the failure concerned one output. */
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
        // A package that is missing is this machine's fault too.
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

  async #closeIdle(): Promise<void> {
    const idle = [...this.#stores].filter(([, { users }]) => users === 0);
    for (const [destination, pooled] of idle.slice(0, Math.max(0, idle.length - mostIdle))) {
      this.#stores.delete(destination);
      await close(pooled);
    }
  }
}

async function refuseUnmarked(store: SharedStore, { destination, token }: MarkedDestination): Promise<void> {
  if (await store.isMarked(token)) return;
  throw new StoreError(
    'setup',
    `${destination} on this machine is not the one of the batch: it has no ${store.describe(`.render-service/${token}.token`)}; mount it as where the batch was started, or start the batch again if the file was deleted`,
  );
}

async function close({ opening }: PooledStore): Promise<void> {
  const store = await opening.catch(() => undefined);
  await store?.[Symbol.asyncDispose]();
}
