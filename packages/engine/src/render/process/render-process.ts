import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { isUint8Array } from 'node:util/types';
import type { StageMilliseconds } from '../control/stage-clock.ts';
import type { PieceStore } from '../film/kept/piece-store.ts';
import type { RenderProgress } from '../options/render-options.ts';
import { RenderError } from '../render-error.ts';
import { crashError, type End } from './crash-error.ts';
import { keptOutput, partBytes, startLimitMs } from './limits.ts';
import {
  type Cancellation,
  type InputPart,
  lifelineDescriptor,
  outOfMemoryNotice,
  type RenderProcessMessage,
  type Task,
  type TaskResults,
} from './messages.ts';
import { answerFrom, type PieceRequest } from './piece-messages.ts';
import { watchForStall } from './stall-watch.ts';
import { type RenderProcessOptions, startChild } from './start-child.ts';
import type { EndCause } from './supervisor-observer.ts';

/** Result of a task. */
interface Done<Kind extends keyof TaskResults = keyof TaskResults> {
  readonly value: TaskResults[Kind];
  /** Time at which the process took it, by `performance.now()`. */
  readonly takenAt: number;
  /** All 0 unless the task is a render. */
  readonly stages: StageMilliseconds;
}

/** A running task. */
interface Running {
  /** Time by `performance.now()`; undefined until the process takes it. */
  takenAt: number | undefined;
  readonly done: (done: Done) => void;
  readonly failed: (reason: unknown) => void;
  readonly onProgress: ((progress: RenderProgress) => void) | undefined;
  /** Where this process keeps the pieces of its film. */
  readonly store: PieceStore | undefined;
  isCancelled: boolean;
}

/** The process ended before it took its task, so another process can do it. */
export class TaskNotTakenError extends Error {
  readonly failure: RenderError;

  /** `failure` is the error to report if no other process does the task either. */
  constructor(failure: RenderError) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * A separate process that reads projects and renders, one task after the other. It has the limits in `limits.ts` and
 * almost no environment variables, and it always ends with this process.
 */
export class RenderProcess {
  /**
   * Resolves when the process accepts tasks. Rejects with a TaskNotTakenError if it ends first, and with a RenderError
   * if it does not start in time, because another process would not start either.
   */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly pid: number | undefined;

  readonly #maxMemoryBytes: number;
  readonly #endsStalled: boolean;
  readonly #child: ChildProcess;
  readonly #lifeline: Socket | undefined;
  #running: Running | undefined;
  #end: End | undefined;
  #startError: Error | undefined;
  #isStartOverdue = false;
  #killedFor: EndCause | undefined;
  #ranOutOfMemory = false;
  #firstOutput = '';
  #output = '';
  #residentBytes = 0;
  #hasFailedUnexpectedly = false;

