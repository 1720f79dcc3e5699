import { setTimeout as sleep } from 'node:timers/promises';
import { RenderError } from '@render-service/engine';

/** The queue cannot be used; the message has the reason. */
export class QueueError extends RenderError {
  constructor(problem: string) {
    super('failed', [problem]);
  }
}

export interface HealthOptions {
  /** Receives a sentence when Redis fails, once for each reason, and when it works again. */
  readonly onNotice: (message: string) => void;
  /** Milliseconds of failures after which `lost` rejects. */
  readonly patienceMs: number;
  /** Milliseconds between two tests whether Redis works again. */
  readonly probeMs: number;
  /** Resolves if Redis accepts a command that writes. */
  readonly probe: () => Promise<unknown>;
}

/**
 * Replies of a server that temporarily accepts no commands: a replica, a full server, or one that cannot write to its
 * disk.
 */
const passingReplies = /^(READONLY|OOM|MISCONF|LOADING|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN)\b/;

/** Whether an error is the reply of a server that may accept the command later. */
export function isPassingReply(error: unknown): boolean {
  return error instanceof Error && passingReplies.test(error.message);
}

/**
 * Tracks whether Redis works. It counts as failing from the first failure until a command that writes succeeds,
 * because a server that accepts connections may still be a replica.
 */
export class RedisHealth {
  /** Rejects with a QueueError when Redis has failed for too long; never resolves. */
  readonly lost: Promise<never>;
  readonly #shown: string;
  readonly #options: HealthOptions;
  readonly #told = new Set<string>();
  #failingSince: number | undefined;
  #reason = '';
  #back: Promise<void> = Promise.resolve();
  #markBack: () => void = () => {};
  #abandon: (error: QueueError) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  readonly #closed = new AbortController();

  /** `shown` is the address of the server in messages. */
  constructor(shown: string, options: HealthOptions) {
    this.#shown = shown;
    this.#options = options;
    this.lost = new Promise<never>((_, reject) => {
      this.#abandon = reject;
    });
    this.lost.catch(() => {});
  }

  /** Milliseconds for which Redis has failed; 0 if it works. */
  get failingMs(): number {
    return this.#failingSince === undefined ? 0 : performance.now() - this.#failingSince;
  }

  /** Records a failure: `event` describes the failure, `reason` completes "could not be …". */
  failed(event: string, reason: string): void {
    if (this.#closed.signal.aborted) return;
    this.#reason = reason;
    if (!this.#told.has(event)) this.#options.onNotice(event);
    this.#told.add(event);
    if (this.#failingSince !== undefined) return;
    this.#failingSince = performance.now();
    this.#back = new Promise((resolve) => {
      this.#markBack = resolve;
    });
    const { patienceMs } = this.#options;
    this.#timer = setTimeout(() => {
      const seconds = Math.round(patienceMs / 1000);
      this.#abandon(new QueueError(`${this.#shown} could not be ${this.#reason} for ${seconds} s`));
    }, patienceMs);
    void this.#watch();
  }

  /** Resolves at once if Redis works, otherwise when it works again. */
  untilWorking(): Promise<void> {
    return this.#back;
  }

  close(): void {
    this.#closed.abort();
    clearTimeout(this.#timer);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      try {
        await this.#options.probe();
        break;
      } catch {
        await sleep(this.#options.probeMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
    if (signal.aborted) return;
    this.#failingSince = undefined;
    clearTimeout(this.#timer);
    this.#told.clear();
    this.#options.onNotice(`connected to ${this.#shown} again`);
    this.#markBack();
  }
}
