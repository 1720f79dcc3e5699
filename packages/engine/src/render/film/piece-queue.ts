/** Places of the numbers in the memory that threads share, before those of the pieces. */
const change = 0;
const waiting = 1;
const closed = 2;
const stopped = 3;
const inRuns = 4;
const header = 5;

/** States of a piece, first 0. After the states of all pieces in their order, the memory has their indices. */
const released = 1;
const taken = 2;

/** The most pieces that a thread skips. What is made before its turn stays in memory until then. */
const farthestAhead = 16;

/** The pieces of a film that are to be made, which several threads take from the same memory. */
export class PieceQueue {
  /** To be sent to other threads. */
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #count: number;
  /** The place of the piece that this thread took last. */
  #last = -1;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory);
    this.#count = (this.#numbers.length - header) / 2;
  }

  /**
   * An empty queue, from which pieces are taken in this order of their indices as far as they are released. `isInRuns` lets
   * each thread take pieces that follow one another, as far as no other thread does, because one costs less after the one
   * before it.
   */
  static for(order: readonly number[], { isInRuns = false } = {}): PieceQueue {
    const queue = new PieceQueue(new SharedArrayBuffer(4 * (header + 2 * order.length)));
    queue.#numbers.set(order, header + order.length);
    queue.#numbers[inRuns] = Number(isInRuns);
    return queue;
  }

  /** Lets the threads take a piece. Only one thread may do this. */
  release(index: number): void {
    const place = this.#numbers.indexOf(index, header + this.#count) - this.#count;
    Atomics.add(this.#numbers, waiting, 1);
    Atomics.store(this.#numbers, place, released);
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
    return Atomics.load(this.#numbers, waiting);
  }

  /** Takes the next piece; undefined if there is none yet or any more. */
  take(): number | undefined {
    while (!this.isStopped) {
      const place = this.#nextPlace();
      if (place === undefined) return undefined;
      if (Atomics.compareExchange(this.#numbers, header + place, released, taken) !== released) continue;
      Atomics.sub(this.#numbers, waiting, 1);
      this.#last = place;
      return this.#numbers[header + this.#count + place];
    }
    return undefined;
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

  /** The place of the piece that this thread should take. */
  #nextPlace(): number | undefined {
    const isInRuns = this.#numbers[inRuns] === 1;
    const following = this.#last + 1;
    if (isInRuns && following > 0 && this.#stateAt(following) === released) return following;
    let first = 0;
    while (first < this.#count && this.#stateAt(first) !== released) first++;
    if (first === this.#count) return undefined;
    // What follows a piece that another thread has is left to that thread.
    if (!isInRuns || first === 0 || this.#stateAt(first - 1) !== taken) return first;
    let end = first;
    while (this.#stateAt(end) === released) end++;
    return first + Math.min(farthestAhead, (end - first) >> 1);
  }

  #stateAt(place: number): number {
    return place < this.#count ? Atomics.load(this.#numbers, header + place) : 0;
  }

  #notify(): void {
    Atomics.add(this.#numbers, change, 1);
    Atomics.notify(this.#numbers, change);
  }
}