  /** With `started`, it is a process of `startChild` with these options. */
  constructor(
    { maxMemoryBytes, warmsUp, processors, endsStalled }: RenderProcessOptions,
    started?: ChildProcess,
  ) {
    this.#maxMemoryBytes = maxMemoryBytes;
    this.#endsStalled = endsStalled;
    this.#child = started ?? startChild({ maxMemoryBytes, warmsUp, processors });
    this.pid = this.#child.pid;
    // If file descriptors ran out, the process could not be started and has no streams.
    const lifeline = this.#child.stdio?.[lifelineDescriptor];
    this.#lifeline = lifeline instanceof Socket ? lifeline : undefined;
    this.#lifeline?.on('data', (data) => {
      this.#ranOutOfMemory ||= data.toString().includes(outOfMemoryNotice);
    });
    this.#lifeline?.on('error', () => {});
    this.#child.stderr?.on('data', (data: Buffer) => {
      const text = data.toString();
      if (this.#firstOutput.length < keptOutput) this.#firstOutput += text.slice(0, keptOutput);
      this.#output = (this.#output + text).slice(-keptOutput);
    });
    let markReady = () => {};
    let markEnded = () => {};
    let failToStart: (reason: Error) => void = () => {};
    this.ready = new Promise((resolve, reject) => {
      markReady = resolve;
      failToStart = reject;
    });
    const startLimit = setTimeout(() => {
      this.#isStartOverdue = true;
      void this.kill('start_limit');
    }, startLimitMs).unref();
    const clearLimit = () => clearTimeout(startLimit);
    // A failure reaches the caller with the next task; a process that was started ahead is not awaited.
    this.ready.then(clearLimit, clearLimit);
    this.ended = new Promise((resolve) => {
      markEnded = resolve;
    });
    this.#child.on('message', (message: RenderProcessMessage) => {
      if (message.type === 'ready') markReady();
      else this.#take(message);
    });
    this.#child.on('error', (error) => {
      this.#startError ??= error;
      // A process that could not start emits no other event; a running one still emits close.
      if (this.#child.pid === undefined) this.#close({ code: null, signal: null });
    });
    this.#child.on('close', (code, signal) => this.#close({ code, signal }));
    this.ended.then(() =>
      failToStart(this.#isStartOverdue ? this.#crash() : new TaskNotTakenError(this.#crash())),
    );
    this.#markEnded = markEnded;
    this.unref();
  }

  readonly #markEnded: () => void;

  get isAlive(): boolean {
    return this.#end === undefined && !this.#child.killed;
  }

  /** Why the process ended; undefined while it runs. */
  get endCause(): EndCause {
    if (this.#isOutOfMemory) return 'memory_limit';
    return this.#killedFor ?? 'crash';
  }

  /** Resident memory of the process after its last task, in bytes. */
  get residentBytes(): number {
    return this.#residentBytes;
  }

  /** Whether a task failed in a way that is no answer to its input, so that libraries in the process may be broken. */
  get hasFailedUnexpectedly(): boolean {
    return this.#hasFailedUnexpectedly;
  }

  /**
   * Runs one task; the process must be idle. Rejects with a RenderError: the task's own, or `failed` when the process
   * crashes or runs out of memory; or with a TaskNotTakenError.
   */
  async run<Kind extends keyof TaskResults>(
    task: Task<Kind>,
    onProgress?: (progress: RenderProgress) => void,
    store?: PieceStore,
  ): Promise<Done<Kind>> {
    this.#ref();
    let stopWatching: (() => void) | undefined;
    try {
      await this.ready;
      if (this.#endsStalled && this.#lifeline)
        stopWatching = watchForStall(this.#lifeline, () => void this.kill('crash'));
      const result = new Promise<Done>((done, failed) => {
        this.#running = { takenAt: undefined, isCancelled: false, done, failed, onProgress, store };
        if (!this.isAlive) failed(new TaskNotTakenError(this.#crash()));
      });
      const sending = this.isAlive ? this.#send(task as Task) : undefined;
      return (await Promise.all([result, sending]))[0] as Done<Kind>;
    } finally {
      stopWatching?.();
      this.#running = undefined;
      this.unref();
    }
  }

  /** Like `ready`, but keeps this process from exiting until then. */
  async started(): Promise<void> {
    this.#ref();
    try {
      await this.ready;
    } finally {
      if (!this.#running) this.unref();
    }
  }

  /** Asks a stoppable task to stop; it then rejects with `aborted`. */
  cancel(): void {
    if (!this.isAlive || !this.#running) return;
    this.#running.isCancelled = true;
    const message: Cancellation = { kind: 'cancel' };
    this.#child.send(message, () => {});
  }

  /** Ends the process at once and resolves when it has ended. The first cause counts. */
  async kill(cause: EndCause): Promise<void> {
    if (this.#end === undefined) this.#killedFor ??= cause;
    this.#ref();
    // A process that could not start has no pid; a signal without one would reach this process's whole group.
    if (this.pid !== undefined) this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** Allows this process to exit while the render process is idle. One that is being ended may be awaited. */
  unref(): void {
    if (this.#killedFor !== undefined) return;
    this.#child.unref();
    this.#child.channel?.unref();
    this.#lifeline?.unref();
    if (this.#child.stderr instanceof Socket) this.#child.stderr.unref();
  }

  #ref(): void {
    if (this.#end) return;
    this.#child.ref();
    this.#child.channel?.ref();
    // The end of the process is known only when its streams have ended, too.
    this.#lifeline?.ref();
    if (this.#child.stderr instanceof Socket) this.#child.stderr.ref();
  }

  /** Sends a task, a large input in parts. */
  async #send(task: Task): Promise<void> {
    const running = this.#running;
    const { input } = task;
    // If the channel breaks, the process is ending, and the task fails.
    if (!isUint8Array(input) || input.length <= partBytes) {
      this.#child.send(task, () => {});
      return;
    }
    for (let from = 0; from < input.length; from += partBytes) {
      const part: InputPart = { kind: 'part', bytes: input.subarray(from, from + partBytes) };
      await new Promise((sent) => this.#child.send(part, sent));
      if (!this.isAlive) return;
    }
    this.#child.send({ ...task, input: null }, () => {});
    // Before, it had no task to cancel.
    if (running?.isCancelled) this.cancel();
  }

  #take(message: Exclude<RenderProcessMessage, { type: 'ready' }>): void {
    const running = this.#running;
    if (message.type === 'taken') {
      if (running) running.takenAt = performance.now();
      return;
    }
    if (message.type === 'progress') {
      try {
        running?.onProgress?.(message.progress);
      } catch (error) {
        running?.failed(error);
        void this.kill('cancelled');
      }
      return;
    }
    if (message.type === 'piece') {
      void this.#answer(message, running?.store);
      return;
    }
    this.#residentBytes = message.residentBytes;
    if (message.type === 'done') {
      const { value, stages } = message;
      running?.done({ value, stages, takenAt: running.takenAt ?? performance.now() });
      return;
    }
    this.#hasFailedUnexpectedly ||= message.details !== undefined;
    running?.failed(new RenderError(message.code, message.problems, message.details));
  }

  async #answer(request: PieceRequest, store: PieceStore | undefined): Promise<void> {
    const answer = await answerFrom(store, request);
    if (this.isAlive) this.#child.send(answer, () => {});
  }

  #close(end: End): void {
    if (this.#end) return;
    this.#end = end;
    const isTaken = this.#running?.takenAt !== undefined;
    this.#running?.failed(isTaken ? this.#crash() : new TaskNotTakenError(this.#crash()));
    this.#markEnded();
  }

  get #isOutOfMemory(): boolean {
    // V8 prints a message and aborts if the heap is full.
    return this.#ranOutOfMemory || /heap out of memory|allocation failed/i.test(this.#output);
  }

  /** Creates the error of a task whose process ended. */
  #crash(): RenderError {
    return crashError({
      maxMemoryBytes: this.#maxMemoryBytes,
      isOutOfMemory: this.#isOutOfMemory,
      isStartOverdue: this.#isStartOverdue,
      startError: this.#startError,
      end: this.#end ?? { code: null, signal: null },
      firstOutput: this.#firstOutput,
      lastOutput: this.#output === '' ? '' : `\n${this.#output}`,
    });
  }
}
