import { setTimeout as sleep } from 'node:timers/promises';
import { delayAfter } from '../backoff.ts';
import { StoreError } from './store-error.ts';

/** How long a batch waits for its store, in milliseconds. */
export interface StoreWaits {
  /** Until the first look whether the store works again; doubles with each. */
  readonly first: number;
  readonly longest: number;
  /** After which the batch ends. */
  readonly limit: number;
}

const defaultWaits: StoreWaits = { first: 1000, longest: 30_000, limit: 3_600_000 };

/** Has a batch wait while its store fails, instead of ending or failing its outputs one after the other. */
export class StorePatience {
  readonly #notice: (message: string) => void;
  readonly #waits: StoreWaits;
  #failingSince: number | undefined;

  /** `notice` is told in a sentence that the store fails, and that it works again. */
  constructor(notice: (message: string) => void, waits = defaultWaits) {
    this.#notice = notice;
    this.#waits = waits;
  }

  /**
   * Tries again what fails because of the store. Rejects with the StoreError if the store fails for too long, and at once with
   * one that concerns a single output or a full disk; or with the signal's reason.
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

  /** An output was stored. */
  stored(): void {
    if (this.#failingSince !== undefined) this.#notice('outputs can be stored again; the batch goes on');
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
