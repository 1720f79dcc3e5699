import { setTimeout as sleep } from 'node:timers/promises';
import { delayAfter } from '../backoff.ts';
import { StoreError } from './store-error.ts';

/** Waits of a batch for its store, in milliseconds. */
export interface StoreWaits {
  /** Wait before the first retry; doubles with each retry. */
  readonly first: number;
  readonly longest: number;
  /** Total wait after which the batch ends. */
  readonly limit: number;
}

const defaultWaits: StoreWaits = { first: 1000, longest: 30_000, limit: 3_600_000 };

/** Makes a batch wait while its store fails, instead of ending or failing its outputs one after the other. */
export class StorePatience {
  readonly #notice: (message: string) => void;
  readonly #waits: StoreWaits;
  #failingSince: number | undefined;

  /** `notice` receives a sentence when the store fails, and when it works again. */
  constructor(notice: (message: string) => void, waits = defaultWaits) {
    this.#notice = notice;
    this.#waits = waits;
  }

  /**
   * Retries an attempt that fails because of the store. Rejects with the StoreError if the store fails for too long,
   * at once if the error concerns a single output or a full disk, or with the signal's reason.
   */
  async until<Value>(attempt: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof StoreError) || !mayPass(error) || signal.aborted) throw error;
        this.#refuseIfTooLong(error);
        const { first, longest } = this.#waits;
        await sleep(delayAfter(tries, first, longest), undefined, { signal }).catch(() => {});
        signal.throwIfAborted();
      }
    }
  }

  /** Reports that an output was stored. */
  stored(): void {
    if (this.#failingSince !== undefined) this.#notice('outputs can be stored again; the batch continues');
    this.#failingSince = undefined;
  }

  #refuseIfTooLong(error: StoreError): void {
    if (this.#failingSince === undefined) {
      this.#failingSince = performance.now();
      this.#notice(`${error.message}; the batch waits and tries again`);
    }
    if (performance.now() - this.#failingSince >= this.#waits.limit) throw error;
  }
}

function mayPass({ fault, isFull }: StoreError): boolean {
  return fault !== 'output' && !isFull;
}
