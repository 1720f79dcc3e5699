import type { WorkerEvents } from './worker-events.ts';
import type { WorkerWarnings } from './worker-warnings.ts';

/** Why a worker must stop: it makes jobs fail that other workers can do. */
export class WorkerFault {
  /** Resolves when a fault is found. */
  readonly found: Promise<void>;
  readonly #events: WorkerEvents;
  readonly #warnings: WorkerWarnings;
  #reason: string | undefined;
  #markFound: () => void = () => {};

  constructor(events: WorkerEvents, warnings: WorkerWarnings) {
    this.#events = events;
    this.#warnings = warnings;
    this.found = new Promise((resolve) => {
      this.#markFound = resolve;
    });
  }

  /** Completes "the worker stops because it …"; undefined without a fault. */
  get reason(): string | undefined {
    return this.#reason;
  }

  report(reason: string): void {
    this.#reason = reason;
    this.#warnings.set(`a worker stopped because it ${reason}`);
    this.#events.faulty(reason);
    this.#markFound();
  }
}
