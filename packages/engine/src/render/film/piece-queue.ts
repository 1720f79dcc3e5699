/** Places of the numbers in the memory that threads share, before the released pieces. */
const change = 0;
const taken = 1;
const released = 2;
const closed = 3;
const stopped = 4;
const header = 5;

/** The pieces of a film that are to be made, which several threads take from the same memory. */
export class PieceQueue {
  /** To be sent to other threads. */
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory);
  }

  /** An empty queue for this number of pieces. */
  static for(pieces: number): PieceQueue {
    return new PieceQueue(new SharedArrayBuffer(4 * (header + pieces)));
  }

  /** Lets the threads take a piece. Only one thread may do this. */
  release(index: number): void {
    const count = Atomics.load(this.#numbers, released);
    Atomics.store(this.#numbers, header + count, index);
    Atomics.store(this.#numbers, released, count + 1);
    this.#notify();
  }

  /** Tells the threads that no more pieces come. */
  close(): void {
    Atomics.store(this.#numbers, closed, 1);
    this.#notify();
  }

  /** Tells the threads to stop, even in the middle of a piece. */
  stop(): void {
    Atomics.store(this.#numbers, stopped, 1);
    this.close();
  }

  get isStopped(): boolean {
    return Atomics.load(this.#numbers, stopped) === 1;
  }

  /** How many pieces have been released and not taken. */
  get waiting(): number {
    return Atomics.load(this.#numbers, released) - Atomics.load(this.#numbers, taken);
  }

  /** Takes the next piece; undefined if there is none yet or any more. */
  take(): number | undefined {
    for (;;) {
      if (this.isStopped) return undefined;
      const next = Atomics.load(this.#numbers, taken);
      if (next >= Atomics.load(this.#numbers, released)) return undefined;
      if (Atomics.compareExchange(this.#numbers, taken, next, next + 1) !== next) continue;
      return Atomics.load(this.#numbers, header + next);
    }
  }

  /** Takes the next piece as soon as there is one; undefined if no more come. Blocks the thread. */
  takeOrWait(): number | undefined {
    for (;;) {
      const seen = Atomics.load(this.#numbers, change);
      const isClosed = Atomics.load(this.#numbers, closed) === 1;
      const index = this.take();
      if (index !== undefined || isClosed) return index;
      Atomics.wait(this.#numbers, change, seen);
    }
  }

  #notify(): void {
    Atomics.add(this.#numbers, change, 1);
    Atomics.notify(this.#numbers, change);
  }
}
