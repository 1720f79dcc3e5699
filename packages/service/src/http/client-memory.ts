import { setTimeout as sleep } from 'node:timers/promises';

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
  readonly giveWay: () => void;
  bytes: number;
  /** The bytes moved so far, with a lower weight for older ones, and the time of the last move. */
  moved: number;
  movedAt: number;
}

/**
 * Milliseconds after which the weight of moved bytes has fallen to 1/e. The kernel takes a response in steps, seconds
 * apart.
 */
const memoryMs = 5_000;

/** Milliseconds between two checks for free capacity. */
const retryMs = 20;

/**
 * The memory used for clients while they send or read, which depends on their speed. Its items and bytes are limited;
 * when it is full, the slowest client gives way to another.
 */
export class ClientMemory {
  readonly #limits: ClientMemoryLimits;
  readonly #entries = new Set<Entry>();
  #bytes = 0;

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
    const limit = performance.now() + 2 * this.#limits.graceMs;
    while (this.isFull) {
      const slowest = this.#slowest();
      if (slowest) this.#giveWay(slowest);
      else if (performance.now() >= limit) return false;
      else await sleep(retryMs);
    }
    return true;
  }

  /**
   * Reserves one item of that many bytes, even beyond the maximum. `giveWay` is called if its client must be
   * disconnected.
   */
  reserve(giveWay: () => void, bytes = 0): Reservation {
    const now = performance.now();
    const entry: Entry = { since: now, giveWay, bytes, moved: 0, movedAt: now };
    this.#entries.add(entry);
    this.#bytes += bytes;
    return {
      countMoved: (moved) => {
        entry.moved = recentlyMoved(entry, performance.now()) + moved;
        entry.movedAt = performance.now();
      },
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
    return [...this.#entries]
      .filter(({ since }) => now - since >= this.#limits.graceMs)
      .map((entry) => ({ entry, rate: recentRate(entry, now) }))
      .sort((one, other) => one.rate - other.rate)[0]?.entry;
  }

  #giveWay(entry: Entry): void {
    this.#release(entry);
    entry.giveWay();
  }

  #release(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes;
  }
}

function recentlyMoved({ moved, movedAt }: Entry, now: number): number {
  return moved * Math.exp((movedAt - now) / memoryMs);
}

/** The weighted average of the rate, corrected for how long it has been measured. */
function recentRate(entry: Entry, now: number): number {
  const measured = 1 - Math.exp((entry.since - now) / memoryMs);
  return measured > 0 ? recentlyMoved(entry, now) / measured : 0;
}
