import { RecentRate } from './recent-rate.ts';

/** Bytes that one request or response keeps in memory. */
export interface Reservation {
  /** Counts bytes that the client has just sent or read. */
  readonly countMoved: (bytes: number) => void;
  /**
   * Adds bytes to the reservation; if they exceed the maximum, slower clients give way. Returns false, and adds
   * nothing, if this client is itself the slowest.
   */
  readonly add: (bytes: number) => boolean;
  /** Releases the reservation; a second call does nothing. */
  readonly release: () => void;
}

export interface ClientMemoryLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
  /** Milliseconds in which a new reservation does not give way: its rate is not known yet. */
  readonly graceMs: number;
}

interface Entry {
  readonly since: number;
  readonly rate: RecentRate;
  readonly giveWay: () => void;
  bytes: number;
}

/**
 * The memory used for clients while they send or read, which depends on their speed. Its items and bytes are limited;
 * when it is full, the slowest client gives way to another.
 */
export class ClientMemory {
  readonly #limits: ClientMemoryLimits;
  readonly #entries = new Set<Entry>();
  #bytes = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limits: ClientMemoryLimits) {
    this.#limits = limits;
  }

  /** Whether the maximum count is reached or the maximum of bytes is exceeded. */
  get isFull(): boolean {
    return this.#entries.size >= this.#limits.maxCount || this.#bytes > this.#limits.maxBytes;
  }

  /**
   * Makes the slowest clients give way until there is room for another item. Resolves to false if only new clients hold
   * the room for twice their grace period.
   */
  async makeRoom(): Promise<boolean> {
    const { graceMs } = this.#limits;
    const limit = performance.now() + 2 * graceMs;
    while (this.isFull) {
      const slowest = this.#slowest();
      if (slowest) {
        this.#giveWay(slowest);
        continue;
      }
      const now = performance.now();
      if (now >= limit) return false;
      const oldest = Math.min(...[...this.#entries].map(({ since }) => since));
      await this.#untilChanged(Math.min(oldest + graceMs, limit) - now);
    }
    return true;
  }

  /**
   * Reserves one item of that many bytes, even beyond the maximum. `giveWay` is called if its client must be
   * disconnected.
   */
  reserve(giveWay: () => void, bytes = 0): Reservation {
    const entry: Entry = {
      since: performance.now(),
      rate: new RecentRate(performance.now()),
      giveWay,
      bytes,
    };
    this.#entries.add(entry);
    this.#bytes += bytes;
    return {
      countMoved: (moved) => entry.rate.count(moved, performance.now()),
      add: (more) => this.#add(entry, more),
      release: () => this.#release(entry),
    };
  }

  #add(entry: Entry, bytes: number): boolean {
    while (this.#bytes + bytes > this.#limits.maxBytes) {
      const slowest = this.#slowest();
      if (slowest === undefined || slowest === entry) return false;
      this.#giveWay(slowest);
    }
    if (!this.#entries.has(entry)) return false;
    entry.bytes += bytes;
    this.#bytes += bytes;
    return true;
  }

  #slowest(): Entry | undefined {
    const now = performance.now();
    let slowest: Entry | undefined;
    for (const entry of this.#entries) {
      if (now - entry.since < this.#limits.graceMs) continue;
      if (!slowest || entry.rate.perSecond(now) < slowest.rate.perSecond(now)) slowest = entry;
    }
    return slowest;
  }

  #giveWay(entry: Entry): void {
    this.#release(entry);
    entry.giveWay();
  }

  #release(entry: Entry): void {
    if (!this.#entries.delete(entry)) return;
    this.#bytes -= entry.bytes;
    for (const resume of this.#waiting) resume();
  }

  /** Resolves when something is released, or after `ms` milliseconds. */
  #untilChanged(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, Math.ceil(ms));
      this.#waiting.add(resume);
    });
  }
}
